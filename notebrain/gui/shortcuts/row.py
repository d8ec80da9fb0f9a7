"""One command with its keys."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import native_text, paint_key
from notebrain.gui.widgets.mirrored import PLAIN, Mirrored

_HEIGHT, _CAP, _PAD, _GAP = 36, 18, 8, 4
_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value


class ShortcutRow(QAbstractButton):
    """Shows the name at the left and the keys at the right; pressed, it lets them be changed."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys: list[str] = []
        self._changed = False
        self._seen = PLAIN
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCheckable(True)
        theme.changed.connect(self.updateGeometry)

    @property
    def keys(self) -> Sequence[str]:
        """The keys as this system writes them."""
        return self._keys

    def tell(self, keys: Sequence[str], *, changed: bool) -> None:
        """Show these keys; `changed` when the user chose them."""
        self._keys = [native_text(key) for key in keys]
        self._changed = changed
        said = ", ".join([*(self._keys or [_("no key")]), *([_("changed")] if changed else [])])
        self.setAccessibleName(f"{self.text()}: {said}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        self._seen = Mirrored(self.layoutDirection(), self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked() or self.underMouse():
            painter.setBrush(tokens.color("selected" if self.isChecked() else "hover"))
            painter.drawRoundedRect(ground, px(6), px(6))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.drawRoundedRect(ground, px(6), px(6))
        right = self._paint_keys(painter)
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(tokens.color("text"))
        room = self.rect().adjusted(px(_PAD), 0, 0, 0)
        room.setRight(round(right) - px(_GAP))
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self._seen.text(painter, room, _MIDDLE, text)
        painter.end()

    def _paint_keys(self, painter: QPainter) -> float:
        """Paint the keys from the right; return where they begin."""
        theme, px = self._theme, self._theme.px
        right = float(self.width() - px(_PAD))
        top = (self.height() - px(_CAP)) / 2
        for key in reversed(self._keys):
            width = max(px(_CAP), theme.fonts.width(Role.CAP, key) + px(10))
            cap = QRectF(right - width, top, width, px(_CAP))
            paint_key(painter, theme, self._seen.exact(cap), key)
            right -= width + px(_GAP)
        if self._changed:
            width = theme.fonts.width(Role.LABEL, _("changed"))
            painter.setFont(theme.font(Role.LABEL))
            painter.setPen(theme.tokens.color("muted"))
            at = QRectF(right - width - px(_GAP), 0, width + 1, self.height())
            self._seen.text(painter, at, _MIDDLE, _("changed"))
            right = at.left()
        return right
