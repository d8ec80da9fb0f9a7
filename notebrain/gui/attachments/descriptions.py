"""Words for pictures: written by the user, and read aloud where the caret is."""

import re
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QPlainTextEdit
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.domain.markdown.plain_text import plain
from notebrain.domain.notes.attachments import AttachmentLink, Sha, find_in, size_text, with_alt
from notebrain.domain.text.pieces import index_at, units_of
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.document import NoteDocument
from notebrain.gui.editor.markdown_syntax import is_code, words_begin
from notebrain.gui.editor.view import NoteView

_LINK = re.compile(r"\]\(|\[\[[^\[\]|]*\|")
"""A link that has an address or a target beside its words."""


class PictureDescriptions(QObject):
    """Lets the user describe the pictures in notes, and tells a screen reader what is in the line of the caret.

    Args:
        pictures: Knows the files.
    """

    def __init__(self, context: Context, active: ActiveEditor, pictures: Pictures) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._pictures = pictures
        context.actions.bind(CommandId.DESCRIBE_PICTURE, self.ask)

    def listen(self, view: NoteView) -> None:
        """Offer to describe the pictures in an editor, and announce those that the caret comes to."""
        view.menu_opening.connect(partial(self._on_menu, view))
        announcer = _Announcer(view, self._pictures)
        view.cursorPositionChanged.connect(announcer.look)

    def ask(self) -> None:
        """Let the user describe the picture in the line of the caret."""
        view = self._active.panel.view
        link = _picture_at(view.textCursor())
        if link is None:
            text = _("Put the caret in the line of a picture first, or right-click the picture.")
            self._context.messages.show_warning(text)
        elif view.writable:
            self._describe(view, view.textCursor().block(), link)

    def ask_about(self, field: QPlainTextEdit, sha: Sha) -> None:
        """Let the user describe a picture that was just added to a text."""
        if not isValid(field):
            return
        block = field.document().firstBlock()
        while block.isValid():
            for link in find_in(block.text()):
                if link.sha == sha and not link.alt:
                    self._describe(field, block, link)
                    return
            block = block.next()

    def _on_menu(self, view: NoteView, menu: QMenu, at: QTextCursor) -> None:
        link = _picture_at(at)
        if link is None or not view.writable:
            return
        first = menu.actions()[0]
        describe = QAction(_("Describe this picture…"), menu)
        describe.triggered.connect(lambda: self._describe(view, at.block(), link))
        menu.insertAction(first, describe)
        menu.insertSeparator(first)

    def _describe(self, field: QPlainTextEdit, block: QTextBlock, link: AttachmentLink) -> None:
        line, place = block.text(), QTextCursor(block)
        place.setPosition(block.position() + units_of(line[: link.start]))
        place.setPosition(
            block.position() + units_of(line[: link.end]), QTextCursor.MoveMode.KeepAnchor
        )
        self._context.tasks.start(self._ask(field, place, link))

    async def _ask(self, field: QPlainTextEdit, place: QTextCursor, link: AttachmentLink) -> None:
        before, document = place.selectedText(), field.document()
        words = await dialogs.ask_text(
            self._context.tasks,
            field.window(),
            title=_("Describe this picture"),
            label=_("What “{name}” shows; it is read aloud and found by the search:").format(
                name=link.name or link.sha[:12]
            ),
            text=link.alt,
            may_be_empty=True,
        )
        if words is None or words == link.alt or not isValid(document):
            return
        if place.selectedText() != before:
            text = _("The text has changed in the meantime; look at it again.")
            self._context.messages.show_warning(text)
        elif isinstance(document, NoteDocument):
            edit = (place.selectionStart(), place.selectionEnd(), with_alt(before, words))
            document.replace([edit])


class _Announcer(QObject):
    """Says a line as it is seen when the caret comes into it, if the text holds addresses that nobody wants to hear.

    Qt reads the text itself to a screen reader. PySide lets Python give it another one only without selections and
    lines, since it leaves out those methods of `QAccessibleTextInterface`. So this interrupts it.
    """

    def __init__(self, view: NoteView, pictures: Pictures) -> None:
        super().__init__(view)
        self._view = view
        self._pictures = pictures
        self._line: tuple[object, int] | None = None

    def look(self) -> None:
        block = self._view.textCursor().block()
        line = (self._view.document(), block.blockNumber())
        if line == self._line:
            return
        self._line = line
        if QAccessible.isActive() and self._view.hasFocus():
            QTimer.singleShot(0, self, self._say)  # after Qt has said that the caret moved

    def _say(self) -> None:
        block = self._view.textCursor().block()
        line = block.text()
        linked = self._view.live.on and _LINK.search(line) is not None
        if is_code(block.userState()) or not (linked or any(find_in(line))):
            return
        event = QAccessibleAnnouncementEvent(self._view, spoken_line(self._pictures, line))
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


def spoken_line(pictures: Pictures, line: str) -> str:
    """Return what a screen reader says of a line: links by their words, and files as `spoken` names them."""
    at = words_begin(line)
    parts = [line[:at].strip()]
    for link in find_in(line):
        parts += [plain(line[at : link.start], ())[0], spoken(pictures, link)]
        at = link.end
    parts.append(plain(line[at:], ())[0])
    return " ".join(part.strip() for part in parts if part.strip())


def spoken(pictures: Pictures, link: AttachmentLink) -> str:
    """Return what a screen reader says of a file: its words, or its name and size."""
    known = pictures.known(link.sha)
    name = link.name or (known.name if known else link.sha[:12])
    if known is None:
        return _("{name} is not on this computer").format(name=link.alt or name)
    if not link.is_picture:
        return _("File {name}, {size}").format(name=link.text or name, size=size_text(known.size))
    if link.alt:
        return _("Picture: {words}").format(words=link.alt)
    size = f"{known.width} × {known.height}" if known.width and known.height else ""
    details = ", ".join(part for part in (name, size, size_text(known.size)) if part)
    return _("Picture without a description: {details}").format(details=details)


def file_at(at: QTextCursor) -> AttachmentLink | None:
    """Return the file at a position, or else the only picture in its line."""
    text = at.block().text()
    index = index_at(text, at.positionInBlock())
    found = find_in(text)
    here = next((link for link in found if link.start <= index <= link.end), None)
    return here or _picture_at(at)


def _picture_at(at: QTextCursor) -> AttachmentLink | None:
    """Return the picture at a position, or else the only one in its line."""
    text = at.block().text()
    index = index_at(text, at.positionInBlock())
    found = [link for link in find_in(text) if link.is_picture]
    here = [link for link in found if link.start <= index <= link.end]
    if here:
        return here[0]
    return found[0] if len(found) == 1 else None
