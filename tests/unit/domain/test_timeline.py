"""The states of a note, each by the act that made it."""

from datetime import UTC, datetime, timedelta

from notebrain.domain.timeline import Kept, states

_DAY = datetime(2026, 11, 19, 9, 0, tzinfo=UTC)


def kept(number: int, reason: str, session: str) -> Kept:
    return Kept(number, f"Title {number}", _DAY + timedelta(hours=number), reason, session, 10)


def test_a_note_that_was_never_changed_has_one_state() -> None:
    only = states("Dal", _DAY, [])

    assert [(state.revision, state.how, state.at, state.before) for state in only] == [
        (None, "created", _DAY, None)
    ]


def test_each_state_is_told_by_the_act_that_made_it_not_by_the_one_that_ended_it() -> None:
    found = states("Now", _DAY, [kept(3, "restore", "restore"), kept(2, "append", "append")])

    assert [(state.revision, state.how, state.before) for state in found] == [
        (None, "restore", 3),
        (3, "append", 2),
        (2, "created", None),
    ]
    assert found[0].at == _DAY + timedelta(hours=3)
    assert [state.title for state in found] == ["Now", "Title 3", "Title 2"]


def test_the_states_of_one_sitting_stand_together() -> None:
    history = [
        kept(4, "edit", "b"),
        kept(3, "edit", "b"),
        kept(2, "edit", "a"),
        kept(1, "append", "append"),
    ]

    found = states("Now", _DAY, history)

    assert [state.begins_session for state in found] == [True, False, True, True, True]


def test_acts_that_are_no_sitting_stand_alone() -> None:
    found = states("Now", _DAY, [kept(2, "restore", "restore"), kept(1, "restore", "restore")])

    assert all(state.begins_session for state in found)
