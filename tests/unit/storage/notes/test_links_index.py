"""Who links to whom is kept true by every write, and filled in for the notes that were there before."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.connection import connect
from notebrain.storage.notes import links, notes
from notebrain.storage.schema import migrations
from notebrain.storage.search import text_index
from notebrain.storage.search.text_index import LONG_FOR_LINKS
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.soundness import faults_in
from tests.fakes.trash import purge


@pytest.fixture
def capture(store: Store, clock: FakeClock) -> CaptureService:
    return CaptureService(store, clock, FakeIds())


def take(capture: CaptureService, clock: FakeClock, body: str, **more) -> NoteId:
    clock.forward(minutes=1)
    return capture.capture(Draft(body, **more)).result().note


def linking(store: Store, key: str) -> list[NoteId]:
    with store.read() as db:
        found = [notes.get_by_key(db, one) for one in links.linking(db, key, limit=-1)]
    return [note.id for note in found if note]


def titled(store: Store, key: str, workspace: str | None = None) -> list[NoteId]:
    with store.read() as db:
        return links.titled(db, key, workspace=workspace)


def test_a_link_is_known_as_soon_as_the_note_is_kept(store, capture, clock) -> None:
    first = take(capture, clock, "see [[Gas]] and [[gas|again]]")
    second = take(capture, clock, "[[GAS#Days]]")
    take(capture, clock, "`[[Gas]]` is code")

    assert linking(store, "gas") == [second, first]
    assert linking(store, "gas#days") == [second]


def test_an_edit_and_a_removal_take_links_away(store, capture, clock) -> None:
    one = take(capture, clock, "[[Gas]] [[Dal]]")

    capture.edit(one, Edit("[[Dal]]", session="s")).result()
    assert (linking(store, "gas"), linking(store, "dal")) == ([], [one])

    capture.edit(one, Edit("nothing", session="s")).result()
    assert linking(store, "dal") == []


def test_notes_in_the_trash_do_not_count(store, capture, clock) -> None:
    one = take(capture, clock, "[[Gas]]")

    capture.forget([one]).result()
    assert linking(store, "gas") == []
    purge(store, [one])

    with store.read() as db:
        assert db.execute("select count(*) from link").fetchone()[0] == 0


def test_the_links_of_a_long_note_wait_until_it_rests(store, capture, clock) -> None:
    one = take(capture, clock, "x" * LONG_FOR_LINKS + " [[Gas]]")
    with store.read() as db:
        assert not linking(store, "gas")
        assert not text_index.links_wait(db, now=clock.now() - timedelta(seconds=1))
        assert text_index.links_wait(db, now=clock.now())

    store.write(lambda db: text_index.fill_links(db, now=clock.now())).result()

    assert linking(store, "gas") == [one]
    with store.read() as db:
        assert not text_index.links_wait(db, now=clock.now())


def test_older_notes_are_read_in_the_background(
    tmp_path: Path, clock: FakeClock, monkeypatch
) -> None:
    monkeypatch.setattr(text_index, "_FILLED", 2)
    steps = migrations.MIGRATIONS[:2]
    with closing(connect_new(tmp_path, steps)) as db:
        for number in range(5):
            db.execute(
                """insert into note (id, workspace, title, title_is_set, body, front_matter, snippet, category,
                importance, pinned, local_only, source, created_at, updated_at)
                values (?, 'w', ?, 0, ?, '', '', 'general', 3, 0, 0, 'typed', 0, ?)""",
                (f"id{number}", f"t{number}", "[[Gas]]" if number % 2 else "none", number),
            )
    store = Store.open(tmp_path, clock=clock)

    rounds = 0
    while True:
        with store.read() as db:
            if not text_index.links_wait(db, now=clock.now()):
                break
        store.write(lambda db: text_index.fill_links(db, now=clock.now())).result()
        rounds += 1

    assert linking(store, "gas") == ["id3", "id1"]
    assert rounds == 3
    store.close()


def connect_new(folder: Path, steps):
    db = connect(folder / FILE_NAME)
    migrations.migrate(db, before=lambda: None, migrations=steps)
    db.execute("insert into workspace (name, created_at) values ('w', 0)")
    return db


def test_a_title_is_found_whatever_its_case_and_blanks(store, capture, clock) -> None:
    gas = take(capture, clock, "# Gas:  supplier\n")
    emoji = take(capture, clock, "\U0001f4a1")
    accent = take(capture, clock, "Cafe\u0301 AU lait")
    take(capture, clock, "Gas: suppliers")

    assert titled(store, "gas: supplier") == [gas]
    assert titled(store, "\U0001f4a1") == [emoji]
    assert titled(store, "caf\xe9 au lait") == [accent]
    assert titled(store, "") == titled(store, 'no "such" title') == []


def test_of_several_notes_of_one_title_the_workspace_comes_first_then_the_newest(
    store, capture, clock
) -> None:
    home = take(capture, clock, "Gas", workspace="Home")
    older = take(capture, clock, "Gas", workspace="Work")
    newer = take(capture, clock, "Gas", workspace="Work")

    assert titled(store, "gas", "Home") == [home, newer, older]
    assert titled(store, "gas") == [newer, older, home]


def test_words_that_say_a_title_are_found_in_texts_only(store, capture, clock) -> None:
    one = take(capture, clock, "x\n\nabout gas supplier here")
    take(capture, clock, "Gas supplier")
    gone = take(capture, clock, "y\n\ngas supplier")
    capture.forget([gone]).result()

    with store.read() as db:
        found = links.mentioning(db, 'Gas "supplier"', limit=9)
        assert notes.get(db, one).title == "x"
        assert found[-1] == notes.key_of(db, one)
        assert len(found) == 2


def test_the_vault_stays_sound(store, capture, clock) -> None:
    one = take(capture, clock, "[[Gas]]")
    capture.edit(one, Edit("[[Dal]]", session="s")).result()
    store.close()

    assert faults_in(store.path.parent) == []


def test_a_long_note_that_is_being_typed_is_found_by_its_new_title(store, capture, clock) -> None:
    one = take(capture, clock, "Old\n" + "x" * 200_000)

    capture.edit(one, Edit("Fresh\n" + "x" * 200_000, session="s")).result()

    assert titled(store, "fresh") == [one]
    assert titled(store, "old") == []


def test_many_titles_are_found_at_once_as_each_alone(store, capture, clock) -> None:
    names = [f"Note {number}" for number in range(20)]
    for name in (*names, "Note 3", "note 4"):
        take(capture, clock, name, workspace="Home" if name == "Note 5" else "Work")
    take(capture, clock, "Note 5", workspace="Work")

    with store.read() as db:
        keys = {name.lower() for name in names} | {"nowhere"}
        together = links.titled_all(db, keys, workspace="Home")

        assert together == {
            key: found[0] for key in keys if (found := links.titled(db, key, workspace="Home"))
        }
    assert len(together) == 20
