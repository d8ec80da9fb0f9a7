"""What sending files to the account takes."""

from notebrain.domain.sync.file_estimate import ASSUMED_BYTES_S, estimate


def test_small_files_take_their_requests_and_large_ones_their_bytes() -> None:
    small = estimate([1_000] * 660)
    large = estimate([4_100_000_000])

    assert round(small.seconds) == 900  # three requests each, 660 in five minutes
    assert large.seconds == 4_100_000_000 / ASSUMED_BYTES_S
    assert not large.is_measured


def test_a_measured_speed_counts() -> None:
    assert estimate([100_000_000], bytes_s=10_000_000).seconds == 10


def test_a_daily_limit_makes_it_days() -> None:
    limited = estimate([500_000_000] * 3, day_bytes=400_000_000)

    assert limited.days == 4
    assert limited.seconds == 3 * 86_400
    assert estimate([1], day_bytes=400_000_000).days == 0


def test_only_what_is_above_the_free_room_costs() -> None:
    assert estimate([4_000_000_000], there_bytes=6_000_000_000).dollars == 0
    assert round(estimate([4_000_000_000], there_bytes=8_000_000_000).dollars, 3) == 0.03


def test_no_file_takes_nothing() -> None:
    nothing = estimate([])

    assert (nothing.files, nothing.seconds, nothing.dollars) == (0, 0, 0)
