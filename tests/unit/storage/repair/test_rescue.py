"""What is rescued of a damaged vault: all that can be read, from where it is best, and nothing that is wrong."""

import itertools
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from notebrain.domain.notes.content import text_hash
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.domain.profile.blocks import BlockKey, Sharing
from notebrain.storage import settings as kept_settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.maintenance import backup, row_reader
from notebrain.storage.notes import notes, revisions, rewrite
from notebrain.storage.profile import blocks, versions
from notebrain.storage.profile.blocks import NewText
from notebrain.storage.repair import rescue, salvage
from notebrain.storage.repair.rescue import Origin, RescueReport
from notebrain.storage.review.filing import file_note
from notebrain.storage.search import text_index
from notebrain.storage.sql import to_ms
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.soundness import faults_in
from tests.fakes.vaulting import NOW, add

PAGE = 8192
LATER = NOW + timedelta(days=3)


class Ids:
    """Gives new ids of the right shape."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def new(self, _at: datetime) -> NoteId:
        self.given.append(f"0190ffff-0000-7000-8000-{len(self.given):012x}")
        return NoteId(self.given[-1])


def id_of(number: int) -> NoteId:
    return NoteId(f"0190a000-0000-7000-8000-{number:012x}")


def text(number: int, *, length: int = 5_000) -> str:
    """Return a text that fills a page of its own."""
    rng = random.Random(number)
    return f"Note {number}\n\nbeginning " + "".join(rng.choices("abcdefgh \u00e4\n", k=length))


def long(letter: str) -> str:
    """Return a text that fills a page, but no page of the word index."""
    return f"{letter}1 " * 2_000


def write(vault: Path, act: Callable[[Connection], object]) -> None:
    store = Store.open(vault, clock=FakeClock())
    store.write(act).result()
    store.close()


def put(db: Connection, number: int, body: str | None = None, **draft: object) -> int:
    body = text(number) if body is None else body
    return add(db, body, id_=id_of(number), now=NOW, **draft)[0]


def edit(db: Connection, number: int, body: str, *, at: datetime = LATER) -> None:
    note = notes.get(db, id_of(number))
    new = rewrite.Rewrite(note.title, False, body, "edit", f"{at}", at, always_keep=True)
    rewrite.rewrite(db, note.id, notes.key_of(db, note.id), new)


def zero(file: Path, *said: str) -> None:
    """Damage the pages that these texts begin on."""
    data = bytearray(file.read_bytes())
    for one in said:
        for at in places(bytes(data), one.encode()):
            data[at // PAGE * PAGE : at // PAGE * PAGE + PAGE] = bytes(PAGE)
    file.write_bytes(data)


def places(data: bytes, said: bytes) -> Iterator[int]:
    at = data.find(said)
    while at >= 0:
        yield at
        at = data.find(said, at + 1)


@dataclass
class Rescued:
    report: RescueReport
    notes: dict[str, Note]
    history: dict[str, list[str]]
    ids: Ids

    @property
    def origins(self) -> dict[str, str]:
        return {one.id: one.origin.value for one in self.report.notes}


def rescued(vault: Path, **more: Any) -> Rescued:
    folder = vault.with_name(f"new-{len(list(vault.parent.iterdir()))}")
    into, ids = Store.open(folder, clock=FakeClock()), Ids()
    before = vault.joinpath(FILE_NAME).read_bytes() if vault.joinpath(FILE_NAME).exists() else b""
    listed = sorted(path.name for path in vault.iterdir())
    report = rescue.rescue(vault / FILE_NAME, vault / "backups", into, now=LATER, ids=ids, **more)
    with into.read() as db:
        found = {one: notes.get(db, one) for (one,) in db.execute("select id from note")}
        history = {one: [old.body for old in revisions.history(db, one)] for one in found}
    into.close()
    assert faults_in(folder) == []
    # what is damaged is never written to
    assert sorted(path.name for path in vault.iterdir()) == listed
    assert not before or vault.joinpath(FILE_NAME).read_bytes() == before
    return Rescued(report, found, history, ids)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return tmp_path / "old"


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(query).fetchall()


def full(db: Connection) -> None:
    """Fill a vault so that no column has the value it has by itself."""
    for number in range(230):
        draft = Draft(
            text(number, length=number % 7 * 500),
            title=f"Title {number}" if number % 3 else None,
            workspace=("General", "Home", "Work")[number % 3],
            category=list(Category)[number % 5],
            importance=number % 5 + 1,
            pinned=number % 2 == 0,
            local_only=number % 4 == 0,
            tags=tuple(f"Tag{tag}" for tag in range(number % 4)),
            front_matter="author: me\n" * (number % 2),
            source=f"import:{number}.md",
        )
        at = NOW - timedelta(days=number)
        note = replace(new_note(draft, id_of(number), now=at), updated_at=at + timedelta(hours=1))
        notes.add(db, note, lane=queue.Lane.EDIT, now=at)
        if number % 3 == 0:
            for step in range(number % 5):
                edit(db, number, f"{note.body} {step}", at=at + timedelta(hours=2 + step))
    db.execute("update note set deleted_at = ? where rowid % 11 = 0", (to_ms(NOW),))
    db.execute(
        "update note set access_count = rowid, reinforcement_count = rowid + 1, last_accessed_at = rowid + 2"
    )
    db.execute("update revision set local_only = id % 2")
    kept_settings.put(db, "theme", "dark")
    kept_settings.put(db, "alpha", 0.3, scope="Work")
    db.execute("insert into imported values ('/root', 'a.md', 3, x'01', 1, 1)")
    db.execute(
        """insert into card values ('card', 'overlap', ?, ?, x'01', x'02', 0.5, 7, '{"a": 1}', 'merge', 0.7, 1,
            'answered', 'merge', 8, 9, '{"b": 2}', 'me', 'merged')""",
        (id_of(1), id_of(2)),
    )
    db.execute(
        "insert into card_answer values (1, 'card', 'overlap', 'merge', 0.5, 'merge', 8, '{}', 9)"
    )
    db.execute("insert into card_answer_note values (1, 0, ?, '{}', '{}')", (id_of(1),))
    db.execute("insert into ruling values (x'01', x'02', 'judge', null)")
    db.execute("insert into conversation values ('c', 'Title', 1, 2, 3, 4, 5, 6, ' words ')")
    db.execute("insert into conversation_turn values ('c', 0, 'Question?', '{}', 2)")
    db.execute("insert into conversation_note values ('c', 0, 'n', 1)")
    db.execute("insert into episode values ('c', 'Sum', '[]', 'Out', 2, 'model', 7, 'fake', x'01')")
    db.execute(
        """insert into learned values ('l', 'c', 'memory', 'Text', '{}', 'Quote', 'Context', 'n', 'model', 1,
            'answered', 'remember', 8, 9, '{}')"""
    )
    text_index.catch_up_words(db)


TOLD = {
    "note": "select * from note order by id",
    "tag": "select id, folded, name from tag join note on rowid = note_rowid order by 1, 2",
    "revision": """select note.id, revision.version, revision.title, revision.title_is_set, revision.body,
        revision.front_matter, made_at, reason, session, revision.text_hash, revision.local_only
        from revision join note on rowid = note_rowid order by note.id, revision.id""",
    "imported": "select root, path, id, file_hash from imported join note on rowid = note_rowid",
    **{
        one: f"select * from {one} order by 1, 2"
        for one in (
            *("workspace", "setting", "card", "card_answer", "card_answer_note", "ruling"),
            *("conversation", "conversation_turn", "conversation_note", "episode", "learned"),
        )
    },
}


@pytest.mark.slow
def test_a_sound_vault_is_taken_over_to_the_last_value(vault: Path) -> None:
    write(vault, full)

    done = rescued(vault)

    for table, query in TOLD.items():
        skipped = {"note": (0, 7, 20), "revision": (1,)}.get(table, ())
        had, has = (
            [
                [value for place, value in enumerate(row) if place not in skipped]
                for row in rows(file, query)
            ]
            for file in (vault / FILE_NAME, vault.with_name("new-1") / FILE_NAME)
        )
        assert has == had, table
    assert set(done.origins.values()) == {"file"}
    assert {one.title for one in done.report.notes} == {one.title for one in done.notes.values()}
    assert done.report.count(Origin.FILE) == 230
    assert done.report.count(Origin.LOST, Origin.WORDS) == 0
    assert done.report.revisions == sum(map(len, done.history.values())) > 100
    assert done.report.skipped == 0
    assert all(one.backup is None for one in done.report.notes)


@pytest.mark.slow
def test_a_sound_vault_is_read_as_sqlite_reads_it(vault: Path) -> None:
    write(vault, full)

    found = salvage.read(vault / FILE_NAME)

    file = vault / FILE_NAME
    keys = dict(rows(file, "select rowid, id from note"))
    assert (found.complete, found.knows_all) == (True, True)
    assert found.ids == keys
    assert sorted(tuple(row.values()) for row in found.notes.values()) == sorted(
        rows(file, "select * from note")
    )
    assert list(found.filed.values()) == [
        dict(
            zip(
                ("rowid", "title", "workspace", "category", "pinned", "updated_at"),
                row,
                strict=True,
            )
        )
        for row in rows(
            file,
            """select rowid, title, workspace, category, pinned, updated_at from note
            where deleted_at is null order by updated_at desc""",
        )
    ]
    assert {key: sorted(names) for key, names in found.tags.items()} == {
        key: sorted(
            name for (name,) in rows(file, f"select name from tag where note_rowid = {key}")
        )
        for key in found.tags
    }
    assert [
        (key, [(row["id"], row["body"]) for row in found.revisions[key]])
        for key in sorted(found.revisions)
    ] == [
        (key, [one[1:] for one in group])
        for key, group in itertools.groupby(
            rows(file, "select note_rowid, id, body from revision order by note_rowid, id desc"),
            lambda one: one[0],
        )
    ]
    assert found.beside.keys() == set(salvage.BESIDE)
    assert list(salvage.read(vault / "none.db").notes) == []
    assert not salvage.read(vault / "none.db").knows_all


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_damaged_page_takes_only_what_lies_on_it(vault: Path, part: int) -> None:
    def some(db: Connection) -> None:
        for number in range(40):
            put(db, number, text(number, length=600), tags=(f"tag{number}",))
            if number % 2:
                edit(db, number, text(number + 100, length=600))

    write(vault, some)
    file = vault / FILE_NAME
    data, had = file.read_bytes(), salvage.read(file)
    for page in range(1 + part, len(data) // PAGE, 4):
        lost = data[page * PAGE : (page + 1) * PAGE]
        file.write_bytes(data[: page * PAGE] + bytes(PAGE) + data[(page + 1) * PAGE :])

        found = salvage.read(file)

        for key, row in had.notes.items():
            if row["body"].encode() not in lost:
                assert found.notes[key] == row
                assert salvage.is_whole(found.notes[key])
            else:
                assert not found.complete
        for key, earlier in had.revisions.items():
            left = [one["body"] for one in found.revisions.get(key, ())]
            assert left == [one["body"] for one in earlier if one["body"].encode() not in lost]
        assert all(had.ids[key] == note_id for key, note_id in found.ids.items())


def damaged_in_every_way(vault: Path) -> dict[int, tuple[str, str, list[str]]]:
    """Make a vault and damage it; return the origin, the text and the history that each note must have."""

    def before(db: Connection) -> None:
        for number in (1, 2, 3, 4, 5, 11):
            put(db, number, tags=(f"tag{number}",), title=f"Title {number}", front_matter="a: b\n")
        edit(db, 5, "kept in the backup, number 5")

    def after(db: Connection) -> None:
        put(db, 0)
        edit(db, 2, f"{text(2)} changed after the backup")
        edit(db, 4, f"{text(40)}")
        edit(db, 4, long("x"))
        edit(db, 5, long("y"))
        for number in (6, 7):
            put(db, number, f"Title of {number}\n\nrunning words of {number} {long('z')}")
            text_index.catch_up_words(db)
        put(db, 8, f"Title of 8\n\nwords of {8} {long('w')}", workspace="Home", pinned=True)
        put(db, 9, f"Title of 9\n\nwords of {9} {long('v')}")
        db.execute("update note set deleted_at = 1 where id = ?", (id_of(9),))
        put(db, 10)
        edit(db, 10, long("u"))
        db.execute("update note set pinned = 1, importance = 5 where id = ?", (id_of(1),))

    write(vault, before)
    store = Store.open(vault, clock=FakeClock())
    made = store.back_up(NOW, reason="by-hand")
    store.write(after).result()
    store.close()
    assert made.exists()
    file = vault / FILE_NAME
    with closing(sqlite3.connect(file)) as db:
        for number, old, new in (
            (1, "beginning", b"begin\xffing"),
            (2, "changed after", b"change\xff after"),
            (11, "beginning", b"beginming"),
            (0, "beginning", b"begi\xffning"),
        ):
            body, kept = db.execute(
                "select body, text_hash from note where id = ?", (id_of(number),)
            ).fetchone()
            changed = body.encode().replace(old.encode(), new)
            db.execute("drop trigger if exists note_changes_without_hash")
            db.execute(
                "update note set body = cast(? as text), text_hash = ? where id = ?",
                (changed, kept, id_of(number)),
            )
        # nothing has the words of these
        for number in (8, 9):
            db.execute(
                "delete from word_doc where note_rowid = (select rowid from note where id = ?)",
                (id_of(number),),
            )
        # the text of the backup is not in the history any more
        db.execute("delete from revision where body = ?", (text(2),))
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")
    zero(file, *(long(letter)[:3_000] for letter in "xyzwvu"))
    return {
        0: ("damaged", text(0).replace("beginning", "begi\ufffdning"), []),
        1: ("backup", text(1), []),
        2: ("damaged", f"{text(2)} change\ufffd after the backup", [text(2)]),
        3: ("file", text(3), []),
        4: ("earlier", text(40), [text(40), text(4)]),
        5: ("earlier", "kept in the backup, number 5", ["kept in the backup, number 5", text(5)]),
        6: ("words", "", []),
        7: ("words", "", []),
        8: ("words", "", []),
        9: ("lost", "", []),
        10: ("earlier", text(10), [text(10)]),
        11: ("backup", text(11), []),
    }


def test_each_text_comes_from_the_best_place_that_has_it(vault: Path) -> None:
    wanted = damaged_in_every_way(vault)

    done = rescued(vault)

    assert done.origins == {id_of(number): origin for number, (origin, *_) in wanted.items()}
    for number, (origin, body, history) in wanted.items():
        if origin == "lost":
            assert id_of(number) not in done.notes
            continue
        note = done.notes[id_of(number)]
        if origin != "words":
            assert note.body == body
            assert done.history[note.id] == history
        else:
            assert note.title == f"Title of {number}"
    (copy,) = backup.list_backups(vault / "backups")
    assert {one.id for one in done.report.notes if one.backup == copy.path} == {
        id_of(number) for number in (1, 5, 11)
    }
    assert done.notes[id_of(6)].body.startswith("titl of 6 run word of 6 z1 z1 z1")
    assert done.notes[id_of(6)].front_matter == ""
    assert (done.notes[id_of(8)].workspace, done.notes[id_of(8)].pinned) == ("Home", True)
    of_backup = done.notes[id_of(1)]
    assert (of_backup.title, of_backup.title_is_set) == ("Title 1", True)
    assert of_backup.front_matter == "a: b\n"
    # nothing tells when a lost note was written but the moment when its last text was replaced
    assert {done.notes[id_of(10)].created_at, done.notes[id_of(10)].updated_at} == {LATER}
    # the row that said where a text may go is lost: what only this file has stays on this computer
    assert {one for one, note in done.notes.items() if note.local_only} == {
        id_of(number)
        for number, (origin, *_) in wanted.items()
        if id_of(number) in done.notes and (origin == "words" or number in (4, 10))
    }
    assert done.report.staying == 5
    # what the file says beside the text is newer than the backup
    assert (done.notes[id_of(1)].pinned, done.notes[id_of(1)].importance) == (True, 5)
    assert done.notes[id_of(1)].tags == ("tag1",)
    assert done.report.count(Origin.EARLIER) == 3
    assert done.ids.given == []


@pytest.mark.slow
def test_without_its_head_the_notes_of_the_newest_backup_come_too(vault: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(3)])
    store = Store.open(vault, clock=FakeClock())
    store.back_up(NOW, reason="by-hand")
    store.write(lambda db: notes.remove(db, [id_of(1)])).result()
    store.back_up(LATER, reason="by-hand")
    store.write(lambda db: notes.remove(db, [id_of(0)])).result()
    store.write(lambda db: put(db, 3)).result()
    store.close()
    file = vault / FILE_NAME
    file.write_bytes(b"\xa5" * PAGE + file.read_bytes()[PAGE:])

    done = rescued(vault)

    # which of them were removed nobody can tell; what only an older backup has was gone then
    assert done.origins == {id_of(0): "earlier", id_of(2): "file", id_of(3): "file"}
    assert {one.body for one in done.notes.values()} == {text(0), text(2), text(3)}
    assert not salvage.read(file).knows_all


def test_what_was_removed_stays_away_as_long_as_something_tells_so(vault: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(3)])
    store = Store.open(vault, clock=FakeClock())
    store.back_up(NOW, reason="by-hand")
    store.write(lambda db: notes.remove(db, [id_of(1)])).result()
    store.close()
    zero(vault / FILE_NAME, text(2)[:40])

    done = rescued(vault)

    assert done.origins == {id_of(0): "file", id_of(2): "backup"} or done.origins == {
        id_of(0): "file",
        id_of(2): "earlier",
    }
    assert done.notes[id_of(2)].body == text(2)


def test_a_backup_that_has_it_exactly_comes_before_a_newer_one_that_has_not(vault: Path) -> None:
    write(vault, lambda db: [put(db, 0), put(db, 1)])
    store = Store.open(vault, clock=FakeClock())
    exact = store.back_up(NOW, reason="by-hand")
    store.write(lambda db: edit(db, 0, text(7), at=NOW)).result()
    store.write(lambda db: edit(db, 1, text(8), at=NOW)).result()
    store.back_up(NOW + timedelta(days=1), reason="by-hand")
    store.write(lambda db: edit(db, 0, text(0), at=LATER)).result()
    store.write(lambda db: edit(db, 1, text(9), at=LATER)).result()
    store.write(lambda db: db.execute("delete from revision")).result()
    store.close()
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("drop trigger note_changes_without_hash")
        db.execute("update note set body = cast(x'61ff' as text)")
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")

    done = rescued(vault)

    assert done.origins == {id_of(0): "backup", id_of(1): "damaged"}
    assert done.report.notes[0].backup == exact
    assert done.notes[id_of(0)].body == text(0)
    assert done.history[id_of(0)] == []
    # the newest text that is whole stands in the history of the damaged one
    assert (done.notes[id_of(1)].body, done.history[id_of(1)]) == ("a\ufffd", [text(8)])


def test_an_id_that_is_none_or_there_twice_is_replaced(vault: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(3)])
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("update note set id = 'nonsense' where rowid = 1")
        db.execute("pragma writable_schema = on")
        db.execute("delete from sqlite_schema where name = 'sqlite_autoindex_note_1'")
        db.execute(
            """update sqlite_schema set sql = replace(sql, 'id text not null unique', 'id text')
            where name = 'note'"""
        )
        db.commit()
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("update note set id = ? where rowid = 3", (id_of(1),))
        db.commit()

    done = rescued(vault)

    assert len(done.ids.given) == 2
    assert {one.body for one in done.notes.values()} == {text(number) for number in range(3)}
    assert done.notes.keys() == {id_of(1), *done.ids.given}


def test_a_damaged_note_without_an_id_gets_one_and_keeps_what_is_filed_about_it(
    vault: Path,
) -> None:
    def some(db: Connection) -> None:
        put(db, 0, "lime")
        db.execute("insert into imported values ('/root', 'a.md', 1, x'01', 1, 1)")

    write(vault, some)
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("drop trigger note_changes_without_hash")
        db.execute("update note set id = 'nonsense', body = cast(x'6cff' as text)")
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")

    done = rescued(vault)

    (given,) = done.ids.given
    assert done.origins == {given: "damaged"}
    assert done.notes[given].body == "l\ufffd"
    assert rows(vault.with_name("new-1") / FILE_NAME, "select path from imported") == [("a.md",)]


def test_a_note_of_a_backup_whose_row_lost_its_id_has_the_one_that_the_index_tells(
    vault: Path,
) -> None:
    write(vault, lambda db: put(db, 1))
    store = Store.open(vault, clock=FakeClock())
    copy = store.back_up(NOW, reason="by-hand")
    store.close()
    (vault / FILE_NAME).write_bytes(b"\xa5" * PAGE)
    data, right = copy.read_bytes(), id_of(1).encode()
    at = data.rindex(right, 0, data.index(text(1).encode()))
    copy.write_bytes(data[:at] + b"x" * len(right) + data[at + len(right) :])

    done = rescued(vault)

    assert done.origins == {id_of(1): "earlier"}
    assert done.notes[id_of(1)].body == text(1)


def test_a_tag_that_is_no_text_is_left_out(vault: Path) -> None:
    def some(db: Connection) -> None:
        key = put(db, 0, tags=("garden",))
        db.execute("insert into tag (note_rowid, folded, name) values (?, 'x', x'ff')", (key,))

    write(vault, some)

    assert list(salvage.read(vault / FILE_NAME).tags.values()) == [["garden"]]


@pytest.mark.parametrize("place", range(3))
def test_of_two_ids_of_one_note_the_one_that_a_backup_has_is_right(vault: Path, place: int) -> None:
    """The id stands in the row, in its index and in the queue: one of the three is wrong, and still an id."""
    write(vault, lambda db: [put(db, number) for number in range(3)])
    store = Store.open(vault, clock=FakeClock())
    store.back_up(NOW, reason="by-hand")
    store.close()
    data = (vault / FILE_NAME).read_bytes()
    right, wrong = id_of(1).encode(), b"1" + id_of(1)[1:].encode()
    at = [found.start() for found in re.finditer(re.escape(right), data)]
    assert len(at) == 3
    (vault / FILE_NAME).write_bytes(data[: at[place]] + wrong + data[at[place] + len(right) :])

    done = rescued(vault)

    assert done.notes.keys() == {id_of(number) for number in range(3)}
    assert done.notes[id_of(1)].body == text(1)


def test_a_row_with_a_damaged_head_gives_the_columns_that_can_be_read(vault: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(3)])
    assert _damage_a_head(vault / FILE_NAME, key=2, body=text(1))

    done = rescued(vault)

    assert done.origins[id_of(1)] == "damaged"
    assert done.notes[id_of(1)].body == text(1)
    assert [done.notes[id_of(number)].local_only for number in range(3)] == [False, True, False]
    assert len(done.notes) == 3


def _damage_a_head(file: Path, *, key: int, body: str) -> bool:
    """Change one byte before a note's values, so that its text can be read and its row cannot."""
    data = file.read_bytes()
    for at in range(data.index(body.encode()) - 100, data.index(body.encode())):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with (
            closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as db,
            suppress(sqlite3.Error),
        ):
            read = db.execute("select id, body from note where rowid = ?", (key,)).fetchone()
            if read == (id_of(key - 1), body):
                try:
                    db.execute("select * from note where rowid = ?", (key,)).fetchone()
                except sqlite3.DatabaseError:
                    return True
    return False


def test_values_that_make_no_sense_are_read_as_far_as_they_can_be(vault: Path) -> None:
    write(
        vault,
        lambda db: [put(db, number, "lime", tags=("a",)) for number in range(len(STRANGE) + 1)],
    )
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("pragma ignore_check_constraints = on")
        db.execute("drop trigger note_changes_without_hash")
        for number, (column, stored, _attribute, _read) in enumerate(STRANGE):
            db.execute(f"update note set {column} = ? where id = ?", (stored, id_of(number)))
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")

    done = rescued(vault)

    for number, (column, stored, attribute, read) in enumerate(STRANGE):
        note = done.notes[id_of(number)]
        assert getattr(note, attribute) == read, (column, stored)
        assert (note.body, note.tags) == ("lime", ("a",)) or attribute == "body"
    assert len(done.notes) == len(STRANGE) + 1


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STRANGE: Sequence[tuple[str, object, str, object]] = (
    ("importance", 0, "importance", 1),
    ("importance", 1, "importance", 1),
    ("importance", 5, "importance", 5),
    ("importance", 9, "importance", 5),
    ("importance", "many", "importance", 3),
    ("pinned", 0, "pinned", False),
    ("pinned", 7, "pinned", True),
    # what may have been kept here must not leave
    ("local_only", 0, "local_only", False),
    ("local_only", 3, "local_only", True),
    ("local_only", "", "local_only", True),
    ("workspace", "  A\n  b ", "workspace", "A b"),
    ("workspace", " ", "workspace", "Personal"),
    ("workspace", b"Work", "workspace", "Work"),
    ("category", "fact", "category", Category.FACT),
    ("category", "nonsense", "category", Category.GENERAL),
    ("source", "", "source", "typed"),
    ("source", b"cl\xffi", "source", "cl\ufffdi"),
    ("title", b"lime\xff", "title", "lime\ufffd"),
    ("body", b"a\xff\xc3\xa4", "body", "a\ufffd\u00e4"),
    ("front_matter", b"a: b", "front_matter", "a: b"),
    ("title_is_set", 2, "title_is_set", True),
    ("created_at", "yesterday", "created_at", EPOCH),
    ("updated_at", b"", "updated_at", EPOCH),
    ("updated_at", 5_000, "updated_at", EPOCH + timedelta(seconds=5)),
    ("deleted_at", 5_000, "deleted_at", EPOCH + timedelta(seconds=5)),
    ("deleted_at", "soon", "deleted_at", None),
    ("access_count", 4, "access_count", 4),
    ("access_count", "x", "access_count", 0),
    ("reinforcement_count", 4, "reinforcement_count", 4),
    ("reinforcement_count", 4.5, "reinforcement_count", 0),
    ("version", -1, "version", 1),
    ("version", 6, "version", 6),
    ("version", "x", "version", 1),
)


def test_a_rescue_that_is_stopped_ends_with_what_it_has(vault: Path) -> None:
    write(vault, lambda db: [put(db, number, f"note {number}") for number in range(130)])
    asked = iter(range(120))

    done = rescued(vault, keep_going=lambda: next(asked, None) is not None)

    assert len(done.notes) == len(done.report.notes) == 120


def test_rows_that_the_new_vault_cannot_keep_are_counted(vault: Path) -> None:
    def some(db: Connection) -> None:
        put(db, 0)
        db.execute("insert into setting values ('', 'bad', '{')")
        db.execute(
            """insert into card values ('card', 'overlap', 'a', 'b', x'01', x'02', 0.5, 7, '{', 'merge', 0.7, 1,
                'open', null, null, null, null, '', '')"""
        )
        db.execute("insert into setting values ('', 'good', '[1]')")
        db.execute("insert into setting values ('', 'worse', cast(x'22ff22' as text))")
        db.execute("insert into imported values ('/root', 'a.md', 1, x'01', 1, 1)")
        db.execute("pragma foreign_keys = off")

    write(vault, some)
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        db.execute("insert into imported values ('/root', 'b.md', 77, x'01', 1, 1)")
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")

    done = rescued(vault)

    new = vault.with_name("new-1") / FILE_NAME
    assert done.report.skipped == 3
    assert rows(new, "select value from setting where name in ('bad', 'good', 'worse')") == [
        ("[1]",)
    ]
    assert rows(new, "select path from imported") == [("a.md",)]


def test_the_notes_newer_than_the_backup_are_those_that_are_whole(
    vault: Path, store: Store
) -> None:
    def old(db: Connection) -> None:
        for number in range(4):
            put(db, number, f"note {number}", tags=("old",))

    def new(db: Connection) -> None:
        old(db)
        edit(db, 1, "note 1, edited")
        edit(db, 2, "note 2, edited")
        put(db, 4, "note 4", tags=("new",))
        edit(db, 4, "note 4, edited")
        db.execute(
            "update note set title = 'never hashed', text_hash = x'00' where id = ?", (id_of(2),)
        )

    write(vault, new)
    store.write(old).result()
    with store.read() as db:
        newer = rescue.newer_notes(vault / FILE_NAME, db)

    changes = store.write(lambda db: rescue.add_newer(db, newer, now=LATER)).result()

    assert {note.id for note, _earlier in newer} == {id_of(1), id_of(4)}
    assert set(changes.notes) == {id_of(1), id_of(4)}
    assert changes.text
    with store.read() as db:
        said = [notes.get(db, id_of(number)) for number in range(5)]
        history = [[one.body for one in revisions.history(db, note.id)] for note in said]
        again = rescue.newer_notes(vault / FILE_NAME, db)
    assert [note.body for note in said] == [
        "note 0",
        "note 1, edited",
        "note 2",
        "note 3",
        "note 4, edited",
    ]
    assert said[4].tags == ("new",)
    assert said[1].updated_at == LATER
    assert history == [[], ["note 1"], [], [], ["note 4"]]
    assert again == []


def test_a_newer_note_that_stays_on_its_computer_stays_when_it_is_taken(
    vault: Path, store: Store
) -> None:
    def new(db: Connection) -> None:
        put(db, 0, "note 0")
        file_note(db, id_of(0), "local_only", True)
        edit(db, 0, "note 0, a secret")

    write(vault, new)
    store.write(lambda db: put(db, 0, "note 0")).result()
    with store.read() as db:
        newer = rescue.newer_notes(vault / FILE_NAME, db)

    store.write(lambda db: rescue.add_newer(db, newer, now=LATER)).result()

    with store.read() as db:
        note = notes.get(db, id_of(0))
    assert (note.body, note.local_only) == ("note 0, a secret", True)


def test_a_log_counts_unless_the_file_is_better_without(vault: Path, tmp_path: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(4)])
    store = Store.open(vault, clock=FakeClock())
    store.write(lambda db: edit(db, 0, text(100))).result()
    shutil.copytree(vault, tmp_path / "killed")
    store.close()
    file, log = tmp_path / "killed" / FILE_NAME, tmp_path / "killed" / f"{FILE_NAME}-wal"

    with_log = salvage.read(file)
    zero(file, text(1)[:40])
    damaged = salvage.read(file)
    data = log.read_bytes()
    log.write_bytes(data[:32] + bytes(len(data) - 32))
    without = salvage.read(file)

    assert with_log.complete
    assert {row["body"] for row in with_log.notes.values()} == {text(n) for n in (100, 1, 2, 3)}
    assert {row["body"] for row in damaged.notes.values()} == {text(n) for n in (100, 2, 3)}
    assert {row["body"] for row in without.notes.values()} == {text(n) for n in (0, 2, 3)}


def test_beside_the_log_of_another_file_the_title_of_a_lost_row_is_told_by_the_index(
    vault: Path, tmp_path: Path
) -> None:
    write(vault, lambda db: [put(db, number) for number in range(2)])
    zero(vault / FILE_NAME, text(1)[:40])
    other = Store.open(tmp_path / "other", clock=FakeClock())
    other.write(lambda db: put(db, 5)).result()
    # so that the file is read without this log, too
    other.write(lambda db: db.execute("update note set text_hash = x'00'").rowcount).result()
    shutil.copyfile(f"{other.path}-wal", vault / f"{FILE_NAME}-wal")
    other.close()

    found = salvage.read(vault / FILE_NAME)

    assert {key: row["title"] for key, row in found.filed.items()} == {1: "Note 5", 2: "Note 1"}
    assert list(found.notes) == [1]


@pytest.mark.parametrize(
    ("row", "whole"),
    [
        ({"title": "a", "body": "b", "front_matter": ""}, True),
        (
            {"title": "a", "body": "b", "front_matter": "", "text_hash": text_hash("a", "b", "")},
            True,
        ),
        (
            {"title": "a", "body": "c", "front_matter": "", "text_hash": text_hash("a", "b", "")},
            False,
        ),
        ({"title": "a", "body": "b\udcff", "front_matter": ""}, False),
        ({"title": "\udc80", "body": "b", "front_matter": ""}, False),
        ({"title": "\U0001f600\u00e4", "body": "b", "front_matter": "c"}, True),
        ({"title": "a", "body": b"b", "front_matter": ""}, False),
        ({"title": "a", "body": "b"}, False),
    ],
)
def test_a_row_is_whole_when_it_is_text_and_what_was_written(
    row: dict[str, Any], whole: bool
) -> None:
    assert salvage.is_whole(row) is whole


def test_a_walk_gives_every_row_that_is_not_on_a_damaged_page(vault: Path) -> None:
    write(vault, lambda db: [put(db, number) for number in range(30)])
    file = vault / FILE_NAME
    missed: list[bool] = []
    with closing(sqlite3.connect(file)) as db:
        assert [row[0] for row in row_reader.walk(db, "note", "id")] == list(range(1, 31))
        assert (
            len(list(row_reader.walk(db, "note", "id", missed=lambda: missed.append(True)))) == 30
        )
        assert row_reader.live_keys(db, None) == list(range(1, 31))
        db.execute("insert into workspace values ('Home', 1)")
        db.execute(
            "update note set workspace = 'Home', created_at = 100 - rowid where rowid in (3, 4)"
        )
        db.execute("update note set deleted_at = 1 where rowid in (4, 5)")
        db.commit()
        db.execute("pragma wal_checkpoint(truncate)")
    assert missed == []
    gone = {1, 9, 10, 30}
    zero(file, *(text(number - 1)[:40] for number in gone))

    with closing(sqlite3.connect(file)) as db:
        found = list(row_reader.walk(db, "note", "id", missed=lambda: missed.append(True)))
        live, home = row_reader.live_keys(db, None), row_reader.live_keys(db, "Home")
        revisions_there = list(row_reader.walk(db, "revision", "id"))

    assert found == [(key, id_of(key - 1)) for key in range(1, 31) if key not in gone]
    assert missed
    # those that cannot be read are among the live ones, first: nothing tells when they were written
    assert live[:5] == [1, 9, 10, 30, 3]
    assert sorted(live) == [key for key in range(1, 31) if key not in (4, 5)]
    assert home == [3]
    assert revisions_there == []


def test_the_texts_of_a_row_are_the_bytes_on_the_disk() -> None:
    row = {"title": "a\udcff\u00e4", "body": b"\xfe", "front_matter": None}

    assert salvage.texts_of(row) == [b"a\xff\xc3\xa4", b"\xfe", b""]


def test_the_blocks_and_their_history_are_rescued(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "vault", clock=FakeClock())
    for body in ("one", "two"):
        new = NewText(body, "edit", "edit", NOW)
        store.write(partial(blocks.write, key=BlockKey.RULES, new=new)).result()
    store.write(lambda db: blocks.share(db, BlockKey.RULES, Sharing.HERE)).result()
    store.close()

    into = Store.open(tmp_path / "new", clock=FakeClock())
    rescue.rescue(tmp_path / "vault" / FILE_NAME, tmp_path / "none", into, now=NOW, ids=Ids())

    with into.read() as db:
        block = blocks.get(db, BlockKey.RULES)
        earlier = [version.text for version in versions.history(db, BlockKey.RULES)]
    into.close()
    assert (block.text, block.sharing, earlier) == ("two", Sharing.HERE, ["one"])
