"""The color tokens, the Qt palette, and high contrast.

Every pair of ink and background in use is listed in `PAIRS` and measured by a test.
"""

from dataclasses import dataclass, replace
from hashlib import blake2b

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette, QStyleHints


@dataclass(frozen=True, slots=True)
class Hue:
    """The ink and the background of a tag."""

    name: str
    ink: str
    ground: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme; the comment beside each color says what it is for."""

    dark: bool

    window: str  # status line, behind everything
    panel: str  # sidebar
    list: str  # note list, side panes
    surface: str  # editor, results, fields
    raised: str  # menus, tooltips, toast
    button: str  # background of an outlined button
    inset: str  # key caps, filter chips, background of a segmented control
    code: str  # background of a code block
    track: str  # empty part of bars and sliders
    segment: str  # chosen part of a segmented control
    border: str  # hairlines
    field: str  # outline of fields and buttons
    control: str  # outline of check boxes and knobs

    text: str
    text2: str
    muted: str  # the lowest contrast allowed for text on any background
    syntax: str  # Markdown marks, on surface and code only
    faint: str  # disabled only

    accent: str
    accent_fill: str
    fill_hover: str
    on_accent: str
    accent_tint: str

    hover: str
    selected: str
    selected_idle: str
    selection: str  # selected text
    focus: str
    mark: str  # matched words
    mark_selected: str  # matched words on a chosen row

    success: str
    success_tint: str
    warning: str
    warning_tint: str
    danger: str
    danger_tint: str
    danger_fill: str

    added: str
    added_ground: str
    removed: str
    removed_ground: str
    value: str
    value_ground: str
    value_line: str

    hues: tuple[Hue, ...]

    def color(self, name: str) -> QColor:
        """Return the color of this token as a `QColor`."""
        return QColor(getattr(self, name))

    def ink_of(self, tag: str) -> QColor:
        """Return the ink of a tag as a `QColor`."""
        return QColor(self.hue_of(tag).ink)

    def hue_of(self, tag: str) -> Hue:
        """Return the hue of a tag, which is always the same for the same name, ignoring case."""
        root = tag.partition("/")[0].casefold()
        digest = blake2b(root.encode(), digest_size=2, salt=_SALT).digest()
        return self.hues[digest[0] % len(self.hues)]


# Chosen so that the tags people use most (work, recipes, travel, garden …) get hues that suit them.
_SALT = b"415892"

LIGHT = Tokens(
    dark=False,
    window="#f2f2ef",
    panel="#f6f6f3",
    list="#fbfbf9",
    surface="#ffffff",
    raised="#ffffff",
    button="#ffffff",
    inset="#edede8",
    code="#f5f5f2",
    track="#e0e0da",
    segment="#ffffff",
    border="#e1e1dc",
    field="#c9cac5",
    control="#8a8c8a",
    text="#1d2123",
    text2="#464b4e",
    muted="#5d6365",
    syntax="#686e70",
    faint="#a9adab",
    accent="#0f627a",
    accent_fill="#0f627a",
    fill_hover="#0b5166",
    on_accent="#ffffff",
    accent_tint="#e2eff3",
    hover="#efefeb",
    selected="#d9e8ed",
    selected_idle="#dfe0dc",
    selection="#bcdce6",
    focus="#1583a3",
    mark="#d3e9ef",
    mark_selected="#f4fafb",
    success="#1f6b3b",
    success_tint="#e1f1e5",
    warning="#7f5200",
    warning_tint="#faedcf",
    danger="#ac231c",
    danger_tint="#fbe5e2",
    danger_fill="#b3261e",
    added="#155a2b",
    added_ground="#dcf1e1",
    removed="#97231b",
    removed_ground="#fbe3e0",
    value="#573a00",
    value_ground="#ffe39a",
    value_line="#b37d00",
    hues=(
        Hue("slate", "#48525c", "#e8ebed"),
        Hue("petrol", "#17566a", "#ddecf1"),
        Hue("moss", "#3d5a26", "#e6efdc"),
        Hue("ochre", "#6d4d0c", "#f6ead0"),
        Hue("clay", "#863f27", "#f8e5dd"),
        Hue("plum", "#6c3c69", "#f1e4f0"),
    ),
)

DARK = Tokens(
    dark=True,
    window="#17191a",
    panel="#1a1c1e",
    list="#1d2022",
    surface="#212426",
    raised="#282c2e",
    button="#282c2e",
    inset="#353a3d",
    code="#1b1e20",
    track="#3d4447",
    segment="#454c50",
    border="#303437",
    field="#454b4f",
    control="#7d8488",
    text="#e4e6e4",
    text2="#c0c5c5",
    muted="#a0a7a9",
    syntax="#8b9395",
    faint="#646b6f",
    accent="#7fc3d6",
    accent_fill="#29708a",
    fill_hover="#225f76",
    on_accent="#ffffff",
    accent_tint="#1f343b",
    hover="#25282a",
    selected="#213c46",
    selected_idle="#343a3e",
    selection="#2b5564",
    focus="#5fb4cc",
    mark="#28505e",
    mark_selected="#3a6474",
    success="#86cf9c",
    success_tint="#1d3325",
    warning="#e5b964",
    warning_tint="#3a2f18",
    danger="#f2968c",
    danger_tint="#41221f",
    danger_fill="#b8362d",
    added="#9bdcae",
    added_ground="#1d3a28",
    removed="#f4a49b",
    removed_ground="#47251f",
    value="#ffdf94",
    value_ground="#54401a",
    value_line="#c9973a",
    hues=(
        Hue("slate", "#b7c0c7", "#2d3338"),
        Hue("petrol", "#94cfe0", "#1f3a44"),
        Hue("moss", "#b3cf98", "#2b3722"),
        Hue("ochre", "#e0c07f", "#3b311c"),
        Hue("clay", "#eeac94", "#42291f"),
        Hue("plum", "#dcb0d9", "#3a2939"),
    ),
)


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
    """Return the palette that matches the style sheet."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, tokens.color(token))
    for role in _FAINT_WHEN_DISABLED:
        palette.setColor(QPalette.ColorGroup.Disabled, role, tokens.color("faint"))
    return palette


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
    """Return whether the system asks for high contrast; False on systems that cannot report it."""
    accessibility = hints.accessibility()
    return accessibility.contrastPreference() is Qt.ContrastPreference.HighContrast


def contrasted(tokens: Tokens, system: QPalette) -> Tokens:
    """Return tokens that use only the background, the ink and the link color of the system."""
    ground = system.color(QPalette.ColorRole.Base).name()
    ink = system.color(QPalette.ColorRole.Text).name()
    link = system.color(QPalette.ColorRole.Link).name()
    colors = dict.fromkeys(_GROUNDS, ground) | dict.fromkeys(_INKS, ink)
    colors |= dict.fromkeys(_CHOSEN, _chosen_ground(system))
    colors |= {"accent": link, "accent_fill": ink, "fill_hover": ink, "on_accent": ground}
    colors |= {"danger_fill": ink, "track": ground}
    hues = tuple(replace(hue, ink=ink, ground=ground) for hue in tokens.hues)
    is_dark = system.color(QPalette.ColorRole.Base).lightness() < _MIDDLE
    return replace(tokens, dark=is_dark, hues=hues, **colors)


def _chosen_ground(system: QPalette) -> str:
    """Return the system's highlight color: text keeps its color on it, so it is dark where text is light."""
    highlight = system.color(QPalette.ColorRole.Highlight)
    light_text = system.color(QPalette.ColorRole.Text).lightness() >= _MIDDLE
    if (highlight.lightness() <= _MIDDLE) == light_text:
        return highlight.name()
    return highlight.darker(_FURTHER).name() if light_text else highlight.lighter(_FURTHER).name()


_MIDDLE, _FURTHER = 128, 250
