"""The filters of the query as chips, and a menu with filters to add."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.query import Content, FilterKind, State
from notebrain.domain.search.query_parts import PartKind, QueryPart
from notebrain.gui.core import date_format
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.painting import BidiPainter, tip_of

if TYPE_CHECKING:
    from notebrain.domain.search.dates.questions import QuestionDates

_PAD, _GAP, _ICON, _HEIGHT = 8, 5, 14, 24
_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value


class QueryChip(QToolButton):
    """One filter of the query; pressing it removes the filter."""

    def __init__(
        self, theme: Theme, part: QueryPart, about: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.part = part
        self._name, self._value = _name_and_value(part)
        name = _("Remove {part}").format(part=part.text)
        self.setAccessibleName(name)
        self.setToolTip(tip_of(about or name))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        fonts, px = self._theme.fonts, self._theme.px
        width = fonts.width(Role.SMALL, self._name)
        width += fonts.width(Role.SMALL_STRONG, self._value)
        return QSize(round(width) + px(2 * _PAD + _GAP + _ICON), px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(_HEIGHT), self._theme.px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVING:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, theme, QRectF(self.rect()), focused=self.hasFocus())
        seen = BidiPainter(self.layoutDirection(), self.rect())
        room = self.rect().adjusted(px(_PAD), 0, -px(_PAD + _GAP + _ICON), 0)
        painter.setPen(theme.tokens.color("text2"))
        for role, text in ((Role.SMALL, self._name), (Role.SMALL_STRONG, self._value)):
            painter.setFont(theme.font(role))
            # slightly wider than the text, because widths are rounded down
            shown = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, room.width() + 2
            )
            seen.text(painter, room.adjusted(0, 0, 2, 0), _MIDDLE, shown)
            room.setLeft(room.left() + round(theme.fonts.width(role, text)))
        side = px(_ICON)
        corner = self.rect()
        corner.setLeft(self.rect().right() - px(_PAD) - side + 1)
        corner.setTop((self.height() - side) // 2)
        corner.setSize(QSize(side, side))
        icons.draw(painter, "x", theme.tokens.text2, seen.rect(corner))
        painter.end()


class FilterBar(QWidget):
    """Shows the filters of a query; emits signals for those to remove or add."""

    removed = Signal(object)
    """A `QueryPart` to remove."""
    added = Signal(str)
    """The text to add to the query."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[str, ...] | None = None
        self.chips: list[QueryChip] = []
        self.add = QToolButton()
        self.add.setText(_("Filter"))
        self.add.setAccessibleName(_("Add a filter"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setMenu(self._menu())
        self._row = FlowLayout(self)
        self._row.addWidget(self.add)
        theme.follow(self._apply_theme)

    def show_parts(self, parts: Sequence[QueryPart], dates: "QuestionDates | None" = None) -> None:
        """Show these filters and the time, if the query names one."""
        texts = tuple(part.text for part in parts)
        if texts == self._shown:
            for chip, part in zip(self.chips, parts, strict=True):
                chip.part = part  # its position may have changed
            return
        self._shown = texts
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        about = "" if dates is None else _about(dates)
        self.chips = [
            QueryChip(self._theme, part, about if part.kind is PartKind.DATES else "", self)
            for part in parts
        ]
        for number, chip in enumerate(self.chips):
            chip.clicked.connect(lambda _on=False, one=chip: self.removed.emit(one.part))
            self._row.insert(number, chip)
            chip.show()
        self.updateGeometry()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        rows = (
            (_("Tag"), f"{FilterKind.TAG}:"),
            (_("Workspace"), f"{FilterKind.WORKSPACE}:"),
            (_("After a date"), f"{FilterKind.AFTER}:"),
            (_("Before a date"), f"{FilterKind.BEFORE}:"),
            (_("Pinned notes"), f"{FilterKind.STATE}:{State.PINNED} "),
            (_("Outdated notes"), f"{FilterKind.STATE}:{State.OUTDATED} "),
            (_("Linked notes"), f"{FilterKind.STATE}:{State.LINKED} "),
            (_("Notes to review"), f"{FilterKind.STATE}:{State.REVIEW} "),
            (_("With a file"), f"{FilterKind.HAS}:{Content.FILE} "),
            (_("With a PDF"), f"{FilterKind.HAS}:{Content.PDF} "),
            (_("With a picture"), f"{FilterKind.HAS}:{Content.IMAGE} "),
            (_("Name of a file"), f"{FilterKind.FILE}:"),
        )
        for name, text in rows:
            menu.addAction(name).triggered.connect(
                lambda _on=False, word=text: self.added.emit(word)
            )
        return menu

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(20), px(10), px(20), px(12))
        self._row.setSpacing(px(6))
        self.add.setFixedHeight(px(_HEIGHT))
        self.add.setFont(self._theme.font(Role.SMALL))
        self.add.setIcon(self._theme.icon("plus", "muted"))
        self.add.setIconSize(QSize(px(_ICON), px(_ICON)))
        for chip in self.chips:
            chip.updateGeometry()


def paint_ground(painter: QPainter, theme: Theme, rect: QRectF, *, focused: bool) -> None:
    """Paint the rounded background of a chip, with a ring while it has the focus."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("inset"))
    painter.drawRoundedRect(rect, theme.px(5), theme.px(5))
    if focused:
        painter.setPen(QPen(theme.tokens.color("focus"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(5), theme.px(5))


def _about(dates: "QuestionDates") -> str:
    return _("{days}: these notes come first. Remove it to search for the words instead.").format(
        days=date_format.days(dates.start, dates.end)
    )


def _name_and_value(part: QueryPart) -> tuple[str, str]:
    """Return the name and the value shown on a chip."""
    match part.kind:
        case PartKind.PHRASE:
            return "", f"“{part.value}”"
        case PartKind.DATES:
            return _("Period") + ": ", part.value
        case PartKind.EXCLUDED:
            return _("without") + " ", part.value
        case _:
            return f"{'−' if part.negated else ''}{part.name}: ", part.value
