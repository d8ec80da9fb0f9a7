"""Keeps the program running in the tray, and brings its window back."""

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.table import KEEP_NOTICED
from notebrain.domain.i18n import _
from notebrain.gui.review.controller import REVIEW, ReviewController
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.tray.icon import TrayHost
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, takes_keyboard
from notebrain.gui.widgets.labels import IconLabel, Label

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk
    from notebrain.gui.tray.icon import TrayIcon


_JUST_NOW_S = 0.4
"""Clicking the tray may take the focus from the window before the click is reported."""


class TrayController(QObject):
    """Shows the tray icon of a desk; if the tray disappears, a window that waited in it comes back."""

    def __init__(self, desk: "Desk", host: TrayHost | None = None) -> None:
        super().__init__(desk)
        self._desk = desk
        self._host = host or TrayHost(self)
        self.icon: TrayIcon | None = None
        self.notice: RunningInTrayNotice | None = None
        self._began = self._away = False
        self._had_keyboard_until = 0.0
        window = desk.window
        window.went_away.connect(self._on_away)
        window.painted.connect(self.begin)
        self._host.came.connect(self._show_icon)
        self._host.went.connect(self._on_host_gone)
        desk.bridge.happened.connect(self._on_event)
        desk.closing.connect(self._on_closing)
        window.deactivated.connect(self._on_deactivated)
        if window.isVisible():
            self.begin()

    @property
    def waits(self) -> bool:
        """Whether the window waits in the tray."""
        return self._away and not self._desk.window.isVisible()

    @property
    def has_tray(self) -> bool:
        """Whether the window can be hidden in the tray and brought back from there."""
        self._show_icon()
        return self.icon is not None and self._host.present

    def begin(self) -> None:
        """Show the tray icon from now on, as soon as there is a tray."""
        self._began = True
        self._show_icon()

    def begin_away(self) -> None:
        """Start with the window in the tray, or minimized if there is no tray."""
        self.begin()
        self._desk.start(shown=False)
        if self.has_tray:
            self._wait()
        else:
            self._desk.window.showMinimized()

    def toggle(self) -> None:
        """Hide the window in the tray if it is in front; otherwise bring it to the front."""
        window = self._desk.window
        at_hand = window.isActiveWindow() or (
            time.monotonic() - self._had_keyboard_until < _JUST_NOW_S
        )
        if window.isVisible() and not window.isMinimized() and at_hand:
            if self.has_tray:
                window.put_away()
        else:
            window.come_forward()

    def _show_icon(self) -> None:
        """Check again whether there is a tray, and show the icon in it."""
        there = self._host.present or self._host.may_join_later
        if self.icon is not None or not self._began or not there:
            return
        from notebrain.gui.tray.icon import TrayIcon

        self.icon = icon = TrayIcon(self._desk.theme, self)
        icon.clicked.connect(self.toggle)
        icon.capture_requested.connect(self._capture)
        icon.search_requested.connect(self._search)
        icon.review_requested.connect(self._review)
        icon.pause_requested.connect(self._pause)
        icon.open_requested.connect(self._desk.window.come_forward)
        icon.quit_requested.connect(self._desk.window.end)
        reviewing = self._desk.findChild(ReviewController)
        if isinstance(reviewing, ReviewController):
            reviewing.counted.connect(icon.tell_review)
            icon.tell_review(reviewing.waiting)
        syncing = self._desk.services.cloud.syncing
        if syncing is not None and syncing.progress is not None:
            self._on_event(syncing.progress)

    def _wait(self) -> None:
        self._away = True
        self._host.hear_of_its_end()

    def _on_away(self) -> None:
        self._wait()
        preferences = self._desk.preferences
        if not preferences.get(KEEP_NOTICED):
            preferences.put(KEEP_NOTICED, True)
            self._tell_once()

    def _tell_once(self) -> None:

        keys = self._desk.actions[CommandId.QUIT].shortcut()
        named = keys.toString(QKeySequence.SequenceFormat.NativeText)
        if takes_keyboard() and self.icon is not None:
            self.icon.tell("NoteBrain", still_here(named))
            return
        self.notice = notice = RunningInTrayNotice(self._desk.theme, named)
        notice.quit_requested.connect(self._desk.window.end)
        notice.destroyed.connect(self._forget_notice)
        notice.tell()

    def _forget_notice(self) -> None:
        self.notice = None

    def _on_host_gone(self) -> None:
        if self.waits:
            self._desk.window.showMinimized()

    def _on_deactivated(self) -> None:
        self._had_keyboard_until = time.monotonic()

    def _capture(self) -> None:
        from notebrain.gui.quick_capture.controller import flow_of

        flow_of(self._desk).ask()

    def _search(self) -> None:
        self._desk.window.come_forward()
        self._desk.show_search()

    def _review(self) -> None:
        self._desk.window.come_forward()
        self._desk.pages.show(REVIEW)

    def _pause(self, pause: bool) -> None:
        syncing = self._desk.services.cloud.syncing
        if syncing is not None:
            (syncing.pause if pause else syncing.resume)()

    def _on_event(self, event: object) -> None:
        if isinstance(event, SyncProgress) and self.icon is not None:
            self.icon.tell_sync(
                connected=event.state is not SyncState.OFF,
                paused=event.state is SyncState.PAUSED,
            )

    def _on_closing(self) -> None:
        if self.icon is not None:
            self.icon.end()
        if self.notice is not None:
            self.notice.close()


def staying_of(desk: "Desk") -> TrayController:
    """Return the tray controller of this desk, creating it if necessary."""
    found = desk.findChild(TrayController)
    return found if isinstance(found, TrayController) else TrayController(desk)


_HEIGHT, _MARGIN = 40, 24
_STAYS_MS = 15_000


class RunningInTrayNotice(FloatingWindow):
    """A window that never takes the focus from another program."""

    quit_requested = Signal()

    def __init__(self, theme: Theme, keys: str) -> None:
        super().__init__(theme, Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle("NoteBrain")
        text = still_here(keys)
        self.setAccessibleName(text)
        self.quit = text_button(_("Quit"))
        self.quit.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "info", "accent", size=16))
        self._row.addWidget(Label(theme, text, role=Role.BODY))
        self._row.addWidget(self.quit)
        self._timer = QTimer(self, singleShot=True, interval=_STAYS_MS)
        self._timer.timeout.connect(self.close)
        self.quit.clicked.connect(self.quit_requested)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def tell(self) -> None:
        """Show in the corner for a while."""
        px, room = self._theme.px, room_under_pointer()
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(8))
        self._row.activate()
        self.setFixedSize(min(self._row.totalSizeHint().width(), room.width()), px(_HEIGHT))
        corner = QPoint(self.width() + px(_MARGIN), self.height() + px(_MARGIN))
        self.move(room.bottomRight() - corner)
        self.show()
        self.raise_()
        self._timer.start()


def still_here(keys: str) -> str:
    """Return the message for the user, with the shortcut that quits the program, if there is one."""
    text = _("NoteBrain is still here, in the tray.")
    return f"{text} {_('{keys} quits it.').format(keys=keys)}" if keys else text
