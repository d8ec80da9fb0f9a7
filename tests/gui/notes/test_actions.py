"""What is done to notes from the list can be taken back."""

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.notes.note import Category
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.notes.actions import NoteActions, about
from notebrain.notes.service import Filing


@pytest.fixture
def acts(services, qapp):
    return NoteActions(services.notes, EventBridge(), services.shredder.remove)


def done(qtbot, acts, act) -> str:
    with qtbot.waitSignal(acts.done) as heard:
        act()
    return str(heard.args[0])


def test_a_note_goes_to_the_trash_and_comes_back(acts, services, take, qtbot) -> None:
    note = services.library.note(take("Dal"))

    said = done(qtbot, acts, lambda: acts.forget([note]))
    trashed = services.library.note(note.id)
    acts.undo()

    assert said == "Moved “Dal” to the trash"
    assert trashed.deleted_at is not None
    qtbot.waitUntil(lambda: services.library.note(note.id) == note)


def test_restoring_can_be_taken_back_too(acts, services, take, qtbot) -> None:
    note_id = take("Dal")
    services.notes.forget([note_id]).result()

    done(qtbot, acts, lambda: acts.restore([services.library.note(note_id)]))
    acts.undo()

    qtbot.waitUntil(lambda: services.library.note(note_id).deleted_at is not None)


def test_undo_gives_every_note_its_own_filing_back(acts, services, take, qtbot) -> None:
    before = [
        services.library.note(take("A", tags=("x",), category=Category.FACT, importance=5)),
        services.library.note(take("B", workspace="Work", pinned=True, local_only=True)),
    ]
    filing = Filing(
        workspace="Other",
        category=Category.PROJECT,
        importance=1,
        pinned=True,
        local_only=False,
        add_tags=("y",),
    )

    said = done(qtbot, acts, lambda: acts.file(before, filing, "Filed “{title}”"))
    acts.undo()

    assert said == "Filed 2 notes"
    qtbot.waitUntil(lambda: [services.library.note(n.id) for n in before] == before)


def test_pinning_several_pins_all_and_only_then_unpins(acts, services, take, qtbot) -> None:
    ids = [take("A", pinned=True), take("B")]

    def rows():
        return [services.library.note(i) for i in ids]

    done(qtbot, acts, lambda: acts.pin(rows()))
    pinned = [note.pinned for note in rows()]
    done(qtbot, acts, lambda: acts.pin(rows()))

    assert pinned == [True, True]
    assert [note.pinned for note in rows()] == [False, False]


def test_acts_are_taken_back_one_by_one_the_newest_first(acts, services, take, qtbot) -> None:
    note = services.library.note(take("A"))
    done(qtbot, acts, lambda: acts.pin([note]))
    done(qtbot, acts, lambda: acts.forget([note]))

    acts.undo()
    qtbot.waitUntil(lambda: services.library.note(note.id).deleted_at is None)
    assert services.library.note(note.id).pinned
    acts.undo()

    qtbot.waitUntil(lambda: not services.library.note(note.id).pinned)
    assert not acts.can_undo


def test_what_changes_nothing_is_not_remembered(acts, services, take, qtbot) -> None:
    note = services.library.note(take("A", importance=4))

    with qtbot.assertNotEmitted(acts.done, wait=50):
        acts.file([note], Filing(importance=4), "Changed “{title}”")

    assert not acts.can_undo


def test_nothing_chosen_does_nothing(acts, qtbot) -> None:
    with qtbot.assertNotEmitted(acts.done, wait=20):
        acts.forget([])
        acts.restore([])
        acts.purge([])
        acts.pin([])
        acts.undo()


def test_what_the_core_refuses_is_told(acts, services, take, qtbot) -> None:
    note = services.library.note(take("A"))

    with qtbot.waitSignal(acts.failed) as heard:
        acts.file([note], Filing(importance=9), "Changed “{title}”")

    assert isinstance(heard.args[0], UserError)


def test_a_failure_of_the_store_is_told(acts, services, take, qtbot) -> None:
    note = services.library.note(take("A"))

    with qtbot.waitSignal(acts.failed):
        acts.purge([note])  # not in the trash


def test_notes_of_the_trash_go_for_good(acts, services, take, qtbot) -> None:
    note_id = take("A")
    services.notes.forget([note_id]).result()

    acts.purge([services.library.note(note_id)])

    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)


@pytest.mark.parametrize("text", ["Pinned “{title}”", "„{title}“ angeheftet"])
def test_the_number_of_several_notes_has_no_quotes_in_any_language(services, take, text) -> None:
    notes = [services.library.note(take(body)) for body in ("A", "B")]

    assert "2 notes" in about(text, notes)
    assert not set("“„”") & set(about(text, notes))
