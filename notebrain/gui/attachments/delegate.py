"""The delegate that paints one file: a small picture or an icon, its name, what it is, and its numbers."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from notebrain.app.notes.files import Fault, FileRow
from notebrain.domain.sync.file_transfer import FilePlace, MovingFile
from notebrain.gui.attachments import texts
from notebrain.gui.attachments.model import FILE_ROLE
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.core import date_format
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import RIGHT, Index, RowDelegate

_HEIGHT, _PAD, _RADIUS = 56, 8, 7
_SIDE, _CORNER, _GAP = 40, 4, 12
_COLUMNS_FROM = 520
"""Below this width of a row, in design pixels, its numbers stand in the line below the name."""
_NOTES, _SIZE, _ADDED, _THERE = 96, 76, 92, 28
_BAR = 2
_COMING = (FilePlace.TO_FETCH, FilePlace.LEFT_THERE)
_LONGEST = 4
"""A picture that is so many times as long as it is wide is shown whole, not cut to a square."""


class FileDelegate(RowDelegate):
    """Paints a row; pictures are asked for only while the list rests, so that scrolling does not wait for them."""

    def __init__(
        self, theme: Theme, pictures: Pictures, now: Callable[[], datetime], parent: QWidget
    ) -> None:
        super().__init__(theme, parent)
        self._pictures = pictures
        self._now = now
        self.moving: Callable[[], MovingFile | None] = lambda: None
        """Returns the file that is on its way."""
        self.rests = True
        """Whether the list is not being scrolled."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(_HEIGHT))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FileRow = index.data(FILE_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(0, 0, 0, -1)
        self._paint_fill(painter, ground, self._fill(option), px(_RADIUS))
        self._paint_ring(painter, option, ground, px(_RADIUS))
        inner = ground.adjusted(px(_PAD), px(_PAD), -px(_PAD), -px(_PAD))
        self._paint_there(painter, row, inner)
        inner.adjust(0, 0, -px(_THERE), 0)
        side = px(_SIDE)
        mark = self._seen.rect(QRect(inner.left(), inner.top(), side, side))
        self._paint_mark(painter, row, mark)
        words = inner.adjusted(side + px(_GAP), 0, -px(4), 0)
        has_columns = inner.width() >= px(_COLUMNS_FROM)
        room = self._paint_columns(painter, row, words) if has_columns else words.width()
        top = QRect(words.left(), words.top(), room, px(20))
        self._write(painter, top, Role.TITLE, "text", row.name)
        self._paint_details(painter, row, top.translated(0, px(20)), has_columns=has_columns)

    def _paint_there(self, painter: QPainter, row: FileRow, inner: QRect) -> None:
        """Paint at the end of a row how the file and the account stand to each other."""
        name, ink = texts.mark(row)
        if name:
            side = self._theme.metrics.icon
            place = QRect(inner.right() + 1 - side, inner.center().y() - side // 2, side, side)
            icons.draw(painter, name, self._theme.tokens.color(ink).name(), self._seen.rect(place))

    def _paint_bar(self, painter: QPainter, moving: MovingFile, line: QRect) -> None:
        """Paint how far a file is."""
        height = self._theme.px(_BAR)
        bar = QRect(line.left(), line.bottom() + 1, line.width(), height)
        tokens, done = self._theme.tokens, min(1.0, moving.done / max(1, moving.total))
        painter.fillRect(self._seen.rect(bar), tokens.color("track"))
        bar.setWidth(round(bar.width() * done))
        painter.fillRect(self._seen.rect(bar), tokens.color("accent"))

    def _paint_columns(self, painter: QPainter, row: FileRow, words: QRect) -> int:
        """Write notes, size and date at the end of a row; return the room left before them."""
        added = date_format.short(row.attachment.added_at, self._now()) if row.attachment else ""
        end = words.right() + 1
        for width, text in ((_ADDED, added), (_SIZE, texts.size(row)), (_NOTES, texts.notes(row))):
            place = QRect(
                end - self._theme.px(width), words.top(), self._theme.px(width), words.height()
            )
            cut = self._cut(Role.NUMBER, text, place.width())
            ink = "text2" if row.notes or width != _NOTES else "muted"
            self._write_whole(painter, place, Role.NUMBER, ink, cut, RIGHT)
            end = place.left()
        return end - words.left() - self._theme.px(_GAP)

    def _paint_details(
        self, painter: QPainter, row: FileRow, line: QRect, *, has_columns: bool
    ) -> None:
        moving = self.moving()
        state, ink = texts.state(row, moving)
        if moving is not None and moving.sha == row.sha:
            self._paint_bar(painter, moving, line)
        details = [texts.kind_text(row), texts.measure(row), texts.reading(row)]
        if not has_columns:
            details[1:] = [texts.size(row), texts.notes(row), texts.reading(row)]
        rest = " · ".join(part for part in details if part)
        # one after the other, so that they also stand in this order where the layout runs the other way
        for text, color in (
            (state, ink),
            ("·" if state and rest else "", "muted"),
            (rest, "muted"),
        ):
            if text and line.width() > self._theme.px(_GAP):
                written = self._write(painter, line, Role.SMALL, color, text)
                used = round(self._theme.fonts.width(Role.SMALL, f"{written} "))
                line = line.adjusted(used, 0, 0, 0)

    def _paint_mark(self, painter: QPainter, row: FileRow, place: QRect) -> None:
        image = self._image(row, painter.device().devicePixelRatioF())
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(place), self._theme.px(_CORNER), self._theme.px(_CORNER))
        tokens = self._theme.tokens
        painter.fillPath(frame, tokens.color("inset"))
        if image is not None:
            size = image.deviceIndependentSize()
            left = place.left() + (place.width() - size.width()) / 2
            top = place.top() + (place.height() - size.height()) / 2
            painter.save()
            painter.setClipPath(frame)
            painter.drawImage(QRectF(left, top, size.width(), size.height()), image)
            painter.restore()
            return
        name = texts.ICONS.get(texts.family(row), "paperclip")
        if row.fault is not Fault.NONE and row.status.place not in _COMING:
            name = "triangle-alert"
        side = self._theme.metrics.icon
        corner = QRect(0, 0, side, side)
        corner.moveCenter(place.center())
        icons.draw(painter, name, tokens.muted, corner)

    def _image(self, row: FileRow, ratio: float) -> QImage | None:
        known = row.attachment
        if known is None or not known.is_picture or row.fault is not Fault.NONE:
            return None
        side = self._theme.px(_SIDE)
        size = QSize(known.width or side, known.height or side)
        short, long = sorted((size.width(), size.height()))
        mode = Qt.AspectRatioMode.KeepAspectRatioByExpanding
        if long > short * _LONGEST or not (known.width and known.height):
            mode = Qt.AspectRatioMode.KeepAspectRatio
        if long > side:  # a smaller picture stays as it is
            size = size.scaled(QSize(side, side), mode).expandedTo(QSize(1, 1))
        return self._pictures.image(row.sha, size, ratio, read=self.rests)
