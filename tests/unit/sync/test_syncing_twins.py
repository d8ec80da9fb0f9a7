"""Notes that two computers imported from the same file become one, whoever is first, and nothing of either is lost."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Card, CardKind, CardState, pair_id
from notebrain.domain.sync.remote import Kind, Name
from notebrain.import_export.importer import Importer
from notebrain.import_export.reports import ImportReport
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
    sent = False

    def while_one_sends(operation: str) -> None:
        nonlocal sent
        if operation == "push" and not sent:  # both have listened, and neither has sent
            sent = True
            two_pushes()

    def two_pushes() -> None:
        import threading

        thread = threading.Thread(target=two.sync)
        thread.start()
        thread.join()

    shared.before = while_one_sends
    one.sync()
    shared.before = None
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


def run_import(computer: Computer, folder: Path, **texts: str) -> ImportReport:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)
    return Importer(computer.store, computer.clock, computer.ids).run(folder)


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
