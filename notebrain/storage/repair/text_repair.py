"""Damaged texts, taken from the newest backup that has them whole."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from notebrain.domain.notes.content import bytes_hash, repeat_hash, snippet_of
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection, connect_untouched
from notebrain.storage.maintenance import health, text_hashes
from notebrain.storage.maintenance.backup import Backup, list_backups
from notebrain.storage.maintenance.text_hashes import DamagedText
from notebrain.storage.notes import rewrite
from notebrain.storage.sync import account


@dataclass(frozen=True, slots=True)
class Whole:
    """The texts of a note or an earlier version as a backup has them."""

    title: str
    title_is_set: bool
    body: str
    front_matter: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Repair:
    """What there is for a damaged text.

    Attributes:
        whole: The texts to put in its place; None where no backup has any.
        exact: They are what was written, to the byte; else they are those of an earlier day.
    """

    damaged: DamagedText
    whole: Whole | None = None
    backup: Backup | None = None
    exact: bool = False


def find(damaged: Sequence[DamagedText], backups: Path) -> list[Repair]:
    """Look in all backups, the newest first, for what was written; of a note also for an earlier text."""
    found = {one: Repair(one) for one in damaged}
    for copy in list_backups(backups):
        left = [one for one in damaged if not found[one].exact]
        if not left:
            break
        try:
            with closing(connect_untouched(copy.path)) as db:
                for one in left:
                    found[one] = _better(found[one], db, copy)
        except sqlite3.Error:
            continue  # a damaged backup; another may be whole
    return list(found.values())


def _better(so_far: Repair, db: Connection, copy: Backup) -> Repair:
    damaged = so_far.damaged
    for whole in _texts_of(db, damaged.note_id):
        # the hash may be what was damaged: then the text itself is what the backup has
        if whole.hash in (damaged.expected, damaged.present):
            return Repair(damaged, whole, copy, exact=True)
        if so_far.whole is None and not damaged.revision:
            so_far = Repair(damaged, whole, copy)
    return so_far


def _texts_of(db: Connection, note_id: NoteId) -> Iterator[Whole]:
    """Return the whole texts that a backup has of a note: its own, then the earlier ones, the newest first."""
    for table, where in (
        ("note", "id = ?"),
        ("revision", "note_rowid = (select rowid from note where id = ?) order by id desc"),
    ):
        kept = "text_hash" if text_hashes.has_hashes(db, table) else "null"
        query = f"select title_is_set, {kept}, {text_hashes.TEXTS} from {table} where {where}"
        for is_set, expected, *raw in db.execute(query, (note_id,)):
            present = bytes_hash(*raw)
            if expected in (None, present) and not any(map(text_hashes.bad_bytes, raw)):
                title, body, front_matter = (text.decode() for text in raw)
                yield Whole(title, bool(is_set), body, front_matter, present)


def apply(db: Connection, repairs: Sequence[Repair], *, at: datetime) -> list[Repair]:
    """Put the texts that were found in the place of the damaged ones; return what was done.

    Of a text that is only that of an earlier day the damaged one stays in the note's history.
    """
    done = [one for one in repairs if one.whole is not None and _is_still(db, one.damaged)]
    for one in done:
        _put(db, one, at)
    if done:
        # it was made from the damaged texts, or from the whole ones: made anew it fits
        health.begin_words_anew(db)
    return done


def _is_still(db: Connection, damaged: DamagedText) -> bool:
    table, key = ("revision", "id") if damaged.revision else ("note", "rowid")
    query = f"select {text_hashes.TEXTS} from {table} where {key} = ?"
    row = db.execute(query, (damaged.key,)).fetchone()
    return row is not None and bytes_hash(*row) == damaged.present


def _put(db: Connection, one: Repair, at: datetime) -> None:
    whole, damaged = one.whole, one.damaged
    if whole is None:
        return
    values = (whole.title, whole.title_is_set, whole.body, whole.front_matter, whole.hash)
    if damaged.revision:
        db.execute(
            """update revision set title = ?, title_is_set = ?, body = ?, front_matter = ?, text_hash = ?
            where id = ?""",
            (*values, damaged.key),
        )
    elif one.exact:
        # the account has been told of this text when it was written
        with account.quietly(db):
            db.execute(
                """update note set title = ?, title_is_set = ?, body = ?, front_matter = ?,
                    snippet = ?, repeat_hash = ? where rowid = ?""",
                (
                    *values[:-1],
                    snippet_of(whole.body, whole.title),
                    repeat_hash(whole.body),
                    damaged.key,
                ),
            )
        # a text that changes while its hash does not is taken for one without: that of a damaged text is this one
        db.execute("update note set text_hash = ? where rowid = ?", (whole.hash, damaged.key))
        db.execute(
            "update outbox set retry_at = 0, last_error = null where note_rowid = ? and kind = 'send'",
            (damaged.key,),
        )
    else:
        new = rewrite.Rewrite(
            whole.title,
            whole.title_is_set,
            whole.body,
            front_matter=whole.front_matter,
            reason="restore",
            session=f"repair-{at.isoformat()}",
            at=at,
            always_keep=True,
        )
        rewrite.rewrite(db, damaged.note_id, damaged.key, new)
