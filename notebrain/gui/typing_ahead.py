"""Keys that are pressed while a new note is on its way: they belong into it, not into the note before."""

from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from notebrain.gui.desk import Desk

_COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class TypingAhead(QObject):
    """Holds the keys back from `browser.writing_awaited` until there is a note to write in, and types them there."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._application = cast("QApplication", QApplication.instance())
        self._held: list[QKeyEvent] = []
        self._waits = False
        desk.browser.writing_awaited.connect(self._hold)
        desk.browser.writing_asked.connect(self._type)
        desk.browser.failed.connect(self._let_go)
        desk.closing.connect(self._let_go)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not self._is_ours(watched):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and not event.modifiers() & _COMMANDING:
            # Del and Enter may be shortcuts of what has the keyboard now, such as the list
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._held.append(event.clone())
            return True
        return False

    def _is_ours(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self._desk.window

    def _hold(self) -> None:
        self._let_go()
        self._waits = True
        self._application.installEventFilter(self)

    def _type(self) -> None:
        held = self._let_go()
        for event in held:
            QApplication.sendEvent(self._desk.editor.view, event)
        if held:  # these keys have waited: a save is due from the first of them on, not from now
            self._desk.editor.save_now()

    def _let_go(self, *_why: object) -> list[QKeyEvent]:
        """Hold nothing from now on; return what was held."""
        if self._waits:
            self._application.removeEventFilter(self)
        self._waits = False
        held, self._held = self._held, []
        return held
