"""Paints the pictures of notes in the editor, or what is known of them while they cannot be shown."""

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import AttachmentLink, size_text
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_TALLEST = 420
_PLACE = QSize(360, 44)
_RADIUS, _PAD, _RIM = 6, 12, 4


class PicturePainter(QObject):
    """Knows the size of each picture in the text, and paints it there.

    Args:
        pictures: Where the pictures come from.
    """

    def __init__(self, theme: Theme, pictures: Pictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pictures = pictures

    def box_of(self, link: AttachmentLink, room: float) -> QSize:
        """Return the size of the box in which a picture is painted, in a column of this width."""
        size = self.shown_size(link, room) or self.place(room)
        return size + QSize(0, 2 * self._theme.px(_RIM))

    def paint(self, painter: QPainter, link: AttachmentLink, box: QRectF, room: float) -> None:
        """Paint a picture in its box, or a place for it that says why it is not there."""
        size = self.shown_size(link, room)
        shown = size or self.place(room)
        place = QRectF(0, 0, shown.width(), shown.height())
        place.moveCenter(box.center())
        place.moveLeft(round(box.left()))
        place.moveTop(round(place.top()))
        image = None
        if size is not None:
            image = self.pictures.image(link.sha, size, painter.device().devicePixelRatioF())
        if image is not None:
            place.setSize(image.deviceIndependentSize().boundedTo(place.size()))
            self._paint_image(painter, place, image)
        else:
            self.paint_place(painter, place, link)

    def shown_size(
        self, link: AttachmentLink, room: float, *, tallest: int | None = None
    ) -> QSize | None:
        """Return the size of a picture, at most so tall in pixels; None if only a place for it can be shown."""
        if self.pictures.is_broken(link.sha):
            return None
        width = None if link.width is None else self._theme.px(link.width)
        limits = QSize(max(1, int(room)), tallest or self._theme.px(_TALLEST))
        return self.pictures.size_of(link.sha, width=width, room=limits)

    def place(self, room: float) -> QSize:
        """Return the size of what is shown in place of a picture."""
        px = self._theme.px
        return QSize(max(1, min(int(room), px(_PLACE.width()))), px(_PLACE.height()))

    def _paint_image(self, painter: QPainter, place: QRectF, image: QImage) -> None:
        painter.save()
        frame = QPainterPath()
        frame.addRoundedRect(place, self._theme.px(_RADIUS), self._theme.px(_RADIUS))
        painter.setClipPath(frame)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)
        painter.restore()

    def paint_place(self, painter: QPainter, place: QRectF, link: AttachmentLink) -> None:
        """Paint what is shown in place of a picture: its name, and what is wrong with it."""
        words = words_of(self.pictures, link)
        px, tokens = self._theme.px, self._theme.tokens
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("code"))
        painter.drawRoundedRect(place, px(_RADIUS), px(_RADIUS))
        painter.setFont(self._theme.font(Role.SMALL))
        painter.setPen(tokens.color("text2"))
        inside = place.adjusted(px(_PAD), 0, -px(_PAD), 0)
        elided = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideMiddle, int(inside.width())
        )
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(inside, int(align), elided)
        painter.restore()


def words_of(pictures: Pictures, link: AttachmentLink) -> str:
    """Return what to say in place of a picture: its name and size while it is read, or what is wrong."""
    known = pictures.known(link.sha)
    name = link.text or (known.name if known else link.sha[:12])
    if known is None:
        return _("{name} is not on this computer").format(name=name)
    if pictures.is_broken(link.sha):
        return _("{name} cannot be shown").format(name=name)
    if not known.is_picture:
        return f"{known.name} · {size_text(known.size)}"
    return f"{name} · {size_text(known.size)}"
