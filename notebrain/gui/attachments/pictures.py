"""The pictures that notes show: how large each is shown, and its pixels, read on a thread of their own.

A picture comes from outside and may be made to harm: none is decoded that would need more than `_MOST_PIXELS`, nothing
that a picture refers to is loaded, and what cannot be read is named instead of shown.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.gui.core.threads import EventBridge

_MOST_PIXELS: Final = 128_000_000
_MOST_MB: Final = 256
_MOST_SVG_BYTES: Final = 4_000_000
_KEPT_BYTES: Final = 64_000_000
_KNOWN: Final = 2_000
_UNSIZED: Final = QSize(480, 320)
_SVG: Final = "image/svg+xml"
# what an SVG would read from elsewhere; only parts of itself and pictures inside it stay
_HREF: Final = re.compile(
    rb"""\bhref\s*=\s*(?:"(?!\#|data:)[^"]*"|'(?!\#|data:)[^']*')""", re.IGNORECASE
)
_OUTSIDE: Final = re.compile(rb"""@import[^;]*;|url\(\s*['"]?(?!\#|data:)[^)]*\)""", re.IGNORECASE)
_EMPTY: Final = (
    b'href="data:image/png;base64,'
    b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNg"
    b'AAIAAAUAAXpeqz8AAAAASUVORK5CYII="'
)
"""In place of it: a picture of one transparent pixel, since Qt complains of none."""


class FileSource(Protocol):
    """What is known of the files of a vault."""

    def get(self, sha: Sha) -> Attachment | None:
        """Return what is known of a file, or None."""
        ...

    def path(self, sha: Sha) -> Path | None:
        """Return where its bytes are; None if they are missing."""
        ...

    def is_changed(self, sha: Sha) -> bool:
        """Return whether its bytes are known not to be what was added."""
        ...


class _Wanted(NamedTuple):
    """A picture in the size in which it is shown, in device pixels."""

    sha: Sha
    width: int
    height: int


class Pictures(QObject):
    """Finds and keeps the pictures that are shown; those shown last stay within a limit of memory.

    Args:
        run: The thread that reads pictures.
    """

    changed = Signal()
    """A picture was read and can be painted."""
    found = Signal()
    """Other places are needed: a file that was missing is here, or a picture cannot be read."""

    def __init__(
        self,
        files: FileSource,
        run: Callable[[], Executor],
        bridge: EventBridge,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._files = files
        self._run = run
        self._bridge = bridge
        self._known: OrderedDict[Sha, Attachment | None] = OrderedDict()
        self._images: OrderedDict[_Wanted, QImage] = OrderedDict()
        self._bytes = 0
        self._reading: set[_Wanted] = set()
        self._faults: set[Sha] = set()
        bridge.notes_changed.connect(self.look_again)
        bridge.changed_elsewhere.connect(self.look_again)

    def known(self, sha: Sha) -> Attachment | None:
        """Return what is known of a file, or None if it is not in the vault."""
        if sha not in self._known:
            if len(self._known) >= _KNOWN:
                self._known.popitem(last=False)
            self._known[sha] = self._files.get(sha)
        return self._known[sha]

    def look_again(self) -> None:
        """Look for the files that were missing."""
        missing = {sha for sha, known in self._known.items() if known is None} | self._faults
        self._faults.clear()
        for sha in missing:
            self._known.pop(sha, None)
        if any(self.known(sha) is not None for sha in missing):
            self.found.emit()

    def size_of(self, sha: Sha, *, width: int | None, room: QSize) -> QSize | None:
        """Return the size in which to show a picture, in pixels of the screen at a scale of 1.

        Args:
            width: The width that the note gives.
            room: How large it may be.

        Returns:
            None if the file is not a picture, or not in the vault.
        """
        known = self.known(sha)
        if known is None or not known.is_picture:
            return None
        size = QSize(known.width or 0, known.height or 0)
        size = size if not size.isEmpty() else QSize(_UNSIZED)
        if width is not None:
            size = QSize(width, max(1, round(size.height() * width / size.width())))
        if size.width() > room.width() or size.height() > room.height():
            fitting = min(room.width() / size.width(), room.height() / size.height())
            size = QSize(
                max(1, round(size.width() * fitting)), max(1, round(size.height() * fitting))
            )
        return size

    def image(
        self, sha: Sha, size: QSize, ratio: float = 1.0, *, read: bool = True
    ) -> QImage | None:
        """Return the pixels of a picture at this size; None if they are being read, or cannot be.

        Args:
            read: Read them if they are not there yet.
        """
        wanted = _Wanted(sha, round(size.width() * ratio), round(size.height() * ratio))
        found = self._images.get(wanted)
        if found is not None:
            self._images.move_to_end(wanted)
            found.setDevicePixelRatio(ratio)
            return found
        if read and wanted not in self._reading and sha not in self._faults:
            self._begin(wanted)
        return None

    def is_broken(self, sha: Sha) -> bool:
        """Return whether a picture could not be read, or its bytes are not here or not what they were."""
        return sha in self._faults

    def is_changed(self, sha: Sha) -> bool:
        """Return whether the bytes of a file are here, but not what was added."""
        return self._files.is_changed(sha)

    def _begin(self, wanted: _Wanted) -> None:
        known, path = self.known(wanted.sha), self._files.path(wanted.sha)
        if known is None or path is None or self._files.is_changed(wanted.sha):
            self._faults.add(wanted.sha)
            QTimer.singleShot(0, self, self.found.emit)  # not while it is painted
            return
        self._reading.add(wanted)
        size = QSize(wanted.width, wanted.height)
        self._bridge.when_done(
            self._run().submit(read_picture, path, known.media_type, size),
            lambda image: self._on_read(wanted, image),
        )

    def _on_read(self, wanted: _Wanted, image: QImage) -> None:
        self._reading.discard(wanted)
        if image.isNull():
            self._faults.add(wanted.sha)
            self.found.emit()
            return
        self._images[wanted] = image
        self._bytes += image.sizeInBytes()
        while self._bytes > _KEPT_BYTES and len(self._images) > 1:
            _old, dropped = self._images.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()
        self.changed.emit()


def read_picture(path: Path, media_type: str, size: QSize | None) -> QImage:
    """Return a picture scaled to a size, or as large as it is; a null image if it cannot be read. May run anywhere."""
    QImageReader.setAllocationLimit(_MOST_MB)
    reader, held = _reader(path, media_type)
    reader.setAutoTransform(True)
    natural = reader.size()
    if natural.width() * natural.height() > _MOST_PIXELS:
        return QImage()
    turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
    whole = natural.transposed() if turned else natural
    if size is not None and not whole.isEmpty():
        # the place has another shape if the size was not known before
        size = whole.scaled(size, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        if media_type == _SVG or size.width() < whole.width():
            reader.setScaledSize(size.transposed() if turned else size)
    image = reader.read()
    del reader, held
    return image


def _reader(path: Path, media_type: str) -> tuple[QImageReader, Iterable[object]]:
    """Return a reader, and what has to live as long as it does."""
    if media_type != _SVG:
        reader = QImageReader(str(path))
        reader.setDecideFormatFromContent(True)
        return reader, ()
    data = path.read_bytes() if path.stat().st_size <= _MOST_SVG_BYTES else b""
    buffer = QBuffer()
    buffer.setData(QByteArray(_HREF.sub(_EMPTY, _OUTSIDE.sub(b"", data))))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    return QImageReader(buffer, QByteArray(b"svg")), (buffer,)
