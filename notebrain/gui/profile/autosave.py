"""Saves what is typed in blocks: soon after the first unsaved key, when a block is left, and again after a failure."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.notes.changes import Changes
from notebrain.domain.profile.blocks import Block, BlockKey
from notebrain.gui.core.threads import EventBridge
from notebrain.notes.profile import ProfileService

_SOON_MS, _AGAIN_MS = 250, 2_000


@dataclass(slots=True)
class _Typed:
    """What was typed in a block.

    Attributes:
        session: From the first key until another block is shown.
        version: The version that the user saw.
        text: What is not saved yet; None if all is.
        writing: What is being written.
    """

    session: str
    version: int
    text: str | None = None
    writing: str | None = None


class BlockAutosave(QObject):
    """Remembers unsaved texts by block, so that none is lost if saving fails for a while.

    Args:
        on_key: Told the block in which a key was pressed.
    """

    saved = Signal(object)
    """The text of this block is on disk."""
    failed = Signal(Exception)

    def __init__(
        self,
        profile: ProfileService,
        bridge: EventBridge,
        on_key: Callable[[str], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._profile = profile
        self._bridge = bridge
        self._on_key = on_key
        self._typed: dict[BlockKey, _Typed] = {}
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.flush)
        self.is_in_trouble = False
        """Whether the last attempt to save failed."""

    @property
    def is_unsaved(self) -> bool:
        """Whether a text is not on disk yet."""
        return any(one.text is not None or one.writing is not None for one in self._typed.values())

    def begin(self, block: Block) -> None:
        """Begin a session in a block; what was typed in the others is saved."""
        self.flush()
        present = self._typed.get(block.key)
        if present is None or (present.text is None and present.writing is None):
            self._typed[block.key] = _Typed(uuid.uuid4().hex, block.version)

    def unsaved_text(self, key: BlockKey) -> str | None:
        """Return the text of a block that is not on disk yet, or None."""
        one = self._typed.get(key)
        return None if one is None else (one.text if one.text is not None else one.writing)

    def see(self, block: Block) -> None:
        """Remember that the user sees this version of a block."""
        if (one := self._typed.get(block.key)) is not None and self.unsaved_text(block.key) is None:
            one.version = block.version

    def edit(self, key: BlockKey, text: str) -> None:
        """Save this text soon."""
        self._on_key(key)
        self._typed[key].text = text
        if not self._soon.isActive():
            self._soon.start(_SOON_MS)

    def flush(self) -> None:
        """Save what is unsaved now."""
        self._soon.stop()
        for key, one in self._typed.items():
            if one.text is not None and one.writing is None:
                self._write(key, one, one.text)

    def _write(self, key: BlockKey, one: _Typed, text: str) -> None:
        def done(_changes: Changes) -> None:
            one.writing = None
            stored = self._profile.block(key)
            if stored.text == text:  # else another program wrote since, which the user has not seen
                one.version = stored.version
            self.is_in_trouble = False
            if one.text is None:
                self.saved.emit(key)
            else:
                self.flush()

        def refused(error: Exception) -> None:
            one.writing = None
            if one.text is None:
                one.text = text
            self.is_in_trouble = True
            self._soon.start(_AGAIN_MS)
            self.failed.emit(error)

        try:
            writing = self._profile.write(key, text, session=one.session, base_version=one.version)
        except NoteBrainError as error:  # too long, or half a character
            refused(error)
            return
        one.text, one.writing = None, text
        self._bridge.when_done(writing, done, failed=refused)
