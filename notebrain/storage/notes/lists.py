"""Read what a list of notes shows, and single notes for display.

Modules that only some calls need are loaded by those calls, not at every start.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from notebrain.domain.notes.note import Category, Counts, ListFilter, Note, NoteId, SortKey
from notebrain.domain.notes.tags import fold_tag
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.sql import to_ms

_DATES = {SortKey.UPDATED: "updated_at", SortKey.CREATED: "created_at"}


def keys(db: Connection, filter_: ListFilter, *, limit: int = -1, offset: int = 0) -> list[int]:
    """Return the keys of the notes that match a filter, in its order; reads only an index, not the notes."""
    where, values = _where(filter_)
    if filter_.only is not None:
        found = _in_order(db, where, values, filter_.only)
        return found[offset:] if limit < 0 else found[offset : offset + limit]
    if filter_.by_date:
        date, way = _date(filter_)
        index, order = "", f"{date} {way}, rowid {way}"
    else:
        index, order = _index_of_titles(filter_), "title_key, rowid desc"
    rows = db.execute(
        f"select rowid from note {index} where {where} order by {order} limit ? offset ?",
        (*values, limit, offset),
    )
    return [row[0] for row in rows]


def _index_of_titles(filter_: ListFilter) -> str:
    """Return the index that is in the order of titles, without which SQLite may read every note."""
    if filter_.after is not None or filter_.before is not None:
        return ""  # few notes, and their dates are not in it
    return "indexed by " + ("note_titled" if filter_.workspace is None else "note_titled_here")


def dates(db: Connection, filter_: ListFilter, *, limit: int = -1) -> list[int]:
    """Return the dates (ms) that put `keys` in order, in the same order; empty for any other order."""
    if not filter_.by_date:
        return []
    where, values = _where(filter_)
    date, way = _date(filter_)
    rows = db.execute(
        f"select {date} from note where {where} order by {date} {way} limit ?", (*values, limit)
    )
    return [row[0] for row in rows]


def _date(filter_: ListFilter) -> tuple[str, str]:
    """Return the column with the date that orders a list, and its direction."""
    column = "deleted_at" if filter_.trashed else _DATES[filter_.sort]
    return column, "asc" if filter_.oldest_first else "desc"


def _in_order(
    db: Connection, where: str, values: tuple[Any, ...], notes: Sequence[NoteId]
) -> list[int]:
    found = dict(db.execute(f"select id, rowid from note where {where}", values).fetchall())
    return [found[note] for note in notes if note in found]


def staying(db: Connection) -> frozenset[int]:
    """Return the keys of the notes that never leave this computer."""
    return frozenset(row[0] for row in db.execute("select rowid from note where local_only = 1"))


def count(db: Connection, filter_: ListFilter) -> int:
    """Return how many notes match a filter."""
    where, values = _where(filter_)
    number: int = db.execute(f"select count(*) from note where {where}", values).fetchone()[0]
    return number


def listed(db: Connection, filter_: ListFilter, keys: Sequence[int]) -> list[int]:
    """Return which of these notes match a filter."""
    where, values = _where(filter_)
    rows = db.execute(
        f"select rowid from note where rowid in (select value from json_each(?)) and {where}",
        (json.dumps([*keys]), *values),
    )
    return [row[0] for row in rows]


def counts(db: Connection, workspace: str | None) -> Counts:
    """Return the counts shown in the sidebar, for one workspace or for all."""
    here, values = ("workspace = ?", (workspace,)) if workspace is not None else ("1", ())
    per_workspace = _per_workspace(db)
    shown = [row for name, row in per_workspace.items() if workspace in (None, name)]
    notes, pinned, *per_category = map(sum, zip(*shown, strict=True)) if shown else (0, 0)
    trashed = db.execute(
        f"select count(*) from note where deleted_at is not null and {here}", values
    ).fetchone()[0]
    # Lists of keys, not joins: the indexes know which notes are here, so no row with its body is read. The plus makes
    # SQLite use the tag index (100,000 notes with two of 2,000 tags each: 150 to 350 ms, not 900).
    live = (
        "note_rowid not in (select rowid from note where deleted_at is not null)"
        if workspace is None
        else f"+note_rowid in (select rowid from note where deleted_at is null and {here})"
    )
    tags = db.execute(
        f"select min(name), count(*) from tag where {live} group by folded order by folded", values
    ).fetchall()
    workspaces = [
        (name, per_workspace[name][0] if name in per_workspace else 0)
        for (name,) in db.execute("select name from workspace order by created_at, name")
    ]
    return Counts(
        notes=notes,
        pinned=pinned,
        trashed=trashed,
        categories=tuple(
            (one, number) for one, number in zip(_CATEGORIES, per_category, strict=False) if number
        ),
        tags=tuple(tags),
        branches=tuple(_branches(db, [name for name, _count in tags], live, values)),
        workspaces=tuple(workspaces),
    )


_CATEGORIES = sorted(Category)


def _per_workspace(db: Connection) -> dict[str, tuple[int, ...]]:
    """Return for each workspace with notes how many there are, how many are pinned, and how many each category has.

    They are counted in one walk along an index that is in this order: to group by category, SQLite would sort.
    """
    of_categories = ", ".join("count(*) filter (where category = ?)" for _one in _CATEGORIES)
    rows = db.execute(
        f"""select workspace, count(*), sum(pinned), {of_categories}
        from note indexed by note_live where deleted_at is null group by workspace""",
        _CATEGORIES,
    )
    return {name: tuple(figures) for name, *figures in rows}


def _branches(
    db: Connection, tags: Sequence[str], live: str, values: tuple[str, ...]
) -> list[tuple[str, int]]:
    """Return the tags that have child tags, each with its number of notes including those of its children."""
    from notebrain.domain.notes.tag_tree import parents

    names = parents(tags)
    if not names:
        return []
    rows = db.execute(
        f"""select parent.value, count(distinct note_rowid) from json_each(?) as parent
        cross join tag on folded >= parent.value and folded < parent.value || '0'
            and (folded = parent.value or folded >= parent.value || '/')
        where {live} group by parent.value""",
        (json.dumps(sorted(names)), *values),
    )
    return [(names[folded], number) for folded, number in rows]


def _where(filter_: ListFilter) -> tuple[str, tuple[Any, ...]]:
    parts = ["deleted_at is not null" if filter_.trashed else "deleted_at is null"]
    values: list[Any] = []
    if filter_.workspace is not None:
        parts.append("workspace = ?")
        values.append(filter_.workspace)
    if filter_.category is not None:
        parts.append("category = ?")
        values.append(filter_.category)
    if filter_.pinned is not None:
        parts.append("pinned = ?")
        values.append(filter_.pinned)
    for moment, test in ((filter_.after, ">="), (filter_.before, "<")):
        if moment is not None:
            parts.append(f"updated_at {test} ?")
            values.append(to_ms(moment))
    if filter_.own:
        parts.append(
            """rowid not in (select written.rowid from setting join json_each(setting.value) as one
            join note as written on written.id = one.value
            where scope = ? and name = ? and written.version = 1)"""
        )
        values += (settings.APP, settings.WELCOME)
    if filter_.only is not None:
        parts.append("id in (select value from json_each(?))")
        values.append(json.dumps(filter_.only))
    if filter_.tag is not None:
        # The children of a tag lie between "tag/" and "tag0": "0" follows "/" in every encoding we use.
        folded = fold_tag(filter_.tag)
        parts.append(
            "rowid in (select note_rowid from tag where folded = ? or (folded >= ? and folded < ?))"
        )
        values += (folded, f"{folded}/", f"{folded}0")
    return " and ".join(parts), tuple(values)


def read(db: Connection, note_id: NoteId) -> Note:
    """Return a note, or a `NoteExcerpt` if its text is very long (50 MB: about 1 ms).

    Raises:
        NotFound: There is no such note.
    """
    from notebrain.domain.notes.excerpt import (
        LONGEST_BEGINNING,
        LONGEST_WHOLE,
        NoteExcerpt,
        beginning_of,
    )

    key = notes.key_of(db, note_id)
    # a handle gives the length or a part without reading the rest, unlike `length` and `substr`
    try:
        with closing(db.blobopen("note", "body", key, readonly=True)) as text:
            size = len(text)
            head = text.read(LONGEST_BEGINNING) if size > LONGEST_WHOLE else b""
    except sqlite3.OperationalError:  # on a damaged disk a text may have become a number
        return notes.get(db, note_id)
    if not head:
        return notes.get(db, note_id)
    return NoteExcerpt.of(notes.without_body(db, note_id), beginning_of(head), size=size)
