"""Dresses Markdown as it is typed; of a long note only what is seen."""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.markdown_syntax import Span, Style, look, skim
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

# The first that a style has decides its ink: what stands out most comes first.
_INKS = (
    (Style.MARK, "syntax"),
    (Style.LINK, "accent"),
    (Style.COMMENT, "muted"),
    (Style.LIST, "accent"),
    (Style.DONE, "muted"),
    (Style.STRIKE, "muted"),
    (Style.QUOTE, "text2"),
)
_HEADINGS = (
    (Style.H1, Role.EDITOR_H1),
    (Style.H2, Role.EDITOR_H2),
    (Style.H3, Role.EDITOR_H3),
)
TAG_HUE, _VALUE_HUE = 2, 4  # moss and clay


class Formats:
    """Character formats by style; made once per theme and scale."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[int, QTextCharFormat] = {}

    def forget(self) -> None:
        """Make all formats anew: the theme changed."""
        self._made.clear()

    def of(self, style: int) -> QTextCharFormat:
        """Return the format of this style."""
        made = self._made.get(style)
        if made is None:
            made = self._made[style] = self._make(Style(style))
        return made

    def _make(self, style: Style) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setFont(
            self._font(style),
            QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly,
        )
        ink = self._ink(style)
        if ink:
            made.setForeground(self._theme.tokens.color(ink) if ink[0] != "#" else QColor(ink))
        if style & (Style.DONE | Style.STRIKE) and not style & Style.MARK:
            made.setFontStrikeOut(True)
        return made

    def _ink(self, style: Style) -> str | None:
        hues = self._theme.tokens.hues
        if style & Style.TAG:
            return hues[TAG_HUE].ink
        if style & Style.VALUE:
            return hues[_VALUE_HUE].ink
        return next((ink for flag, ink in _INKS if style & flag), None)

    def _font(self, style: Style) -> QFont:
        font = QFont(self._theme.font(_role(style)))
        if style & Style.MARK and not style & Style.LIST:
            font.setWeight(QFont.Weight.Normal)
        elif style & Style.STRONG:
            font.setWeight(QFont.Weight.DemiBold)
        if style & (Style.EMPHASIS | Style.QUOTE) and not style & Style.MARK:
            font.setItalic(True)
        return font


def _role(style: Style) -> Role:
    if style & (Style.CODE | Style.LIST | Style.TABLE):
        return Role.CODE
    return next((role for flag, role in _HEADINGS if style & flag), Role.EDITOR)


AT_ONCE = 400
"""Lines that are dressed in one go; those of a longer note or paste where they are looked at."""

_BARE = -7  # a block's revision; Qt itself counts upwards from 0
_SLICE_MS = 5
_FIRST_SLICE_MS = 40  # of a note that is opened: some thousand lines


class Highlighter(QSyntaxHighlighter):
    """Gives each line its look.

    Of a long note only what is seen is dressed, by `dress`: dressing 30,000 lines takes half a
    second, and nobody sees them at once. Where code blocks are is found out a slice at a time. So it
    is with a long text that is pasted, or one that a fence on top turns into code.

    Made for an empty document, it does without the pass over all lines with which Qt would begin;
    `begin` takes its place once there is a text.
    """

    changed = Signal()
    """Lines turned out to look different."""

    def __init__(self, document: QTextDocument, formats: Formats) -> None:
        super().__init__(document)
        self._formats = formats
        self._skimming = False
        self._dressed = _BARE
        self._room = AT_ONCE
        self._left: QTextCursor | None = None  # from here on, what lines leave open is not sure
        self._breath = QTimer(self, singleShot=True, interval=0)
        self._breath.timeout.connect(self._go_on)
        if not document.isEmpty():
            self._skimming = document.blockCount() > AT_ONCE
            self.restyle()
            self._skimming = False

    def begin(self) -> None:
        """Look at the text that was put into the document without a word."""
        self.restyle()
        if self.document().blockCount() <= AT_ONCE:
            return
        self._left = QTextCursor(self.document())
        self._go_on(_FIRST_SLICE_MS)

    def restyle(self) -> None:
        """Dress the note anew: it was just opened, or the theme changed."""
        self._dressed -= 1  # what bears the old mark is bare again
        if self._skimming or self.document().blockCount() <= AT_ONCE:
            self._room = AT_ONCE
            self.rehighlight()
        self.changed.emit()

    def dress(self, first: QTextBlock, count: int) -> None:
        """Dress these lines, because they are about to be seen."""
        before, self._room = self._room, count
        block = first
        for _line in range(count):
            if not block.isValid():
                break
            if block.revision() != self._dressed:
                self.rehighlightBlock(block)
            block = block.next()
        self._room = before

    def highlightBlock(self, text: str) -> None:
        block = self.currentBlock()
        if not self._room and not self._skimming:
            self._put_off(block)
            return
        state = self.previousBlockState()
        first = state == -1 and block.blockNumber() == 0
        if self._skimming:
            self.setCurrentBlockState(skim(text, state, first=first))
            block.setRevision(_BARE)
            return
        self._room -= 1
        if not self._breath.isActive():
            self._breath.start()
        block.setRevision(self._dressed)
        line = look(text, state, first=first)
        self.setCurrentBlockState(line.state)
        if line.spans:
            self._apply(text, line.spans, narrow=block.length() - 1 == len(text))

    def _put_off(self, block: QTextBlock) -> None:
        """Leave a line bare; its state stays, so that Qt does not ask for all that follow."""
        block.setRevision(_BARE)
        if self._left is None or block.position() < self._left.position():
            self._left = QTextCursor(block)
            self._breath.start()

    def _go_on(self, for_ms: int = _SLICE_MS) -> None:
        """Find out for some more lines what they leave open."""
        self._room = AT_ONCE
        if self._left is None:
            return
        block, self._left = self._left.block(), None
        state, changed = block.previous().userState(), False
        time = QElapsedTimer()
        time.start()
        while block.isValid():
            if time.elapsed() >= for_ms:
                self._left = QTextCursor(block)
                self._breath.start()
                break
            state = skim(block.text(), state, first=block.blockNumber() == 0)
            if state != block.userState():
                block.setUserState(state)
                block.setRevision(_BARE)
                changed = True
            block = block.next()
        if changed:
            self.changed.emit()

    def _apply(self, text: str, spans: list[Span], *, narrow: bool) -> None:
        of = self._formats.of
        for start, end, style in spans:
            if narrow:
                self.setFormat(start, end - start, of(style))
            else:
                self.setFormat(units_of(text[:start]), units_of(text[start:end]), of(style))
