"""Paints the pictures of notes in the editor, or what is known of them while they cannot be shown."""

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import AttachmentLink, Sha, size_text
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.attachments.states import FileStates
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_TALLEST = 420
_PLACE = QSize(360, 44)
_ABSENT = QSize(420, 64)
_RADIUS, _PAD, _RIM, _LINE, _BAR = 6, 12, 4, 20, 3


class PicturePainter(QObject):
    """Knows the size of each picture in the text, and paints it there.

    Args:
        pictures: Where the pictures come from.
        states: Knows where files are that are not here; None if nobody does.
    """

    places_changed = Signal()
    """What is said in place of pictures is different now."""

    def __init__(
        self,
        theme: Theme,
        pictures: Pictures,
        parent: QObject | None = None,
        states: FileStates | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._states = states
        self.pictures = pictures
        if states is not None:
            states.changed.connect(self.places_changed)

    def box_of(self, link: AttachmentLink, room: float) -> QSize:
        """Return the size of the box in which a picture is painted, in a column of this width."""
        size = self.shown_size(link, room) or self.place(link, room)
        return size + QSize(0, 2 * self._theme.px(_RIM))

    def paint(self, painter: QPainter, link: AttachmentLink, box: QRectF, room: float) -> None:
        """Paint a picture in its box, or a place for it that says why it is not there."""
        size = self.shown_size(link, room)
        shown = size or self.place(link, room)
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

    def file_words(self, sha: Sha) -> tuple[str, bool]:
        """Return how large a file is, or where it is that is not here or not what it was; and whether it is here."""
        known, states = self.pictures.known(sha), self._states
        if states is not None and states.absence(sha):
            return self.reason(sha, states), False
        if known is None:
            return _("Not on this computer"), False
        return size_text(known.size), True

    def shown_size(
        self, link: AttachmentLink, room: float, *, tallest: int | None = None
    ) -> QSize | None:
        """Return the size of a picture, at most so tall in pixels; None if only a place for it can be shown."""
        if self.pictures.is_broken(link.sha):
            return None
        width = None if link.width is None else self._theme.px(link.width)
        limits = QSize(max(1, int(room)), tallest or self._theme.px(_TALLEST))
        return self.pictures.size_of(link.sha, width=width, room=limits)

    def place(self, link: AttachmentLink, room: float) -> QSize:
        """Return the size of what is shown in place of a picture."""
        px, size = self._theme.px, _ABSENT if self._is_absent(link) else _PLACE
        return QSize(max(1, min(int(room), px(size.width()))), px(size.height()))

    def _is_absent(self, link: AttachmentLink) -> bool:
        return self.pictures.known(link.sha) is None or self.pictures.is_broken(link.sha)

    def _paint_image(self, painter: QPainter, place: QRectF, image: QImage) -> None:
        painter.save()
        frame = QPainterPath()
        frame.addRoundedRect(place, self._theme.px(_RADIUS), self._theme.px(_RADIUS))
        painter.setClipPath(frame)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)
        painter.restore()

    def paint_place(self, painter: QPainter, place: QRectF, link: AttachmentLink) -> None:
        """Paint what is shown in place of a picture: its name, and where it is or what is wrong with it."""
        px, tokens = self._theme.px, self._theme.tokens
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("code"))
        painter.drawRoundedRect(place, px(_RADIUS), px(_RADIUS))
        inside = place.adjusted(px(_PAD), 0, -px(_PAD), 0)
        if self._states is not None and self._is_absent(link):
            self._paint_absent(painter, inside, link, self._states)
        else:
            self._write(painter, inside, "text2", words_of(self.pictures, link))
        painter.restore()

    def _paint_absent(
        self, painter: QPainter, inside: QRectF, link: AttachmentLink, states: FileStates
    ) -> None:
        """Paint the name of a file that is not here, its size, where it is, and how far it has come."""
        px, status = self._theme.px, states.status(link.sha)
        states.show(link.sha)
        line = QRectF(inside.left(), 0, inside.width(), px(_LINE))
        line.moveBottom(inside.center().y())
        self._write(painter, line, "text", _name_and_size(self.pictures, link, status.size))
        line.translate(0, px(_LINE))
        moving = states.moving_of(link.sha)
        said = self.reason(link.sha, states)
        act = f"  {_('Fetch')}" if states.can_be_fetched(link.sha) else ""
        room = line.width() - painter.fontMetrics().horizontalAdvance(act)
        written = self._write(painter, line, "text2", said, room)
        if act:
            self._write(painter, line.adjusted(written, 0, 0, 0), "accent", act)
        if moving is not None and moving.total:
            bar = QRectF(inside.left(), inside.bottom() - 2 * px(_BAR), inside.width(), px(_BAR))
            painter.fillRect(bar, self._theme.tokens.color("track"))
            bar.setWidth(bar.width() * min(1.0, moving.done / moving.total))
            painter.fillRect(bar, self._theme.tokens.color("accent"))

    def reason(self, sha: Sha, states: FileStates) -> str:
        """Return why a file is not shown: where it is, how far it has come, or what is wrong with it."""
        comes = states.moving_of(sha) is not None or states.can_be_fetched(sha)
        if self.pictures.is_changed(sha) and not comes:
            return _("Changed on disk, no longer what was added")
        return states.text(sha) or _("This picture cannot be shown.")

    def _write(
        self, painter: QPainter, line: QRectF, ink: str, text: str, room: float | None = None
    ) -> float:
        """Write as much of a text as fits, of a sentence its beginning; return its width."""
        painter.setFont(self._theme.font(Role.SMALL))
        painter.setPen(self._theme.tokens.color(ink))
        width = int(line.width() if room is None else room)
        mode = Qt.TextElideMode.ElideMiddle if room is None else Qt.TextElideMode.ElideRight
        cut = painter.fontMetrics().elidedText(text, mode, width)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line, int(align), cut)
        return painter.fontMetrics().horizontalAdvance(cut)


def _name_and_size(pictures: Pictures, link: AttachmentLink, size: int | None) -> str:
    known = pictures.known(link.sha)
    name = link.text or (known.name if known else link.sha[:12])
    return name if size is None else f"{name} · {size_text(size)}"


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
