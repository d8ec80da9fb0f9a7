"""Dropping notes on entries of the sidebar."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.gui.core.context import Context
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.sidebar.model import Entry
from notebrain.gui.sidebar.panel import Sidebar, filing_of, is_trash, takes_notes
from notebrain.gui.sidebar.view import EntryView
from notebrain.gui.theme.theme import Theme


class DropController(QObject):
    """Connects the sidebar, and the list of workspaces that opens below the switcher during a drag."""

    def __init__(self, context: Context, sidebar: Sidebar, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._sidebar = sidebar
        self._acts = acts
        self._list: DropList | None = None
        sidebar.notes_dropped.connect(self._on_dropped)
        sidebar.switcher.held_over.connect(self._on_held_over)

    def _on_held_over(self, over: bool) -> None:
        if self._list is None:
            self._list = DropList(self._context.theme, self._context.window)
            self._list.dropped.connect(self._on_dropped)
        if not over:
            self._list.leave()
            return
        switcher = self._sidebar.switcher
        corner = switcher.mapTo(self._context.window, QPoint(0, switcher.height()))
        self._list.open_at(corner, self._context.navigator.counts.workspaces)

    def _on_dropped(self, entry: Entry, notes: Sequence[NoteId]) -> None:
        if self._list is not None:
            self._list.hide()
        library = self._context.services.library

        def load() -> list[NoteRow]:
            keys: list[int] = []
            for note_id in notes:
                try:
                    keys.append(library.key_of(note_id))
                except NotFound:
                    continue
            return library.rows(keys)

        self._context.reader.read("drop", load, lambda rows: self._file(entry, rows))

    def _file(self, entry: Entry, rows: Sequence[NoteRow]) -> None:
        live = [row for row in rows if row.deleted_at is None]
        filing = filing_of(entry)
        if is_trash(entry):
            self._acts.forget(live)
        elif filing is not None:
            self._acts.file(live, *filing)


# Long enough for the pointer to cross the gap between the switcher and the list.
_LINGERS_MS = 400
_WIDTH, _MOST = 216, 12


class DropList(QFrame):
    """A frame over the window with one line per workspace."""

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
        """Hide, unless the dragged notes come back in a moment."""
        self._gone.start()

    def _on_held_over(self, over: bool) -> None:
        (self._stay if over else self.leave)()

    def _stay(self) -> None:
        self._gone.stop()
