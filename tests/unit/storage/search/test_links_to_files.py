"""What a note says and calls its files is found, and not the addresses of the files."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.domain.notes.attachments import searchable
from notebrain.storage.connection import Connection, connect
from notebrain.storage.notes import notes
from notebrain.storage.schema import migrations
from notebrain.storage.search import fts, text_index
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.older_vaults import columns_of_today
from tests.fakes.soundness import faults_of
from tests.fakes.vaulting import NOW, add, found, found_part

SHA = "fade" * 16
LINK = f"![below the sink](attachment:{SHA}/K%C3%BCchen%20tap.png)"
LONG = "word " * 30_000


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    with closing(connect(tmp_path / FILE_NAME)) as db:
        migrations.migrate(db, before=lambda: None)
        yield db


def all_indexed(db: Connection) -> None:
    text_index.catch_up_all_words(db)
    while text_index.fill_substrings(db, limit=50, now=NOW):
        pass


@pytest.mark.parametrize("filler", ["", LONG])
def test_the_words_of_a_link_are_found_and_its_address_is_not(db: Connection, filler: str) -> None:
    with_file, _id = add(db, f"Leak {LINK}. {filler}")
    without, _id = add(db, "The literal word attachment, and fade.")

    all_indexed(db)

    assert found(db, "sink") == found(db, "küchen") == found(db, "leak") == [with_file]
    assert found(db, "attachment") == found(db, "fade") == [without]
    assert found(db, SHA) == []
    assert found_part(db, "chen tap") == [with_file]
    assert found_part(db, "attachm") == [without]
    assert found_part(db, SHA[:12]) == []
    assert fts.containing(db, "attachment:", limit=9) == []


def test_what_has_no_index_yet_is_read_without_the_address(db: Connection) -> None:
    key, _id = add(db, f"Leak {LINK}")
    text_index.catch_up_words(db)

    assert fts.containing(db, SHA[:9], limit=9) == []
    assert fts.containing(db, "the sin", limit=9) == [key]


@pytest.mark.parametrize("filler", ["", LONG])
def test_the_indexes_stay_whole_through_every_change(db: Connection, filler: str) -> None:
    key, note_id = add(db, f"Leak {LINK} {filler}")
    for body in ("no file", f"again {LINK}", f"{LINK} and {LINK} {filler}", f"x {LINK} {filler}"):
        all_indexed(db)
        assert faults_of(db) == []
        db.execute("update note set body = ? where rowid = ?", (body, key))
        if len(body) > text_index.LONG_FOR_WORDS:
            text_index.postpone_words(db, key)
        db.execute("update note set body = body || '.' where rowid = ?", (key,))

    all_indexed(db)
    assert faults_of(db) == []
    assert found(db, "sink") == [key]
    db.execute("delete from note where id = ?", (note_id,))
    assert found(db, "sink") == []
    assert db.execute("select count(*) from searchable_text").fetchone() == (0,)
    assert faults_of(db) == []


def test_a_rebuilt_index_is_the_same(db: Connection) -> None:
    key, _id = add(db, f"Leak {LINK}")
    all_indexed(db)

    text_index.begin_words_anew(db)
    db.execute("update note set body = body || ' again' where rowid = ?", (key,))
    while text_index.renew_some_words(db):
        pass
    all_indexed(db)

    assert (found(db, "sink"), found(db, "attachment")) == ([key], [])
    assert faults_of(db) == []


def test_an_older_vault_is_indexed_anew_in_the_background(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with closing(connect(path)) as db:
        migrations.migrate(db, before=lambda: None, migrations=migrations.MIGRATIONS[:26])
        with columns_of_today(db):
            add(db, f"Leak {LINK}")
            add(db, "plain attachment")
        db.execute("insert into word_doc (note_rowid) select rowid from note")
        for table in ("note_fts", "note_gram"):
            db.execute(
                f"""insert into {table} (rowid, title, body)
                select doc, title, body from word_doc join note on note.rowid = note_rowid"""
            )
        db.execute("insert into repeat (hash, note_rowid) select repeat_hash, rowid from note")
        db.execute("delete from unworded")
        db.execute("delete from ungrammed")

    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        with store.read() as db:
            waiting = text_index.missing_words(db)
        store.write(text_index.renew_some_words).result()
        store.write(all_indexed).result()

        assert waiting == 1
        with store.read() as db:
            assert (found_of(db, "sink"), found_of(db, "attachment")) == ([1], [2])
    with closing(connect(path)) as db:
        assert faults_of(db) == []


def found_of(db: Connection, word: str) -> list[int]:
    return sorted(fts.keys(db, fts.any_of([word])))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("attachment: see below", "attachment: see below"),
        ("[a](attachment:note)", "[a](attachment:note)"),
        (f"[![logo](attachment:{SHA}/l.png)](attachment:{SHA}/x.pdf)", "logo l.png x.pdf "),
        (f"[ref]: attachment:{SHA}/scan.pdf", "[ref]: scan.pdf"),
        (f"![bill.pdf|300](attachment:{SHA}/bill.pdf)", "bill.pdf "),
    ],
)
def test_only_addresses_are_left_out(text: str, words: str) -> None:
    assert searchable(text) == words


def test_notes_still_know_their_own_text(db: Connection) -> None:
    key, _id = add(db, f"Leak {LINK}")
    all_indexed(db)

    note = notes.get_by_key(db, key)
    assert note is not None
    assert note.body == f"Leak {LINK}"
