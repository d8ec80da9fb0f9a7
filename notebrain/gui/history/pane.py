"""The pane that lists the states of a note."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.history import State
from notebrain.gui.history.delegate import HistoryDelegate
from notebrain.gui.history.model import ROW_ROLE, HistoryModel, Row
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.painting import RowList
from notebrain.gui.widgets.segmented_control import Segments

NOW, BEFORE, MARKED = "now", "before", "marked"
"""What a state is compared with."""

_SPACE = QKeySequence(Qt.Key.Key_Space).toString(QKeySequence.SequenceFormat.NativeText)


class StateList(RowList):
    """The list of states; Enter moves the focus to the comparison, Space marks a state."""

    entered_state = Signal()
    mark_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(_("Earlier versions"))
        self.use(HistoryDelegate(theme, self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_state.emit()
            return
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.mark_requested.emit()
            return
        super().keyPressEvent(event)


class HistoryPane(QWidget):
    """Lets the user choose a state, and what to compare it with."""

    chosen = Signal(object)
    """The user selected this state."""
    compared = Signal(str)
    """The user wants to compare states with `NOW`, with the one `BEFORE`, or with the one they `MARKED`."""
    entered = Signal()
    settled = Signal()
    """Another state was selected, or the rows around the selected one changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.model = HistoryModel()
        self.list = StateList(theme)
        self.list.setModel(self.model)
        name = _("Compare with")
        self._label = Label(theme, name, role=Role.SMALL, ink="muted")
        self.switch = Segments(
            theme,
            (
                (NOW, _("Current version")),
                (BEFORE, _("Previous version")),
                (MARKED, _("Marked version")),
            ),
            name,
        )
        self.switch.show_chosen(NOW)
        self.switch.set_offered(MARKED, False)
        self.empty = Label(theme, _("Choose a note to see its history."), ink="muted")
        self.empty.setWordWrap(True)
        self.mark = push_button(_("Compare with this"))
        self.take_back = push_button(_("Take the answer back"))
        self.take_back.hide()
        self._column = QVBoxLayout(self)
        self._top = QVBoxLayout()
        for part in (self._label, self.switch, self.empty):
            self._top.addWidget(part)
        self._column.addLayout(self._top)
        self._column.addWidget(self.list, 1)
        self._column.addStretch(0)
        self._foot = QVBoxLayout()
        self._foot.addWidget(self.mark)
        self._foot.addWidget(self.take_back)
        self._column.addLayout(self._foot)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.entered_state.connect(self.entered)
        self.list.mark_requested.connect(self.toggle_mark)
        self.mark.clicked.connect(self.toggle_mark)
        self.settled.connect(self._offer_mark)
        self.switch.chosen.connect(self.compared)
        theme.follow(self._apply_theme)
        self.show_rows((), None)

    @property
    def state(self) -> State | None:
        """The selected state."""
        row: Row | None = self.list.currentIndex().data(ROW_ROLE)
        return row.state if row else None

    def show_rows(self, rows: Sequence[Row], revision: int | None) -> None:
        """Show these rows and select this state without emitting `chosen`."""
        with QSignalBlocker(self.list.selectionModel()):
            self.model.show_rows(rows)
            self._choose(revision)
        for part in (self._label, self.switch, self.list):
            part.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.settled.emit()

    def toggle_mark(self) -> None:
        """Compare other states with the selected earlier one, or no longer."""
        state = self.state
        if state is None or state.revision is None:
            return
        is_marked = self.model.marked == state
        self.model.mark(None if is_marked else state.revision)
        self._offer_mark()
        self.compared.emit(NOW if is_marked else MARKED)

    def clear_mark(self) -> None:
        """Remove the mark, because another note is shown."""
        self.model.mark(None)

    def choose(self, revision: int | None) -> None:
        """Select a state and emit `chosen`, as if the user had selected it."""
        self._choose(revision)

    def enter(self) -> None:
        """Take the keyboard focus."""
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _offer_mark(self) -> None:
        """Offer what can be done with the selected state: the current one has a place in the switch already."""
        state, marked = self.state, self.model.marked
        self.switch.set_offered(MARKED, marked is not None)
        self.mark.setVisible(state is not None and state.revision is not None)
        is_marked = marked is not None and marked == state
        text = _("Remove the mark") if is_marked else _("Compare with this")
        self.mark.setText(text)
        self.mark.setToolTip(f"{text} ({_SPACE})")

    def _choose(self, revision: int | None) -> None:
        row = self.model.row_of(revision)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row, 0))
        self.list.viewport().update()

    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        row: Row | None = current.data(ROW_ROLE)
        if row is not None and row.state is not None:
            self.chosen.emit(row.state)
        self.settled.emit()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(12), 0, px(8))
        self._top.setContentsMargins(px(16), 0, px(16), 0)
        self._top.setSpacing(px(6))
        self._foot.setContentsMargins(px(16), px(8), px(16), 0)
        self._foot.setSpacing(px(6))
