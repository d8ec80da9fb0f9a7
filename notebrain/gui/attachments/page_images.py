"""The pictures of notes in a page of rendered text: each has its place from the start, and comes when it was read."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from notebrain.domain.notes.attachments import AttachmentLink, Sha, sha_in
from notebrain.gui.attachments.painter import PicturePainter

_TALLEST_SHARE = 3


class PageImages(QObject):
    """Gives one page its pictures.

    Args:
        painter: Knows the pictures, and paints their places.
    """

    changed = Signal()
    """A picture was read, or what is said in place of one is different now."""
    files_changed = Signal()
    """Where files are, or how large they are, is different now."""

    def __init__(self, painter: PicturePainter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._painter = painter
        self._waiting: dict[str, int] = {}
        painter.pictures.changed.connect(self._on_changed)
        painter.pictures.found.connect(self._on_changed)
        painter.places_changed.connect(self._on_changed)
        painter.pictures.found.connect(self.files_changed)
        painter.places_changed.connect(self.files_changed)

    def words(self, sha: Sha) -> tuple[str, bool]:
        """Return how large a file is, or where it is that is not here; and whether it is here."""
        return self._painter.file_words(sha)

    def image(self, address: str, room: int) -> QImage | None:
        """Return the picture with an address in a column of this width, or a place as large as it."""
        sha = sha_in(address)
        if sha is None:
            return None
        bare, _mark, width = address.partition("#")
        name = bare.rpartition("/")[2]
        link = AttachmentLink(
            0, 0, sha, "", name, is_picture=True, width=int(width) if width.isdigit() else None
        )
        painter = self._painter
        size = painter.shown_size(link, room, tallest=room * _TALLEST_SHARE)
        ratio = _ratio()
        image = painter.pictures.image(sha, size, ratio) if size is not None else None
        if image is not None:
            self._waiting.pop(address, None)
            return image
        self._waiting[address] = room
        return self._place(link, size or painter.place(link, room), ratio)

    def read(self) -> Sequence[str]:
        """Return the addresses of the pictures that can be shown now, or cannot be."""
        return list(self._waiting)

    def _place(self, link: AttachmentLink, size: QSize, ratio: float) -> QImage:
        made = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.paint_place(painter, QRectF(0, 0, size.width(), size.height()), link)
        painter.end()
        return made

    def _on_changed(self) -> None:
        if self._waiting:
            self.changed.emit()


def _ratio() -> float:
    app = QApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QApplication) else 1.0
