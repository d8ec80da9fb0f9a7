"""Saves the text that is not yet a note shortly after each key, and tracks whether it is on disk."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.notes.capture_draft import CaptureDraft, CaptureDrafts
from notebrain.gui.core.event_bridge import EventBridge
from notebrain.gui.editor.autosave import SAVE_WITHIN_MS


class DraftSaver(QObject):
    """Saves the one draft of a vault.

    Args:
        written: Returns the text in the window.
    """

    kept = Signal(str)
    """This text is on disk."""
    not_kept = Signal(Exception)
    """The error, if the text could not be saved."""

    def __init__(
        self,
        drafts: CaptureDrafts,
        bridge: EventBridge,
        written: Callable[[], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._bridge = bridge
        self._written = written
        self._draft: CaptureDraft | None = None
        """The current draft; read from disk once, after which the disk may lag behind."""
        self._sent: CaptureDraft | None = None
        """The draft that was last sent to disk."""
        self._safe: CaptureDraft | None = None
        """The draft that is on disk."""
        self._failed = False
        self._soon = QTimer(self, singleShot=True, interval=SAVE_WITHIN_MS)
        self._soon.timeout.connect(self.keep)

    @property
    def draft(self) -> CaptureDraft:
        """The current draft.

        Raises:
            VaultError: It is read for the first time, and cannot be read.
        """
        if self._draft is None:
            self._draft = self._sent = self._safe = self._drafts.get()
        return self._draft

    @property
    def is_begun(self) -> bool:
        """Whether the draft was read, so that the window shows it."""
        return self._draft is not None

    @property
    def is_safe(self) -> bool:
        """Whether every word is on disk."""
        return self._draft is None or not self._draft.text.strip() or self._draft == self._safe

    @property
    def is_failing(self) -> bool:
        """Whether some words could not be saved."""
        return self._failed and not self.is_safe

    def keep_soon(self) -> None:
        """Write the text to disk in a moment, even while the user keeps typing."""
        if not self._soon.isActive():
            self._soon.start()

    def keep(self) -> None:
        """Write the text to disk."""
        self._put(CaptureDraft(self._written(), self.draft.workspace))

    def file_in(self, workspace: str) -> None:
        """Write the text to disk as a draft for this workspace."""
        self._put(CaptureDraft(self._written(), workspace))

    def wait(self) -> None:
        """Write nothing for now, because the text is becoming a note."""
        self._soon.stop()

    def forget(self) -> None:
        """Clear everything but the workspace, because the text is a note now."""
        self._put(CaptureDraft("", self.draft.workspace))

    def start_empty(self) -> CaptureDraft:
        """Start with an empty draft because the saved one cannot be read; only new words overwrite that."""
        self._draft = self._sent = self._safe = CaptureDraft()
        return self._draft

    def _put(self, draft: CaptureDraft) -> None:
        self._soon.stop()
        self._draft = draft
        if draft == self._sent:
            return
        self._sent = draft
        self._bridge.when_done(
            self._drafts.keep(draft), lambda _done: self._on_kept(draft), failed=self._on_not_kept
        )

    def _on_kept(self, draft: CaptureDraft) -> None:
        self._safe, self._failed = draft, False
        self.kept.emit(draft.text)

    def _on_not_kept(self, error: Exception) -> None:
        self._sent, self._failed = self._safe, True  # to be sent again
        if self.draft.text.strip():
            self.not_kept.emit(error)
