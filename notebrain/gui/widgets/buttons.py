"""Buttons that follow the theme."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import BidiPainter, elided, tip_of


class IconButton(QToolButton):
    """A square button with an icon, a name for screen readers, and a tooltip with name and key."""

    def __init__(
        self, theme: Theme, icon: str, name: str, *, key: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._ink = "text2"
        self.setAccessibleName(name)
        self.set_key(key)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._apply_theme()
        theme.changed.connect(self._apply_theme)

    def set_key(self, key: str) -> None:
        """Show this shortcut in the tooltip, as the system writes it."""
        name = self.accessibleName()
        self.setToolTip(f"{name} ({key})" if key else name)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self._apply_theme()

    def set_ink(self, ink: str) -> None:
        """Draw the icon in the color of this token."""
        self._ink = ink
        self._apply_theme()

    def _apply_theme(self) -> None:
        side, small = self._theme.metrics.button, self._theme.metrics.icon
        self.setFixedSize(QSize(side, side))
        self.setIconSize(QSize(small, small))
        self.setIcon(self._theme.icon(self._icon, self._ink, on="accent"))


class TitleButton(QPushButton):
    """The title of a note that opens it; it is cut at its end where there is no room for it."""

    def __init__(self, *, ink: str) -> None:
        super().__init__()
        self._title = ""
        for name, value in (("kind", "text"), ("ink", ink), ("flush", "true"), ("title", "true")):
            self.setProperty(name, value)
        self.setAutoDefault(True)
        # as wide as its text, but no wider than its column
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)

    def set_title(self, title: str) -> None:
        """Show this title."""
        self._title = title
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(_("Open “{title}”").format(title=title))
        self.setToolTip(tip_of(title))

    @property
    def shown(self) -> str:
        """The part of the title that there is room for."""
        return elided(self.fontMetrics(), self._title, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.shown.replace("&", "&&")
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


def push_button(text: str, kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """Return a button that Return presses too, not only Space; `kind` is "go", "danger", "text" or plain."""
    button = QPushButton(text, parent)
    button.setAutoDefault(True)
    if kind:
        button.setProperty("kind", kind)
    return button


def text_button(text: str, *, ink: str = "accent", parent: QWidget | None = None) -> QPushButton:
    """Return a button that looks like a link."""
    button = push_button(text, "text", parent)
    button.setProperty("ink", ink)
    return button


def paint_kind(button: QPushButton, kind: str) -> None:
    """Change the kind of a visible button, for example to "go"; an empty kind makes it plain."""
    if (button.property("kind") or "") != kind:
        button.setProperty("kind", kind)
        button.style().unpolish(button)
        button.style().polish(button)


_PAD, _GAP, _CAP, _CAP_PAD, _RADIUS = 12, 8, 18, 5, 4
_CAP_GROUND = QColor(255, 255, 255, 51)


class PaintedButton(QPushButton):
    """A button whose ground Qt paints, and whose words a subclass."""

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        raise NotImplementedError


class KeyButton(PaintedButton):
    """The main, filled button of a page, with the shortcut that does the same."""

    def __init__(self, theme: Theme, text: str, key: str) -> None:
        super().__init__(text)
        self._theme = theme
        self._key = ""
        self.setProperty("kind", "go")
        self.setAutoDefault(True)  # so that Return presses it too, not only Space
        self.setAccessibleName(text)
        self.set_key(key)
        theme.changed.connect(self.updateGeometry)

    def set_key(self, key: str) -> None:
        """Show this shortcut."""
        self._key = native_text(key)
        self.setAccessibleDescription(self._key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._theme
        text = theme.fonts.width(Role.BUTTON, self.text())
        cap = self._cap_width() + theme.px(_GAP) if self._key else 0
        width = text + cap + theme.px(2 * _PAD)
        return QSize(round(width) + 2, theme.metrics.button)

    def _paint_words(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        inner = self.rect().adjusted(px(_PAD), 0, -px(_PAD), 0)
        painter.setPen(theme.tokens.color("on_accent"))
        painter.setFont(theme.font(Role.BUTTON))
        seen = BidiPainter(self.layoutDirection(), self.rect())
        seen.text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), self.text())
        if not self._key:
            return
        side = px(_CAP)
        width = round(self._cap_width())
        cap = seen.rect(QRect(inner.right() + 1 - width, (self.height() - side) // 2, width, side))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_CAP_GROUND)
        painter.drawRoundedRect(QRectF(cap), px(_RADIUS), px(_RADIUS))
        painter.setPen(theme.tokens.color("on_accent"))
        painter.setFont(theme.font(Role.CAP))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignHCenter | _MIDDLE), self._key)

    def _cap_width(self) -> float:
        return self._theme.fonts.width(Role.CAP, self._key) + self._theme.px(2 * _CAP_PAD)


_MIDDLE = Qt.AlignmentFlag.AlignVCenter


def native_text(key: str) -> str:
    """Return a shortcut as this system writes it, for example ⌘N on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


class KeyCap(QWidget):
    """Shows a shortcut as a key cap; only a hint, so it takes no focus."""

    def __init__(self, theme: Theme, key: str) -> None:
        super().__init__()
        self._theme = theme
        self._text = native_text(key)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = self._theme.fonts.width(Role.CAP, self._text) + self._theme.px(10)
        return QSize(max(self._theme.px(18), round(width)), self._theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_key(painter, self._theme, QRectF(self.rect()), self._text)
        painter.end()


def paint_key(painter: QPainter, theme: Theme, rect: QRectF, text: str) -> None:
    """Paint a key cap with its text into this rectangle."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("inset"))
    painter.drawRoundedRect(rect, theme.px(4), theme.px(4))
    painter.setFont(theme.font(Role.CAP))
    painter.setPen(theme.tokens.color("text2"))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
