"""Highlighting of Markdown as it is typed; in a long note, only for the visible lines."""

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
from notebrain.gui.editor.markdown_syntax import Span, Style, parse_line, skim
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

# The first match decides the text color, so the most prominent styles come first.
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


class SyntaxFormats:
    """Character formats by style, created once per theme and scale."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[int, QTextCharFormat] = {}

    def forget(self) -> None:
        """Discard all formats because the theme changed."""
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
"""The number of lines highlighted at once; longer notes and pastes are highlighted where they are visible."""

_BARE = -7  # the revision of a block that is not highlighted; Qt itself counts up from 0
_SLICE_MS = 5
_FIRST_SLICE_MS = 40  # for a note that is being opened: some thousand lines


class Highlighter(QSyntaxHighlighter):
    """Highlights each line.

    In a long note, only the visible lines are highlighted, by `apply_theme`, because highlighting 30,000 lines takes
    half a second. Where code blocks are is determined in slices. The same applies to a long text that is pasted, or one
    that a fence at the top turns into code.

    A highlighter for an empty document avoids Qt's initial pass over all lines; `begin` replaces that pass once there
    is a text.
    """

    changed = Signal()
    """The look of some lines changed."""

    def __init__(self, document: QTextDocument, formats: SyntaxFormats) -> None:
        super().__init__(document)
        self._formats = formats
        self._skimming = False
        self._dressed = _BARE
        self._room = AT_ONCE
        self._left: QTextCursor | None = (
            None  # the state that lines leave is uncertain from here on
        )
        self._breath = QTimer(self, singleShot=True, interval=0)
        self._breath.timeout.connect(self._go_on)
        if not document.isEmpty():
            self._skimming = document.blockCount() > AT_ONCE
            self.restyle()
            self._skimming = False

    def begin(self) -> None:
        """Process the text that was put into the document without a signal."""
        self.restyle()
        if self.document().blockCount() <= AT_ONCE:
            return
        self._left = QTextCursor(self.document())
        self._go_on(_FIRST_SLICE_MS)

    def restyle(self) -> None:
        """Highlight the note again, because it was just opened or the theme changed."""
        self._dressed -= 1  # lines with the old mark now count as not highlighted
        if self._skimming or self.document().blockCount() <= AT_ONCE:
            self._room = AT_ONCE
            self.rehighlight()
        self.changed.emit()

    def apply_theme(self, first: QTextBlock, count: int) -> None:
        """Highlight these lines, because they are about to be shown."""
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
            self._postpone(block)
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
        line = parse_line(text, state, first=first)
        self.setCurrentBlockState(line.state)
        if line.spans:
            self._apply(text, line.spans, narrow=block.length() - 1 == len(text))

    def _postpone(self, block: QTextBlock) -> None:
        """Leave a line plain and keep its state, so that Qt does not ask for all the following lines."""
        block.setRevision(_BARE)
        if self._left is None or block.position() < self._left.position():
            self._left = QTextCursor(block)
            self._breath.start()

    def _go_on(self, for_ms: int = _SLICE_MS) -> None:
        """Determine the state of some more lines."""
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
