"""A small window without the main window: started for one note, and closed when the user is done with it."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from notebrain.app.core.instance import Message, MessageKind

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow
    from notebrain.gui.quick_capture.controller import QuickCaptureController
    from notebrain.gui.quick_search.controller import QuickSearchController

_LENT = ("xcb", "wayland")
"""The platforms where copied text is lost when the program that it was copied from ends."""


class StandaloneSession(QObject):
    """Starts a window in the background, and ends the program when the user is done with the small window."""

    def __init__(self, window: "AppWindow") -> None:
        super().__init__(window.window)
        self._app = window
        self._window = window.window
        self._waits = False
        self._alone = True
        self._window.painted.connect(self._on_opened)

    def ask(self, message: Message) -> None:
        """Show the small window, and load the rest behind it."""
        controller = self._controller(message.word)
        controller.over.connect(self._on_over)
        if message.word is MessageKind.LINK:
            from notebrain.gui.app.url_handler import follow

            follow(self._app, message.text)
        else:
            self._ask(controller, message)
        self._app.start(shown=False)

    def _ask(
        self, controller: "QuickCaptureController | QuickSearchController", message: Message
    ) -> None:
        from notebrain.gui.quick_capture.controller import QuickCaptureController

        if isinstance(controller, QuickCaptureController) and message.text:
            # on disk at once, not only when the user leaves
            controller.ask(message.text, kept=Future())
        else:
            controller.ask(message.text)

    def _controller(self, word: MessageKind) -> "QuickCaptureController | QuickSearchController":
        if word is MessageKind.QUICK_SEARCH:
            return self._app.quick_search
        return self._app.quick_capture

    @Slot()
    def _on_over(self) -> None:
        if not self._alone or self._window.isVisible() or self._goes_on():
            return
        clipboard = QGuiApplication.clipboard()
        if clipboard.ownsClipboard() and QGuiApplication.platformName() in _LENT:
            if not self._waits:
                self._waits = True
                clipboard.dataChanged.connect(self._on_clipboard)
        else:
            self._window.end()

    def _goes_on(self) -> bool:
        """Return whether the other small window is open; if so, wait until it closes."""
        used = False
        for controller in self._app.small_windows():
            if controller.window.isVisible():
                controller.over.connect(self._on_over, Qt.ConnectionType.UniqueConnection)
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
