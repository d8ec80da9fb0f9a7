"""The preview pane: shows a rendered note, loads nothing, and reports what the user clicks."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from PySide6.QtCore import QMargins, QMimeData, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextList,
    QTextListFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget
from shiboken6 import isValid

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import SCHEME, Sha, sha_in
from notebrain.gui.attachments.page_images import PageImages
from notebrain.gui.preview.footnotes import MARK, NOTE
from notebrain.gui.preview.renderer import BOXES, Block, Rendered, sheet
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

# HTML that Qt can insert within about 10 ms
_AT_ONCE = 6_000
_MARGIN = 16
_SETTLES_MS = 200
_NO_BREAK = "\xa0"
_BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)


class Page(QTextBrowser):
    """A text browser that does not browse: it opens nothing, and loads only pictures of the vault.

    Attributes:
        picture: Returns the picture with an address, or None.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(_("Preview"))
        self.picture: Callable[[str], QImage | None] | None = None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return what is copied: as plain text, lists keep their signs and tables their columns."""
        data = super().createMimeDataFromSelection()
        data.html()  # only now Qt writes all of it, and would later replace what is set here
        data.setText(_plain(self.textCursor()))
        return data

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value or self.picture is None:
            return None
        return self.picture(name.toString() if isinstance(name, QUrl) else name)


class PreviewPane(QWidget):
    """Shows one note at a time; long ones are assembled between the events of the window."""

    link_opened = Signal(str)
    shown = Signal()
    """The whole note is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rendered = Rendered(())
        self._lines: list[int] = []
        self._pending: Iterator[str] = iter(())
        self._next: QTextDocument | None = None
        self._pictures: PageImages | None = None
        self.notice = Label(theme, role=Role.SMALL, ink="muted")
        self.notice.setWordWrap(True)
        self.page = Page()
        self.page.anchorClicked.connect(self._on_anchor)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.page, 1)
        self._refit = QTimer(self, singleShot=True, interval=_SETTLES_MS)
        self._refit.timeout.connect(lambda: self.show_note(self._rendered))
        self.setFocusProxy(self.page)
        theme.follow(self._apply_theme)

    def show_pictures(self, pictures: PageImages) -> None:
        """Show pictures from here in the notes."""
        self._pictures = pictures
        self.page.picture = lambda address: pictures.image(address, self._room())
        pictures.files_changed.connect(self._on_files)
        pictures.changed.connect(lambda: self._renew(pictures))

    def _room(self) -> int:
        return self.page.viewport().width() - 2 * self._theme.px(_MARGIN) - self._theme.px(8)

    def _on_files(self) -> None:
        """Say again how large files are, and where."""
        if any(f'href="{SCHEME}' in block.html for block in self._rendered.blocks):
            self._refit.start()

    def _renew(self, pictures: PageImages) -> None:
        """Put pictures that were read in the meantime in their places."""
        document, room = self.page.document(), self._room()
        for address in pictures.read():
            image = pictures.image(address, room)
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(address), image)
            if self._next is not None:
                self._next.addResource(
                    QTextDocument.ResourceType.ImageResource, QUrl(address), image
                )
        self.page.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_pictures = any("<img" in block.html for block in self._rendered.blocks)
        if has_pictures and event.size().width() != event.oldSize().width():
            self._refit.start()

    def show_note(self, rendered: Rendered) -> None:
        """Show this note instead of the previous one; the scroll position is preserved."""
        self._rendered = rendered
        self._lines = [block.line for block in rendered.blocks]
        self._show_notice(rendered)
        self._next = QTextDocument(self.page)
        self._next.setUndoRedoEnabled(False)
        self._next.setDefaultFont(self._theme.font(Role.EDITOR))
        self._next.setDefaultStyleSheet(sheet(self._theme.tokens, self._theme.px))
        self._next.setDocumentMargin(self._theme.px(_MARGIN))
        self._next.setIndentWidth(self._theme.px(20))
        self._pending = _slices(rendered.blocks)
        self._timer.start()
        self._go_on()

    def scroll_to(self, line: int) -> None:
        """Scroll the block that starts at or before this line to the top."""
        at = bisect_right(self._lines, line) - 1
        if at <= 0:
            self.page.verticalScrollBar().setValue(0)
            return
        for known in reversed(self._lines[: at + 1]):
            if self._named(known):
                return

    def _on_anchor(self, url: QUrl) -> None:
        if url.toString().startswith((NOTE, MARK)):
            self.page.scrollToAnchor(url.fragment())
        else:
            self.link_opened.emit(url.toString())

    def _named(self, line: int) -> bool:
        """Scroll to the block with this name; return whether there is one."""
        block = self._anchors.get(f"L{line}")
        if block is None:
            return False
        top = self.page.document().documentLayout().blockBoundingRect(block).top()
        self.page.verticalScrollBar().setValue(round(top) - self._theme.px(8))
        return True

    @property
    def _anchors(self) -> dict[str, QTextBlock]:
        document = self.page.document()
        if self._anchors_of is not document:
            self._anchors_of = document
            self._known_anchors = _anchors(document)
        return self._known_anchors

    _anchors_of: QTextDocument | None = None
    _known_anchors: dict[str, QTextBlock]

    def _go_on(self) -> None:
        html, document = next(self._pending, None), self._next
        if document is None:
            self._timer.stop()
            return
        if html is not None:
            cursor = QTextCursor(document)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            if not document.isEmpty():
                cursor.insertBlock()
            cursor.insertHtml(html)
            return
        self._timer.stop()
        self._next = None
        self._mute_missing(document)
        self._make_chips(document)
        self._put(document)
        self.shown.emit()

    def _mute_missing(self, document: QTextDocument) -> None:
        """Show which links lead to no note, as the editor does."""
        missing = self._rendered.missing
        if not missing:
            return
        for start, end in [
            (part.position(), part.position() + part.length())
            for part in _fragments(document)
            if part.charFormat().anchorHref() in missing
        ]:
            _merge(document, start, end, self._muted())

    def _muted(self) -> QTextCharFormat:
        ink, look = QColor(self._theme.tokens.muted), QTextCharFormat()
        look.setForeground(ink)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        look.setUnderlineColor(ink)
        return look

    def _make_chips(self, document: QTextDocument) -> None:
        """Put the links to files on a ground of their own, with the size of each, or where it is."""
        for start, end, sha in reversed(_files(document)):
            if self._pictures is None:
                return
            words, here = self._pictures.words(sha)
            ground = QTextCharFormat()
            ground.setBackground(self._theme.tokens.color("code"))
            if not here:
                _merge(document, start, end, self._muted())
            said = QTextCharFormat(ground)
            said.setFont(self._theme.font(Role.SMALL))
            said.setForeground(self._theme.tokens.color("text2" if here else "muted"))
            cursor = _merge(document, start, end, ground)
            cursor.setPosition(end)
            cursor.insertText(f"{_NO_BREAK}{words}{_NO_BREAK}", said)
            cursor.setPosition(start)
            cursor.insertText(_NO_BREAK, said)

    def _put(self, document: QTextDocument) -> None:
        bar = self.page.verticalScrollBar()
        at, before = bar.value(), self.page.document()
        self.page.setDocument(document)
        if isValid(before):  # Qt has deleted the one it created itself
            before.deleteLater()
        bar.setValue(at)

    def _show_notice(self, rendered: Rendered) -> None:
        self.notice.setVisible(rendered.cut or not rendered.blocks)
        self.notice.setText(
            _("This note is very long: only its first part is shown here.")
            if rendered.cut
            else _("Nothing to show yet. What you write appears here, formatted.")
        )

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.notice.setContentsMargins(QMargins(px(16), px(12), px(16), px(4)))
        self.show_note(self._rendered)


def _plain(chosen: QTextCursor) -> str:
    lines: list[str] = []
    row: tuple[int, int] | None = None
    block = chosen.document().findBlock(chosen.selectionStart())
    while block.isValid() and block.position() < chosen.selectionEnd():
        start = max(0, chosen.selectionStart() - block.position())
        text = block.text()[start : chosen.selectionEnd() - block.position()]
        here = _row_of(block)
        text = text if start else f"{_sign_of(block)}{text}"
        if here is not None and here == row:
            lines[-1] += f"\t{text}"
        else:
            lines.append(text)
        row, block = here, block.next()
    return "\n".join(line.rstrip() for line in lines).replace("\u2028", "\n").replace("\xa0", " ")


def _sign_of(block: QTextBlock) -> str:
    """Return what stands before an item of a list, and how far it is indented; a check box is in its text already."""
    of = cast("QTextList | None", block.textList())
    if of is None:
        return ""
    indent = "  " * (of.format().indent() - 1)
    if block.text().startswith(BOXES):
        return indent
    return f"{indent}{'•' if of.format().style() in _BULLETS else of.itemText(block)} "


def _row_of(block: QTextBlock) -> tuple[int, int] | None:
    """Return which row of which table a paragraph is in; the frames of quotes and code are tables without lines."""
    table = cast("QTextTable | None", QTextCursor(block).currentTable())
    if table is None or not table.format().border():
        return None
    return table.firstPosition(), table.cellAt(block.position()).row()


def _slices(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the HTML of a note in parts that Qt can insert at once."""
    part = ""
    for block in blocks:
        part += block.html
        if len(part) > _AT_ONCE:
            yield part
            part = ""
    if part:
        yield part


def _fragments(document: QTextDocument) -> Iterator[QTextFragment]:
    """Yield the parts of a document that have one format each."""
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            yield parts.fragment()
            parts += 1
        block = block.next()


def _files(document: QTextDocument) -> list[tuple[int, int, Sha]]:
    """Return where the links to files are that show no picture."""
    found: list[tuple[int, int, Sha]] = []
    for part in _fragments(document):
        sha = sha_in(part.charFormat().anchorHref())
        if sha is None or part.charFormat().isImageFormat():
            continue
        start, end = part.position(), part.position() + part.length()
        if found and found[-1][1:] == (start, sha):  # a word of its name is bold
            start = found.pop()[0]
        found.append((start, end, sha))
    return found


def _merge(document: QTextDocument, start: int, end: int, look: QTextCharFormat) -> QTextCursor:
    """Add a look to a part of a document; return a cursor that selects it."""
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(look)
    return cursor


def _anchors(document: QTextDocument) -> dict[str, QTextBlock]:
    """Return the paragraphs of a document by the anchor names in them."""
    found: dict[str, QTextBlock] = {}
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            for name in parts.fragment().charFormat().anchorNames():
                found[name] = block
            parts += 1
            break
        block = block.next()
    return found
