"""What a text field offers in its menu, and what is pasted or dropped into it: words, pictures or files.

The editor and the capture window share it.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, SignalInstance
from PySide6.QtGui import QImage, QKeySequence, QPixmap
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from notebrain.domain.i18n import _
from notebrain.domain.notes.media import media_type
from notebrain.gui.notes.drag import NOTES_MIME

_READING = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll)
_PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")
_TAG_BUT_IMAGE = r"<(?!img\b)[^<>]*>"
_IMAGES = r"(?:\s*<img\b[^<>]*>)+\s*"


def can_be_words(source: QMimeData) -> bool:
    """Return whether the content may be pasted or dropped here; what a note cannot hold is refused with a message."""
    return not source.hasFormat(NOTES_MIME) and (
        source.hasText() or _has_picture(source) or source.hasUrls() or source.hasHtml()
    )


def files_of(source: QMimeData) -> Sequence[Path | QImage | bytes]:
    """Return the files or the picture in the content; none for table cells, which are copied as a picture, too.

    A picture comes as the bytes of a file if the other program has them: decoding one of 12 megapixels here would take
    a quarter of a second, and encoding it again seconds.
    """
    if source.hasUrls():
        local = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if local:
            return local
    if _has_picture(source) and (not source.text().strip() or _only_shows_picture(source)):
        for kind in _PICTURES:
            data = bytes(source.data(kind).data()) if source.hasFormat(kind) else b""
            if media_type(data) == kind:
                return [data]
        image = source.imageData()
        if isinstance(image, QPixmap):
            image = image.toImage()
        if isinstance(image, QImage) and not image.isNull():
            return [image]
    return ()


def can_be_files(source: QMimeData) -> bool:
    """Return whether the content may have files or a picture; quick enough to be asked while something is dragged."""
    return source.hasUrls() or _has_picture(source)


def _has_picture(source: QMimeData) -> bool:
    return source.hasImage() or any(source.hasFormat(kind) for kind in _PICTURES)


def offer_files(source: QMimeData, offered: SignalInstance, message: SignalInstance) -> bool:
    """Emit the files or the picture in the content, or why there are none; return False if it is words."""
    files = files_of(source)
    if files:
        offered.emit(files)
    elif _only_shows_picture(source):  # nothing is downloaded
        message.emit(
            _("Only the address of this picture was copied. Copy the picture itself and paste it.")
        )
    else:
        return False
    return True


def _only_shows_picture(source: QMimeData) -> bool:
    """Return whether the content is a picture on a web page, of which its own bytes may be missing."""
    if not source.hasHtml() or not source.hasUrls():
        return False  # what is not needed is not fetched from the other program
    shown = re.sub(_TAG_BUT_IMAGE, "", source.html(), flags=re.IGNORECASE)
    return re.fullmatch(_IMAGES, shown, re.IGNORECASE) is not None


def text_of(source: QMimeData) -> str:
    """Return the text to insert, with the formatting of a web page as Markdown; nothing is downloaded."""
    words = source.text()
    if not source.hasHtml():
        return words
    # imported only now, since the start does not need it
    from notebrain.domain.markdown.html.cleaning import is_code, is_readable
    from notebrain.domain.markdown.html.reader import markdown_of

    html = source.html()
    if not is_readable(html) or is_code(html):
        return words
    return markdown_of(html) or words


def text_menu(field: QPlainTextEdit) -> QMenu:
    """Return a menu of the field's own actions; unlike Qt's, its undo and redo restore the stored text."""
    menu = QMenu(field)
    writable = not field.isReadOnly()
    chosen = field.textCursor().hasSelection()
    document = field.document()
    rows = (
        (_("Undo"), field.undo, QKeySequence.StandardKey.Undo, document.isUndoAvailable()),
        (_("Redo"), field.redo, QKeySequence.StandardKey.Redo, document.isRedoAvailable()),
        (_("Cut"), field.cut, QKeySequence.StandardKey.Cut, chosen),
        (_("Copy"), field.copy, QKeySequence.StandardKey.Copy, chosen),
        (_("Paste"), field.paste, QKeySequence.StandardKey.Paste, field.canPaste()),
        (_("Select all"), field.selectAll, QKeySequence.StandardKey.SelectAll, True),
    )
    for name, act, key, possible in rows:
        action = menu.addAction(name)
        action.setShortcut(QKeySequence(key))
        action.setEnabled(possible and (writable or key in _READING))
        action.triggered.connect(act)
    return menu
