"""The quick search window: a field, its results, and a footer with key hints."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.gui.command_palette.panel import Foot, Hint
from notebrain.gui.core.focus import bring_forward
from notebrain.gui.quick_search.delegate import ROW_HEIGHT, FoundDelegate
from notebrain.gui.quick_search.model import AskRow, FoundModel, FoundRow, NewRow, Row
from notebrain.gui.search.status import SearchStatusLine
from notebrain.gui.search.texts import StatusText
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.filter_field import AskField
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, upper_third
from notebrain.gui.widgets.focus import speak_row
from notebrain.gui.widgets.labels import IconLabel
from notebrain.gui.widgets.layouts import hairline

_WIDTH, _FIELD, _FOOT, _AROUND = 640, 52, 34, 6
MOST_ROWS = 7
"""Maximum number of visible rows."""


class QuickSearchWindow(FloatingWindow):
    """Shows rows below a field; emits signals for what the user wants done with the chosen one."""

    asked = Signal(str)
    """The query changed."""
    chosen = Signal(object)
    """Enter was pressed on a `Row`, or it was clicked."""
    copy_requested = Signal(object)
    """Ctrl+Enter was pressed on a `Row`."""
    left = Signal()

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__(theme)
        self._theme = theme
        self._more = False
        self._moved = False
        self._hasty: bool | None = None
        """Whether Enter was pressed before there were results; True with Ctrl."""
        self.setWindowTitle(_("Quick search - NoteBrain"))
        self.setAccessibleName(_("Quick search"))
        self.icon = IconLabel(theme, "search", "muted", size=16)
        self.edit = AskField()
        self.edit.setProperty("bare", True)
        self.edit.setAccessibleName(_("Search your notes"))
        self.edit.setPlaceholderText(_("Search your notes"))
        self.status = SearchStatusLine(theme)
        self.model = FoundModel(now, self)
        self.view = QListView()
        self.foot = Foot(theme)
        self._fill()
        self._connect()
        self._apply_theme()

    @property
    def current(self) -> Row | None:
        """The row that Enter chooses."""
        number = self.view.currentIndex().row()
        return self.model.rows[number] if 0 <= number < len(self.model.rows) else None

    @property
    def current_note(self) -> NoteId | None:
        """The chosen note."""
        row = self.current
        return row.note_id if isinstance(row, FoundRow) else None

    def show_raised(self, token: str) -> None:
        """Show the window above all others, with the last text selected so that typing replaces it."""
        if not self.isVisible():
            self._fit()
            self.move(upper_third(self.width(), room_under_pointer()).toPoint())
        bring_forward(self, token)
        self.edit.setFocus()
        self.edit.selectAll()

    def wait(self) -> None:
        """Wait for new results before Enter acts: the rows shown belong to another query."""
        self._more = True

    def show_rows(
        self, rows: Sequence[Row], status: StatusText, *, more: bool, keep: bool = False
    ) -> None:
        """Show the results.

        Args:
            more: Whether better rows may come; the window says so.
            keep: Whether a note that the user has moved to stays chosen; otherwise the first row is.
        """
        note = self.current_note if keep and self._moved else None
        self._moved = self._moved and keep
        self.model.show(rows)
        self.status.show_status(status, busy=more)
        notes = [row.note_id if isinstance(row, FoundRow) else None for row in rows]
        self._choose(notes.index(note) if note is not None and note in notes else 0)
        self._fit()
        self._more = more and not rows
        if not self._more and self._hasty is not None:
            self._enter(with_ctrl=self._hasty)

    def show_status(self, status: StatusText) -> None:
        """Show this message and leave the rows as they are."""
        self.status.show_status(status, busy=False)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc from any part of the window."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        view = self.view
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self.model)
        view.setItemDelegate(FoundDelegate(self._theme, self.model, view))
        view.setMinimumHeight(1)
        view.setMouseTracking(True)
        view.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        view.viewport().setAutoFillBackground(False)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setAccessibleName(_("Notes"))
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._row = QHBoxLayout()
        self._row.addWidget(self.icon)
        self._row.addWidget(self.edit, 1)
        self._head = QWidget()
        self._head.setLayout(self._row)
        self._line = hairline()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        for part in (self._head, self.status, view, self._line, self.foot):
            self._column.addWidget(part)
        self.setFocusProxy(self.edit)

    def _connect(self) -> None:
        self.edit.textChanged.connect(self._on_typed)
        self.edit.moved.connect(self._on_moved)
        self.edit.entered.connect(self._on_entered)
        self.edit.entered_beside.connect(lambda: self._enter(with_ctrl=False))
        self.edit.left.connect(self.left)
        self.view.clicked.connect(self._on_clicked)
        self._theme.changed.connect(self._apply_theme)

    def _on_typed(self, text: str) -> None:
        self._hasty = None
        self._moved = False
        self.asked.emit(text)

    def _on_moved(self, step: int) -> None:
        count = len(self.model.rows)
        if not count:
            return
        self._moved = True
        at = self.view.currentIndex().row() + step
        self._choose(at % count if abs(step) == 1 else max(0, min(at, count - 1)))

    def _choose(self, number: int) -> None:
        index = self.model.index(number, 0)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        speak_row(self.edit, index)
        self._show_keys()

    def _show_keys(self) -> None:
        """Show what the keys do with the chosen row."""
        hints = [Hint(("Up", "Down"), _("choose"))]
        if isinstance(self.current, NewRow):
            hints = [Hint(("Enter",), _("save it"))]
        elif isinstance(self.current, AskRow):
            hints += [Hint(("Enter",), _("ask"))]
        elif self.current is not None:
            hints += [Hint(("Enter",), _("open"))]
            if not self.current.conversation:
                hints += [Hint(("Ctrl+Enter",), _("copy the text"))]
        self.foot.show_hints(hints, Hint(("Esc",), _("close")))

    def _on_entered(self, held: bool) -> None:
        self._enter(with_ctrl=held)

    def _enter(self, *, with_ctrl: bool) -> None:
        if self._more:
            self._hasty = with_ctrl
            return
        self._hasty = None
        if self.current is not None:
            (self.copy_requested if with_ctrl else self.chosen).emit(self.current)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self.model.rows[index.row()])

    def _fit(self) -> None:
        """Adjust the height to the number of rows, up to the maximum."""
        px, count = self._theme.px, len(self.model.rows)
        rows = min(count, MOST_ROWS) * px(ROW_HEIGHT)
        self.view.setFixedHeight(rows + 2 * px(_AROUND) if count else 0)
        self.setFixedWidth(min(px(_WIDTH), room_under_pointer().width()))
        self._column.activate()
        self.resize(self.width(), self._column.totalSizeHint().height())

    def _apply_theme(self) -> None:
        theme, px = self._theme, self._theme.px
        self._head.setFixedHeight(px(_FIELD))
        self._row.setContentsMargins(px(18), 0, px(18), 0)
        self._row.setSpacing(px(12))
        self.edit.setFont(theme.font(Role.FIELD))
        self.foot.setFixedHeight(px(_FOOT))
        self.view.setStyleSheet(
            f"QListView {{ background: transparent; padding: {px(_AROUND)}px 0; }}"
        )
        self._fit()
