"""The content of blocks as computers exchange it, and which blocks must not leave this one.

Apart because both what is sent and what arrives need it.
"""

import json

from notebrain.domain.profile.blocks import Block, BlockKey
from notebrain.domain.sync.blocks import BlockRecord
from notebrain.storage.connection import Connection
from notebrain.storage.profile import blocks

BLOCK_STAYS_HERE = """(sync_thing.kind = 'block' and exists (
    select 1 from block where block.key = sync_thing.id and sharing))"""
"""The condition for rows of `sync_thing` that are blocks which must not leave this computer."""


def known(name: str) -> BlockKey | None:
    """Return the key of a block; None for one that only a newer program knows."""
    return BlockKey(name) if name in set(BlockKey) else None


def record_of(db: Connection, block: Block) -> BlockRecord:
    """Return what the other computers are to know of a block."""
    row = db.execute("select extra from block where key = ?", (block.key,)).fetchone()
    extra: dict[str, object] = {} if row is None or row[0] is None else json.loads(row[0])
    return BlockRecord(block.key, block.text, block.is_off, extra)


def content_of(db: Connection, name: str) -> str | None:
    """Return a block's content; None if it must not leave this computer."""
    key = known(name)
    block = None if key is None else blocks.get(db, key)
    return None if block is None or block.local_only else record_of(db, block).to_json()


def put(db: Connection, record: BlockRecord, new: blocks.NewText) -> None:
    """Give a block what another computer shared; the text it replaces is kept."""
    blocks.write(db, record.key, new)
    blocks.switch(db, record.key, is_off=record.is_off)
    extra = json.dumps(dict(record.extra), sort_keys=True) if record.extra else None
    db.execute(
        "update block set extra = ? where key = ? and extra is not ?", (extra, record.key, extra)
    )


def set_unknown(db: Connection, name: str, base: str | None) -> None:
    """Record that nothing is known of what the account has, except for what both sides had at last.

    If the block is shared again, the account refuses it, and both texts are brought together first.
    """
    db.execute(
        "insert or replace into sync_thing (kind, id, base) values ('block', ?, ?)", (name, base)
    )
