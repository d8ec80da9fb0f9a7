"""Colours for people who ask their system for high contrast: its own palette, no tints, no grey hairlines."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QStyleHints

from notebrain.gui.theme.tokens import Tokens

_GROUNDS = (
    *("window", "panel", "list", "surface", "raised", "button", "inset", "code", "segment"),
    *("hover", "accent_tint", "success_tint", "warning_tint", "danger_tint"),
    *("added_ground", "removed_ground", "value_ground"),
)
_INKS = (
    *("text", "text2", "muted", "syntax", "border", "field", "control", "focus"),
    *("success", "warning", "danger", "added", "removed", "value", "value_line"),
)
_CHOSEN = ("selected", "selected_idle", "selection", "mark", "mark_selected")


def is_asked_for(hints: QStyleHints) -> bool:
    """Whether the system asks for high contrast; systems that cannot say it do not."""
    accessibility = hints.accessibility()
    return accessibility.contrastPreference() is Qt.ContrastPreference.HighContrast


def contrasted(tokens: Tokens, system: QPalette) -> Tokens:
    """Return tokens that use only the ground, the ink and the link colour of the system."""
    ground = system.color(QPalette.ColorRole.Base).name()
    ink = system.color(QPalette.ColorRole.Text).name()
    link = system.color(QPalette.ColorRole.Link).name()
    colours = dict.fromkeys(_GROUNDS, ground) | dict.fromkeys(_INKS, ink)
    colours |= dict.fromkeys(_CHOSEN, _chosen_ground(system))
    colours |= {"accent": link, "accent_fill": ink, "fill_hover": ink, "on_accent": ground}
    colours |= {"danger_fill": ink, "track": ground}
    hues = tuple(replace(hue, ink=ink, ground=ground) for hue in tokens.hues)
    is_dark = system.color(QPalette.ColorRole.Base).lightness() < _MIDDLE
    return replace(tokens, dark=is_dark, hues=hues, **colours)


def _chosen_ground(system: QPalette) -> str:
    """Return the system's highlight: text keeps its colour on it, so it is dark where text is light."""
    highlight = system.color(QPalette.ColorRole.Highlight)
    light_text = system.color(QPalette.ColorRole.Text).lightness() >= _MIDDLE
    if (highlight.lightness() <= _MIDDLE) == light_text:
        return highlight.name()
    return highlight.darker(_FURTHER).name() if light_text else highlight.lighter(_FURTHER).name()


_MIDDLE, _FURTHER = 128, 250
