"""The states of a note, each by the act that made it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from notebrain.domain.notes.history import EarlierText, states, sync_session

_DAY = datetime(2026, 11, 19, 9, 0, tzinfo=UTC)
_LATE = _DAY + timedelta(hours=9)


def kept(number: int, reason: str, session: str) -> EarlierText:
    until = _DAY + timedelta(hours=number)
    return EarlierText(
        number, f"Title {number}", until - timedelta(minutes=20), until, reason, session, 10
    )


def test_a_note_that_was_never_changed_has_one_state() -> None:
    only = states("Dal", _DAY, _DAY, [])

    assert [(state.revision, state.how, state.at, state.before) for state in only] == [
        (None, "created", _DAY, None)
    ]


def test_each_state_is_told_by_the_act_that_made_it_not_by_the_one_that_ended_it() -> None:
    found = states("Now", _DAY, _LATE, [kept(3, "restore", "restore"), kept(2, "append", "append")])

    assert [(state.revision, state.how, state.before) for state in found] == [
        (None, "restore", 3),
        (3, "append", 2),
        (2, "created", None),
    ]
    assert [state.begun_at for state in found] == [
        _DAY + timedelta(hours=3),
        _DAY + timedelta(hours=2),
        _DAY,
    ]
    assert [state.title for state in found] == ["Now", "Title 3", "Title 2"]


def test_the_states_of_one_sitting_stand_together() -> None:
    history = [
        kept(4, "edit", "b"),
        kept(3, "edit", "b"),
        kept(2, "edit", "a"),
        kept(1, "append", "append"),
    ]

    found = states("Now", _DAY, _LATE, history)

    assert [state.begins_session for state in found] == [True, False, True, True, True]


def test_acts_that_are_no_sitting_stand_alone() -> None:
    found = states(
        "Now", _DAY, _LATE, [kept(2, "restore", "restore"), kept(1, "restore", "restore")]
    )

    assert all(state.begins_session for state in found)


def test_each_state_is_dated_by_its_last_change() -> None:
    old = replace(kept(1, "edit", "a"), written_at=None)

    found = states("Now", _DAY, _LATE, [kept(2, "edit", "a"), old])

    assert [state.at for state in found] == [_LATE, _DAY + timedelta(minutes=100), _DAY]


def test_a_sync_is_told_with_the_name_of_the_computer_it_heard_from() -> None:
    history = [kept(3, "sync", sync_session("d2")), kept(2, "sync", sync_session("d3"))]

    found = states("Now", _DAY, _LATE, history, {"d2": "Desk"})

    assert [(state.how, state.computer) for state in found] == [
        ("sync", "Desk"),
        ("sync", ""),
        ("created", ""),
    ]


def test_a_text_of_another_computer_that_was_never_current_replaced_nothing() -> None:
    """In a conflict, the text here stays: the sync brought the text beside it, not the one above."""
    history = [
        kept(3, "sync", sync_session("d2", beside=True)),
        kept(2, "edit", "a"),
        kept(1, "edit", "b"),
    ]

    found = states("Now", _DAY, _LATE, history, {"d2": "Desk"})

    assert [(state.revision, state.how, state.computer, state.before) for state in found] == [
        (None, "edit", "", 2),
        (3, "sync", "Desk", 2),
        (2, "edit", "", 1),
        (1, "created", "", None),
    ]
