"""The main window: its panels, their layout, and restoring that layout from the last run."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from notebrain.domain.i18n import _
from notebrain.gui.core.context import WindowFrame
from notebrain.gui.core.focus import bring_forward
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.toast import Toast
from notebrain.gui.window import window_state
from notebrain.gui.window.side_panel import WIDTHS as SIDE_WIDTHS
from notebrain.gui.window.window_state import PaneWidths, WindowState

if TYPE_CHECKING:
    from collections.abc import Callable

SIDEBAR_WIDTHS = (180, 216, 320)
LIST_WIDTHS = (240, 312, 480)
_EDITOR_LEAST = 260
_WIDENED = 1.25
_ANY_WIDTH = 16_777_215  # Qt's own maximum
# On macOS the menu bar belongs to the system; elsewhere it appears with Alt, and its menus are in the sidebar.
ALWAYS_MENU_BAR = sys.platform == "darwin"


@dataclass(frozen=True, slots=True)
class WindowWidgets:
    """The panels of the window."""

    sidebar: QWidget
    notes: QWidget
    editor: QWidget
    side: QWidget
    welcome: QWidget
    strip: QWidget
    status: QWidget


class _NotesPage(QWidget):
    """The list and the text, and the panes over them, which are hidden together while another page is shown."""

    resized = Signal()

    def __init__(self, panes: QWidget) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(panes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class MainWindow(WindowFrame):
    """Arranges the panels; knows nothing about notes."""

    def __init__(self, theme: Theme, parts: WindowWidgets) -> None:
        super().__init__()
        self._theme = theme
        self._parts = parts
        self._was_painted = False
        self.may_close: Callable[[], bool] = lambda: True
        self.stays: Callable[[], bool] = lambda: False
        """Returns whether closing the window only hides it, in a way that lets the user bring it back."""
        self._ending = False
        self._alt_alone = False
        self.setWindowTitle("NoteBrain")
        self.setMinimumSize(window_state.MIN_SIZE)
        self._panes = _splitter(parts.notes, parts.editor, parts.side)
        self._central = QWidget()
        self._panes.splitterMoved.connect(self._on_split)
        self._side = self._sidebar_width = self._notes_width = 0
        self._alone = self._side_above = False
        self._sidebar_wanted, self._sidebar_covered = True, False
        self._notes_page = _NotesPage(self._panes)
        self._notes_page.resized.connect(self._place_side)
        self._pages = QStackedWidget()
        for page in (self._notes_page, parts.welcome):
            self._pages.addWidget(page)
        self._pages.currentChanged.connect(self._on_page)
        self._columns = _splitter(parts.sidebar, self._pages)
        self._columns.setAccessibleName(_("Panels"))
        self._fill()
        self.menuBar().setVisible(ALWAYS_MENU_BAR)
        self.toast = Toast(theme, self._central)
        parts.strip.installEventFilter(self)
        theme.changed.connect(self._apply_theme)
        self._widths = PaneWidths(theme.scale)
        self._apply_theme()
        self._first_sizes()
        theme.changed.connect(self._grow)

    def show_notes(self) -> None:
        """Show the list and the editor."""
        self._pages.setCurrentWidget(self._notes_page)

    def add_page(self, page: QWidget) -> None:
        """Add a page beside the sidebar, hidden for now."""
        self._pages.addWidget(page)

    def show_page(self, page: QWidget) -> None:
        """Show one of the pages that were added."""
        self._pages.setCurrentWidget(page)

    def show_welcome(self) -> None:
        """Show the welcome page of an empty vault."""
        self._pages.setCurrentWidget(self._parts.welcome)

    @property
    def page(self) -> QWidget | None:
        """The widget shown beside the sidebar."""
        return self._pages.currentWidget()

    @property
    def room(self) -> QWidget:
        """The area below the menu bar, for widgets that cover it temporarily."""
        return self._central

    @property
    def shows_notes(self) -> bool:
        """Whether the list and the editor are shown."""
        # Qt tells of the focus while it takes the window apart
        return isValid(self._pages) and self.page is self._notes_page

    @property
    def sidebar_shown(self) -> bool:
        """Whether the sidebar is shown."""
        return not self._parts.sidebar.isHidden()

    def set_sidebar_shown(self, shown: bool) -> None:
        """Show or hide the sidebar."""
        self._sidebar_wanted = shown
        self._parts.sidebar.setVisible(shown and not self._sidebar_covered)

    def cover_sidebar(self, covered: bool) -> None:
        """Hide the sidebar while a page with its own navigation takes its place."""
        if covered and not self._parts.sidebar.isHidden():
            self._sidebar_width = self._columns.sizes()[0]
        self._sidebar_covered = covered
        self._parts.sidebar.setVisible(self._sidebar_wanted and not covered)

    def show_panes(self, *, notes: bool, editor: bool) -> None:
        """Show the list and the editor, or only one of them if there is no room for both."""
        alone = not (notes and editor)
        was_alone, self._alone = self._alone, alone
        self._apply_theme()
        self._parts.notes.setVisible(notes)
        self._parts.editor.setVisible(editor)
        if was_alone and not alone and self._notes_width:
            _give(self._panes, self._notes_width, self._panes.width(), last=self._side)

    def lay_side_above(self, above: bool) -> None:
        """Let the pane beside the text cover the text, or move it beside the text again."""
        if above == self._side_above:
            return
        side, shown = self._parts.side, not self._parts.side.isHidden()
        self._side_above = above
        if above:
            side.setParent(self._notes_page)
            side.setProperty("above", True)
            self._place_side()
        else:
            side.setProperty("above", False)
            self._panes.addWidget(side)
            self._panes.setStretchFactor(2, 0)
        side.style().polish(side)
        side.setVisible(shown)
        side.raise_()

    def _place_side(self) -> None:
        """Place the pane that covers the text at its right edge."""
        if not self._side_above:
            return
        side, room = self._parts.side, self._notes_page.rect()
        width = min(max(self._side, side.minimumWidth()), side.maximumWidth(), room.width())
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = room.left() if rtl else room.right() + 1 - width
        side.setGeometry(left, room.top(), width, room.height())

    def set_full_screen(self, full: bool) -> None:
        """Enter or leave full screen."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if full
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def show_done(self, text: str, *, undoable: bool = True, redoable: bool = False) -> None:
        """Show what was done in the corner for a while."""
        self.toast.show_message(text, above=self._foot(), undoable=undoable, redoable=redoable)

    def lift_toast(self) -> None:
        """Move the toast so that it does not cover the content shown below it."""
        self.toast.stand(self._foot())

    def _foot(self) -> int:
        strip = 0 if self._parts.strip.isHidden() else self._parts.strip.height()
        return self._parts.status.height() + strip + self.lift()

    def state(self) -> WindowState:
        """Return the state to remember."""
        place = self.normalGeometry()
        columns, panes = self._columns.sizes(), self._panes.sizes()
        return WindowState(
            x=place.x(),
            y=place.y(),
            width=place.width(),
            height=place.height(),
            maximized=self.isMaximized(),
            sidebar=columns[0] or self._sidebar_width,
            sidebar_shown=self._sidebar_wanted,
            notes=self._notes_width if self._alone else panes[0],
            side=self._side if self._side_above else panes[2] or self._side,
        )

    def restore_state(self, state: WindowState | None) -> None:
        """Restore the position and layout of the window, as far as its screens still exist."""
        rooms = window_state.screens()
        if state is None:
            self.setGeometry(window_state.first_place(rooms[0]))
            return
        wanted = QRect(state.x, state.y, state.width, state.height)
        self.setGeometry(window_state.clamped(wanted, rooms))
        if state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.set_sidebar_shown(state.sidebar_shown)
        if state.sidebar:
            _give(self._columns, state.sidebar, self.width())
        if state.notes:
            self._side = state.side or self._side
            self._notes_width = state.notes
            _give(self._panes, state.notes, self.width() - state.sidebar, last=self._side)

    def raise_window(self, token: str = "") -> None:
        """Bring the window to the front; Wayland permits it only with the token of the program that asked."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        bring_forward(self, token)

    def hide_window(self) -> None:
        """Hide the window without closing it."""
        self.hide()
        self.went_away.emit()

    def end(self) -> bool:
        """Close for good, even where closing only hides the window; return whether it is closed already."""
        self._ending = True
        return self.close()

    def stay(self) -> None:
        """Stay open: the user does not want to lose unsaved work."""
        self._ending = False
        self.stayed.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)
        elif event.type() == QEvent.Type.WindowActivate:
            self.activated.emit()
        elif event.type() == QEvent.Type.WindowDeactivate:
            self.deactivated.emit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat():
            self._alt_alone = True
            cast("QCoreApplication", QCoreApplication.instance()).installEventFilter(self)
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While Alt is held, watch for keys pressed with it: no widget receives shortcuts as key events."""
        if watched is self._parts.strip:
            if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
                self.lift_toast()
            return False
        other = isinstance(event, QKeyEvent) and event.key() != Qt.Key.Key_Alt
        if other or event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
            self._forget_alt()
        return super().eventFilter(watched, event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._alt_alone and event.key() == Qt.Key.Key_Alt and not ALWAYS_MENU_BAR:
            self.menuBar().setVisible(not self.menuBar().isVisible())
        self._forget_alt()
        super().keyReleaseEvent(event)

    def _forget_alt(self) -> None:
        self._alt_alone = False
        cast("QCoreApplication", QCoreApplication.instance()).removeEventFilter(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._ending and self.stays():
            event.ignore()
            self.hide_window()
            return
        event.setAccepted(self.may_close())
        if event.isAccepted():
            self.closed.emit()

    def _on_split(self, *_moved: int) -> None:
        if not self._alone:
            self._notes_width = self._panes.sizes()[0]
        if not self._side_above:
            self._side = self._panes.sizes()[2] or self._side

    def _on_page(self, _number: int) -> None:
        self.page_changed.emit()

    def _fill(self) -> None:
        column = QVBoxLayout(self._central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._columns, 1)
        column.addWidget(self._parts.strip)
        column.addWidget(self._parts.status)
        self.setCentralWidget(self._central)

    def _apply_theme(self) -> None:
        px = self._theme.px
        for widget, widths in (
            (self._parts.sidebar, SIDEBAR_WIDTHS),
            (self._parts.notes, LIST_WIDTHS),
            (self._parts.side, SIDE_WIDTHS),
        ):
            # not the full zoom: at 200 % the window still has to fit a small screen
            widget.setMinimumWidth(min(px(widths[0]), round(widths[0] * _WIDENED)))
            widget.setMaximumWidth(px(widths[2]))
        if self._alone:
            self._parts.notes.setMaximumWidth(_ANY_WIDTH)
        self._parts.editor.setMinimumWidth(_EDITOR_LEAST)

    def _grow(self) -> None:
        """Keep the width of the panes in proportion to the text size."""
        sidebar = self._columns.sizes()[0] or self._sidebar_width
        notes = self._notes_width if self._alone else self._panes.sizes()[0]
        wanted = self._widths.at_scale(self._theme.scale, (sidebar, notes), self.width())
        if wanted is None or not self._notes_width:
            return
        self._sidebar_width, self._notes_width = wanted
        _give(self._columns, wanted[0], self._columns.width())
        if not self._alone:
            _give(self._panes, wanted[1], self._panes.width(), last=self._panes.sizes()[2])
            wanted[1] = self._panes.sizes()[0]
        self._widths.given((self._columns.sizes()[0] or wanted[0], wanted[1]))

    def _first_sizes(self) -> None:
        px = self._theme.px
        width = window_state.FIRST_SIZE.width()
        self._side = px(SIDE_WIDTHS[1])
        self._notes_width = px(LIST_WIDTHS[1]) - 1
        # the hairline between two panels counts as part of the left one
        _give(self._columns, px(SIDEBAR_WIDTHS[1]) - 1, width)
        _give(
            self._panes,
            px(LIST_WIDTHS[1]) - 1,
            width - px(SIDEBAR_WIDTHS[1]),
            last=self._side,
        )


def _splitter(left: QWidget, right: QWidget, *more: QWidget) -> QSplitter:
    """Return panels separated by hairlines, which Qt lets the user grab from nearby; the second one takes the space."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.addWidget(left)
    splitter.addWidget(right)
    for number, panel in enumerate(more, start=2):
        splitter.addWidget(panel)
        splitter.setStretchFactor(number, 0)
    splitter.setStretchFactor(0, 0)
    splitter.setStretchFactor(1, 1)
    return splitter


def _give(splitter: QSplitter, first: int, whole: int, *, last: int = 0) -> None:
    """Give the first panel its width, the last of three its own width, and the second the rest."""
    rest = max(1, whole - first - last - splitter.handleWidth())
    splitter.setSizes([first, rest, last][: splitter.count()])
