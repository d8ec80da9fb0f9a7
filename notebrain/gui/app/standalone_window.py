"""A small window without the main window: started for one note, and closed when the user is done with it."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from notebrain.app.core.instance import Message, MessageKind

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk
    from notebrain.gui.quick_capture.controller import QuickCaptureController
    from notebrain.gui.quick_search.controller import QuickSearchFlow

_LENT = ("xcb", "wayland")
"""The platforms where copied text is lost when the program that it was copied from ends."""


class StandaloneSession(QObject):
    """Starts a window in the background, and ends the program when the user is done with the small window."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._waits = False
        self._alone = True
        desk.window.painted.connect(self._on_opened)

    def ask(self, said: Message) -> None:
        """Show the small window, and load the rest behind it."""
        flow = self._flow(said.word)
        flow.over.connect(self._on_over)
        if said.word is MessageKind.LINK:
            from notebrain.gui.app.url_handler import follow

            follow(self._desk, said.text)
        else:
            self._ask(flow, said)
        self._desk.start(shown=False)

    def _ask(self, flow: "QuickCaptureController | QuickSearchFlow", said: Message) -> None:
        from notebrain.gui.quick_capture.controller import QuickCaptureController

        if isinstance(flow, QuickCaptureController) and said.text:
            flow.ask(said.text, kept=Future())  # on disk at once, not only when the user leaves
        else:
            flow.ask(said.text)

    def _flow(self, word: MessageKind) -> "QuickCaptureController | QuickSearchFlow":
        if word is MessageKind.QUICK_SEARCH:
            from notebrain.gui.quick_search.controller import flow_of as quick_search_of

            return quick_search_of(self._desk)
        from notebrain.gui.quick_capture.controller import flow_of as capture_of

        return capture_of(self._desk)

    @Slot()
    def _on_over(self) -> None:
        if not self._alone or self._desk.window.isVisible() or self._goes_on():
            return
        clipboard = QGuiApplication.clipboard()
        if clipboard.ownsClipboard() and QGuiApplication.platformName() in _LENT:
            if not self._waits:
                self._waits = True
                clipboard.dataChanged.connect(self._on_clipboard)
        else:
            self._desk.window.end()

    def _goes_on(self) -> bool:
        """Return whether the other small window is open; if so, wait until it closes."""
        from notebrain.gui.quick_capture.controller import QuickCaptureController
        from notebrain.gui.quick_search.controller import QuickSearchFlow

        used = False
        for flow in (
            self._desk.findChild(QuickCaptureController),
            self._desk.findChild(QuickSearchFlow),
        ):
            if flow is not None and flow.window.isVisible():
                flow.over.connect(self._on_over, Qt.ConnectionType.UniqueConnection)
                used = True
        return used

    def _on_opened(self) -> None:
        self._alone = False  # from now on the program keeps running with its main window, even if that is hidden

    def _on_clipboard(self) -> None:
        """End the program, since something else was copied, unless the user has opened a window again."""
        QGuiApplication.clipboard().dataChanged.disconnect(self._on_clipboard)
        self._waits = False
        if not any(window.isVisible() for window in QApplication.topLevelWidgets()):
            self._on_over()
