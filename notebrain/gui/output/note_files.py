"""The pictures and files of notes that leave the window: on paper, in a web page, on the clipboard; on any thread."""

import re
from base64 import b64encode
from collections.abc import Callable
from html import escape, unescape
from typing import Final

from PySide6.QtCore import QSize, QSizeF, QUrl
from PySide6.QtGui import QImage, QTextDocument

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import SHOWN, Sha, name_in, sha_in
from notebrain.gui.attachments.pictures import FileSource, read_picture

MOST_BYTES: Final = 5_000_000
"""A larger picture is named in a web page, which would hardly open with it."""

PAPER_DPI: Final = 200.0 / 96.0
"""How many pixels of a picture are printed for each pixel of the page."""
_VECTOR: Final = "image/svg+xml"
_IN_BROWSERS: Final = SHOWN - {"image/tiff"}
_IMAGE: Final = re.compile(
    r'<img src="(?P<address>attachment:[^"#]*)(?:#(?P<width>\d+))?[^"]*" alt="(?P<alt>[^"]*)"[^>]*>'
)
_LINKED_IMAGE: Final = re.compile(rf'<a href="attachment:[^"]*">({_IMAGE.pattern})</a>')
_LINK: Final = re.compile(r'<a href="(attachment:[^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


class NoteFiles:
    """Puts the files of a vault into rendered notes, or their names where they cannot be shown.

    Args:
        files: Where the files are; None has none.
    """

    def __init__(self, files: FileSource | None = None) -> None:
        self._files = files

    def in_page(self, html: str) -> str:
        """Return HTML that contains its pictures, so that it needs nothing else; other files are only named."""
        return _put(html, self._for_page)

    def on_paper(self, html: str, room: QSizeF, document: QTextDocument) -> str:
        """Return HTML with the sizes of its pictures, none larger than the room, and add them to its document."""
        count = 0

        def put(sha: Sha, words: str, width: int | None) -> str:
            nonlocal count
            image, size = self._for_paper(sha, width, room)
            if image.isNull():
                return f'<span class="quiet">{escape(self._missing(sha, words))}</span>'
            count += 1
            source = f"picture:{count}"
            document.addResource(
                QTextDocument.ResourceType.ImageResource.value, QUrl(source), image
            )
            return f'<img src="{source}" width="{size.width()}" height="{size.height()}">'

        return _put(html, put)

    def _for_page(self, sha: Sha, words: str, width: int | None) -> str:
        known = self._files.get(sha) if self._files else None
        path = self._files.path(sha) if self._files and known else None
        if known is None or path is None:
            return escape(self._missing(sha, words))
        if known.media_type not in _IN_BROWSERS or known.size > MOST_BYTES:
            return escape(words)
        try:
            data = b64encode(path.read_bytes()).decode()
        except OSError:
            return escape(self._missing(sha, words))
        sized = f' width="{width}"' if width else ""
        return f'<img src="data:{known.media_type};base64,{data}" alt="{escape(words)}"{sized}>'

    def _for_paper(self, sha: Sha, width: int | None, room: QSizeF) -> tuple[QImage, QSize]:
        """Return a picture and the size in which to print it; a null image if it cannot be read."""
        known = self._files.get(sha) if self._files else None
        path = self._files.path(sha) if self._files and known else None
        if known is None or path is None or not known.is_picture:
            return QImage(), QSize()
        natural = QSize(known.width or 0, known.height or 0)
        image = QImage()
        if natural.isEmpty():
            image = read_picture(path, known.media_type, None)
            natural = image.size()
        if natural.isEmpty():
            return QImage(), QSize()
        shown = QSizeF(natural)
        shown *= width / shown.width() if width else 1.0
        shown *= min(1.0, room.width() / shown.width(), room.height() / shown.height())
        size = shown.toSize().expandedTo(QSize(1, 1))
        if image.isNull():
            sharp = (shown * PAPER_DPI).toSize().expandedTo(QSize(1, 1))
            is_larger = known.media_type == _VECTOR or sharp.width() < natural.width()
            image = read_picture(path, known.media_type, sharp if is_larger else None)
        return image, size

    def _missing(self, sha: Sha, words: str) -> str:
        if self._files is None or self._files.path(sha) is None:
            return _("{name} is not on this computer").format(name=words)
        return _("{name} cannot be shown").format(name=words)


def _put(html: str, put: Callable[[Sha, str, int | None], str]) -> str:
    """Return HTML in which each picture is what `put` makes of its hash, words and width, and links are names."""

    def image(found: "re.Match[str]") -> str:
        address = unescape(found["address"])
        sha = sha_in(address)
        words = unescape(found["alt"]) or name_in(address) or _("Picture")
        return "" if sha is None else put(sha, words, int(found["width"] or 0) or None)

    html = _LINKED_IMAGE.sub(r"\1", html)
    html = _IMAGE.sub(image, html)
    return _LINK.sub(lambda found: found[2] or escape(name_in(unescape(found[1]))), html)
