"""Random damage: nothing wrong is said without a word, nothing fails with a traceback, all that can be read is rescued.

What can be read is asked of plain SQLite, row by row, and of the backups; what was ever written is known from the
beginning. `dev.py long` tries 450 damages of 2,000 notes.
"""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from notebrain.app.core.clock import SystemClock
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Note, NoteId
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.maintenance import row_reader
from notebrain.storage.notes import notes
from notebrain.storage.notes.rewrite import Rewrite, rewrite
from notebrain.storage.repair import salvage
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.command_line import InProcess
from tests.fakes.soundness import faults_in

pytestmark = pytest.mark.e2e

PAGE = 8192
FEW, MANY = 250, 2_000
EACH_LOCAL = 7
"""Each note whose number this divides stays on its computer."""
SECRET = "confidential"
LOG = f"{FILE_NAME}-wal"
SHARED_TEXTS = """
    select id, body from note where not local_only
    union all
    select note.id, revision.body from revision join note on note.rowid = revision.note_rowid
    where not note.local_only and not revision.local_only
"""


@dataclass(frozen=True)
class Original:
    """A vault as it was before the damage, once closed and once killed while it was open.

    Attributes:
        written: Every text that a note ever had.
        in_backup: The notes that the backup has.
        local_words: The words of notes that stay on this computer.
    """

    closed: Path
    killed: Path
    written: dict[str, set[str]]
    in_backup: frozenset[str]
    local_words: frozenset[str]


def make(folder: Path, number: int) -> Original:
    rng = random.Random(number)
    clock = SystemClock()
    store = Store.open(folder / "vault", clock=clock)
    written: dict[str, set[str]] = {}

    def add(db: Connection, first: int, upto: int) -> None:
        for place in range(first, upto):
            note_id = NoteId(f"0190a000-0000-7000-8000-{place:012x}")
            draft = Draft(
                body(rng, place), tags=(f"tag{place % 5}",), local_only=place % EACH_LOCAL == 0
            )
            note = new_note(draft, note_id, now=clock.now())
            notes.add(db, note, lane=queue.Lane.EDIT, now=clock.now())
            written[note_id] = {note.body}

    def change(db: Connection, share: float) -> None:
        for note_id in rng.sample(sorted(written), int(len(written) * share)):
            text = body(rng, _place_of(note_id))
            new = Rewrite(
                f"Note {_place_of(note_id)}",
                False,
                text,
                "edit",
                "test",
                clock.now(),
                always_keep=True,
            )
            rewrite(db, NoteId(note_id), notes.key_of(db, NoteId(note_id)), new)
            written[note_id].add(text)

    store.write(lambda db: add(db, 0, number * 8 // 10)).result()
    store.write(lambda db: change(db, 0.1)).result()
    store.write(lambda db: settings.put(db, "theme", "dark")).result()
    store.back_up(clock.now(), reason="by-hand")
    in_backup = frozenset(written)
    store.write(lambda db: add(db, number * 8 // 10, number * 9 // 10)).result()
    store.close()
    store = Store.open(folder / "vault", clock=clock)
    store.write(lambda db: add(db, number * 9 // 10, number)).result()
    store.write(lambda db: change(db, 0.05)).result()
    shutil.copytree(folder / "vault", folder / "killed")
    store.close()
    (folder / "vault").rename(folder / "closed")
    local_words = frozenset(
        word
        for note_id, texts in written.items()
        if _place_of(note_id) % EACH_LOCAL == 0
        for word in "".join(texts).split()
        if word.startswith(SECRET)
    )
    return Original(folder / "closed", folder / "killed", written, in_backup, local_words)


def _place_of(note_id: str) -> int:
    return int(note_id[-12:], 16)


def body(rng: random.Random, place: int) -> str:
    words = " ".join(f"{SECRET}{rng.getrandbits(40):x}\u00e4" for _ in range(rng.randint(3, 60)))
    return f"Note {place}\n\n{words}\n"


def flip(vault: Path, rng: random.Random, _original: Original) -> None:
    change_bytes(vault / FILE_NAME, rng)


def change_bytes(file: Path, rng: random.Random) -> None:
    data = bytearray(file.read_bytes())
    for _ in range(rng.choice([1, 1, 3, 20])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def cut(vault: Path, rng: random.Random, _original: Original) -> None:
    data = (vault / FILE_NAME).read_bytes()
    (vault / FILE_NAME).write_bytes(data[: rng.randrange(len(data))])


def zero(vault: Path, rng: random.Random, _original: Original) -> None:
    data = bytearray((vault / FILE_NAME).read_bytes())
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(data) // PAGE) * PAGE
        data[at : at + PAGE] = bytes(PAGE)
    (vault / FILE_NAME).write_bytes(data)


def lose_log(vault: Path, _rng: random.Random, original: Original) -> None:
    shutil.copyfile(original.killed / FILE_NAME, vault / FILE_NAME)


def damage_log(vault: Path, rng: random.Random, original: Original) -> None:
    shutil.copyfile(original.killed / FILE_NAME, vault / FILE_NAME)
    shutil.copyfile(original.killed / LOG, vault / LOG)
    change_bytes(vault / LOG, rng)


def swap_log(vault: Path, _rng: random.Random, original: Original) -> None:
    """Put the log beside a file that is newer than it, as a restore from two days does."""
    shutil.copyfile(original.killed / LOG, vault / LOG)


def drop_table(vault: Path, rng: random.Random, _original: Original) -> None:
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        tables = [
            name
            for (name,) in db.execute(
                "select name from sqlite_schema where type = 'table' order by name"
            )
            if not name.startswith(("sqlite_", "note_fts", "note_gram"))
        ]
        db.execute(f"drop table {rng.choice([*tables, 'note', 'note_fts', 'note_gram'])}")
        db.commit()


def spoil_settings(vault: Path, rng: random.Random, _original: Original) -> None:
    junk = ["", "{", "[1", "nan", '"\\ud800"', "1e999", "null", "[]", '{"a": 1}', "-7", "\x00"]
    with closing(sqlite3.connect(vault / FILE_NAME)) as db:
        for name in (
            "theme",
            "backup-days",
            "trash-days",
            "language",
            "alpha",
            "profile",
            "backup-folder",
        ):
            db.execute(
                "insert or replace into setting (scope, name, value) values ('', ?, ?)",
                (name, rng.choice(junk)),
            )
        db.execute("insert into setting (scope, name, value) values (x'ff', 'x', x'00ff')")
        db.commit()


Damage = Callable[[Path, random.Random, Original], None]
DAMAGES: tuple[Damage, ...] = (
    *(flip, flip, flip, cut, zero, zero),
    *(lose_log, damage_log, swap_log, drop_table, spoil_settings),
)


def faults_after(vault: Path, original: Original, rng: random.Random) -> list[str]:
    """Use a damaged vault as its owner would, and return what must not have happened."""
    readable = read_plainly(vault)
    shutil.copytree(vault, rescued_from := vault.with_name("untouched"))
    faults = _after_use(vault, original, rng)
    return faults + _after_rescue(rescued_from, original, readable)


def read_plainly(vault: Path) -> dict[str, str]:
    """Return the texts that plain SQLite gives, row by row, of a copy of the file and its log."""
    copy = vault.with_name("plain")
    shutil.copytree(vault, copy)
    found: dict[str, str] = {}
    with closing(sqlite3.connect(copy / FILE_NAME)) as db:
        for key in range(1, MANY + 1):
            try:
                row = db.execute("select id, body from note where rowid = ?", (key,)).fetchone()
            except sqlite3.Error:
                continue
            if row is not None and isinstance(row[1], str):
                found[row[0]] = row[1]
    shutil.rmtree(copy)
    return found


def _after_use(vault: Path, original: Original, rng: random.Random) -> list[str]:
    faults: list[str] = []
    notebrain = InProcess(vault)

    def run(*words: str) -> tuple[int, bytes, str]:
        done = notebrain.run(*words)
        signs = ("Traceback", "Unexpected error", "reported an unexpected error", SECRET)
        faults.extend(f"{words[0]}: {done.err[:500]}" for sign in signs if sign in done.err)
        if done.code not in (0, 1):
            faults.append(f"{words[0]}: ended with {done.code}")
        return done.code, done.out, done.err

    run("list", "--json")
    for note_id in rng.sample(sorted(original.written), 3):
        code, out, _err = run("show", note_id, "--raw")
        if code == 0 and out.decode() not in original.written[note_id]:
            faults.append(f"show: a wrong text of {note_id} without a word")
    folder = vault.with_name("exported")
    _code, _out, err = run("export", str(folder))
    for file in folder.glob("*.md"):
        note_id = f"0190a000-0000-7000-8000-{_number_of(file):012x}"
        text = file.read_bytes().decode("utf-8", "replace").rpartition("---\n")[2].lstrip("\n")
        if f"{file.name}:" not in err and not any(
            text.strip() == said.strip() for said in original.written.get(note_id, ())
        ):
            faults.append(f"export: a wrong text in {file.name} without a word")
    run("doctor", "--json")
    return faults


def _number_of(file: Path) -> int:
    digits = file.stem.removeprefix("Note ").partition(" ")[0]
    return int(digits) if digits.isdigit() else 0


def _after_rescue(vault: Path, original: Original, readable: dict[str, str]) -> list[str]:
    before = {path.name: path.read_bytes() for path in vault.iterdir() if path.is_file()}
    into = vault.with_name("rescued")
    done = InProcess(vault).run("doctor", "--rescue", str(into), "--json")
    if done.code not in (0, 1) or not done.out:
        return [f"rescue: {done.err[:500]}"]
    faults = [
        f"rescue: {name} was written to"
        for name, data in before.items()
        if name.startswith(FILE_NAME) and (vault / name).read_bytes() != data
    ]
    origins = {one["note_id"]: one["from"] for one in json.loads(done.out)["notes"]}
    with closing(sqlite3.connect(into / FILE_NAME)) as db:
        rescued = dict(db.execute("select id, body from note"))
        free = db.execute(SHARED_TEXTS).fetchall()
    faults += [
        f"rescue: {note_id} stayed here, and may leave now"
        for note_id, text in free
        if not original.local_words.isdisjoint(text.split())
    ]
    for note_id, said in readable.items():
        if (
            said in original.written.get(note_id, ())
            and rescued.get(note_id) not in original.written[note_id]
        ):
            faults.append(f"rescue: {note_id} can be read, but came from {origins.get(note_id)}")
    faults += [
        f"rescue: {one} of the backup is missing" for one in original.in_backup - rescued.keys()
    ]
    for note_id, said in rescued.items():
        told = origins.get(note_id) in ("damaged", "words")
        if note_id in original.written and not told and said not in original.written[note_id]:
            faults.append(f"rescue: a wrong text of {note_id} as from {origins.get(note_id)}")
    return faults + [f"rescued vault: {one}" for one in faults_in(into)]


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return make(tmp_path_factory.mktemp("small"), FEW)


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return make(tmp_path_factory.mktemp("large"), MANY)


def damaged(place: Path, original: Original, damage: Damage, rng: random.Random) -> Path:
    shutil.copytree(original.closed, place / "vault")
    damage(place / "vault", rng, original)
    return place / "vault"


@pytest.mark.parametrize("seed", range(len(DAMAGES)))
def test_a_damaged_vault_says_nothing_wrong_and_loses_nothing_that_can_be_read(
    small: Original, tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    vault = damaged(tmp_path, small, DAMAGES[seed], rng)

    assert faults_after(vault, small, rng) == []


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("first", range(0, 450, 10))
def test_450_damages_of_2000_notes(large: Original, tmp_path: Path, first: int) -> None:
    faults: dict[str, list[str]] = {}
    for seed in range(first, first + 10):
        rng = random.Random(seed)
        place = tmp_path / str(seed)
        damage = DAMAGES[seed % len(DAMAGES)]
        found = faults_after(damaged(place, large, damage, rng), large, rng)
        if found:
            faults[f"{seed} {damage.__name__}"] = found[:5]
        shutil.rmtree(place)

    assert faults == {}


def change_a_letter(vault: Path, _rng: random.Random, _original: Original) -> None:
    """Change letters in the texts of every tenth note, so that each stays a text."""
    data = (vault / FILE_NAME).read_bytes()
    (vault / FILE_NAME).write_bytes(data.replace(f"{SECRET}1".encode(), f"{SECRET}2".encode()))


def test_the_checker_finds_a_wrong_text_that_is_not_told(
    small: Original, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = damaged(tmp_path, small, change_a_letter, random.Random(0))
    monkeypatch.setattr(Note, "is_intact", property(lambda _note: True))
    monkeypatch.setattr(salvage, "is_whole", lambda _row: True)

    faults = faults_after(vault, small, random.Random(0))

    assert any(fault.startswith("export: a wrong text") for fault in faults)
    assert any("as from file" in fault for fault in faults)


def test_the_checker_finds_a_reader_that_stops_at_the_first_damage(
    small: Original, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(db: Connection, table: str, columns: str, **_more: object) -> object:
        return iter(db.execute(f"select rowid, {columns} from {table} where rowid < 20").fetchall())

    vault = damaged(tmp_path, small, change_a_letter, random.Random(0))
    monkeypatch.setattr(salvage, "walk", stop)
    monkeypatch.setattr(salvage, "_by_columns", lambda *_all: None)
    monkeypatch.setattr(salvage, "_read_pages", lambda *_all: None)
    assert row_reader.walk is not stop

    faults = faults_after(vault, small, random.Random(0))

    assert any("can be read" in fault for fault in faults)


def test_the_checker_finds_a_note_that_stayed_here_and_may_leave(
    small: Original, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = notes.add

    def share(db: Connection, note: Note, **more: Any) -> int:
        return add(db, replace(note, local_only=False), **more)

    vault = damaged(tmp_path, small, change_a_letter, random.Random(0))
    monkeypatch.setattr(notes, "add", share)

    faults = faults_after(vault, small, random.Random(0))

    assert any("stayed here, and may leave" in fault for fault in faults)


def test_the_checker_finds_a_text_in_an_error(
    small: Original, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from notebrain.storage import connection, readers

    def connect(path: Path) -> Connection:
        db = connection.connect_to_read(path)
        db.text_factory = str
        return db

    def spoil(vault: Path, _rng: random.Random, _original: Original) -> None:
        data = (vault / FILE_NAME).read_bytes()
        (vault / FILE_NAME).write_bytes(data.replace("\u00e4 ".encode(), b"\xff\xff "))

    vault = damaged(tmp_path, small, spoil, random.Random(0))
    monkeypatch.setattr(readers, "connect_to_read", connect)

    assert any(SECRET in fault for fault in faults_after(vault, small, random.Random(0)))
