"""The panel of the palette: field, list and footer."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QVBoxLayout,
    QWidget,
)

from notebrain.gui.command_palette.delegate import HEAD_HEIGHT, ROW_HEIGHT, CommandDelegate
from notebrain.gui.command_palette.model import Head, Row, RowModel, first_open, is_open
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, paint_key
from notebrain.gui.widgets.filter_field import AskField
from notebrain.gui.widgets.focus import speak_row
from notebrain.gui.widgets.labels import IconLabel
from notebrain.gui.widgets.layouts import hairline
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

_PAD, _BETWEEN, _GAP, _CAP = 18, 16, 5, 18


@dataclass(frozen=True, slots=True)
class Hint:
    """Some keys and what they do."""

    keys: tuple[str, ...]
    text: str


class Foot(QWidget):
    """Paints hints on the left and one on the right; hints that do not fit are left out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._left: Sequence[Hint] = ()
        self._right: Hint | None = None
        self._seen = PLAIN

    def show_hints(self, left: Sequence[Hint], right: Hint | None) -> None:
        """Show these hints."""
        self._left, self._right = left, right
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        px = self._theme.px
        self._seen = BidiPainter(self.layoutDirection(), self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = float(self.width() - px(_PAD))
        if self._right is not None:
            width = self._width(self._right)
            if width < room - px(_PAD):
                self._paint(painter, self._right, room - width)
                room -= width + px(_BETWEEN)
        left = float(px(_PAD))
        for hint in self._left:
            width = self._width(hint)
            if left + width > room:
                break
            self._paint(painter, hint, left)
            left += width + px(_BETWEEN)
        painter.end()

    def _paint(self, painter: QPainter, hint: Hint, left: float) -> None:
        theme, px = self._theme, self._theme.px
        for key in hint.keys:
            width = self._cap_width(key)
            cap = QRectF(left, (self.height() - px(_CAP)) / 2, width, px(_CAP))
            paint_key(painter, theme, self._seen.exact(cap), _shown(key))
            left += width + px(_GAP)
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(theme.tokens.color("muted"))
        text = QRectF(left, 0, self.width() - left, self.height())
        self._seen.text(painter, text, Qt.AlignmentFlag.AlignVCenter.value, hint.text)

    def _width(self, hint: Hint) -> float:
        caps = sum(self._cap_width(key) + self._theme.px(_GAP) for key in hint.keys)
        return caps + self._theme.fonts.width(Role.SMALL, hint.text) + 1

    def _cap_width(self, key: str) -> float:
        wide = self._theme.fonts.width(Role.CAP, _shown(key)) + self._theme.px(10)
        return max(self._theme.px(_CAP), wide)


def _shown(key: str) -> str:
    return {"Up": "↑", "Down": "↓"}.get(key) or native_text(key)


_FIELD, _FOOT, _AROUND = 52, 34, 6
MOST_ROWS = 12


class PalettePanel(QFrame):
    """Shows rows below a field; does not know where they come from."""

    asked = Signal(str)
    chosen = Signal(object)
    """The user chose this row."""
    chosen_beside = Signal(object)
    """The user chose this row, to be opened beside the note that is shown."""
    create_requested = Signal(str)
    left = Signal()
    resized = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self._theme = theme
        self._current = -1
        self._more = False
        self._hasty = False
        """Whether Enter was pressed before the search finished."""
        self.icon = IconLabel(theme, "command", "muted", size=16)
        self.edit = AskField()
        self.edit.setProperty("bare", True)
        self.model = RowModel()
        self.view = QListView()
        self.foot = Foot(theme)
        self._fill()
        self._connect()
        self._apply_theme()

    @property
    def current(self) -> Row | None:
        """The row that Enter chooses."""
        return self.model.rows[self._current] if self._current >= 0 else None

    def begin(self) -> None:
        """Clear what was typed before."""
        self._hasty = False
        self.edit.clear()

    def set_subject(self, icon: str, name: str, hint: str) -> None:
        """Set what is searched for: the icon, the name and the placeholder of the field."""
        self.icon.set_icon(icon, "muted")
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(hint)
        self.view.setAccessibleName(name)

    def show_keys(self, left: Sequence[Hint], right: Hint | None) -> None:
        """Show what the keys do."""
        self.foot.show_hints(left, right)

    def show_rows(self, rows: Sequence[Row], *, more: bool = False) -> None:
        """Show what was found, and select the first row that can be chosen.

        Args:
            more: Better rows may follow; Enter then waits and chooses the best of all.
        """
        self._more = more
        self.model.show(rows)
        self.resized.emit()
        self._choose(first_open(rows))
        self.view.scrollToTop()
        if self._hasty and not more:
            self._hasty = False
            self._on_entered(with_ctrl=False)

    @property
    def wanted_height(self) -> int:
        """The height the panel needs for its rows, up to the maximum."""
        px = self._theme.px
        heights = (HEAD_HEIGHT if isinstance(row, Head) else ROW_HEIGHT for row in self.model.rows)
        rows = min(sum(map(px, heights)), px(ROW_HEIGHT) * MOST_ROWS)
        around = 2 * px(_AROUND) if rows else 0
        return px(_FIELD) + px(_FOOT) + rows + around + 4  # two hairlines and the border

    def _fill(self) -> None:
        view = self.view
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self.model)
        view.setItemDelegate(CommandDelegate(self._theme, view))
        view.setMinimumHeight(1)
        view.setMouseTracking(True)
        view.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._row = QHBoxLayout()
        self._row.addWidget(self.icon)
        self._row.addWidget(self.edit, 1)
        self._head = QWidget()
        self._head.setLayout(self._row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._head, hairline(), view, hairline(), self.foot):
            column.addWidget(part, 1 if part is view else 0)
        self.setFocusProxy(self.edit)

    def _connect(self) -> None:
        self.edit.textEdited.connect(self._on_typed)
        self.edit.moved.connect(self._on_moved)
        self.edit.entered.connect(self._on_entered)
        self.edit.entered_beside.connect(self._on_entered_beside)
        self.edit.left.connect(self.left)
        self.view.clicked.connect(self._on_clicked)
        self._theme.changed.connect(self._apply_theme)

    def _on_typed(self, text: str) -> None:
        self._hasty = False
        self.asked.emit(text)

    def _on_moved(self, step: int) -> None:
        rows = self.model.rows
        open_rows = [number for number, row in enumerate(rows) if is_open(row)]
        if not open_rows:
            return
        at = open_rows.index(self._current) + step
        if abs(step) == 1:
            at %= len(open_rows)
        self._choose(open_rows[max(0, min(at, len(open_rows) - 1))])

    def _choose(self, number: int) -> None:
        self._current = number
        index = self.model.index(number, 0)
        self.view.setCurrentIndex(index)
        if number >= 0:
            self.view.scrollTo(index)
            if number == first_open(self.model.rows):
                self.view.scrollToTop()
        speak_row(self.edit, index)

    def _on_entered(self, with_ctrl: bool) -> None:
        if with_ctrl:
            self.create_requested.emit(self.edit.text().strip())
        elif self._more:
            self._hasty = True
        elif self.current is not None:
            self.chosen.emit(self.current)

    def _on_entered_beside(self) -> None:
        if self.current is not None:
            self.chosen_beside.emit(self.current)

    def _on_clicked(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if is_open(row):
            self.chosen.emit(row)

    def _apply_theme(self) -> None:
        theme, px = self._theme, self._theme.px
        self._head.setFixedHeight(px(_FIELD))
        self._row.setContentsMargins(px(18), 0, px(18), 0)
        self._row.setSpacing(px(_AROUND + 6))
        self.edit.setFont(theme.font(Role.FIELD))
        self.foot.setFixedHeight(px(_FOOT))
        self.view.setStyleSheet(f"QListView {{ padding: {px(_AROUND)}px 0; }}")
        self.resized.emit()
