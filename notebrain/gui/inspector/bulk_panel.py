"""The panel that replaces the editor while several notes are selected."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.filing import SharedFiling
from notebrain.gui.inspector.form import FilingForm
from notebrain.gui.inspector.panel import chosen_text
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, push_button
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import FlowLayout

if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTH = 360


class BatchPanel(QScrollArea):
    """Shows how many notes are selected and what can be done with all of them."""

    trash_requested = Signal()
    restore_requested = Signal()
    purge_requested = Signal()
    given_up = Signal()
    back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("batch")
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.covers_list: Callable[[], bool] = lambda: False
        """Returns whether the panel also replaces the list."""
        self.back = IconButton(theme, "arrow-left", _("Back to the list"))
        self.back.hide()
        self.heading = Label(theme, role=Role.PAGE)
        self.hint = Label(theme, role=Role.SMALL, ink="muted")
        for text in (self.heading, self.hint):
            text.setWordWrap(True)
        self.form = FilingForm(theme)
        self.export = push_button(_("Export as"))
        self.trash = push_button(_("Move to trash"), "danger")
        self.restore = push_button(_("Restore"))
        self.purge = push_button(_("Delete for good…"), "danger")
        self.give_up = push_button(_("Clear selection"), kind="text")
        self._first: QWidget = self.form.tags.field
        self._fill()
        self.trash.clicked.connect(self.trash_requested)
        self.restore.clicked.connect(self.restore_requested)
        self.purge.clicked.connect(self.purge_requested)
        self.give_up.clicked.connect(self.given_up)
        self.back.clicked.connect(self.back_requested)
        theme.follow(self._apply_theme)

    def show_several(self, shared: SharedFiling, *, filing: bool = True) -> None:
        """Show the actions for these notes; include their filing unless it is shown elsewhere."""
        trashed = shared.trashed is True
        self.heading.setText(chosen_text(shared.count))
        self.setAccessibleName(self.heading.text())
        self.hint.setText(
            _("These notes are in the trash.")
            if trashed
            else _("What you set here applies to all.")
        )
        filing = filing and not trashed
        self.form.setVisible(filing)
        self._first = self.restore if trashed else self.form.tags.field if filing else self.export
        self.setFocusProxy(self._first)
        self.form.show_filing(shared)
        for button in (self.export, self.trash):
            button.setVisible(not trashed)
        for button in (self.restore, self.purge):
            button.setVisible(trashed)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.back.setVisible(self.covers_list())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.back.setVisible(self.covers_list())
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.covers_list():
            self.back_requested.emit()
            return
        super().keyPressEvent(event)

    def enter(self) -> None:
        """Move the focus to the first action."""
        self._first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _fill(self) -> None:
        acts = QWidget()
        self._buttons = FlowLayout(acts)
        self._buttons.setContentsMargins(0, 0, 0, 0)
        for button in (self.export, self.restore, self.trash, self.purge, self.give_up):
            self._buttons.addWidget(button)
        self._middle = QWidget()
        self._column = QVBoxLayout(self._middle)
        self._icon = IconLabel(self._theme, "layers", "muted", size=24)
        for part in (self._icon, self.heading, self.hint, self.form):
            self._column.addWidget(part)
        self._column.addSpacing(self._theme.px(8))
        self._column.addWidget(acts)
        ground = QWidget()
        self._outer = QVBoxLayout(ground)
        self._outer.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self._outer.addStretch(2)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._middle)
        line.addStretch(1)
        self._outer.addLayout(line)
        self._outer.addStretch(3)
        self.setWidget(ground)
        ground.setAutoFillBackground(False)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._outer.setContentsMargins(*[px(16)] * 4)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(12))
        self._buttons.setSpacing(px(8))
        self._fit()

    def _fit(self) -> None:
        """Take as much of the width as the form needs, and as there is."""
        room = self.viewport().width() - 2 * self._theme.px(16)
        self._middle.setFixedWidth(max(1, min(self._theme.px(_WIDTH), room)))
