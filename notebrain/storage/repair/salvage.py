"""Read what can be read of a damaged vault: its notes, their earlier versions, and their filing.

Neither the file nor its log is ever written to: if there is a log, a copy of both is read.
"""

import re
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeGuard

from notebrain.domain.notes.content import bytes_hash
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance.row_reader import walk
from notebrain.storage.repair.page_reader import Pages
from notebrain.storage.schema import migrations

Row = Mapping[str, Any]
"""A row by column name; invalid bytes of a text are kept as lone surrogates (`surrogateescape`)."""

BESIDE = (
    *("workspace", "setting", "imported", "original", "card", "card_answer", "card_answer_note"),
    *("ruling", "attachment", "block", "block_version"),
    *("conversation", "conversation_turn", "conversation_note", "episode", "learned"),
    *("procedure", "program", "program_allowed"),
)
"""The tables transferred besides notes, tags and earlier versions. Others are rebuilt from the notes or belong to the
account, which a rescued vault is not connected to."""
JSON_COLUMNS = frozenset(
    ("value", "evidence", "theirs", "card_before", "before", "after", "content", "topics", "detail")
)
"""The columns of these tables that hold JSON."""

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_LEAST_COLUMNS = {"note": 21, "revision": 10}


@dataclass(slots=True)
class Salvage:
    """The result of reading a file.

    Attributes:
        notes: By key.
        revisions: By the key of their note, newest first.
        tags: By the key of their note.
        ids: The ids of all known notes, by key.
        other_ids: Ids from the id index that differ from the note's row: one of the two is damaged.
        filed: What an index says about a note outside the trash: title, workspace, category, date; by key.
        beside: The rows of the tables in `BESIDE`.
        complete: Whether everything could be read.
        knows_all: Whether `ids` contains every note there was, so that any other note was removed.
    """

    notes: dict[int, Row] = field(default_factory=dict[int, Row])
    revisions: dict[int, list[Row]] = field(
        default_factory=lambda: defaultdict[int, list[Row]](list)
    )
    tags: dict[int, list[str]] = field(default_factory=lambda: defaultdict[int, list[str]](list))
    ids: dict[int, str] = field(default_factory=dict[int, str])
    other_ids: dict[int, str] = field(default_factory=dict[int, str])
    filed: dict[int, Row] = field(default_factory=dict[int, Row])
    beside: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    complete: bool = True
    knows_all: bool = True


def texts_of(row: Row) -> list[bytes]:
    """Return the stored bytes of a row's title, body and front matter."""
    return [_raw(row.get(column)) for column in ("title", "body", "front_matter")]


def is_whole(row: Row) -> bool:
    """Return whether the texts of a row are what was written, as far as a hash can show."""
    columns = [row.get(column) for column in ("title", "body", "front_matter")]
    if not all(isinstance(value, str) and _is_text(value) for value in columns):
        return False
    expected = row.get("text_hash")
    return expected is None or expected == bytes_hash(*texts_of(row))


def read(vault: Path) -> Salvage:
    """Read everything readable in a vault's file and its log."""
    log = vault.with_name(f"{vault.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    with opened(vault) as db:
        found = _read(db, lambda: Pages(vault, log if has_log else None))
    if has_log and not (found.complete and all(map(is_whole, found.notes.values()))):
        # the log may belong to another file
        with opened(vault, with_log=False) as db:
            _add(found, _read(db, lambda: Pages(vault)))
    return found


@contextmanager
def opened(vault: Path, *, with_log: bool = True) -> Generator[Connection | None]:
    """Open a file with its log without changing anything; None if SQLite cannot read it at all."""
    log = vault.with_name(f"{vault.name}-wal")
    with tempfile.TemporaryDirectory(prefix="salvage-") as folder:
        place, options = vault, "mode=ro&immutable=1"
        if with_log and vault.exists() and log.exists() and log.stat().st_size > 0:
            place, options = Path(folder, "copy.db"), "mode=rw"
            shutil.copyfile(vault, place)
            shutil.copyfile(log, f"{place}-wal")
        try:
            db = sqlite3.connect(
                f"{place.absolute().as_uri()}?{options}", uri=True, isolation_level=None
            )
        except sqlite3.Error:
            yield None
            return
        db.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        with closing(db):
            yield db if _opens(db) else None


def _opens(db: Connection) -> bool:
    try:
        return db.execute("select 1 from sqlite_schema limit 1").fetchone() is not None
    except sqlite3.Error:
        return False


def _read(db: Connection | None, pages: Callable[[], Pages]) -> Salvage:
    found = Salvage()
    columns = {table: _columns(db, table) for table in ("note", "revision")}
    if db is None:
        found.complete = found.knows_all = False
    else:
        _read_rows(db, found, columns)
        for key in found.ids.keys() - found.notes.keys():
            if row := _by_columns(db, key, columns["note"]):
                found.notes[key] = row
                found.complete = False
    lacking = found.ids.keys() - found.notes.keys()
    if lacking or not found.complete:
        found.complete = False
        _read_pages(pages(), found, columns)
    for earlier in found.revisions.values():
        earlier.sort(key=lambda row: row["id"], reverse=True)
    return found


def _columns(db: Connection | None, table: str) -> list[str]:
    """Return the columns in file order, or, if that cannot be read, in the order of a new vault."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        for connection in (db, model):
            try:
                if connection is model:
                    migrations.migrate(model, before=lambda: None)
                names = (
                    [row[1] for row in connection.execute(f"pragma table_info({table})")]
                    if connection
                    else []
                )
            except sqlite3.Error:
                continue
            if names:
                return names
    return []


def _read_rows(db: Connection, found: Salvage, columns: Mapping[str, Sequence[str]]) -> None:
    for row in _walked(db, "note", columns["note"], found):
        found.notes[row["rowid"]] = row
    for row in _walked(db, "revision", columns["revision"], found):
        if isinstance(row["note_rowid"], int):
            found.revisions[row["note_rowid"]].append({**row, "id": row["rowid"]})
    other_ways = ("indexed by tag_folded", "order by note_rowid desc")
    for key, name in _all(db, found, "tag", "note_rowid, name", other_ways):
        if isinstance(key, int) and isinstance(name, str) and name not in found.tags[key]:
            found.tags[key].append(name)
    _read_indexes(db, found)
    for table in BESIDE:
        names = _columns(db, table)
        rows = _all(db, found, table, ", ".join(f'"{name}"' for name in names))
        found.beside[table] = [dict(zip(names, row, strict=True)) for row in rows]


def _by_columns(db: Connection, key: int, names: Sequence[str]) -> Row | None:
    """Return what can be read of a note whose row cannot be read as a whole, e.g. because its header is damaged.

    The note counts as damaged and as local only: a damaged header shifts the values of columns, so what it says about
    that cannot be trusted. None if not even its text can be read.
    """
    row: dict[str, Any] = {"rowid": key}
    for name in ("body", *(column for column in names if column not in ("body", "rowid"))):
        try:
            values = db.execute(f'select "{name}" from note where rowid = ?', (key,)).fetchone()
        except sqlite3.DatabaseError:
            values = None
        if values is not None:
            row[name] = values[0]
        if not isinstance(row.get("body"), str):
            return None
    return row | {"text_hash": row.get("text_hash") or b"", "local_only": 1}


def _read_indexes(db: Connection, found: Salvage) -> None:
    """Read what is known about notes without their rows."""
    try:
        for key, note_id in db.execute(
            "select rowid, id from note indexed by sqlite_autoindex_note_1"
        ):
            found.ids[key] = note_id
    except sqlite3.DatabaseError:
        found.complete = found.knows_all = False
    columns = "rowid, title, workspace, category, pinned, updated_at"
    query = f"select {columns} from note indexed by note_updated where deleted_at is null"
    try:
        for row in db.execute(query):
            found.filed[row[0]] = dict(zip(columns.split(", "), row, strict=True))
    except sqlite3.DatabaseError:
        found.complete = False
    for key, row in found.notes.items():
        listed, row_id = found.ids.get(key), row.get("id")
        if is_id(row_id) and row_id != listed:
            found.ids[key] = row_id
            if is_id(listed):
                found.other_ids[key] = listed


def is_id(value: object) -> TypeGuard[str]:
    """Return whether a value is an id in the program's format."""
    return isinstance(value, str) and _ID.match(value) is not None


def _walked(
    db: Connection, table: str, columns: Sequence[str], found: Salvage
) -> Iterator[dict[str, Any]]:
    names = [name for name in columns if name != "rowid"]

    def stepped_over() -> None:
        found.complete = False

    try:
        for key, *values in walk(
            db, table, ", ".join(f'"{column}"' for column in names), missed=stepped_over
        ):
            yield {"rowid": key, **dict(zip(names, values, strict=True))}
    except sqlite3.DatabaseError:  # no such table
        found.complete = False


def _all(
    db: Connection, found: Salvage, table: str, columns: str, other_ways: Iterable[str] = ()
) -> Iterator[Any]:
    """Yield the rows of a table, some of them repeatedly if one access path is damaged and there are others."""
    for way in ("", *other_ways):
        try:
            yield from db.execute(f"select {columns} from {table} {way}")
        except sqlite3.DatabaseError:
            found.complete = False
        else:
            return


def _read_pages(pages: Pages, found: Salvage, columns: Mapping[str, Sequence[str]]) -> None:
    """Add rows from unreachable pages; if nothing else was found of a table, from free pages too."""
    free, none = pages.free(), frozenset[int]()
    row: dict[str, Any]
    for key, values in pages.rows(skip=free if found.notes else none):
        if _is_note(values):
            row = {**dict(zip(columns["note"], values, strict=False)), "rowid": key}
            if key not in found.notes or _rank(row) > _rank(found.notes[key]):
                found.notes[key] = row
                found.ids.setdefault(key, row["id"])
    seen = {one["id"] for rows in found.revisions.values() for one in rows}
    for key, values in pages.rows(skip=free if seen else none):
        if _is_revision(values) and key not in seen:
            row = {**dict(zip(columns["revision"], values, strict=False)), "id": key}
            found.revisions[row["note_rowid"]].append(row)


def _is_note(values: Sequence[Any]) -> bool:
    return (
        len(values) >= _LEAST_COLUMNS["note"]
        and values[0] is None
        and is_id(values[1])
        and isinstance(values[5], str)
    )


def _is_revision(values: Sequence[Any]) -> bool:
    kinds = (type(None), int, int, str, int, str, str, int, str, str)
    return len(values) >= _LEAST_COLUMNS["revision"] and all(map(isinstance, values, kinds))


def _rank(row: Row) -> tuple[bool, int]:
    version = row.get("version")
    return is_whole(row), version if isinstance(version, int) else 0


def _add(found: Salvage, other: Salvage) -> None:
    """Add results of another reading of the same file that are better or missing here."""
    for key, row in other.notes.items():
        if key not in found.notes or (not is_whole(found.notes[key]) and is_whole(row)):
            found.notes[key] = row
            found.tags.setdefault(key, other.tags.get(key, []))
    for key, rows in other.revisions.items():
        if not found.revisions.get(key):
            found.revisions[key] = rows
    for key, note_id in other.ids.items():
        found.ids.setdefault(key, note_id)
    for key, row in other.filed.items():
        found.filed.setdefault(key, row)
    for table, rows in other.beside.items():
        if not found.beside.get(table):
            found.beside[table] = rows


def _raw(value: object) -> bytes:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape")
    return value if isinstance(value, bytes) else b""


def _is_text(value: str) -> bool:
    return (
        not any("\udc80" <= character <= "\udcff" for character in value)
        if not value.isascii()
        else True
    )
