"""Read and change the blocks; what a change replaces is kept in the block's history."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from notebrain.domain.notes.content import text_hash
from notebrain.domain.profile.blocks import RULES, Block, BlockKey, Sharing, checked
from notebrain.domain.profile.markdown_file import FiledBlock
from notebrain.domain.profile.proposals import Proposal, with_proposal
from notebrain.domain.text.merge import merge_texts
from notebrain.storage.connection import Connection
from notebrain.storage.plausible import MAYBE_NUMBER, NUMBER, TEXT, plausible
from notebrain.storage.profile import versions
from notebrain.storage.sql import maybe_from_ms, to_ms

_COLUMNS = "key, text, is_off, sharing, updated_at, version"
_KINDS = (TEXT, TEXT, NUMBER, NUMBER, MAYBE_NUMBER, NUMBER)


@dataclass(frozen=True, slots=True)
class NewText:
    """A new text for a block.

    Attributes:
        reason: What replaces the present text: `edit restore undo import card sync conflict`.
        session: The session in which the user edits; its first change keeps the text before, see
            `domain.notes.history`.
        always_keep: Keep the text before, whatever the session.
        base_version: The version that the user saw; if the text has changed since, the one in between is kept.
    """

    text: str = field(repr=False)
    reason: str
    session: str
    at: datetime
    always_keep: bool = True
    base_version: int | None = None


@dataclass(frozen=True, slots=True)
class Learning:
    """What a card's answer did to a block: its text before and after."""

    key: BlockKey
    before: str = field(repr=False)
    after: str = field(repr=False)


def all_blocks(db: Connection) -> list[Block]:
    """Return all thirteen blocks in the order in which they are shown."""
    rows = {row[0]: row for row in db.execute(f"select {_COLUMNS} from block")}
    return [_block(key, rows.get(key)) for key in RULES]


def get(db: Connection, key: BlockKey) -> Block:
    """Return a block; empty and on if nothing is stored of it."""
    return _block(key, db.execute(f"select {_COLUMNS} from block where key = ?", (key,)).fetchone())


def write(db: Connection, key: BlockKey, new: NewText) -> bool:
    """Give a block a new text; return whether it differs from the former one (if not, nothing is written).

    Raises:
        BadText: A block cannot hold it.
    """
    checked(new.text)
    present = get(db, key)
    if present.text == new.text:
        return False
    _make(db, key)
    changed_since = new.base_version not in (None, present.version)
    versions.keep_before(
        db,
        key,
        new.text,
        at=new.at,
        reason=new.reason,
        session=new.session,
        always=new.always_keep or changed_since,
    )
    db.execute(
        "update block set text = ?, updated_at = ?, version = version + 1, text_hash = ? where key = ?",
        (new.text, to_ms(new.at), text_hash("", new.text, ""), key),
    )
    return True


def switch(db: Connection, key: BlockKey, *, is_off: bool) -> bool:
    """Leave a block out wherever blocks are used, or not any more; return whether that changed."""
    if get(db, key).is_off == is_off:
        return False
    _make(db, key)
    db.execute("update block set is_off = ? where key = ?", (is_off, key))
    return True


def share(db: Connection, key: BlockKey, sharing: Sharing) -> bool:
    """Keep a block on this computer or share it; return whether that changed.

    Its earlier texts never leave this computer, and one that was written while the block was local only makes the block
    local only again if it is restored.
    """
    present = get(db, key)
    if present.sharing is sharing:
        return False
    _make(db, key)
    if sharing is Sharing.SHARED:
        versions.mark_local_only(db, key)
    db.execute("update block set sharing = ? where key = ?", (sharing, key))
    return True


def learn(db: Connection, proposal: Proposal, *, at: datetime) -> Learning | None:
    """Carry out what a card proposes, in the transaction of its answer; None if that is not possible any more."""
    before = get(db, proposal.key).text
    after = with_proposal(before, proposal)
    if after is None:
        return None
    write(db, proposal.key, NewText(after, "card", "card", at))
    return Learning(proposal.key, before, after)


def unlearn(db: Connection, learning: Learning, *, at: datetime) -> bool:
    """Undo `learn`: exactly if nothing changed since, else only its own lines; False if those were changed, too."""
    present = get(db, learning.key).text
    restored = (
        learning.before
        if present == learning.after
        else merge_texts(learning.after, present, learning.before)
    )
    if restored is None:
        return False
    write(db, learning.key, NewText(restored, "undo", "undo", at))
    return True


@dataclass(frozen=True, slots=True)
class BlocksTaken:
    """What became of the blocks of a file.

    Attributes:
        filled: Blocks that got its text.
        beside: Blocks that keep their own text; the file's is in their history.
    """

    filled: tuple[BlockKey, ...] = ()
    beside: tuple[BlockKey, ...] = ()


def take(
    db: Connection, filed: Sequence[FiledBlock], *, at: datetime, replace: bool
) -> BlocksTaken:
    """Take the blocks of a file.

    Args:
        replace: Give each block the text of the file; otherwise only empty ones get it, and the others keep it in
            their history.
    """
    filled: list[BlockKey] = []
    beside: list[BlockKey] = []
    for one in filed:
        present = get(db, one.key)
        if present.text and present.text != one.text and not replace:
            if not versions.has(db, one.key, one.text):
                beside.append(one.key)
                reason, stays = "import", one.local_only
                versions.add(db, one.key, one.text, at=at, reason=reason, local_only=stays)
            continue
        if one.local_only and not present.local_only:
            share(db, one.key, Sharing.HERE)
        if one.is_off:
            switch(db, one.key, is_off=True)
        if write(db, one.key, NewText(one.text, "import", "import", at)):
            filled.append(one.key)
    return BlocksTaken(tuple(filled), tuple(beside))


def _make(db: Connection, key: BlockKey) -> None:
    db.execute("insert or ignore into block (key) values (?)", (key,))


def _block(key: BlockKey, row: Sequence[Any] | None) -> Block:
    if row is None:
        return Block(RULES[key])
    _key, text, is_off, sharing, updated_at, version = plausible(row, _KINDS)
    # an unknown value came from a newer program or a damaged disk: then nothing leaves
    known = Sharing(sharing) if sharing in set(Sharing) else Sharing.HERE
    return Block(RULES[key], text, bool(is_off), known, maybe_from_ms(updated_at), version)
