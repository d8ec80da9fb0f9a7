"""The Qt palette of a theme: what native parts, delegates and text documents paint with."""

from PySide6.QtGui import QPalette

from notebrain.gui.theme.tokens import Tokens

_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "list",
    QPalette.ColorRole.Button: "button",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Dark: "field",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Shadow: "control",
}

_FAINT_WHEN_DISABLED = (
    QPalette.ColorRole.Text,
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
)


def palette_of(tokens: Tokens) -> QPalette:
    """Return the palette that says the same as the style sheet does."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, tokens.color(token))
    for role in _FAINT_WHEN_DISABLED:
        palette.setColor(QPalette.ColorGroup.Disabled, role, tokens.color("faint"))
    return palette
