"""The workspaces as places to let notes go: opens below the switcher while notes are held over it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.sidebar.drops import takes_notes
from notebrain.gui.sidebar.entries import Entry
from notebrain.gui.sidebar.view import EntryView
from notebrain.gui.theme.theme import Theme

# Long enough to cross the gap between the switcher and the list.
_LINGERS_MS = 400
_WIDTH, _MOST = 216, 12


class DropList(QFrame):
    """A frame over the window with a line for each workspace."""

    dropped = Signal(object, list)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self._theme = theme
        self.view = EntryView(theme, _("Workspaces"))
        self.view.takes = takes_notes
        self.view.dropped.connect(self.dropped)
        self.view.held_over.connect(self._on_held_over)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(6), 0, theme.px(6))
        column.addWidget(self.view)
        self._gone = QTimer(self, singleShot=True, interval=_LINGERS_MS)
        self._gone.timeout.connect(self.hide)
        self.hide()

    def open_at(self, corner: QPoint, workspaces: Sequence[tuple[str, int]]) -> None:
        """Show these workspaces, each with its number of notes."""
        self._stay()
        rows = [
            Entry(name, workspace=name, icon="layers", count=count) for name, count in workspaces
        ]
        self.view.entries.show(rows)
        px = self._theme.px
        lines = min(len(rows), _MOST)
        self.setGeometry(corner.x(), corner.y(), px(_WIDTH), px(29) * lines + px(14))
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Go, unless the notes come back in a moment."""
        self._gone.start()

    def _on_held_over(self, over: bool) -> None:
        (self._stay if over else self.leave)()

    def _stay(self) -> None:
        self._gone.stop()
