"""The look of each style in the current theme."""

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from notebrain.gui.editor.styles import Style
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
