"""Typefaces and the roles they play, and the sizes in the window, all multiplied by one factor."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from notebrain.app.core.resources import resource
from notebrain.gui.theme.look import TEXT_SIZE, Density, Look

UI_FAMILIES = (
    "Inter",
    "SF Pro Text",
    "Segoe UI Variable Text",
    "Segoe UI",
    "Noto Sans",
    "DejaVu Sans",
)
MONO_FAMILIES = (
    "JetBrains Mono",
    "NoteBrain Mono",
    "SF Mono",
    "Cascadia Mono",
    "Consolas",
    "DejaVu Sans Mono",
)
# Inter and JetBrains Mono with taller lines: a plain text editor ignores line height, so the
# typeface has to provide it.
EDITOR_FAMILIES = ("NoteBrain Text", *UI_FAMILIES)
EDITOR_MONO_FAMILIES = ("NoteBrain Mono", *MONO_FAMILIES)

_DEFAULT_DPI = 96.0
_OURS = Look()


class Family(Enum):
    """The typeface of a role."""

    UI = UI_FAMILIES
    MONO = MONO_FAMILIES
    EDITOR = EDITOR_FAMILIES
    EDITOR_MONO = EDITOR_MONO_FAMILIES


class Role(Enum):
    """The purpose of a text: design size, line height, weight, letter spacing, family."""

    COUNT = (34.0, 40, 600, -0.5, Family.UI)
    """A single number that a part of a page is about."""
    PAGE = (20.0, 28, 600, -0.24, Family.UI)
    SECTION = (15.0, 22, 600, -0.08, Family.UI)
    BODY = (13.0, 20, 400, 0.0, Family.UI)
    BUTTON = (13.0, 20, 500, 0.0, Family.UI)
    TITLE = (13.0, 20, 600, 0.0, Family.UI)
    SMALL = (12.0, 16, 400, 0.0, Family.UI)
    SMALL_MEDIUM = (12.0, 16, 500, 0.0, Family.UI)
    SMALL_STRONG = (12.0, 16, 600, 0.0, Family.UI)
    NUMBER = (12.0, 18, 400, 0.0, Family.UI)
    """Dates, counts and scores: digits of equal width, so that they line up in columns."""
    TAGS = (11.5, 18, 400, 0.0, Family.UI)
    CAP = (11.0, 14, 500, 0.0, Family.UI)
    LABEL = (11.0, 14, 400, 0.0, Family.UI)
    FIELD = (15.0, 22, 400, 0.0, Family.UI)
    EDITOR = (15.0, 25, 400, 0.0, Family.EDITOR)
    EDITOR_H1 = (24.0, 34, 700, -0.43, Family.EDITOR)
    EDITOR_H2 = (18.0, 30, 600, -0.18, Family.EDITOR)
    EDITOR_H3 = (15.0, 25, 600, 0.0, Family.EDITOR)
    CODE = (13.5, 23, 400, 0.0, Family.EDITOR_MONO)
    MONO = (12.0, 18, 400, 0.0, Family.MONO)

    @property
    def size(self) -> float:
        """Design size in pixels."""
        return self.value[0]

    @property
    def line(self) -> int:
        """Line height in pixels."""
        return self.value[1]


@dataclass(frozen=True)
class Fonts:
    """The fonts of every role at a scale; always the same object for a role, so it can be used as a key."""

    scale: float = 1.0
    look: Look = _OURS

    def of(self, role: Role) -> QFont:
        """Return the font of this role."""
        return _font(role, self._scale(role), self._family(role))

    def line(self, role: Role) -> int:
        """Return the line height of this role in pixels."""
        return round(role.line * self._scale(role))

    def width(self, role: Role, text: str) -> float:
        """Return the width of this text in this role."""
        return QFontMetricsF(self.of(role)).horizontalAdvance(text)

    def _scale(self, role: Role) -> float:
        of_text = role.value[4] in (Family.EDITOR, Family.EDITOR_MONO)
        return self.scale * self.look.text_size / TEXT_SIZE if of_text else self.scale

    def _family(self, role: Role) -> str:
        """Return the typeface the user chose for this role, or an empty string."""
        family = role.value[4]
        if family is Family.EDITOR:
            return self.look.text_family
        return self.look.code_family if family is Family.EDITOR_MONO else ""


_FIGURES = (Role.NUMBER, Role.LABEL)


@lru_cache(maxsize=256)
def _font(role: Role, scale: float, chosen: str) -> QFont:
    size, _line, weight, spacing, family = role.value
    font = QFont()
    # ours follow the chosen one, which may lack letters or no longer be installed
    font.setFamilies([chosen, *family.value] if chosen else list(family.value))
    set_pixel_size(font, size * scale)
    font.setWeight(QFont.Weight(weight))
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing * scale)
    if family in (Family.MONO, Family.EDITOR_MONO):
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFeature(QFont.Tag("calt"), 0)  # no ligatures in code
    else:
        font.setStyleHint(QFont.StyleHint.SansSerif)
        font.setFeature(QFont.Tag("tnum"), int(role in _FIGURES))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def set_pixel_size(font: QFont, size: float) -> None:
    """Set the size of a font in pixels, with fractions, which `QFont.setPixelSize` does not accept."""
    if size == round(size):
        font.setPixelSize(round(size))
        return
    font.setPointSizeF(size * 72.0 / logical_dpi())


def logical_dpi() -> float:
    """Return how many pixels the system assumes per inch of text."""
    screens = QGuiApplication.screens()
    return screens[0].logicalDotsPerInchY() if screens else _DEFAULT_DPI


@lru_cache(maxsize=1)
def load_fonts() -> tuple[str, ...]:
    """Register the typefaces that ship with NoteBrain with Qt; return their families."""
    families: list[str] = []
    for path in _font_files(resource("fonts")):
        number = QFontDatabase.addApplicationFont(str(path))
        families += QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    return tuple(dict.fromkeys(families))


def _font_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in {".otf", ".ttf"})


MIN_SCALE, MAX_SCALE = 0.8, 2.0
_NOTE_ROWS = {Density.COMFORTABLE: 76, Density.COMPACT: 52, Density.TITLES: 32}


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights and gaps at a scale, in pixels."""

    scale: float = 1.0
    density: Density = Density.COMFORTABLE

    def px(self, size: float) -> int:
        """Return this many design pixels at the current scale."""
        return max(1, round(size * self.scale))

    @property
    def header(self) -> int:
        """Height of the bar at the top of each pane."""
        return self.px(48)

    @property
    def button(self) -> int:
        """Height of buttons and width of tool buttons."""
        return self.px(28)

    @property
    def field(self) -> int:
        """Height of a field."""
        return self.px(32)

    @property
    def search_field(self) -> int:
        """Height of the search field."""
        return self.px(40)

    @property
    def chip(self) -> int:
        """Height of a chip."""
        return self.px(22)

    @property
    def note_row(self) -> int:
        """Height of a note in the list."""
        return self.px(_NOTE_ROWS[self.density])

    @property
    def note_row_top(self) -> int:
        """Space above the title of a note in the list."""
        return self.px(9 if self.density is Density.COMFORTABLE else 6)

    @property
    def hit_row(self) -> int:
        """Height of a hit in the results."""
        return self.px(104)

    @property
    def status_bar(self) -> int:
        """Height of the line at the bottom of the window."""
        return self.px(28)

    @property
    def icon(self) -> int:
        """Width of an icon."""
        return self.px(16)

    @property
    def small_icon(self) -> int:
        """Width of an icon beside small text."""
        return self.px(14)


def clamped(scale: float) -> float:
    """Return the nearest scale that the window supports."""
    return min(MAX_SCALE, max(MIN_SCALE, scale))
