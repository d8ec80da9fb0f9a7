"""Build a new vault from everything readable in a damaged one, recording where each text came from."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import bytes_hash, title_of
from notebrain.domain.notes.note import (
    DEFAULT_IMPORTANCE,
    DEFAULT_WORKSPACE,
    LEAST_IMPORTANCE,
    MOST_IMPORTANCE,
    Note,
    NoteId,
)
from notebrain.domain.notes.tags import clean_tags
from notebrain.domain.ports import Ids
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.maintenance.backup import Backup, list_backups
from notebrain.storage.notes import notes, revisions, rewrite
from notebrain.storage.plausible import category
from notebrain.storage.repair import salvage
from notebrain.storage.repair.salvage import Row, Salvage
from notebrain.storage.review.filing import file_note
from notebrain.storage.sql import from_ms, maybe_from_ms
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

_AT_ONCE = 100


class Origin(StrEnum):
    """The source of a rescued note's text."""

    FILE = "file"
    """The damaged file, with the text as it was written."""
    DAMAGED = "damaged"
    """The damaged file, but with a text that differs from what was written; invalid bytes are marked."""
    BACKUP = "backup"
    """A backup, with the text as it was written."""
    EARLIER = "earlier"
    """An earlier text from a backup or from the note's history."""
    WORDS = "words"
    """The indexes: the title, and the words in order without their endings."""
    LOST = "lost"
    """Nothing: the note is not in the new vault."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """A rescued note.

    Attributes:
        backup: The backup that supplied the text, if any.
    """

    id: NoteId
    title: str
    origin: Origin
    backup: Path | None = None

    @property
    def was_whole(self) -> bool:
        """Whether the damaged file itself still had the text as it was written."""
        return self.origin is Origin.FILE


@dataclass(slots=True)
class RescueReport:
    """What a rescue moved into the new vault.

    Attributes:
        notes: Every known note, with where its text came from.
        revisions: How many earlier versions were rescued.
        staying: How many incomplete notes stay on this computer only.
        skipped: Rows of other tables that could not be transferred.
    """

    notes: list[Rescued] = field(default_factory=list[Rescued])
    revisions: int = 0
    staying: int = 0
    skipped: int = 0

    def count(self, *origins: Origin) -> int:
        """Return how many notes have one of these origins."""
        return sum(note.origin in origins for note in self.notes)


@dataclass(frozen=True, slots=True)
class _Find:
    """A note to store, with its earlier versions."""

    key: int | None
    note: Note
    row: Row
    origin: Origin
    backup: Path | None
    earlier: Sequence[Row]


def rescue(
    vault: Path,
    backups: Path,
    into: Store,
    *,
    now: datetime,
    ids: Ids,
    keep_going: Callable[[], bool] = lambda: True,
) -> RescueReport:
    """Store everything readable in the file `vault` in the new vault `into`; `vault` is not written to."""
    found = salvage.read(vault)
    report = RescueReport()
    outcome(into.write(lambda db: _put_beside(db, found, ("workspace", "setting"), {}, report)))
    keys: dict[int, int] = {}
    pending: list[_Find] = []
    for find in _finds(vault, backups, found, report, ids, now):
        if not keep_going():
            break
        pending.append(find)
        if len(pending) == _AT_ONCE:
            _store(into, pending, keys, report, now)
            pending = []
    _store(into, pending, keys, report, now)
    beside = [table for table in salvage.BESIDE if table not in ("workspace", "setting")]
    outcome(into.write(lambda db: _put_beside(db, found, beside, keys, report)))
    return report


def newer_notes(damaged: Path, present: Connection) -> list[tuple[Note, Sequence[Row]]]:
    """Return the notes of a damaged file that are intact there and newer than in `present`, or missing from it."""
    found = salvage.read(damaged)
    known = {row[0]: row[1] for row in present.execute("select id, version from note")}
    newer: list[tuple[Note, Sequence[Row]]] = []
    for key, row in found.notes.items():
        note = _note(row, found.ids.get(key), found.tags.get(key, ()))
        if note.id and salvage.is_whole(row) and note.version > known.get(note.id, 0):
            newer.append((note, found.revisions.get(key, ())))
    return newer


def add_newer(
    db: Connection, newer: Sequence[tuple[Note, Sequence[Row]]], *, now: datetime
) -> Changes:
    """Store notes of a damaged file; existing notes keep their present text in their history."""
    for note, earlier in newer:
        row = db.execute("select rowid from note where id = ?", (note.id,)).fetchone()
        if row is None:
            key = notes.add(db, note, lane=queue.Lane.BACKFILL, now=now)
            _put_revisions(db, key, earlier)
            continue
        new = rewrite.Rewrite(
            note.title,
            note.title_is_set,
            note.body,
            front_matter=note.front_matter,
            reason="restore",
            session=f"newer-{now.isoformat()}",
            at=note.updated_at,
            always_keep=True,
        )
        if note.local_only:
            file_note(db, note.id, "local_only", True)
        rewrite.rewrite(db, note.id, row[0], new)
    return touched(Act.RESTORE, [note.id for note, _earlier in newer], text=True)


def _finds(
    vault: Path, backups: Path, found: Salvage, report: RescueReport, ids: Ids, now: datetime
) -> Iterator[_Find]:
    """Yield what was found of each note; notes of which nothing was found appear only in the report."""
    copies = _Copies(backups)
    taken: set[str] = set()
    gone = [key for key in found.ids if key not in found.notes and not found.revisions.get(key)]
    words = words_of(vault, gone)
    for key in sorted(
        {*found.notes, *found.ids, *(k for k, rows in found.revisions.items() if rows)}
    ):
        note_id = found.ids.get(key) or str(found.notes.get(key, {}).get("id") or "")
        other = found.other_ids.get(key)
        if other is not None and copies.has(other) and not copies.has(note_id):
            note_id = other
        if not salvage.is_id(note_id) or note_id in taken:
            note_id = ids.new(now)
        taken.add(note_id)
        find = _find(key, NoteId(note_id), found, copies, words.get(key, ""))
        if find is None:
            report.notes.append(Rescued(NoteId(note_id), "", Origin.LOST))
        else:
            yield find
    if not found.knows_all:
        # it is unknown which notes there were, so add those of the newest backup, too
        yield from copies.others(taken)


def _find(key: int, note_id: NoteId, found: Salvage, copies: "_Copies", words: str) -> _Find | None:
    row, earlier = found.notes.get(key), list(found.revisions.get(key, ()))
    tags = found.tags.get(key, [])
    if row is not None and salvage.is_whole(row):
        return _Find(key, _note(row, note_id, tags), row, Origin.FILE, None, earlier)
    expected = None if row is None else row.get("text_hash")
    backup = copies.best(note_id, expected if isinstance(expected, bytes) else None)
    if row is not None:
        note = _note(row, note_id, tags)
        if backup is None:
            return _Find(key, note, row, Origin.DAMAGED, None, earlier)
        copy, whole, exact = backup
        if exact:
            return _Find(key, _with_texts(note, whole), row, Origin.BACKUP, copy.path, earlier)
        return _Find(key, note, row, Origin.DAMAGED, None, [whole, *earlier])
    return _find_elsewhere(note_id, tags, earlier, backup, key, found, words)


def _find_elsewhere(
    note_id: NoteId,
    tags: Sequence[str],
    earlier: list[Row],
    backup: "tuple[Backup, Row, bool] | None",
    key: int,
    found: Salvage,
    words: str,
) -> _Find | None:
    # the row that says whether the note is local only is lost, so treat what comes from this file as local only
    earlier = [{**row, "local_only": 1} for row in earlier]
    whole = next((row for row in earlier if salvage.is_whole(row)), None)
    version = -1 if whole is None else _number(whole.get("version"))
    if backup is not None and _number(backup[1].get("version")) >= version:
        copy, row, _exact = backup
        return _Find(
            key, _note(row, note_id, tags or row["tags"]), row, Origin.EARLIER, copy.path, earlier
        )
    whole = whole or next(iter(earlier), None)
    if whole is not None:
        at = whole.get("made_at")
        row = {**whole, "created_at": at, "updated_at": at}
        return _Find(key, _note(row, note_id, tags), row, Origin.EARLIER, None, earlier)
    filed = found.filed.get(key, {})
    if words or filed:
        row = {"body": words, "title": title_of(words), **filed, "local_only": 1}
        return _Find(key, _note(row, note_id, tags), row, Origin.WORDS, None, ())
    return None


def words_of(vault: Path, keys: Sequence[int]) -> dict[int, str]:
    """Return the words of these notes from the word index, in order and without their endings."""
    found: dict[int, list[tuple[int, str]]] = {key: [] for key in keys}
    if not keys:
        return {}
    try:
        with salvage.opened(vault) as db:
            if db is None:
                return {}
            db.execute(
                "create virtual table temp.instance using fts5vocab('main', 'note_fts', 'instance')"
            )
            docs = dict(db.execute("select doc, note_rowid from word_doc"))
            for doc, place, word in db.execute(
                "select doc, offset, term from temp.instance where col = 'body'"
            ):
                key = docs.get(doc)
                if key in found:
                    found[key].append((place, word))
    except sqlite3.DatabaseError:
        pass  # what was read so far is better than nothing
    return {key: " ".join(word for _place, word in sorted(words)) for key, words in found.items()}


class _Copies:
    """The backups, read only when needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: list[tuple[Backup, dict[str, Row]]] | None = None

    def best(self, note_id: NoteId, expected: bytes | None) -> "tuple[Backup, Row, bool] | None":
        """Return the newest backup with a note intact, preferring the expected text, and whether that was found."""
        newest: tuple[Backup, Row, bool] | None = None
        for copy, rows in self._all():
            row = rows.get(note_id)
            if row is not None:
                exact = bytes_hash(*salvage.texts_of(row)) == expected
                if exact:
                    return copy, row, True
                newest = newest or (copy, row, False)
        return newest

    def has(self, note_id: str) -> bool:
        """Return whether a backup contains this note."""
        return any(note_id in rows for _copy, rows in self._all())

    def others(self, taken: set[str]) -> Iterator[_Find]:
        """Yield the notes of the newest backup except those in `taken`."""
        for copy, rows in self._all()[:1]:
            for note_id, row in rows.items():
                if note_id not in taken:
                    note = _note(row, NoteId(note_id), row["tags"])
                    yield _Find(None, note, row, Origin.EARLIER, copy.path, ())

    def _all(self) -> list[tuple[Backup, dict[str, Row]]]:
        if self._read is None:
            self._read = [(copy, _whole_notes(copy.path)) for copy in list_backups(self._folder)]
        return self._read


def _whole_notes(backup: Path) -> dict[str, Row]:
    """Return the notes of a backup by id, leaving out damaged ones."""
    found = salvage.read(backup)
    return {
        found.ids.get(key, ""): {**row, "tags": found.tags.get(key, [])}
        for key, row in found.notes.items()
        if salvage.is_whole(row)
    }


def _store(
    into: Store, finds: Sequence[_Find], keys: dict[int, int], report: RescueReport, now: datetime
) -> None:
    def act(db: Connection) -> None:
        for find in finds:
            key = notes.add(db, find.note, lane=queue.Lane.BACKFILL, now=now)
            db.execute(
                """update note set access_count = ?, reinforcement_count = ?, last_accessed_at = ?
                where rowid = ?""",
                (
                    find.note.access_count,
                    find.note.reinforcement_count,
                    find.row.get("last_accessed_at"),
                    key,
                ),
            )
            report.revisions += _put_revisions(db, key, find.earlier)
            report.staying += find.note.local_only and find.origin is not Origin.FILE
            if find.key is not None:
                keys[find.key] = key
            report.notes.append(Rescued(find.note.id, find.note.title, find.origin, find.backup))

    if finds:
        outcome(into.write(act))


def _put_revisions(db: Connection, key: int, earlier: Sequence[Row]) -> int:
    for row in reversed(earlier):
        revisions.add(
            db,
            key,
            title=_text(row.get("title")),
            title_is_set=bool(row.get("title_is_set")),
            body=_text(row.get("body")),
            front_matter=_text(row.get("front_matter")),
            at=from_ms(_number(row.get("made_at") or row.get("updated_at"))),
            reason=_text(row.get("reason")) or "restore",
            session=_text(row.get("session")) or "rescue",
            # local only unless it is certain that it is not
            local_only=row.get("local_only", 0) != 0,
        )
    return len(earlier)


def _put_beside(
    db: Connection,
    found: Salvage,
    tables: Sequence[str],
    keys: Mapping[int, int],
    report: RescueReport,
) -> None:
    for table in tables:
        present = {row[1] for row in db.execute(f"pragma table_info({table})")}
        for row in found.beside.get(table, ()):
            columns = {name: value for name, value in row.items() if name in present}
            if "note_rowid" in columns:
                columns["note_rowid"] = keys.get(_number(columns["note_rowid"]))
            if not (_makes_sense(columns) and _put(db, table, columns)):
                report.skipped += 1


def _put(db: Connection, table: str, row: Row) -> bool:
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" * len(row))
    try:
        db.execute(f"insert or ignore into {table} ({names}) values ({marks})", list(row.values()))
    except sqlite3.Error:
        return False
    return True


def _makes_sense(row: Row) -> bool:
    """Return whether the texts of a row can be stored, and its JSON documents can be parsed."""
    for name, value in row.items():
        if isinstance(value, str):
            try:
                value.encode()
                if name in salvage.JSON_COLUMNS:
                    json.loads(value)
            except ValueError:
                return False
    return True


def _note(row: Row, note_id: str | None, tags: Sequence[str]) -> Note:
    """Return a note from everything in its row that is valid."""
    importance = _number(row.get("importance"), DEFAULT_IMPORTANCE)
    deleted_at = row.get("deleted_at")
    return Note(
        id=NoteId(note_id or _text(row.get("id"))),
        workspace=" ".join(_text(row.get("workspace")).split()) or DEFAULT_WORKSPACE,
        title=_text(row.get("title")),
        title_is_set=bool(row.get("title_is_set")),
        body=_text(row.get("body")),
        front_matter=_text(row.get("front_matter")),
        category=category(_text(row.get("category"))),
        importance=min(max(importance, LEAST_IMPORTANCE), MOST_IMPORTANCE),
        pinned=bool(row.get("pinned")),
        # a note that may have been local only must not leave
        local_only=row.get("local_only", 0) != 0,
        source=_text(row.get("source")) or "typed",
        tags=clean_tags(_text(tag) for tag in tags),
        created_at=from_ms(_number(row.get("created_at"))),
        updated_at=from_ms(_number(row.get("updated_at"))),
        deleted_at=maybe_from_ms(deleted_at if isinstance(deleted_at, int) else None),
        access_count=_number(row.get("access_count")),
        reinforcement_count=_number(row.get("reinforcement_count")),
        version=max(1, _number(row.get("version"), 1)),
    )


def _with_texts(note: Note, row: Row) -> Note:
    return replace(
        note,
        title=_text(row.get("title")),
        title_is_set=bool(row.get("title_is_set")),
        body=_text(row.get("body")),
        front_matter=_text(row.get("front_matter")),
    )


def _text(value: object) -> str:
    """Return as much of a text as can be read."""
    raw = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""


def _number(value: object, otherwise: int = 0) -> int:
    return value if isinstance(value, int) else otherwise
