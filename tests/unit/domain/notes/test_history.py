"""Which texts of a note its history keeps, and which versions are thinned out."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.history import (
    PAUSE,
    STEADY,
    Aged,
    LastVersion,
    VersionPlan,
    is_due,
    lived_through,
    loses_much,
    missing,
    plan_versions,
    thinned,
)

NOW = datetime(2026, 11, 19, tzinfo=UTC)
SECOND = timedelta(seconds=1)
PRIOR, ASIDE, BOTH = (
    VersionPlan(prior=True),
    VersionPlan(set_aside=True),
    VersionPlan(prior=True, fullest=True),
)
NOTHING, FULLEST = VersionPlan(), VersionPlan(fullest=True)
PAGE = " ".join(f"word{number}" for number in range(300))


@pytest.mark.parametrize(
    ("last", "since_last_edit", "due"),
    [
        (None, SECOND, True),
        (LastVersion("a", NOW, ""), SECOND, False),
        (LastVersion("b", NOW, ""), SECOND, True),
        (LastVersion("a", NOW, ""), PAUSE - SECOND, False),
        (LastVersion("a", NOW, ""), PAUSE, True),
        (LastVersion("a", NOW - STEADY + SECOND, ""), SECOND, False),
        (LastVersion("a", NOW - STEADY, ""), SECOND, True),
        pytest.param(LastVersion("a", NOW + SECOND, ""), SECOND, True, id="clock set back"),
        pytest.param(LastVersion("a", NOW, ""), -SECOND, False, id="clock set back since the edit"),
    ],
)
def test_each_sitting_and_each_ten_minutes_keep_the_text_before(
    last: LastVersion | None, since_last_edit: timedelta, *, due: bool
) -> None:
    assert is_due(last, session="a", last_edit=NOW - since_last_edit, now=NOW) is due


@pytest.mark.parametrize(
    ("prior", "new", "last", "fullest", "kept"),
    [
        pytest.param("milk", "milk and bread", "", None, NOTHING, id="writing on"),
        pytest.param(PAGE, "x", PAGE[:900], None, PRIOR, id="all replaced by one letter"),
        pytest.param(PAGE, PAGE[:-201], PAGE[:900], None, PRIOR, id="201 characters at once"),
        pytest.param(PAGE, PAGE[:-200], PAGE[:900], None, ASIDE, id="200 characters at once"),
        pytest.param("x" * 30, "x" * 19, "", None, PRIOR, id="more than a third at once"),
        pytest.param("x" * 30, "x" * 20, "", None, ASIDE, id="a third at once"),
        pytest.param("Teh", "The", "", None, ASIDE, id="a corrected word"),
        pytest.param("4711", "", "", None, PRIOR, id="a short text"),
        pytest.param(PAGE[:-9], PAGE[:-18], PAGE, None, NOTHING, id="in the last version anyway"),
        pytest.param(PAGE[:-9], PAGE[:-18], "", PAGE, NOTHING, id="in the fullest text anyway"),
        pytest.param(PAGE[:-195], PAGE[:-204], "", PAGE, FULLEST, id="a held Backspace"),
        pytest.param(PAGE, PAGE[:-2], "", PAGE[:-9], ASIDE, id="fuller than what is set aside"),
        pytest.param(PAGE[:-9], "x", "", PAGE, BOTH, id="all that a held Backspace left"),
        pytest.param("word0 word1", "word0", PAGE, None, NOTHING, id="the end of a held Backspace"),
        pytest.param(
            PAGE[250:] + " new here", PAGE[250:] + " new", PAGE, None, PRIOR, id="long since gone"
        ),
    ],
)
def test_large_removals_keep_what_goes(
    prior: str, new: str, last: str, fullest: str | None, kept: VersionPlan
) -> None:
    assert plan_versions(prior, new, due=False, last=last, fullest=fullest) == kept


def test_a_sitting_keeps_the_text_before_it_and_what_a_large_removal_takes() -> None:
    assert plan_versions("a b", "a b c", due=True, last=None) == PRIOR
    assert plan_versions(PAGE[:-9], "x", due=True, last="", fullest=PAGE) == BOTH


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [
        ("", "all new", 0),
        ("one two three", "one three", 4),
        ("one two", "two one", 0),
        ("one two three four", "zero one three five", 7),
        ("日本語の文章を書く", "中文日本語の文章を読む", 2),
        ("   \n", "", 4),
    ],
)
def test_what_is_missing_is_counted_wherever_it_stood(old: str, new: str, gone: int) -> None:
    assert missing(old, new) == gone


@given(st.text(max_size=40), st.text(max_size=20), st.text(max_size=40))
def test_what_one_place_lost_is_counted_to_the_character(head: str, gone: str, tail: str) -> None:
    assert missing(head + gone + tail, head + tail) == len(gone)
    assert missing(head + tail, head + gone + tail) == 0


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_change_loses_no_more_than_there_was(old: str, new: str) -> None:
    assert 0 <= missing(old, new) <= len(old)
    assert not loses_much(old, old)


@pytest.mark.parametrize("forward", [timedelta(days=3650), timedelta(days=40)])
def test_a_wrong_clock_ages_versions_by_half_a_day_at_most(forward: timedelta) -> None:
    lived = lived_through(timedelta(hours=5), since=NOW, now=NOW + forward)

    assert lived == timedelta(hours=17)
    assert lived_through(lived, since=NOW + forward, now=NOW) == lived
    assert lived_through(lived, since=NOW, now=NOW + SECOND) == lived + SECOND


def ages(*days: float, lost: int | None = None) -> list[Aged]:
    """Return versions so many days old, at noon of day 1,000, newest first; numbered by their place."""
    noon = timedelta(days=1000.5)
    return [
        Aged(place, noon - timedelta(days=one), place == lost) for place, one in enumerate(days)
    ]


@pytest.mark.parametrize(
    ("versions", "gone"),
    [
        pytest.param(ages(0, 0.1, 0.11, 0.9, 0.99), [], id="all of a day"),
        pytest.param(ages(0, 1.01, 1.02, 1.03, 1.06, 9), [2, 3], id="one an hour for a week"),
        pytest.param(ages(0, 8.0, 8.1, 8.2, 9, 20), [2, 3], id="one a day for a year"),
        pytest.param(ages(0, 401, 402, 403, 440, 900), [2, 3], id="then one a month"),
        pytest.param(ages(0, 8.0, 8.1, 8.2, 9, 20, lost=2), [3], id="not before a large removal"),
        pytest.param(ages(8.0, 8.1, 8.2), [1], id="neither the newest nor the first"),
        pytest.param(ages(9.0, 8.0), [], id="few"),
        pytest.param([], [], id="none"),
    ],
)
def test_old_versions_are_thinned_out(versions: list[Aged], gone: list[int]) -> None:
    assert thinned(versions, now=timedelta(days=1000.5)) == gone


@given(
    st.lists(st.tuples(st.integers(0, 900 * 24 * 60), st.booleans()), max_size=60),
    st.integers(0, 900 * 24 * 60),
)
def test_thinning_leaves_one_of_each_period_and_thins_no_more_the_second_time(
    minutes: list[tuple[int, bool]], later: int
) -> None:
    old = sorted(minutes, reverse=True)
    versions = [
        Aged(place, timedelta(minutes=minute), lost) for place, (minute, lost) in enumerate(old)
    ]
    now = timedelta(minutes=(old[0][0] if old else 0) + later)

    gone = set(thinned(versions, now=now))
    left = [version for version in versions if version.id not in gone]

    assert thinned(left, now=now) == []
    for version in versions:
        if version.id in gone:
            age = now - version.lived
            period = next(
                length
                for days, length in ((365, 30 * 24), (7, 24), (1, 1))
                if age >= timedelta(days=days)
            )
            assert not version.lost
            assert any(
                one.lived // timedelta(hours=period) == version.lived // timedelta(hours=period)
                for one in left
            )
