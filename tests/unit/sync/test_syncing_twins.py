"""Notes that two computers imported from the same file become one, whoever is first, and nothing of either is lost."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Card, CardKind, CardState, pair_id
from notebrain.domain.sync.remote import Kind, Name
from notebrain.import_export.importer import Importer
from notebrain.import_export.reports import ImportReport
from notebrain.notes.files import FileActs
from notebrain.storage.connection import Connection
from notebrain.storage.notes import imports, notes
from notebrain.storage.notes.imports import Imported
from notebrain.storage.review import cards
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount
from tests.fakes.soundness import faults_in


@pytest.fixture
def third(tmp_path: Path, shared: FakeAccount, clock: FakeClock) -> Iterator[Computer]:
    three = Computer(tmp_path / "three", "three", shared, clock)
    three.connect()
    yield three
    three.close()


def settle(*computers: Computer, send_first: bool = False) -> None:
    for _turn in range(3):
        for computer in computers:
            computer.sync(send_first=send_first)


def imported(computer: Computer, text: str, path: str = "a.md", root: str = "/notes") -> NoteId:
    note = computer.take(text, source=f"import:{path}")

    def remember(db: Connection) -> None:
        key = notes.key_of(db, note)
        imports.put_all(db, root, [Imported(path, note, key, b"hash", 1)])

    computer.store.write(remember).result()
    return note


def syncing_while(shared: FakeAccount, other: Computer, *, sends: Computer) -> None:
    """Let another computer sync when the first one has listened and not yet sent."""
    pushed = False

    def before(operation: str) -> None:
        nonlocal pushed
        if operation == "push" and not pushed:
            pushed = True
            thread = threading.Thread(target=other.sync)
            thread.start()
            thread.join()

    shared.before = before
    sends.sync()
    shared.before = None


def by_path(computer: Computer, root: str = "/notes") -> dict[str, Imported]:
    with computer.store.read() as db:
        return imports.under(db, root)


@pytest.mark.parametrize("send_first", [True, False])
def test_the_same_text_is_one_note_without_a_question_and_with_both_histories(
    pair: tuple[Computer, Computer], shared: FakeAccount, send_first: bool
) -> None:
    one, two = pair
    settle(one, two)
    theirs, mine = imported(one, "lime"), imported(two, "lime once")
    two.edit(mine, "lime")
    two.file(mine, add_tags=("garden",))

    settle(one, two, send_first=send_first)

    assert one.texts() == two.texts() == {theirs: "lime"}
    assert "lime once" in two.history(theirs)
    assert one.note(theirs).tags == two.note(theirs).tags == ("garden",)
    assert not one.conflicts
    assert not two.conflicts
    assert Name(Kind.NOTE, mine) not in shared.items
    assert by_path(two)["a.md"].note_id == theirs
    for computer in pair:
        assert not faults_in(computer.folder)


def test_different_texts_are_one_note_with_one_card(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    settle(one, two)
    theirs = imported(one, "lime")
    imported(two, "pear")

    settle(one, two)

    assert one.texts() == two.texts()
    assert one.texts().keys() == {theirs}
    kept = {*one.texts().values(), *one.history(theirs), *two.history(theirs)}
    assert {"lime", "pear"} <= kept
    assert len([*one.conflicts, *two.conflicts]) == 1


def test_the_other_text_edited_here_since_is_no_conflict(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    settle(one, two)
    theirs, mine = imported(one, "lime"), imported(two, "lime")
    two.edit(mine, "lime in autumn")

    settle(one, two)

    assert one.texts() == two.texts() == {theirs: "lime in autumn"}
    assert not two.conflicts


@pytest.mark.parametrize("same", [True, False])
def test_two_that_were_sent_at_the_same_moment_become_one_everywhere(
    pair: tuple[Computer, Computer], third: Computer, shared: FakeAccount, same: bool
) -> None:
    one, two = pair
    settle(one, two, third)
    theirs = [imported(one, f"bed {n}", f"{n}.md") for n in range(30)]
    for number in range(30):
        imported(two, f"bed {number}" if same else f"flower {number}", f"{number}.md")
    syncing_while(shared, two, sends=one)
    assert len(shared.items) == 60

    third.sync()
    settle(two, one, third)
    settle(third, two, one)

    assert one.texts() == two.texts() == third.texts()
    assert len(one.texts()) == len(theirs)
    cards_made = {one.note_id for one in [*one.conflicts, *two.conflicts]}
    assert len(cards_made) == (0 if same else 30)
    kept = {
        text
        for note in one.texts()
        for text in [*one.history(NoteId(note)), *two.history(NoteId(note))]
    }
    everything = kept | set(one.texts().values())
    assert {f"bed {n}" for n in range(30)} <= everything
    if not same:
        assert {f"flower {n}" for n in range(30)} <= everything


def test_files_of_one_name_in_several_folders_stay_apart(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    settle(one, two)
    imported(one, "of work", "readme.md", "/work")
    imported(one, "of home", "readme.md", "/home")

    settle(one, two)

    assert sorted(two.texts().values()) == ["of home", "of work"]
    imported(two, "of work", "readme.md", "/w")
    imported(two, "of home", "readme.md", "/h")
    settle(two, one)
    assert len(one.texts()) == len(two.texts())
    assert not two.conflicts


def test_while_the_user_types_in_it_the_note_keeps_its_name(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    settle(one, two)
    theirs, mine = imported(one, "lime"), imported(two, "lime")
    settle(one)
    two.typing_in.add(mine)

    two.sync()
    assert mine in two.texts()
    two.typing_in.clear()
    settle(two, one)

    assert one.texts() == two.texts() == {theirs: "lime"}


def test_who_knows_the_note_by_its_former_name_writes_into_it(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    settle(one, two)
    theirs, mine = imported(one, "lime"), imported(two, "lime")
    settle(one, two)

    two.edit(mine, "lime in autumn")
    assert two.note(mine).id == theirs
    settle(two, one)

    assert one.texts() == two.texts() == {theirs: "lime in autumn"}


def test_cards_go_on_about_the_note_under_its_new_name(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    settle(one, two)
    theirs, mine = imported(one, "lime"), imported(two, "lime")
    other = two.take("lime tree")
    card = Card(
        pair_id(mine, other),
        CardKind.FLAGGED,
        mine,
        other,
        b"1",
        b"2",
        1.0,
        datetime(2026, 1, 1, tzinfo=UTC),
        state=CardState.ANSWERED,
    )
    two.store.write(lambda db: cards.put(db, card)).result()

    settle(one, two, one)

    for computer in pair:
        with computer.store.read() as db:
            (found,) = cards.about(db, other)
        assert (found.id, found.older) == (pair_id(theirs, other), theirs)


def test_a_note_in_the_trash_or_of_this_computer_only_is_no_twin(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    settle(one, two)
    theirs = [imported(one, "lime", "a.md"), imported(one, "pear", "b.md")]
    binned, kept = imported(two, "lime", "a.md"), imported(two, "pear", "b.md")
    two.forget(binned)
    two.file(kept, local_only=True)

    settle(one, two)

    assert two.texts() == {theirs[0]: "lime", theirs[1]: "pear", kept: "pear"}
    assert binned in two.trash()
    assert one.texts() == {theirs[0]: "lime", theirs[1]: "pear"}


@pytest.mark.parametrize("edit_first", [True, False])
def test_an_edit_of_a_note_that_gave_way_goes_into_the_one_that_stays(
    pair: tuple[Computer, Computer],
    third: Computer,
    shared: FakeAccount,
    tmp_path: Path,
    *,
    edit_first: bool,
) -> None:
    one, two = pair
    settle(one, two, third)
    for computer, folder in ((one, "a"), (two, "b"), (third, "c")):
        run_import(computer, tmp_path / folder, plan="lime trees")
    (least,) = one.texts()
    (middle,) = third.texts()
    syncing_while(shared, third, sends=one)
    two.sync()  # its note gave way to the third computer's, which then gives way itself
    two.edit(NoteId(middle), "lime trees in autumn")

    for computer in (two, third) if edit_first else (third, two):
        computer.sync()
    settle(third, two, one)
    settle(third, two, one)

    for computer in (one, two, third):
        assert computer.texts() == {least: "lime trees"}
        (card,) = conflicts_of(computer)
        assert card.theirs is not None
        assert card.theirs.body == "lime trees in autumn"
        assert not faults_in(computer.folder)


@pytest.fixture
def came_back(
    pair: tuple[Computer, Computer], third: Computer, tmp_path: Path
) -> tuple[Computer, Computer, Computer]:
    """Two computers have the note of a file in the trash; the third has not heard of that."""
    one, two = pair
    settle(one, two, third)
    run_import(one, tmp_path / "a", plan="lime trees")
    settle(one, two, third)
    (first,) = one.texts()
    one.forget(NoteId(first))
    settle(one, two)
    return one, two, third


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("purged", [True, False])
def test_a_note_that_comes_back_is_one_with_what_came_of_its_file_meanwhile(
    came_back: tuple[Computer, Computer, Computer], tmp_path: Path, *, asked: bool, purged: bool
) -> None:
    one, two, three = came_back
    (first,) = two.trash()
    if purged:
        two.purge(NoteId(first))
    run_import(two, tmp_path / "b", plan="pear trees" if asked else "lime trees")
    settle(two, one)
    assert first not in two.texts()
    three.edit(NoteId(first), "lime trees in autumn")

    settle(three, two, one)

    mine, theirs = "lime trees in autumn", "pear trees" if asked else "lime trees"
    if purged:  # a computer that no longer has the note's history keeps its own text, and asks
        mine, theirs, asked = theirs, mine, True
    for computer in (one, two, three):
        assert computer.texts() == {first: mine}
        assert [card.theirs and card.theirs.body for card in conflicts_of(computer)] == (
            [theirs] if asked else []
        )
        assert not faults_in(computer.folder)
    assert theirs in two.history(NoteId(first))
    (known,) = by_path(two, str(tmp_path / "b")).values()
    assert known.note_id == first
    again = run_import(two, tmp_path / "b")
    assert (again.unchanged, again.imported) == (1, 0)


def test_a_note_that_comes_back_gives_way_to_an_older_one_of_its_file(
    pair: tuple[Computer, Computer], third: Computer, tmp_path: Path
) -> None:
    one, two = pair
    settle(one, two, third)
    run_import(two, tmp_path / "b", plan="lime trees")  # `two` has the greater ids
    settle(one, two, third)
    (first,) = two.texts()
    two.forget(NoteId(first))
    settle(two, one)
    run_import(one, tmp_path / "a", plan="pear trees")
    settle(one, two)
    (second,) = one.texts()
    assert second < first
    third.edit(NoteId(first), "lime trees in autumn")

    settle(third, two, one)
    settle(third, two, one)

    for computer in (one, two, third):
        assert computer.texts() == {second: "pear trees"}
        (card,) = conflicts_of(computer)
        assert card.theirs is not None
        assert card.theirs.body == "lime trees in autumn"
        assert not faults_in(computer.folder)
    assert "lime trees in autumn" in one.history(NoteId(second))  # it imported the one that stays


def test_files_of_one_name_stay_apart_when_the_note_of_one_comes_back(
    pair: tuple[Computer, Computer], tmp_path: Path
) -> None:
    one, two = pair
    settle(one, two)
    run_import(one, tmp_path / "a", plan="lime trees")
    run_import(one, tmp_path / "c", plan="cherries")
    settle(one, two)
    first = next(note for note, text in one.texts().items() if text == "lime trees")
    one.forget(NoteId(first))
    two.edit(NoteId(first), "lime trees in autumn")

    settle(one, two)

    assert sorted(one.texts().values()) == ["cherries", "lime trees in autumn"]
    assert one.texts() == two.texts()


def test_a_note_whose_twin_is_being_typed_in_comes_back_later(
    came_back: tuple[Computer, Computer, Computer], tmp_path: Path
) -> None:
    one, two, three = came_back
    (first,) = two.trash()
    run_import(two, tmp_path / "b", plan="pear trees")
    (second,) = two.texts()
    settle(two, one)
    three.edit(NoteId(first), "lime trees in autumn")
    settle(three)
    two.typing_in.add(second)

    two.sync()
    assert two.texts() == {second: "pear trees"}
    two.typing_in.clear()
    settle(two, one, three)

    assert one.texts() == two.texts() == three.texts() == {first: "lime trees in autumn"}


def run_import(computer: Computer, folder: Path, **texts: str) -> ImportReport:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)
    return Importer(
        computer.store,
        computer.clock,
        computer.ids,
        FileActs(computer.store, computer.clock, lambda: 1_000_000),
    ).run(folder)


def conflicts_of(computer: Computer) -> list[Card]:
    with computer.store.read() as db:
        ids = [row[0] for row in db.execute("select id from card where kind = 'conflict'")]
        return [cards.get(db, one) for one in ids]


def test_a_file_that_differs_from_what_came_of_it_is_one_note_with_one_card(
    pair: tuple[Computer, Computer], tmp_path: Path
) -> None:
    one, two = pair
    run_import(one, tmp_path / "a", plan="lime trees", same="said once")
    settle(one, two)

    report = run_import(two, tmp_path / "b", plan="pear trees", same="said once")
    again = run_import(two, tmp_path / "b")
    settle(two, one)

    assert (report.asked, report.imported, report.unchanged) == (1, 0, 1)
    assert report.done == report.found
    assert again.unchanged == 2
    assert (
        sorted(one.texts().values()) == sorted(two.texts().values()) == ["lime trees", "said once"]
    )
    for computer in pair:
        (card,) = conflicts_of(computer)
        assert card.theirs is not None
        assert (card.theirs.body, card.state) == ("pear trees", CardState.OPEN)
        assert not faults_in(computer.folder)
    assert "pear trees" in two.history(conflicts_of(two)[0].older)


def test_a_file_with_an_earlier_text_of_what_came_of_it_asks_nothing(
    pair: tuple[Computer, Computer], tmp_path: Path
) -> None:
    one, two = pair
    run_import(one, tmp_path / "a", plan="lime trees")
    settle(one, two)
    (note,) = one.texts()
    one.edit(NoteId(note), "lime trees in autumn")
    settle(one, two)

    report = run_import(two, tmp_path / "b", plan="lime trees")

    assert report.unchanged == 1
    assert two.texts() == {note: "lime trees in autumn"}
    assert conflicts_of(two) == []


def test_a_file_that_differs_in_its_front_matter_only_is_no_second_note(
    pair: tuple[Computer, Computer], tmp_path: Path
) -> None:
    one, two = pair
    run_import(one, tmp_path / "a", plan="---\nmood: good\n---\nlime trees")
    settle(one, two)

    report = run_import(two, tmp_path / "b", plan="---\nmood: bad\n---\nlime trees")

    assert (report.imported, report.unchanged) == (0, 1)
    assert list(two.texts().values()) == ["lime trees"]


def test_of_two_folders_with_such_a_file_nobody_knows_which_it_is(
    pair: tuple[Computer, Computer], tmp_path: Path
) -> None:
    one, two = pair
    run_import(one, tmp_path / "a", plan="lime trees")
    run_import(one, tmp_path / "c", plan="cherries")
    settle(one, two)

    report = run_import(two, tmp_path / "b", plan="pear trees")

    assert report.imported == 1
    assert sorted(two.texts().values()) == ["cherries", "lime trees", "pear trees"]
