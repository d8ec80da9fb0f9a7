"""The history of a note tells which computer a text came from."""

from notebrain.domain.notes.history import State, states
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions
from tests.fakes.computers import Computer, settle

_DAY_MS = 86_400_000
NAMES = {"one": "Desk", "two": "Laptop"}


def timeline(computer: Computer, note: NoteId) -> list[State]:
    with computer.store.read() as db:
        present, earlier = notes.get(db, note), revisions.outline(db, note)
    return list(states(present.title, present.created_at, present.updated_at, earlier, NAMES))


def origins(computer: Computer, note: NoteId) -> list[tuple[str, str]]:
    return [(state.how, state.computer) for state in timeline(computer, note)]


def in_conflict(one: Computer, two: Computer) -> NoteId:
    note = one.take("Soil\n\nThe lime costs 5 euros.\n")
    settle(one, two)
    one.edit(note, "Soil\n\nThe lime costs 6 euros.\n")
    two.edit(note, "Soil\n\nThe lime costs 7 euros.\n")
    one.sync()
    two.sync()
    return note


def test_a_text_of_another_computer_is_named_after_it(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("Soil")
    settle(one, two)
    one.edit(note, "Soil and lime")

    settle(one, two)

    assert origins(two, note)[0] == ("sync", "Desk")
    assert origins(one, note)[0] == ("edit", "")


def test_in_a_conflict_the_text_beside_the_note_is_the_others_and_its_own_stays_its_own(
    pair: tuple[Computer, Computer],
) -> None:
    two, note = pair[1], in_conflict(*pair)

    assert len(two.conflicts) == 1
    assert origins(two, note) == [("edit", ""), ("sync", "Desk"), ("created", "")]


def test_a_text_beside_a_note_that_is_thinned_out_leaves_its_origin_to_no_other(
    pair: tuple[Computer, Computer],
) -> None:
    two, note = pair[1], in_conflict(*pair)
    for number in range(2):
        two.edit(note, f"Soil\n\nThe lime costs 7 euros. {number}\n")

    def grow_old(db: Connection) -> int:
        newest = "(select max(id) from revision)"
        db.execute(f"update revision set lost = 0, lived = iif(id = {newest}, {3 * _DAY_MS}, 0)")
        return revisions.thin(db, notes.key_of(db, note), now=two.clock.now(), most=9)

    assert two.store.write(grow_old).result() == 1

    assert origins(two, note) == [("edit", ""), ("edit", ""), ("edit", ""), ("created", "")]
