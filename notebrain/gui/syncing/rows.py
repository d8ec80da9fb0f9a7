"""Lines one below the other, as many as there are; those that stand for a note open it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label, QuotedLabel


@dataclass(frozen=True, slots=True)
class Row:
    """One line.

    Attributes:
        end: What stands at its end, e.g. when it was.
        note_id: The note it opens; empty for none.
    """

    text: str
    end: str
    note_id: str = ""


class Rows(QWidget):
    """A table of texts and moments."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._shown: list[Row] = []
        self.setAccessibleName(name)
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(0, 1)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def rows(self) -> Sequence[Row]:
        """What is shown."""
        return tuple(self._shown)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these."""
        if list(rows) == self._shown:
            return
        self._shown = list(rows)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, row in enumerate(rows):
            text = QuotedLabel(self._theme, ink="text2")
            text.setText(row.text)
            end = Label(self._theme, row.end, role=Role.NUMBER, ink="muted")
            # a button is higher than a line of text: they stand on one line in the middle
            flag = Qt.AlignmentFlag
            where = flag.AlignVCenter if row.note_id else flag.AlignTop
            self._grid.addWidget(text, number, 0, where)
            self._grid.addWidget(end, number, 1, where | flag.AlignRight)
            if row.note_id:
                self._grid.addWidget(self._opener(row), number, 2, where)

    def _opener(self, row: Row) -> QWidget:
        button = text_button(_("Open"))
        button.setProperty("small", True)
        button.setAccessibleName(_("Open {note}").format(note=row.text))
        button.clicked.connect(lambda _on=False, note=row.note_id: self.chosen.emit(note))
        return button

    def _dress(self) -> None:
        px = self._theme.px
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(6))
