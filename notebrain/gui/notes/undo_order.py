"""Ctrl+Z in a text undoes an act on notes if that came last.

Apart because every editor needs it, and neither the text nor the acts know each other.
"""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.gui.notes.actions import NoteActions


class UndoOrder(QObject):
    """Passes the keys for undo and redo from a text to the window, until the user types or clicks in the text again.

    After a note went to the trash, the next one is shown and has the keyboard, but it is not what the user changed
    last.
    """

    def __init__(self, view: QPlainTextEdit, acts: NoteActions) -> None:
        super().__init__(view)
        self._acts = 0
        """How many acts on notes came after the last key or click in the text."""
        self._undone = 0
        """How many of them were undone since."""
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        acts.done.connect(self._on_done)
        acts.undone.connect(self._on_undone)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._is_for_acts(event):
                event.ignore()
                return True
            if event.text():
                self._forget()
        elif event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.InputMethod):
            self._forget()
        return False

    def _is_for_acts(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Undo):
            return self._acts > 0
        return event.matches(QKeySequence.StandardKey.Redo) and self._undone > 0

    def _forget(self) -> None:
        self._acts = self._undone = 0

    def _on_done(self) -> None:
        self._acts, self._undone = self._acts + 1, max(0, self._undone - 1)

    def _on_undone(self) -> None:
        self._acts, self._undone = max(0, self._acts - 1), self._undone + 1
