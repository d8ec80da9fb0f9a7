"""What sending files to the account takes."""

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.file_estimate import ASSUMED_BYTES_S, SendSpeed, estimate
from notebrain.domain.sync.file_transfer import MovingFile

ONE, TWO = Sha("1" * 64), Sha("2" * 64)


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


def test_the_speed_is_that_of_the_last_large_file_that_went() -> None:
    speed = SendSpeed()

    def go(sha: Sha, done: int, now_s: float, *, goes: bool = True) -> float | None:
        speed.follow(MovingFile(sha, "", goes, done, 100_000_000), now_s)
        return speed.bytes_s

    assert go(ONE, 0, 10.0) is None
    assert go(ONE, 50_000_000, 10.5) is None  # too short to tell
    assert go(ONE, 50_000_000, 14.0) == 12_500_000
    assert go(TWO, 0, 20.0) == 12_500_000
    assert go(TWO, 400_000, 30.0) == 12_500_000  # too little to tell
    assert go(TWO, 4_000_000, 30.0, goes=False) == 12_500_000
    speed.follow(None, 31.0)
    assert go(TWO, 4_000_000, 40.0) == 12_500_000
    assert go(TWO, 24_000_000, 50.0) == 2_000_000
