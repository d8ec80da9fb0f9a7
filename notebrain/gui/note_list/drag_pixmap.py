"""The small picture under the pointer while notes are dragged out of the list."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteRow
from notebrain.gui.core import date_format
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_WIDEST, _HEIGHT, _PAD, _BADGE = 220, 34, 10, 20


def picture(theme: Theme, rows: Sequence[NoteRow], ratio: float = 1.0) -> QPixmap:
    """Return a slip with the title of the first note, and a badge with the number of notes."""
    title = (rows[0].title if rows else "") or _("Untitled")
    px, font = theme.px, theme.font(Role.TITLE)
    metrics = QFontMetricsF(font)
    room = px(_WIDEST) - px(3 * _PAD) - theme.metrics.small_icon
    text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
    badge = _badge_width(theme, len(rows)) if len(rows) > 1 else 0
    width = round(metrics.horizontalAdvance(text)) + px(3 * _PAD) + theme.metrics.small_icon
    size = QSize(width + max(px(6), badge // 2) + 2, px(_HEIGHT) + px(_BADGE) // 2)
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    slip = QRectF(1, px(_BADGE) // 2, width, px(_HEIGHT) - 2)
    if badge:
        _paint_slip(painter, theme, slip.translated(px(3), px(3)).adjusted(0, 0, 0, -px(3)))
    _paint_slip(painter, theme, slip)
    _paint_title(painter, theme, slip, text)
    if badge:
        _paint_badge(
            painter, theme, QRectF(slip.right() - badge / 2, 0, badge, px(_BADGE)), len(rows)
        )
    painter.end()
    return pixmap


def _paint_slip(painter: QPainter, theme: Theme, slip: QRectF) -> None:
    painter.setPen(QPen(theme.tokens.color("field"), 1))
    painter.setBrush(theme.tokens.color("raised"))
    painter.drawRoundedRect(slip, theme.px(7), theme.px(7))


def _paint_title(painter: QPainter, theme: Theme, slip: QRectF, text: str) -> None:
    side, pad = theme.metrics.small_icon, theme.px(_PAD)
    corner = slip.toRect().adjusted(pad, 0, 0, 0)
    corner.setTop(round(slip.center().y()) - side // 2)
    corner.setSize(QSize(side, side))
    icons.draw(painter, "file-text", theme.tokens.muted, corner)
    painter.setFont(theme.font(Role.TITLE))
    painter.setPen(theme.tokens.color("text"))
    line = slip.adjusted(2 * pad + side, 0, 0, 0)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


def _paint_badge(painter: QPainter, theme: Theme, place: QRectF, count: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("accent_fill"))
    painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
    painter.setFont(theme.font(Role.CAP))
    painter.setPen(theme.tokens.color("on_accent"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, date_format.number(count))


def _badge_width(theme: Theme, count: int) -> int:
    text = theme.fonts.width(Role.CAP, date_format.number(count))
    return max(theme.px(_BADGE), round(text) + theme.px(12))
