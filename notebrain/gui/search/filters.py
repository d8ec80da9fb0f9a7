"""The filters of the query as chips, and a menu with those that could be added."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from notebrain.domain.messages import _
from notebrain.domain.query import Filter, FilterKind
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_PAD, _GAP, _ICON, _HEIGHT = 8, 5, 14, 24


class FilterChip(QToolButton):
    """One filter; pressing it takes it out of the query."""

    def __init__(self, theme: Theme, filter_: Filter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.filter = filter_
        self._name = f"{'−' if filter_.negated else ''}{filter_.kind}: "
        name = _("Remove filter {filter}").format(filter=filter_.text)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        fonts, px = self._theme.fonts, self._theme.px
        width = fonts.width(Role.SMALL, self._name)
        width += fonts.width(Role.SMALL_STRONG, self.filter.value)
        return QSize(round(width) + px(2 * _PAD + _GAP + _ICON), px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, theme, QRectF(self.rect()), focused=self.hasFocus())
        room = self.rect().adjusted(px(_PAD), 0, -px(_PAD), 0)
        painter.setPen(theme.tokens.color("text2"))
        for role, text in ((Role.SMALL, self._name), (Role.SMALL_STRONG, self.filter.value)):
            painter.setFont(theme.font(role))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)
            room.setLeft(room.left() + round(theme.fonts.width(role, text)))
        side = px(_ICON)
        corner = self.rect()
        corner.setLeft(self.rect().right() - px(_PAD) - side + 1)
        corner.setTop((self.height() - side) // 2)
        corner.setSize(QSize(side, side))
        icons.draw(painter, "x", theme.tokens.text2, corner)
        painter.end()


class FilterBar(QWidget):
    """Shows the filters of a query; tells which to take out or put in."""

    removed = Signal(object)
    added = Signal(str)
    """What to add to the query."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[str, ...] | None = None
        self.chips: list[FilterChip] = []
        self.add = QToolButton()
        self.add.setText(_("Filter"))
        self.add.setAccessibleName(_("Add a filter"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setMenu(self._menu())
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.add)
        self._row.addStretch(1)
        theme.changed.connect(self._dress)
        self._dress()

    def show_filters(self, filters: Sequence[Filter]) -> None:
        """Show these."""
        texts = tuple(filter_.text for filter_ in filters)
        if texts == self._shown:
            return
        self._shown = texts
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [FilterChip(self._theme, filter_, self) for filter_ in filters]
        for number, chip in enumerate(self.chips):
            chip.clicked.connect(lambda _on=False, one=chip: self.removed.emit(one.filter))
            self._row.insertWidget(number, chip)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        rows = (
            (_("Tag"), f"{FilterKind.TAG}:"),
            (_("Workspace"), f"{FilterKind.WORKSPACE}:"),
            (_("After a day"), f"{FilterKind.AFTER}:"),
            (_("Before a day"), f"{FilterKind.BEFORE}:"),
            (_("Pinned notes"), f"{FilterKind.PINNED}:pinned "),
        )
        for name, text in rows:
            menu.addAction(name).triggered.connect(
                lambda _on=False, word=text: self.added.emit(word)
            )
        return menu

    def _dress(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(20), px(10), px(20), px(12))
        self._row.setSpacing(px(6))
        self.add.setFixedHeight(px(_HEIGHT))
        self.add.setFont(self._theme.font(Role.SMALL))
        self.add.setIcon(self._theme.icon("plus", "muted"))
        self.add.setIconSize(QSize(px(_ICON), px(_ICON)))


def without(query: str, filter_: Filter) -> str:
    """Return the query without the text of this filter."""
    head, _found, tail = query.partition(filter_.text)
    return " ".join(part for part in (head.strip(), tail.strip()) if part)


def _paint_ground(painter: QPainter, theme: Theme, rect: QRectF, *, focused: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("inset"))
    painter.drawRoundedRect(rect, theme.px(5), theme.px(5))
    if focused:
        painter.setPen(QPen(theme.tokens.color("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(5), theme.px(5))
