"""The colors of the styles, and their character formats, created once per theme and scale."""

from typing import Protocol

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat

from notebrain.domain.notes.attachments import AttachmentLink
from notebrain.gui.editor.inline_syntax import link_at
from notebrain.gui.editor.markdown_syntax import Quote
from notebrain.gui.editor.text_style import Span, Style
from notebrain.gui.theme.colors import Tokens
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.hidden_addresses import hidden_format, invisible_format

_LEAST_PX = 1
"""The smallest font that Qt draws: hidden letters have it, 1 % apart."""
_SCALE_PX = 100
# The first match decides the text color, so the most prominent styles come first.
_INKS = (
    (Style.MARK, "syntax"),
    (Style.MISSING, "muted"),
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
CALLOUT_COLORS = {
    Quote.NOTE: ("accent_tint", "accent"),
    Quote.TIP: ("success_tint", "success"),
    Quote.WARNING: ("warning_tint", "warning"),
    Quote.DANGER: ("danger_tint", "danger"),
    Quote.OTHER: ("code", "text2"),
}
"""The tokens of the ground of a callout, and of its bar and title."""
ELLIPSIS = "…"
_INSIDE = int(Style.INSIDE)
TAG_HUE = 2  # moss
_HUES = {Style.TAG: TAG_HUE, Style.VALUE: 4, Style.KEYWORD: 5}  # and clay and plum


class PictureSizes(Protocol):
    """Knows how large the pictures in notes are shown."""

    def box_of(self, link: AttachmentLink, room: float) -> QSize:
        """Return the size in which to show the picture of a link, in pixels, in a column of this width."""
        ...


class LinkKnowledge(Protocol):
    """Knows what links to notes and files of the vault lead to."""

    @property
    def news(self) -> int:
        """How often an answer changed."""
        ...

    def is_missing(self, target: str) -> bool:
        """Return whether a link with this target leads nowhere; False until that is known."""
        ...


class SyntaxFormats:
    """Character formats by style, created once per theme and scale."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[int, QTextCharFormat] = {}
        self.pictures: PictureSizes | None = None
        """Where pictures come from; links to them stay as they were written until it is set."""
        self.links: LinkKnowledge | None = None
        """Says which links lead nowhere; until it is set, all look as if they led somewhere."""
        self.live = False
        """Whether marks are hidden on lines without the caret."""
        self.elides = True
        """Whether the field paints `ELLIPSIS` in place of hashes; if not, whole addresses of files are hidden."""

    @property
    def text_font(self) -> QFont:
        """The font of plain text."""
        return self._theme.font(Role.EDITOR)

    def px(self, size: float) -> int:
        """Return this many design pixels at the current scale."""
        return self._theme.px(size)

    def forget(self) -> None:
        """Discard all formats because the theme changed."""
        self._made.clear()

    def of(self, style: int) -> QTextCharFormat:
        """Return the format of this style."""
        made = self._made.get(style)
        if made is None:
            made = self._made[style] = self._make(Style(style))
        return made

    def known(self, text: str, span: Span) -> Style:
        """Return the style of a span of a text, with what is known of the link it belongs to."""
        inside = self.links is not None and int(span.style) & _INSIDE
        if inside and self.links is not None and self.links.is_missing(link_at(text, span.start)):
            return span.style | Style.MISSING
        return span.style

    def spaced(self, width: float) -> QTextCharFormat:
        """Return a new format that makes one letter an invisible gap of this width in pixels."""
        font = QFont(self.text_font)
        font.setPixelSize(_LEAST_PX)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, width)
        return invisible_format(font)

    def elided(self) -> QTextCharFormat:
        """Return the format of a letter in whose place `ELLIPSIS` is painted."""
        return self.spaced(self._theme.fonts.width(Role.EDITOR, ELLIPSIS))

    def boxed(self, letter: str, size: QSize) -> QTextCharFormat:
        """Return a new format that makes one letter an invisible box of this size."""
        font = QFont(self.text_font)
        font.setPixelSize(_SCALE_PX)
        metrics = QFontMetricsF(font)
        font.setPixelSize(max(1, round(_SCALE_PX * size.height() / metrics.lineSpacing())))
        width = size.width() - QFontMetricsF(font).horizontalAdvance(letter)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, width)
        return invisible_format(font)

    def _make(self, style: Style) -> QTextCharFormat:
        if style & Style.HIDDEN:
            return hidden_format(self.text_font)
        if style & Style.CLEAR:
            return invisible_format(self._font(style))
        made = QTextCharFormat()
        made.setFont(
            self._font(style),
            QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly,
        )
        ink = ink_of(style, self._theme.tokens)
        if ink:
            made.setForeground(QColor(ink))
        if style & Style.RAISED:
            made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        if style & (Style.DONE | Style.STRIKE) and not style & Style.MARK:
            made.setFontStrikeOut(True)
        if style & Style.MISSING:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            made.setUnderlineColor(QColor(self._theme.tokens.muted))
        return made

    def _font(self, style: Style) -> QFont:
        font = QFont(self._theme.font(_role(style)))
        if style & Style.MARK and not style & Style.LIST:
            font.setWeight(QFont.Weight.Normal)
        elif style & Style.STRONG:
            font.setWeight(QFont.Weight.DemiBold)
        if style & (Style.EMPHASIS | Style.QUOTE) and not style & Style.MARK:
            font.setItalic(True)
        return font


def ink_of(style: Style, tokens: Tokens) -> str | None:
    """Return the color of letters in this style, as `#rrggbb`, or None for that of plain text."""
    for flag, hue in _HUES.items():
        if style & flag:
            return tokens.hues[hue].ink
    return next((str(getattr(tokens, ink)) for flag, ink in _INKS if style & flag), None)


def _role(style: Style) -> Role:
    if style & (Style.CODE | Style.LIST | Style.TABLE):
        return Role.CODE
    return next((role for flag, role in _HEADINGS if style & flag), Role.EDITOR)
