"""The chips above the text: the category and the tags of the note."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category
from notebrain.gui.places import CATEGORY_ICONS, category_name
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.mirrored import Mirrored

_PAD = 8
_GAP = 5
_RADIUS = 5
_WIDEST = 160


class Chip(QToolButton):
    """A small button with rounded ground: an icon if there is one, and a word."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = ""
        self._tail = 0  # room after the word, for what else a chip shows
        self._ink, self._ground = theme.tokens.hues[0].ink, theme.tokens.hues[0].ground
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.dress)

    def dress(self) -> None:
        """Take colours from the theme."""
        slate = self._theme.tokens.hues[0]
        self._ink, self._ground = slate.ink, slate.ground
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._theme
        text = min(theme.fonts.width(Role.SMALL, self.text()), theme.px(_WIDEST))
        width = text + theme.px(2 * _PAD) + self._tail_width()
        if self._icon:
            width += theme.px(14 + _GAP)
        return QSize(round(width + 0.5), theme.metrics.chip)

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
        seen = Mirrored(self.layoutDirection(), self.rect())
        room = self.rect().adjusted(px(_PAD), 0, -px(_PAD) - self._tail_width(), 0)
        if self._icon:
            side = px(14)
            corner = room.adjusted(0, (room.height() - side) // 2, 0, 0)
            corner.setSize(QSize(side, side))
            icons.draw(painter, self._icon, self._ink, seen.rect(corner))
            room.setLeft(room.left() + side + px(_GAP))
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(QColor(self._ink))
        metrics = QFontMetricsF(theme.font(Role.SMALL))
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width() + 1)
        seen.text(painter, room, Qt.AlignmentFlag.AlignVCenter.value, text)
        painter.end()

    def _tail_width(self) -> int:
        return self._theme.px(self._tail) if self._tail else 0


class CategoryChip(Chip):
    """Shows the category; its menu chooses another."""

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
        """Show this one."""
        self._icon = CATEGORY_ICONS[category]
        self.setText(category_name(category))
        self.setAccessibleName(_("Category: {name}").format(name=category_name(category)))
        self.setToolTip(_("Category"))
        for kind, action in self._actions.items():
            action.setChecked(kind is category)
        self.dress()


class TagChip(Chip):
    """Shows a tag in its hue; its menu, or Delete, takes it away."""

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
        self.dress()

    def dress(self) -> None:
        hue = self._theme.tokens.hue_of(self.tag)
        self._ink, self._ground = hue.ink, hue.ground
        self.updateGeometry()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.tag)
            return
        super().keyPressEvent(event)
