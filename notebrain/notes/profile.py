"""Read and change the blocks of the profile; each act is one transaction, and what it replaces is kept."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.profile.blocks import Block, BlockKey, EarlierBlock, Sharing, checked
from notebrain.domain.profile.proposals import may_write
from notebrain.storage.connection import Connection
from notebrain.storage.profile import blocks, versions
from notebrain.storage.profile.blocks import NewText
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Clock
    from notebrain.domain.profile.markdown_file import FiledBlock


class ProfileService:
    """The blocks of one vault."""

    def __init__(self, store: Store, clock: "Clock") -> None:
        self._store = store
        self._clock = clock

    def blocks(self) -> Sequence[Block]:
        """Return all blocks in the order in which they are shown."""
        with self._store.read() as db:
            return blocks.all_blocks(db)

    def block(self, key: BlockKey) -> Block:
        """Return one block."""
        with self._store.read() as db:
            return blocks.get(db, key)

    def history(self, key: BlockKey) -> Sequence[EarlierBlock]:
        """Return the earlier texts of a block, newest first."""
        with self._store.read() as db:
            return versions.history(db, key)

    def version(self, key: BlockKey, number: int) -> EarlierBlock:
        """Return an earlier text; number 1 is the oldest.

        Raises:
            NotFound: The block has no such text.
        """
        texts = self.history(key)
        if not 1 <= number <= len(texts):
            raise NotFound(_("The block has no version {number}.").format(number=number))
        return texts[-number]

    def write(
        self,
        key: BlockKey,
        text: str,
        *,
        session: str | None = None,
        base_version: int | None = None,
    ) -> Future[Changes]:
        """Give a block a text, byte for byte.

        Args:
            session: The session in which the user types, whose first change keeps the text before; None keeps it now.
            base_version: The version the user saw; what came in between is kept in the history.

        Raises:
            BadText: A block cannot hold it; raised at once.
            UserError: (through the future) Only review cards add to this block.
        """
        checked(text)
        new = NewText(
            text,
            "edit",
            session or f"once-{os.urandom(8).hex()}",
            self._clock.now(),
            always_keep=session is None,
            base_version=base_version,
        )
        return self._act(lambda db: _write(db, key, new))

    def add(self, key: BlockKey, text: str) -> Future[Changes]:
        """Add a text below that of a block.

        Raises:
            UserError: There is nothing to add, or (through the future) only review cards add to this block.
            BadText: (through the future) A block cannot hold it.
        """
        if not text.strip():
            raise UserError(_("There is nothing to add."))
        now = self._clock.now()

        def act(db: Connection) -> bool:
            present = blocks.get(db, key).text
            between = "" if not present or present.endswith("\n") else "\n"
            return _write(db, key, NewText(f"{present}{between}{text}", "edit", "add", now))

        return self._act(act)

    def restore(self, key: BlockKey, version_id: int) -> Future[Changes]:
        """Restore an earlier text; the present one is kept.

        If it was written while the block was local only, the block is local only again.

        Raises:
            NotFound: (through the future) The block has no such text.
        """
        return self._act(lambda db: self._restore(db, versions.get(db, key, version_id), "restore"))

    def undo(self, key: BlockKey) -> Future[Changes]:
        """Bring back the text before the last change; doing it again brings back what it replaced.

        Raises:
            UserError: (through the future) The block never had a text.
        """

        def act(db: Connection) -> bool:
            earlier = versions.newest(db, key)
            if earlier is not None:
                return self._restore(db, earlier, "undo")
            if not blocks.get(db, key).text:
                raise UserError(_("This block has no earlier text."))
            return blocks.write(db, key, NewText("", "undo", "undo", self._clock.now()))

        return self._act(act)

    def switch(self, keys: Iterable[BlockKey], *, is_off: bool) -> Future[Changes]:
        """Leave blocks out wherever blocks are used, or not any more; their texts stay."""
        some = tuple(keys)
        return self._act(lambda db: True in [blocks.switch(db, key, is_off=is_off) for key in some])

    def keep_here(self, keys: Iterable[BlockKey], *, local_only: bool) -> Future[Changes]:
        """Keep blocks on this computer from now on, or share them with the others."""
        some, sharing = tuple(keys), Sharing.HERE if local_only else Sharing.SHARED
        return self._act(lambda db: True in [blocks.share(db, key, sharing) for key in some])

    def to_markdown(self) -> str:
        """Return all blocks as one Markdown file."""
        from notebrain.domain.profile.markdown_file import to_markdown

        return to_markdown(self.blocks())

    def take(self, filed: "Sequence[FiledBlock]") -> Future[Changes]:
        """Give the blocks the texts of a file; the present ones stay in the history."""
        return self._act(
            lambda db: bool(blocks.take(db, filed, at=self._clock.now(), replace=True).filled)
        )

    def _restore(self, db: Connection, earlier: EarlierBlock, reason: str) -> bool:
        if earlier.local_only and not blocks.get(db, earlier.key).local_only:
            blocks.share(db, earlier.key, Sharing.HERE)
        new = NewText(earlier.text, reason, reason, self._clock.now())
        return blocks.write(db, earlier.key, new)

    def _act(self, act: Callable[[Connection], bool]) -> Future[Changes]:
        return self._store.write(lambda db: Changes(Act.PROFILE, profile=act(db)))


def _write(db: Connection, key: BlockKey, new: NewText) -> bool:
    if not may_write(key, blocks.get(db, key).text, new.text):
        raise UserError(
            _(
                "Only review cards add to this block. You can remove lines from it, empty it, or restore an earlier "
                "text."
            )
        )
    return blocks.write(db, key, new)
