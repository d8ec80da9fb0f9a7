"""Repair damaged texts with those from the newest backup that has them intact."""

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
from notebrain.storage.notes.titles import forms
from notebrain.storage.sync import account


@dataclass(frozen=True, slots=True)
class Whole:
    """The texts of a note or an earlier version from a backup."""

    title: str
    title_is_set: bool
    body: str
    front_matter: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Repair:
    """The replacement found for a damaged text.

    Attributes:
        whole: The texts to use instead; None if no backup has any.
        exact: Whether they are exactly what was written; otherwise they are older.
    """

    damaged: DamagedText
    whole: Whole | None = None
    backup: Backup | None = None
    exact: bool = False


def find(damaged: Sequence[DamagedText], backups: Path) -> list[Repair]:
    """Search all backups, newest first, for the original texts, and for a note also for older texts."""
    found = {text: Repair(text) for text in damaged}
    for copy in list_backups(backups):
        left = [text for text in damaged if not found[text].exact]
        if not left:
            break
        try:
            with closing(connect_untouched(copy.path)) as db:
                for text in left:
                    found[text] = _better(found[text], db, copy)
        except sqlite3.Error:
            continue  # a damaged backup; another one may be intact
    return list(found.values())


def _better(so_far: Repair, db: Connection, copy: Backup) -> Repair:
    damaged = so_far.damaged
    for whole in _texts_of(db, damaged.note_id):
        # the hash itself may be damaged: then the text is the one in the backup
        if whole.hash in (damaged.expected, damaged.present):
            return Repair(damaged, whole, copy, exact=True)
        if so_far.whole is None and not damaged.revision:
            so_far = Repair(damaged, whole, copy)
    return so_far


def _texts_of(db: Connection, note_id: NoteId) -> Iterator[Whole]:
    """Return the intact texts of a note in a backup: its present one, then earlier ones, newest first."""
    for table, where in (
        ("note", "id = ?"),
        ("revision", "note_rowid = (select rowid from note where id = ?) order by id desc"),
    ):
        hash_column = "text_hash" if text_hashes.has_hashes(db, table) else "null"
        query = (
            f"select title_is_set, {hash_column}, {text_hashes.TEXTS} from {table} where {where}"
        )
        for is_set, expected, *raw in db.execute(query, (note_id,)):
            present = bytes_hash(*raw)
            if expected in (None, present) and not any(map(text_hashes.bad_bytes, raw)):
                title, body, front_matter = (text.decode() for text in raw)
                yield Whole(title, bool(is_set), body, front_matter, present)


def apply(db: Connection, repairs: Sequence[Repair], *, at: datetime) -> list[Repair]:
    """Replace damaged texts with those that were found; return what was replaced.

    If the replacement is only an older text, the damaged one is saved in the note's history.
    """
    done = [
        repair for repair in repairs if repair.whole is not None and _is_still(db, repair.damaged)
    ]
    for repaired in done:
        _put(db, repaired, at)
    if done:
        # the word index was built from the damaged or from the intact texts: rebuilding makes it consistent
        health.begin_words_anew(db)
    return done


def _is_still(db: Connection, damaged: DamagedText) -> bool:
    table, key = ("revision", "id") if damaged.revision else ("note", "rowid")
    query = f"select {text_hashes.TEXTS} from {table} where {key} = ?"
    row = db.execute(query, (damaged.key,)).fetchone()
    return row is not None and bytes_hash(*row) == damaged.present


def _put(db: Connection, repair: Repair, at: datetime) -> None:
    whole, damaged = repair.whole, repair.damaged
    if whole is None:
        return
    values = (whole.title, whole.title_is_set, whole.body, whole.front_matter, whole.hash)
    if damaged.revision:
        db.execute(
            """update revision set title = ?, title_is_set = ?, body = ?, front_matter = ?, text_hash = ?
            where id = ?""",
            (*values, damaged.key),
        )
    elif repair.exact:
        # the account already received this text when it was written
        with account.quietly(db):
            db.execute(
                """update note set title = ?, title_is_set = ?, body = ?, front_matter = ?,
                    snippet = ?, repeat_hash = ?, title_key = ?, title_folded = ? where rowid = ?""",
                (
                    *values[:-1],
                    snippet_of(whole.body, whole.title),
                    repeat_hash(whole.body),
                    *forms(whole.title),
                    damaged.key,
                ),
            )
        # a text that changes without its hash is taken to have none: the hash of the damaged text is this one
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
