"""Icons: one SVG each, drawn in any color and size, and cached."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from notebrain.app.core.resources import resource

_SMALL = 14
_DRAWN_STROKE = "2"


@lru_cache(maxsize=1024)
def pixmap(name: str, color: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the icon in this color (`#rrggbb`), `size` logical pixels wide."""
    side = max(1, round(size * ratio))
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _renderer(name, color, small=size <= _SMALL).render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def draw(painter: QPainter, name: str, color: str, rect: QRect) -> None:
    """Paint the icon into this square, sharp on the painter's screen."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(rect.topLeft(), pixmap(name, color, rect.width(), ratio))


def icon(name: str, color: str, *, disabled: str | None = None, on: str | None = None) -> QIcon:
    """Return an icon that draws itself in this color, or in the color of its state."""
    return QIcon(_Engine(name, color, disabled or color, on or color))


@lru_cache(maxsize=512)
def _renderer(name: str, color: str, *, small: bool) -> QSvgRenderer:
    # 1.75 at 16 px and 1.9 at 14 px look equally strong (the files are drawn with 2 at 24)
    stroke = "1.9" if small else "1.75"
    text = (
        _svg(name)
        .replace("currentColor", QColor(color).name())
        .replace(f'stroke-width="{_DRAWN_STROKE}"', f'stroke-width="{stroke}"')
    )
    return QSvgRenderer(QByteArray(text.encode()))


@lru_cache(maxsize=256)
def _svg(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text("utf-8")


class _Engine(QIconEngine):
    """Draws one icon at any size and for any screen Qt asks for."""

    def __init__(self, name: str, color: str, disabled: str, on: str) -> None:
        super().__init__()
        self._name = name
        self._color = color
        self._disabled = disabled
        self._on = on

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        corner = rect.center() - QPoint(side // 2, side // 2)
        draw(painter, self._name, self._ink(mode, state), QRect(corner, QSize(side, side)))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return pixmap(self._name, self._ink(mode, state), size.width())

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        side = round(size.width() / scale) if scale else size.width()
        return pixmap(self._name, self._ink(mode, state), side, scale)

    def clone(self) -> "_Engine":
        return _Engine(self._name, self._color, self._disabled, self._on)

    def _ink(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        if mode == QIcon.Mode.Disabled:
            return self._disabled
        return self._on if state == QIcon.State.On else self._color
