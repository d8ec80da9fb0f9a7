"""A heading of the pane with its rows."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui import dates
from notebrain.gui.links.row import LinkRow
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label

FIRST_SHOWN = 25


class LinkSection(QWidget):
    """Names what its rows are and how many there are; hidden while there is none."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[LinkRow] = []
        self.title = Label(theme, title, role=Role.SMALL_STRONG, ink="muted")
        self.count = Label(theme, role=Role.NUMBER, ink="muted")
        self.more = text_button(_("Show all"), parent=self)
        self.more.clicked.connect(self._show_all)
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.count)
        self._list = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addLayout(self._list)
        self._column.addWidget(self.more, alignment=Qt.AlignmentFlag.AlignLeft)
        theme.changed.connect(self._dress)
        self._dress()
        self.show_rows(())

    def show_rows(self, rows: Sequence[LinkRow]) -> None:
        """Show these rows instead of those before."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for number, row in enumerate(self.rows):
            self._list.addWidget(row)
            row.setVisible(number < FIRST_SHOWN)
        self.more.setVisible(len(self.rows) > FIRST_SHOWN)
        self.count.setText(dates.number(len(self.rows)))
        self.setVisible(bool(self.rows))

    def _show_all(self) -> None:
        for row in self.rows:
            row.show()
        self.more.hide()
        self.rows[FIRST_SHOWN].setFocus()

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(12), 0, 0)
        self._column.setSpacing(px(2))
        self._list.setSpacing(px(1))
        self._head.setContentsMargins(px(10), 0, px(10), 0)
