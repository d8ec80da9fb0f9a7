"""The earlier texts of the blocks: which are kept before a change, and reading them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.content import text_hash
from notebrain.domain.notes.history import LastVersion, is_due, plan_versions
from notebrain.domain.profile.blocks import BlockKey, EarlierBlock
from notebrain.storage.connection import Connection
from notebrain.storage.plausible import MAYBE_NUMBER, NUMBER, TEXT, plausible
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms


def keep_before(
    db: Connection,
    key: BlockKey,
    new: str,
    *,
    at: datetime,
    reason: str,
    session: str,
    always: bool,
) -> None:
    """Keep what a change must not lose, before the change and in the caller's transaction.

    Args:
        new: The text the block is about to get.
        always: Keep the present text whatever the change removes.
    """
    text, updated_at, sharing, aside, aside_at = db.execute(
        "select text, updated_at, sharing, aside, aside_at from block where key = ?", (key,)
    ).fetchone()
    if updated_at is None:  # it never had a text
        return
    last = _last(db, key)
    wanted = plan_versions(
        text,
        new,
        due=always or is_due(last, session=session, last_edit=from_ms(updated_at), now=at),
        last=None if last is None else last.body,
        fullest=aside,
    )
    made = (to_ms(at), reason, session, int(sharing != 0))
    if wanted.fullest and aside is not None:
        _add(db, key, aside, aside_at, made)
    if wanted.prior:
        _add(db, key, text, updated_at, made)
    elif wanted.set_aside:
        db.execute(
            "update block set aside = text, aside_at = updated_at where key = ?",
            (key,),
        )


def add(
    db: Connection,
    key: BlockKey,
    text: str,
    *,
    at: datetime,
    reason: str,
    local_only: bool = False,
) -> None:
    """Keep a text that never was the block's here, e.g. another computer's."""
    _add(db, key, text, None, (to_ms(at), reason, reason, int(local_only)))


def mark_local_only(db: Connection, key: BlockKey) -> None:
    """Mark all earlier texts as local only, because the block itself may leave this computer from now on."""
    aside, aside_at = db.execute(
        "select aside, aside_at from block where key = ?", (key,)
    ).fetchone()
    if aside is not None:
        _add(db, key, aside, aside_at, (aside_at, "edit", "local-only", 1))
    db.execute("update block_version set local_only = 1 where key = ?", (key,))


def history(db: Connection, key: BlockKey) -> list[EarlierBlock]:
    """Return the earlier texts of a block, newest first."""
    rows = db.execute(
        f"select {_COLUMNS} from block_version where key = ? order by id desc", (key,)
    )
    return [_version(key, row) for row in rows]


def has(db: Connection, key: BlockKey, text: str) -> bool:
    """Return whether a block's history has exactly this text."""
    row = db.execute(
        "select 1 from block_version where key = ? and text = ? limit 1", (key, text)
    ).fetchone()
    return row is not None


def newest(db: Connection, key: BlockKey) -> EarlierBlock | None:
    """Return the text a block had before its last act, or None."""
    row = db.execute(
        f"select {_COLUMNS} from block_version where key = ? order by id desc limit 1", (key,)
    ).fetchone()
    return None if row is None else _version(key, row)


def get(db: Connection, key: BlockKey, version_id: int) -> EarlierBlock:
    """Return one earlier text.

    Raises:
        NotFound: The block has no such text.
    """
    row = db.execute(
        f"select {_COLUMNS} from block_version where key = ? and id = ?", (key, version_id)
    ).fetchone()
    if row is None:
        raise NotFound(_("The block has no version {number}.").format(number=version_id))
    return _version(key, row)


_COLUMNS = "id, text, written_at, made_at, reason, local_only"
_KINDS = (NUMBER, TEXT, MAYBE_NUMBER, NUMBER, TEXT, NUMBER)


def _version(key: BlockKey, row: Sequence[Any]) -> EarlierBlock:
    row = plausible(row, _KINDS)
    return EarlierBlock(
        row[0], key, row[1], maybe_from_ms(row[2]), from_ms(row[3]), row[4], bool(row[5])
    )


def _last(db: Connection, key: BlockKey) -> LastVersion | None:
    row = db.execute(
        "select session, made_at, text from block_version where key = ? order by id desc limit 1",
        (key,),
    ).fetchone()
    return None if row is None else LastVersion(row[0], from_ms(row[1]), row[2])


def _add(
    db: Connection,
    key: BlockKey,
    text: str,
    written_at: int | None,
    made: tuple[int, str, str, int],
) -> None:
    """Make a text the newest version; if it already is, it was replaced once more."""
    db.execute("update block set aside = null, aside_at = null where key = ?", (key,))
    last = _last(db, key)
    if last is not None and last.body == text:
        db.execute(
            """update block_version set made_at = ?, reason = ?, session = ?, local_only = max(local_only, ?)
            where id = (select max(id) from block_version where key = ?)""",
            (*made, key),
        )
        return
    db.execute(
        """insert into block_version (key, text, written_at, made_at, reason, session, local_only, text_hash)
        values (?, ?, ?, ?, ?, ?, ?, ?)""",
        (key, text, written_at, *made, text_hash("", text, "")),
    )
