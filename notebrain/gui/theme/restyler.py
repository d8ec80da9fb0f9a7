"""Gives the widgets of the program new colors, fonts and rules."""

import time
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle
_OWN_FONT = Qt.WidgetAttribute.WA_SetFont
_LATER_MS = 100
_SLICE_S = 0.008


class Restyler(QObject):
    """Restyles what is in sight at once; what a visible window hides, when it is shown or nothing else is to do.

    Six of seven widgets of the window stand on pages and panels that nobody sees.
    """

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._late: list[QWidget] = []
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._on_turn)

    def restyle(self, palette: QPalette, font: QFont, sheet: str) -> None:
        """Use this palette, font and style sheet from now on."""
        seen: list[QWidget] = []
        late: list[QWidget] = []
        for widget in self._app.allWidgets():
            if widget.testAttribute(_POLISHED):
                (seen if _is_needed(widget) else late).append(widget)
        # WORKAROUND: Qt polishes a widget again for each widget it stands in when a style sheet replaces another
        # (QStyleSheetStyle::repolish, 7.7 times on average here), but only once when there was none. It leaves out what
        # was not polished yet, and lays out nothing in between if it believes that widgets have a style of their own.
        _set(late, _POLISHED, False)
        _set((*seen, *late), _OWN_STYLE, True)
        self._app.setStyleSheet("")
        self._app.setPalette(palette)
        if font != self._app.font():
            self._app.setFont(font)
        _set(seen, _OWN_STYLE, False)
        self._app.setStyleSheet(sheet)
        _set(late, _OWN_STYLE, False)
        _set(late, _POLISHED, True)
        self._put_off(late)

    def lay_out(self) -> None:
        """Let all layouts in sight find their sizes."""
        _lay_out(self._app.topLevelWidgets())
        self._app.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            self._catch_up()
            _lay_out([watched])
        return super().eventFilter(watched, event)

    def _put_off(self, widgets: list[QWidget]) -> None:
        self._late = widgets
        for widget in widgets:
            if widget.isHidden():  # the others are shown with one of these
                widget.installEventFilter(self)
        self._turn.start(_LATER_MS)

    def _catch_up(self) -> None:
        """Restyle what has come into sight."""
        late, self._late = self._late, []
        for widget in late:
            if isValid(widget):
                if widget.isVisible():
                    _restyle(widget)
                else:
                    self._late.append(widget)

    def _on_turn(self) -> None:
        end = time.perf_counter() + _SLICE_S
        while self._late and time.perf_counter() < end:
            widget = self._late.pop()
            if isValid(widget):
                widget.removeEventFilter(self)
                _restyle(widget)
        if self._late:
            self._turn.start(0)


def _is_needed(widget: QWidget) -> bool:
    """Return whether a widget is in sight, or in a window whose size is asked for before it is shown."""
    return widget.isVisible() or not widget.window().isVisible()


def _set(widgets: Iterable[QWidget], attribute: Qt.WidgetAttribute, on: bool) -> None:
    for widget in widgets:
        widget.setAttribute(attribute, on)


def _restyle(widget: QWidget) -> None:
    font = widget.font() if widget.testAttribute(_OWN_FONT) else None
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    if font is not None:
        widget.setFont(font)  # Qt went back to the one it knew before
    QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


def _lay_out(tops: Iterable[QWidget]) -> None:
    """Activate the layouts in sight, the innermost first.

    Qt asks the outermost first, and may keep a height that it took before the fonts changed.
    """
    widgets = [widget for widget in tops if widget.isVisible()]
    for widget in widgets:  # grows while it is read
        inside = (child for child in widget.children() if isinstance(child, QWidget))
        widgets += [child for child in inside if child.isVisible()]
    for widget in reversed(widgets):
        layout = widget.layout()
        if layout is not None:
            layout.activate()
