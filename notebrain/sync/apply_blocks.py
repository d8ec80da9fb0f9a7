"""Apply a block from the account, in the caller's transaction.

A block that one computer keeps to itself (local only there) is removed from the account. The others keep their text: it
stays on each of them until the block is shared again, there or by the first computer. A text that was written while it
stayed here never leaves by itself, even if another computer shares the block again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.profile.blocks import Block, Sharing
from notebrain.domain.sync.blocks import BlockRecord, block_record, merge_blocks
from notebrain.domain.sync.records import BadRecord
from notebrain.domain.sync.remote import Item
from notebrain.storage.connection import Connection
from notebrain.storage.profile import blocks, versions
from notebrain.storage.profile.blocks import NewText
from notebrain.storage.sync import outgoing_settings, shared_blocks
from notebrain.storage.sync.incoming import Why
from notebrain.storage.sync.outgoing_settings import SharedSetting
from notebrain.sync.types import ApplyResult


@dataclass(frozen=True, slots=True)
class BlockApplier:
    """Applies blocks.

    Attributes:
        busy: Whether the user is typing in a block, which is then left alone.
        hold: Holds an item for later.
    """

    db: Connection
    now: datetime
    busy: Callable[[str], bool]
    hold: Callable[[Item, Why], ApplyResult]

    def apply(self, item: Item, shared: SharedSetting) -> ApplyResult:
        """Apply a block that is news here.

        Args:
            shared: What this computer knows of it and the account.
        """
        key, theirs = shared_blocks.known(item.name.id), _read(item)
        if key is None or (theirs is None and not item.gone):
            return self.hold(item, Why.UNREADABLE)
        if self.busy(item.name.id):
            return self.hold(item, Why.BUSY)
        block = blocks.get(self.db, key)
        if theirs is None:
            return self._apply_gone(item, block, shared)
        if block.sharing is Sharing.SHARED:
            return self._merge(item, block, shared, theirs)
        return self._apply_shared_elsewhere(item, block, shared, theirs)

    def _apply_shared_elsewhere(
        self, item: Item, block: Block, shared: SharedSetting, theirs: BlockRecord
    ) -> ApplyResult:
        """Apply what another computer shares of a block that is local only here."""
        if block.sharing is Sharing.HERE and shared.queued is not None:
            # written there before it could know; this computer asks the account to forget that, too
            outgoing_settings.differ(self.db, item.name, item.rev, item.content)
            return ApplyResult.NOTHING
        base = _base(shared)
        is_untouched = not block.text or (base is not None and base.text == block.text)
        if block.sharing is Sharing.HERE or not is_untouched:
            shared_blocks.set_unknown(self.db, item.name.id, shared.base)
            return ApplyResult.NOTHING
        blocks.share(self.db, block.key, Sharing.SHARED)
        return self._merge(item, block, shared, theirs)

    def _apply_gone(self, item: Item, block: Block, shared: SharedSetting) -> ApplyResult:
        """Apply a removal, which means that a computer keeps the block to itself: so does this one now."""
        if block.sharing is not Sharing.SHARED:
            outgoing_settings.settle(self.db, item.name, item.rev, shared.base)
            return ApplyResult.NOTHING
        blocks.share(self.db, block.key, Sharing.ELSEWHERE)
        outgoing_settings.settle(self.db, item.name, item.rev, shared.base)
        return ApplyResult.FETCHED

    def _merge(
        self, item: Item, block: Block, shared: SharedSetting, theirs: BlockRecord
    ) -> ApplyResult:
        mine = shared_blocks.record_of(self.db, block)
        merged = merge_blocks(_base(shared), mine, theirs)
        if merged.conflict and merged.record.text == mine.text:
            versions.add(self.db, block.key, merged.other, at=self.now, reason="conflict")
        reason = "conflict" if merged.conflict else "sync"
        shared_blocks.put(
            self.db, merged.record, NewText(merged.record.text, reason, reason, self.now)
        )
        settles = merged.record == theirs
        settle = outgoing_settings.settle if settles else outgoing_settings.differ
        settle(self.db, item.name, item.rev, item.content)
        return ApplyResult.FETCHED if settles else ApplyResult.MERGED


def _read(item: Item) -> BlockRecord | None:
    """Return the content of an item; None if it is gone or cannot be read here."""
    if item.content is None or item.gone:
        return None
    try:
        record = block_record(item.content)
    except BadRecord:
        return None
    return record if record.key == item.name.id else None


def _base(shared: SharedSetting) -> BlockRecord | None:
    """Return the last state that both sides had; None if it is not known."""
    try:
        return None if shared.base is None else block_record(shared.base)
    except BadRecord:
        return None
