"""What a text field offers in its menu, and what is pasted or dropped into it: words, or what a note cannot hold yet.

The editor and the capture window share it.
"""

import re

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from notebrain.domain.i18n import _
from notebrain.gui.notes.drag import NOTES_MIME

_READING = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll)
_TAG_BUT_IMAGE = r"<(?!img\b)[^<>]*>"
_IMAGES = r"(?:\s*<img\b[^<>]*>)+\s*"


def can_be_words(source: QMimeData) -> bool:
    """Return whether the content may be pasted or dropped here; what a note cannot hold is refused with a message."""
    return not source.hasFormat(NOTES_MIME) and (
        source.hasText() or source.hasImage() or source.hasUrls() or source.hasHtml()
    )


def holds_file(source: QMimeData) -> bool:
    """Return whether the content is a picture or files; table cells, copied as a picture of them, too, are not."""
    if source.hasUrls() and any(url.isLocalFile() for url in source.urls()):
        return True
    if source.hasImage() and not source.hasText():
        return True
    if not source.hasHtml() or not source.hasUrls():
        return False  # what is not needed is not fetched from the other program
    shown = re.sub(_TAG_BUT_IMAGE, "", source.html(), flags=re.IGNORECASE)
    return re.fullmatch(_IMAGES, shown, re.IGNORECASE) is not None


def no_files_yet() -> str:
    """Return the message for a picture or files."""
    return _("Pictures and files cannot be added to a note yet.")


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
