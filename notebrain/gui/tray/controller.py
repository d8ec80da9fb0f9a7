"""Keeps the program running in the tray, and brings its window back."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout

from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.table import KEEP_NOTICED
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.review.controller import ReviewController
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.tray.icon import TrayHost
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, takes_keyboard
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.window.pages import REVIEW, SEARCH

if TYPE_CHECKING:
    from notebrain.gui.tray.icon import TrayIcon


_JUST_NOW_S = 0.4
"""Clicking the tray may take the focus from the window before the click is reported."""


class TrayController(QObject):
    """Shows the tray icon; if the tray disappears, a window that waited in it comes back.

    Args:
        capture: Opens the capture window.
        review: Returns the review, once it is loaded.
    """

    def __init__(
        self,
        context: Context,
        *,
        capture: Callable[[], object],
        review: Callable[[], ReviewController | None],
        host: TrayHost | None = None,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._capture = capture
        self._review = review
        self._host = host or TrayHost(self)
        self.icon: TrayIcon | None = None
        self.notice: RunningInTrayNotice | None = None
        self._began = self._away = False
        self._had_keyboard_until = 0.0
        window = context.window
        window.went_away.connect(self._on_away)
        window.painted.connect(self.begin)
        self._host.appeared.connect(self._show_icon)
        self._host.disappeared.connect(self._on_host_gone)
        context.events.sync_progress.connect(self._on_progress)
        context.window.closing.connect(self._on_closing)
        window.deactivated.connect(self._on_deactivated)
        if window.isVisible():
            self.begin()

    @property
    def waits(self) -> bool:
        """Whether the window waits in the tray."""
        return self._away and not self._context.window.isVisible()

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
        """Hide the window, which was not shown yet, in the tray, or minimize it if there is no tray."""
        self.begin()
        if self.has_tray:
            self._wait()
        else:
            self._context.window.showMinimized()

    def toggle(self) -> None:
        """Hide the window in the tray if it is in front; otherwise bring it to the front."""
        window = self._context.window
        at_hand = window.isActiveWindow() or (
            time.monotonic() - self._had_keyboard_until < _JUST_NOW_S
        )
        if window.isVisible() and not window.isMinimized() and at_hand:
            if self.has_tray:
                window.hide_window()
        else:
            window.raise_window()

    def _show_icon(self) -> None:
        """Check again whether there is a tray, and show the icon in it."""
        there = self._host.present or self._host.may_join_later
        if self.icon is not None or not self._began or not there:
            return
        from notebrain.gui.tray.icon import TrayIcon

        self.icon = icon = TrayIcon(self._context.theme, self)
        icon.clicked.connect(self.toggle)
        icon.capture_requested.connect(self._on_capture)
        icon.search_requested.connect(self._search)
        icon.review_requested.connect(self._on_review)
        icon.pause_requested.connect(self._pause)
        icon.open_requested.connect(self._context.window.raise_window)
        icon.quit_requested.connect(self._context.window.end)
        review = self._review()
        if review is not None:
            review.counted.connect(icon.show_review_count)
            icon.show_review_count(review.waiting)
        syncing = self._context.services.cloud.syncing
        if syncing is not None and syncing.progress is not None:
            self._on_progress(syncing.progress)

    def _wait(self) -> None:
        self._away = True
        self._host.watch_end()

    def _on_away(self) -> None:
        self._wait()
        settings = self._context.settings
        if not settings.get(KEEP_NOTICED):
            settings.put(KEEP_NOTICED, True)
            self._show_notice_once()

    def _show_notice_once(self) -> None:

        keys = self._context.actions[CommandId.QUIT].shortcut()
        named = keys.toString(QKeySequence.SequenceFormat.NativeText)
        if takes_keyboard() and self.icon is not None:
            self.icon.show_message("NoteBrain", still_here(named))
            return
        self.notice = notice = RunningInTrayNotice(self._context.theme, named)
        notice.quit_requested.connect(self._context.window.end)
        notice.destroyed.connect(self._forget_notice)
        notice.show_briefly()

    def _forget_notice(self) -> None:
        self.notice = None

    def _on_host_gone(self) -> None:
        if self.waits:
            self._context.window.showMinimized()

    def _on_deactivated(self) -> None:
        self._had_keyboard_until = time.monotonic()

    def _on_capture(self) -> None:
        self._capture()

    def _search(self) -> None:
        self._context.window.raise_window()
        self._context.pages.show(SEARCH)

    def _on_review(self) -> None:
        self._context.window.raise_window()
        self._context.pages.show(REVIEW)

    def _pause(self, pause: bool) -> None:
        syncing = self._context.services.cloud.syncing
        if syncing is not None:
            (syncing.pause if pause else syncing.resume)()

    def _on_progress(self, progress: SyncProgress) -> None:
        if self.icon is not None:
            self.icon.show_sync(
                connected=progress.state is not SyncState.OFF,
                paused=progress.state is SyncState.PAUSED,
            )

    def _on_closing(self) -> None:
        if self.icon is not None:
            self.icon.end()
        if self.notice is not None:
            self.notice.close()


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

    def show_briefly(self) -> None:
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
    text = _("NoteBrain is still running in the tray.")
    return f"{text} {_('{keys} quits it.').format(keys=keys)}" if keys else text
