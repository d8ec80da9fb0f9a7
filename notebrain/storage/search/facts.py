"""Read what a search needs about notes: which may be shown, what ranks them, and what a hit shows."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from notebrain.domain.notes.note import NoteId
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.search.query import Content, Filter, FilterKind, State
from notebrain.domain.text.collation import title_key
from notebrain.domain.text.fuzzy import fold
from notebrain.storage.connection import Connection
from notebrain.storage.sql import CHANGED_AT, from_ms, to_ms

_OLDER = "select older_id from card join note as other on other.id = newer_id and other.deleted_at is null"
_NEWER = "select newer_id from card join note as other on other.id = older_id and other.deleted_at is null"
_STATES = {
    State.PINNED: "pinned",
    State.OUTDATED: f"id in ({_OLDER} where state = 'answered' and answer = 'outdated')",
    State.LINKED: f"""(rowid in (select note_rowid from link)
        or id in ({_OLDER} where state = 'answered' and answer = 'link')
        or id in ({_NEWER} where state = 'answered' and answer = 'link'))""",
    State.REVIEW: f"(id in ({_OLDER} where state = 'open') or id in ({_NEWER} where state = 'open'))",
    State.CONVERSATION: "0",  # no note is one
}
_WITH_FILE = """rowid in (select owner from attachment_use left join attachment using (sha)
    where source = 'note' and {})"""
_CONTENTS = {
    Content.FILE: "1",
    Content.PDF: "media_type = 'application/pdf'",
    Content.IMAGE: "media_type glob 'image/*'",
}
_BATCH = 400
_BEGINNING = 700


class RankFacts(NamedTuple):
    """What a note is ranked by, besides its match."""

    key: int
    note_id: NoteId
    title: str
    beginning: str
    updated_at: datetime
    pinned: bool
    importance: int
    access_count: int
    reinforcement_count: int


class HitFacts(NamedTuple):
    """What a hit shows of its note, besides the passage."""

    key: int
    note_id: NoteId
    title: str
    source: str
    workspace: str
    tags: tuple[str, ...]
    pinned: bool
    local_only: bool
    importance: int
    created_at: datetime
    updated_at: datetime
    body: str


def hidden(db: Connection) -> frozenset[int]:
    """Return the keys of the notes in the trash, which searches never show."""
    return frozenset(
        row[0] for row in db.execute("select rowid from note where deleted_at is not null")
    )


def all_shown(db: Connection) -> frozenset[int]:
    """Return the keys of all notes outside the trash."""
    return frozenset(
        row[0] for row in db.execute("select rowid from note where deleted_at is null")
    )


def allowed(
    db: Connection,
    filters: Sequence[Filter],
    workspace: str | None,
    *,
    among: Iterable[int] | None = None,
) -> frozenset[int] | None:
    """Return the keys of the notes that pass every filter, or None when all notes outside the trash do.

    Args:
        among: Only look at these notes, which is faster.
    """
    if not filters and workspace is None and among is None:
        return None
    parts, values = ["deleted_at is null"], list[Any]()
    if among is not None:
        parts.append("rowid in (select value from json_each(?))")
        values.append(json.dumps(sorted(among)))
    if workspace is not None:
        parts.append("workspace = ?")
        values.append(workspace)
    for condition in filters:
        part, its_values = _condition(db, condition)
        parts.append(f"not ({part})" if condition.negated else part)
        values += its_values
    rows = db.execute(f"select rowid from note where {' and '.join(parts)}", values)
    return frozenset(row[0] for row in rows)


def _condition(db: Connection, condition: Filter) -> tuple[str, list[Any]]:
    match condition.kind:
        case FilterKind.TAG:
            # child tags are written tag/child; "0" follows "/" in every encoding we use
            name = fold_tag(condition.value)
            return (
                "rowid in (select note_rowid from tag where folded = ? or (folded >= ? and folded < ?))",
                [name, f"{name}/", f"{name}0"],
            )
        case FilterKind.WORKSPACE:
            return "workspace = ? collate nocase", [condition.value]
        case FilterKind.STATE:
            return _STATES[State(condition.value)], []
        case FilterKind.HAS | FilterKind.FILE:
            return _file_condition(db, condition)
        case FilterKind.BEFORE:
            return "updated_at < ?", [_ms(condition)]
        case FilterKind.AFTER:
            return "updated_at >= ?", [_ms(condition)]


def _file_condition(db: Connection, condition: Filter) -> tuple[str, list[Any]]:
    if condition.kind is FilterKind.HAS:
        return _WITH_FILE.format(_CONTENTS[Content(condition.value)]), []
    wanted = fold(condition.value)
    rows = db.execute("select sha, name from attachment")
    named = json.dumps([sha for sha, name in rows if wanted in fold(name)])
    return _WITH_FILE.format("sha in (select value from json_each(?))"), [named]


def _ms(condition: Filter) -> int:
    return 0 if condition.moment is None else to_ms(condition.moment)


def newest(db: Connection, among: frozenset[int] | None, *, limit: int) -> list[int]:
    """Return the keys of the most recently changed notes that may be shown."""
    found: list[int] = []
    for (key,) in db.execute(
        "select rowid from note where deleted_at is null order by updated_at desc"
    ):
        if among is None or key in among:
            found.append(key)
            if len(found) >= limit:
                break
    return found


def dated_within(db: Connection, start: datetime, end: datetime) -> frozenset[int]:
    """Return the keys of the notes that were created or last changed in a time, to before `end`."""
    first, last = to_ms(start), to_ms(end)
    rows = db.execute(
        """select rowid from note where deleted_at is null and created_at >= ? and created_at < ?
        union all select rowid from note where deleted_at is null and updated_at >= ? and updated_at < ?""",
        (first, last, first, last),
    )
    return frozenset(row[0] for row in rows)


def created(db: Connection, keys: Sequence[int]) -> dict[int, datetime]:
    """Return when these notes were created."""
    rows = _rows(db, "select rowid, created_at from note where rowid in", keys)
    return {row[0]: from_ms(row[1]) for row in rows}


def rank_facts(db: Connection, keys: Sequence[int]) -> dict[int, RankFacts]:
    """Return the ranking facts of these notes."""
    rows = _rows(
        db,
        f"""select rowid, id, title, substr(body, 1, {_BEGINNING}), {CHANGED_AT}, pinned, importance, access_count,
        reinforcement_count from note where rowid in""",
        keys,
    )
    return {
        row[0]: RankFacts(
            row[0], row[1], row[2], row[3], from_ms(row[4]), bool(row[5]), row[6], row[7], row[8]
        )
        for row in rows
    }


def titled(db: Connection, title: str) -> list[int]:
    """Return the newest notes whose whole title is this one, whatever its case, at most 300."""
    rows = db.execute(
        """select rowid, title from note where deleted_at is null and title_key = ?
        order by rowid desc limit 300""",
        (title_key(title),),
    )
    wanted = title.strip().casefold()
    return [key for key, found in rows if found.strip().casefold() == wanted]


def successors(db: Connection) -> dict[int, int]:
    """Return the notes marked as outdated, each with the note that replaces it, by their keys."""
    rows = db.execute(
        """select older.rowid, newer.rowid from card
        join note as older on older.id = older_id join note as newer on newer.id = newer_id
        where state = 'answered' and answer = 'outdated' and newer.deleted_at is null order by answered_at"""
    )
    return dict(rows.fetchall())


def hit_facts(db: Connection, keys: Sequence[int]) -> dict[int, HitFacts]:
    """Return what hits show of these notes, and their bodies."""
    rows = _rows(
        db,
        f"""select rowid, id, title, source, workspace,
        (select group_concat(name, char(31)) from tag where note_rowid = note.rowid),
        pinned, local_only, importance, created_at, {CHANGED_AT}, body from note where rowid in""",
        keys,
    )
    return {
        row[0]: HitFacts(
            key=row[0],
            note_id=row[1],
            title=row[2],
            source=row[3],
            workspace=row[4],
            tags=tuple(row[5].split("\x1f")) if row[5] else (),
            pinned=bool(row[6]),
            local_only=bool(row[7]),
            importance=row[8],
            created_at=from_ms(row[9]),
            updated_at=from_ms(row[10]),
            body=row[11],
        )
        for row in rows
    }


def chunk_spans(db: Connection, chunk_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return where these passages are in their bodies."""
    rows = _rows(db, 'select id, start, "end" from chunk where id in', chunk_ids)
    return {row[0]: (row[1], row[2]) for row in rows}


def keys_of(db: Connection, note_ids: Sequence[str]) -> dict[str, int]:
    """Return the keys of notes by their ids, without missing and local-only notes."""
    rows = _rows(db, "select id, rowid from note where local_only = 0 and id in", note_ids)
    return {row[0]: row[1] for row in rows}


def chunk_of(db: Connection, key: int, content_hash: bytes) -> int:
    """Return the passage of a note with this text, or 0 if the indexer has not read it yet."""
    row = db.execute(
        "select id from chunk where note_rowid = ? and content_hash = ? limit 1",
        (key, content_hash),
    ).fetchone()
    return 0 if row is None else row[0]


def _rows(db: Connection, select: str, keys: Sequence[int] | Sequence[str]) -> Iterable[Any]:
    for at in range(0, len(keys), _BATCH):
        part = keys[at : at + _BATCH]
        yield from db.execute(f"{select} ({', '.join('?' * len(part))})", part)
