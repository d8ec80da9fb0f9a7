"""The chips for category, tags and importance."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSlider, QToolButton, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, Category
from notebrain.gui.core.locations import CATEGORY_ICONS, category_name
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import BidiPainter

_PAD = 8
_CHIP_GAP = 5
_RADIUS = 5
_WIDEST = 160


class Chip(QToolButton):
    """A small button with a rounded background, a text and an optional icon."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = ""
        self._widest: int | None = None
        self._tail = 0  # room after the text for what else a chip shows
        self._ink, self._ground = theme.tokens.hues[0].ink, theme.tokens.hues[0].ground
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.apply_theme)

    def apply_theme(self) -> None:
        """Take the colors from the theme."""
        slate = self._theme.tokens.hues[0]
        self._ink, self._ground = slate.ink, slate.ground
        self.updateGeometry()
        self.update()

    def set_widest(self, width: int | None) -> None:
        """Cut the text so that the chip is at most this wide, in pixels; None shows as much as usual."""
        if width != self._widest:
            self._widest = width
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        theme = self._theme
        text = min(theme.fonts.width(Role.SMALL, self.text()), theme.px(_WIDEST))
        width = text + theme.px(2 * _PAD) + self._tail_width()
        if self._icon:
            width += theme.px(14 + _CHIP_GAP if self.text() else 14)
        whole = round(width + 0.5)
        least = whole if self._widest is None else min(whole, self._widest)
        return QSize(least, theme.metrics.chip)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._ground))
        painter.drawRoundedRect(rect, px(_RADIUS), px(_RADIUS))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.tokens.color("focus"), 2))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), px(_RADIUS), px(_RADIUS))
        seen = BidiPainter(self.layoutDirection(), self.rect())
        room = self.rect().adjusted(px(_PAD), 0, -px(_PAD) - self._tail_width(), 0)
        if self._icon:
            side = px(14)
            corner = room.adjusted(0, (room.height() - side) // 2, 0, 0)
            corner.setSize(QSize(side, side))
            icons.draw(painter, self._icon, self._ink, seen.rect(corner))
            room.setLeft(room.left() + side + px(_CHIP_GAP))
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(QColor(self._ink))
        metrics = QFontMetricsF(theme.font(Role.SMALL))
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width() + 1)
        seen.text(painter, room, Qt.AlignmentFlag.AlignVCenter.value, text)
        painter.end()

    def _tail_width(self) -> int:
        return self._theme.px(self._tail) if self._tail else 0


class CategoryChip(Chip):
    """Shows the category; its menu changes it."""

    chosen = Signal(Category)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._actions: dict[Category, QAction] = {}
        menu = QMenu(self)
        for category in Category:
            action = menu.addAction(category_name(category))
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, kind=category: self.chosen.emit(kind))
            self._actions[category] = action
        self.setMenu(menu)
        self.show_category(Category.GENERAL)

    def show_category(self, category: Category) -> None:
        """Show this category."""
        self._icon = CATEGORY_ICONS[category]
        self._name = category_name(category)
        self.setText(self._name)
        named = _("Category: {name}").format(name=self._name)
        self.setAccessibleName(named)
        self.setToolTip(named)
        for kind, action in self._actions.items():
            action.setChecked(kind is category)
        self.apply_theme()

    def show_name(self, shown: bool) -> None:
        """Show the name beside the icon, or only the icon."""
        text = self._name if shown else ""
        if text != self.text():
            self.setText(text)
            self.updateGeometry()


class TagChip(Chip):
    """Shows a tag in its hue; its menu or Delete removes it."""

    removed = Signal(str)
    shown = Signal(str)

    def __init__(self, theme: Theme, tag: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.tag = tag
        self.setText(tag)
        self.setAccessibleName(_("Tag: {name}").format(name=tag))
        menu = QMenu(self)
        menu.addAction(_("Show notes with this tag")).triggered.connect(
            lambda: self.shown.emit(self.tag)
        )
        menu.addAction(_("Remove tag")).triggered.connect(lambda: self.removed.emit(self.tag))
        self.setMenu(menu)
        self.apply_theme()

    def apply_theme(self) -> None:
        hue = self._theme.tokens.hue_of(self.tag)
        self._ink, self._ground = hue.ink, hue.ground
        self.updateGeometry()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.tag)
            return
        super().keyPressEvent(event)


_MOST = 5
_DOT, _MARK_GAP = 5, 3
_ROOM = 8


class ImportanceDots(QSlider):
    """A slider from 1 to 5 painted as dots, which brings keyboard and screen reader support with it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setRange(1, _MOST)
        self.setPageStep(1)
        self.setValue(DEFAULT_IMPORTANCE)
        self.setAccessibleName(_("Importance"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.valueChanged.connect(self._name)
        theme.changed.connect(self.updateGeometry)
        self._mixed = False
        self._name()

    def show_importance(self, importance: int | None) -> None:
        """Show this importance without emitting a signal; None means that it differs between several notes."""
        self._mixed = importance is None
        blocked = self.blockSignals(True)
        self.setValue(DEFAULT_IMPORTANCE if importance is None else importance)
        self.blockSignals(blocked)
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        width = _MOST * px(_DOT) + (_MOST - 1) * px(_MARK_GAP) + 2 * px(_ROOM)
        return QSize(width, self._theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        px, tokens = self._theme.px, self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 4, -1, -4), px(5), px(5))
        painter.setPen(Qt.PenStyle.NoPen)
        top = (self.height() - px(_DOT)) / 2
        seen = BidiPainter(self.layoutDirection(), self.rect())
        for number in range(_MOST):
            lit = number < self.value() and not self._mixed
            painter.setBrush(tokens.color("accent" if lit else "field"))
            left = px(_ROOM) + number * (px(_DOT) + px(_MARK_GAP))
            painter.drawEllipse(seen.exact(QRectF(left, top, px(_DOT), px(_DOT))))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        px = self._theme.px
        step = px(_DOT) + px(_MARK_GAP)
        x = BidiPainter(self.layoutDirection(), self.rect()).x(event.position().x())
        number = int((x - px(_ROOM) + px(_MARK_GAP) / 2) // step) + 1
        number = max(1, min(_MOST, number))
        if self._mixed and number == self.value():
            self.valueChanged.emit(number)  # only some of the notes have the current value
        self.setValue(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def _name(self) -> None:
        text = _("Importance {n} of 5").format(n=self.value())
        self.setToolTip(_("Mixed importance") if self._mixed else text)


class TypedChip(Chip):
    """Names the tag that it adds, or shows how many there are; pressing it adds all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._icon = "plus"
        self.tags: Sequence[str] = ()
        self.hide()

    def offer(self, tags: Sequence[str], key: str = "") -> None:
        """Suggest these tags; `key` is the shortcut that adds them, in the system's notation."""
        self.tags = tuple(tags)
        named = ", ".join(f"#{tag}" for tag in tags)
        several = ngettext("Add {n} tag", "Add {n} tags", len(tags)).format(n=len(tags))
        self.setText(_("Add {tags}").format(tags=named) if len(tags) == 1 else several)
        name = _("Add the tags typed in the text: {tags}").format(tags=named)
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({key})" if key else name)
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        self._ink = self._theme.tokens.text2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
