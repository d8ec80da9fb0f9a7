"""The current look, with a signal when it changes."""

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontDatabase, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from notebrain.gui.theme import colors, icons
from notebrain.gui.theme.colors import DARK, LIGHT, Tokens, palette_of
from notebrain.gui.theme.fonts import Fonts, Metrics, Role, clamped, load_fonts, logical_dpi
from notebrain.gui.theme.look import Look
from notebrain.gui.theme.restyler import Restyler
from notebrain.gui.theme.stylesheet import stylesheet

_DESIGN_SIZE_PX = 13
# Qt's own default without a desktop is 12 px; a difference this small is not a choice of the user.
_NEAR_ENOUGH = 0.1
_ZOOM_STEP = 0.1


class ThemeMode(StrEnum):
    """Which theme the user chose."""

    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"


class Theme(QObject):
    """The current colors, fonts and sizes; `changed` is emitted when they change.

    Widgets read what they need in one method and connect it to `changed`, which comes again when hidden widgets have
    the new style too. Whatever comes from the style sheet or the palette updates by itself.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        mode: ThemeMode = ThemeMode.SYSTEM,
        zoom: float = 1.0,
        look: Look | None = None,
    ) -> None:
        super().__init__()
        load_fonts()
        self._app = app
        self._base = _base_scale(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
        self._mode = mode
        self._zoom = zoom
        self._look = look or Look()
        self._system = app.style().standardPalette()
        self.tokens: Tokens = LIGHT
        self.metrics = Metrics()
        self.fonts = Fonts()
        # after the keys that wait: a key that is held down asks faster than widgets can be resized
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._apply)
        app.setStyle("Fusion")
        self._restyler = Restyler(app, self)
        # once nothing else is going on: a widget may be shown while a splitter or a layout goes through what it holds
        self._restyler.caught_up.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        self._apply()
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._on_system_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._apply)

    @property
    def mode(self) -> ThemeMode:
        """The theme the user chose."""
        return self._mode

    @property
    def zoom(self) -> float:
        """The user's zoom; 1.0 is the size of the system font."""
        return self._zoom

    @property
    def look(self) -> Look:
        """The user's fonts, density and motion."""
        return self._look

    @property
    def scale(self) -> float:
        """The factor every size is multiplied by."""
        return self.metrics.scale

    def set_mode(self, mode: ThemeMode) -> None:
        """Use this theme from now on."""
        if mode != self._mode:
            self._mode = mode
            self._apply()

    def set_zoom(self, zoom: float) -> None:
        """Show everything at this zoom, within the limits the window supports."""
        if self._takes_zoom(zoom):
            self._apply()

    def set_look(self, look: Look) -> None:
        """Use these fonts, this density and this motion from now on."""
        if look != self._look:
            self._look = look
            self._apply()

    def zoom_in(self) -> None:
        """Show everything a step larger soon: several steps at once change the widgets once."""
        self._zoom_soon(round(self._zoom + _ZOOM_STEP, 2))

    def zoom_out(self) -> None:
        """Show everything a step smaller soon."""
        self._zoom_soon(round(self._zoom - _ZOOM_STEP, 2))

    def zoom_reset(self) -> None:
        """Show everything at the size of the system font soon."""
        self._zoom_soon(1.0)

    def follow(self, apply: Callable[[], None]) -> None:
        """Call `apply` now and whenever the theme changes, as long as its widget exists."""
        self.changed.connect(apply)
        apply()

    def font(self, role: Role) -> QFont:
        """Return the font of this role."""
        return self.fonts.of(role)

    def px(self, size: float) -> int:
        """Return this many design pixels at the current scale."""
        return self.metrics.px(size)

    def icon(self, name: str, ink: str = "text2", *, on: str | None = None) -> QIcon:
        """Return an icon in the color of this ink, or of `on` when checked."""
        tokens = self.tokens
        lit = getattr(tokens, on) if on else None
        return icons.icon(name, getattr(tokens, ink), disabled=tokens.faint, on=lit)

    def pixmap(self, name: str, ink: str, size: float = 16, *, ratio: float = 1.0) -> QPixmap:
        """Return an icon `size` design pixels wide in the color of this ink."""
        return icons.pixmap(name, getattr(self.tokens, ink), self.px(size), ratio)

    def _takes_zoom(self, zoom: float) -> bool:
        """Take a zoom within the limits; return whether it is another one."""
        before, self._zoom = self._zoom, clamped(zoom * self._base) / self._base
        return self._zoom != before

    def _zoom_soon(self, zoom: float) -> None:
        if self._takes_zoom(zoom):
            self._soon.start()

    def _apply(self) -> None:
        self._soon.stop()
        scale = clamped(self._base * self._zoom)
        self.tokens = self._colors()
        self.metrics = Metrics(scale, self._look.density)
        self.fonts = Fonts(scale, self._look)
        sheet = stylesheet(self.tokens, self.metrics)
        self._restyler.restyle(palette_of(self.tokens), self.fonts.of(Role.BODY), sheet)
        self.changed.emit()
        self._restyler.lay_out()

    def _colors(self) -> Tokens:
        tokens = DARK if self._is_dark() else LIGHT
        if colors.is_asked_for(self._app.styleHints()):
            return colors.contrasted(tokens, self._system)
        return tokens

    def _is_dark(self) -> bool:
        if self._mode == ThemeMode.SYSTEM:
            return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._mode == ThemeMode.DARK

    def _on_system_changed(self) -> None:
        if self._mode == ThemeMode.SYSTEM and self.tokens.dark != self._is_dark():
            self._apply()


def _base_scale(system: QFont) -> float:
    """Return the system's text size relative to the size this look was designed for."""
    given = system.pixelSize()
    pixels = given if given > 0 else system.pointSizeF() * logical_dpi() / 72.0
    factor = pixels / _DESIGN_SIZE_PX
    return 1.0 if abs(factor - 1.0) < _NEAR_ENOUGH else clamped(factor)
