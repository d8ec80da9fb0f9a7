"""Gives the widgets of the program new colors, fonts and rules."""

import time
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import getCppPointer

_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle
_LATER_MS = 100
_SLICE_S = 0.008


class Restyler(QObject):
    """Restyles what is in sight at once; what a visible window hides, before it is shown or when nothing else is to do.

    Six of seven widgets of the window stand on pages and panels that nobody sees.
    """

    caught_up = Signal()
    """What was hidden has its style now: whoever gives it fonts, colors and sizes of its own must do so again."""

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        # their addresses, and no objects: PySide is not told when Qt deletes what Qt has made, such as a viewport
        self._late: set[int] = set()
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._on_turn)
        # WORKAROUND: with its last style sheet, Qt forgets which fonts and palettes widgets had without one
        self._remembering = QWidget()
        self._remembering.setStyleSheet("* {}")

    def restyle(self, palette: QPalette, font: QFont, sheet: str) -> None:
        """Use this palette, font and style sheet from now on; emits `caught_up` later if anything is hidden."""
        widgets = [one for one in self._app.allWidgets() if not one.testAttribute(_OWN_STYLE)]
        polished = [one for one in widgets if one.testAttribute(_POLISHED)]
        # WORKAROUND: Qt polishes a widget again for each widget it stands in when a style sheet replaces another
        # (QStyleSheetStyle::repolish, 7.7 times on average here), and twice when there is none in between. It leaves
        # out what it believes was never polished or has a style of its own; each is polished once below.
        _set(polished, _POLISHED, False)
        _set(widgets, _OWN_STYLE, True)
        self._app.setStyleSheet("")
        self._app.setPalette(palette)
        if font != self._app.font():
            self._app.setFont(font)
        self._app.setStyleSheet(sheet)
        _set(widgets, _OWN_STYLE, False)
        _set(polished, _POLISHED, True)
        late = [one for one in polished if not _is_needed(one)]
        hidden = set(late)
        _polish(one for one in polished if one not in hidden)
        _tell(one for one in widgets if one not in hidden)
        self._put_off(late)

    def lay_out(self) -> None:
        """Let all layouts in sight find their sizes."""
        lay_out(self._app.topLevelWidgets())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show:
            watched.removeEventFilter(self)
            if self._late:
                self._catch_up(self._waiting())
                self._finish()
        return super().eventFilter(watched, event)

    def _put_off(self, widgets: list[QWidget]) -> None:
        self._late = set(map(_address, widgets))
        for widget in widgets:
            if widget.isHidden():  # the others are shown with one of these
                widget.installEventFilter(self)
        if widgets:
            self._turn.start(_LATER_MS)

    def _waiting(self) -> list[QWidget]:
        return [one for one in self._app.allWidgets() if _address(one) in self._late]

    def _on_turn(self) -> None:
        end = time.perf_counter() + _SLICE_S
        waiting = self._waiting()
        while waiting and time.perf_counter() < end:
            self._catch_up([waiting.pop()])
        if waiting:
            self._turn.start(0)
        else:
            self._finish()

    def _catch_up(self, widgets: list[QWidget]) -> None:
        """Restyle these widgets, which were hidden."""
        self._late.difference_update(map(_address, widgets))
        _polish(widgets)
        _tell(widgets)

    def _finish(self) -> None:
        self._late.clear()  # those that are left are gone
        self._turn.stop()
        self.caught_up.emit()


def lay_out(roots: Sequence[QWidget]) -> None:
    """Let all layouts in sight in these widgets find their sizes, the innermost first.

    Qt asks the outermost first: it may keep a height that it took before the fonts changed, and shows rows pressed
    together until the page they stand on has grown.
    """
    widgets = [widget for widget in roots if widget.isVisible()]
    for widget in widgets:  # grows while it is read
        inside = (child for child in widget.children() if isinstance(child, QWidget))
        widgets += [child for child in inside if child.isVisible()]
    for widget in reversed(widgets):
        layout = widget.layout()
        if layout is not None:
            layout.activate()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def _is_needed(widget: QWidget) -> bool:
    """Return whether a widget is in sight, or in a window whose size is asked for before it is shown."""
    return widget.isVisible() or not widget.window().isVisible()


def _address(widget: QWidget) -> int:
    return getCppPointer(widget)[0]


def _set(widgets: Iterable[QWidget], attribute: Qt.WidgetAttribute, on: bool) -> None:
    for widget in widgets:
        widget.setAttribute(attribute, on)


def _polish(widgets: Iterable[QWidget]) -> None:
    for widget in widgets:
        widget.style().polish(widget)


def _tell(widgets: Iterable[QWidget]) -> None:
    for widget in widgets:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
