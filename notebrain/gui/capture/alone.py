"""The capture window alone: started for one note, gone once it is kept and nothing else was asked for."""

from PySide6.QtCore import QObject

from notebrain.gui.capture.flow import CaptureFlow, flow_of
from notebrain.gui.desk import Desk


class CaptureAlone(QObject):
    """Starts a desk out of sight, and ends the program once the user is through with his note."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._flow: CaptureFlow = flow_of(desk)
        self._flow.over.connect(self._on_over)

    def ask(self, text: str) -> None:
        """Let the user write, and put the rest of the window together behind it."""
        self._flow.ask(text)
        self._desk.start(shown=False)

    def _on_over(self) -> None:
        if not self._desk.window.isVisible():
            self._desk.window.close()
