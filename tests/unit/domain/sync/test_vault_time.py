"""A vault's own time: it runs forward, and only while nothing speaks against the date."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.sync.vault_time import (
    AccountTime,
    Doubt,
    Reading,
    VaultTime,
    confirmed,
    is_near,
    read,
)

NOW = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)
DAY = timedelta(days=1)
NONE = timedelta()


def alone(before: VaultTime, now: datetime) -> Reading:
    return read(before, now, connected=False, account=None)


def with_account(before: VaultTime, now: datetime, ahead: timedelta = NONE) -> Reading:
    return read(before, now, connected=True, account=AccountTime(ahead, now))


@pytest.mark.parametrize(
    ("days", "passed", "doubt"),
    [
        (0, 0, None),
        (1, 1, None),
        (30, 30, None),
        (30.01, 0, Doubt.JUMPED),
        (40, 0, Doubt.JUMPED),
        (3653, 0, Doubt.JUMPED),
        (-0.5, 0, None),
        (-1.5, 0, Doubt.BEHIND),
        (-900, 0, Doubt.BEHIND),
    ],
)
def test_without_an_account_a_long_jump_does_not_count(
    days: float, passed: float, doubt: Doubt | None
) -> None:
    reading = alone(VaultTime(NONE, NOW), NOW + days * DAY)

    assert (reading.time.passed, reading.doubt) == (passed * DAY, doubt)
    if doubt is not None:
        assert reading.by == days * DAY


@pytest.mark.parametrize("ahead", [1.01, 40, 3653, -1.01, -900])
def test_with_an_account_that_disagrees_no_time_passes(ahead: float) -> None:
    before = VaultTime(3 * DAY, NOW, agreed=True)

    reading = with_account(before, NOW + DAY, ahead=ahead * DAY)

    assert reading == Reading(before, Doubt.OFF, ahead * DAY)


def test_an_account_that_is_silent_for_a_day_leaves_everything_as_it_is() -> None:
    before = VaultTime(3 * DAY, NOW, agreed=True)
    told = AccountTime(NONE, NOW)

    assert read(before, NOW + 2 * DAY, connected=True, account=told).doubt is Doubt.UNHEARD
    assert read(before, NOW - 2 * DAY, connected=True, account=told).doubt is Doubt.UNHEARD
    assert read(before, NOW, connected=True, account=None).doubt is Doubt.UNHEARD


def test_between_two_dates_the_account_agreed_to_all_the_time_has_passed() -> None:
    agreed, unknown = (VaultTime(NONE, NOW, agreed=one) for one in (True, False))

    assert with_account(agreed, NOW + 400 * DAY).time.passed == 400 * DAY
    assert with_account(unknown, NOW + 400 * DAY).time == VaultTime(NONE, NOW + 400 * DAY, True)


def test_a_date_that_the_user_confirms_counts_with_its_jump_and_goes_on_from_there() -> None:
    ahead = confirmed(VaultTime(NONE, NOW), NOW + 40 * DAY)
    back = confirmed(ahead, NOW)

    assert ahead.passed == back.passed == 40 * DAY
    assert alone(back, NOW + DAY).time.passed == 41 * DAY


# what one computer's clock shows, one look after the other: the real hours that passed, and by how much it is off
_LOOKS = st.lists(
    st.tuples(st.integers(0, 48), st.sampled_from([0, 0, 0, 3653, -900, 13, -13])), max_size=40
)


@given(_LOOKS, st.booleans())
def test_no_wrong_clock_makes_more_time_pass_than_has(
    looks: list[tuple[int, int]], connected: bool
) -> None:
    time, real = VaultTime(NONE, NOW), NONE
    for hours, off in looks:
        real += timedelta(hours=hours)
        shown = NOW + real + off * DAY
        account = AccountTime(off * DAY, shown) if connected else None
        before, time = time, read(time, shown, connected=connected, account=account).time
        assert time.passed >= before.passed

        # without an account a clock that is a little fast is believed once, and never again
        assert time.passed <= real + (0 if connected else 13) * DAY


@given(_LOOKS)
def test_where_the_account_agrees_at_the_end_no_time_is_lost_for_good(
    looks: list[tuple[int, int]],
) -> None:
    time, real = VaultTime(NONE, NOW, agreed=True), NONE
    for hours, off in [*looks, (1, 0)]:
        real += timedelta(hours=hours)
        shown = NOW + real + off * DAY
        time = with_account(time, shown, ahead=off * DAY).time

    assert time.passed == real


@pytest.mark.parametrize(
    ("days", "near"), [(-1, False), (0, False), (0.1, True), (1, True), (1.1, False), (999, False)]
)
def test_a_moment_beyond_a_day_is_a_mistake_of_a_clock(days: float, near: bool) -> None:
    assert is_near(NOW + days * DAY, now=NOW) is near
