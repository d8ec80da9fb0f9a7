"""The place of the editor, where other things to read can stand for a while."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget


class Centre(QStackedWidget):
    """Shows the editor, or what covers it."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__()
        self._editor = editor
        self.addWidget(editor)

    @property
    def covered(self) -> QWidget | None:
        """What stands in the place of the editor; None while the editor is shown."""
        shown = self.currentWidget()
        return None if shown is self._editor else shown

    def cover(self, widget: QWidget) -> None:
        """Show this in the place of the editor; the keyboard stays where it is, if that is still seen."""
        if self.indexOf(widget) < 0:
            self.addWidget(widget)
        self.setCurrentWidget(widget)

    def uncover(self) -> None:
        """Show the editor again."""
        self.setCurrentWidget(self._editor)

    def enter(self) -> None:
        """Give the keyboard to what is shown."""
        (self.covered or self._editor).setFocus(Qt.FocusReason.ShortcutFocusReason)
