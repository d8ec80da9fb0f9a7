"""The tray icon and its menu, and detecting whether the desktop has a tray."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QByteArray, QObject, QRectF, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from notebrain.app.core.resources import resource
from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusPendingCallWatcher, QDBusServiceWatcher


_DRAWN_COLOR = "#0f627a"
_SIDES = (16, 22, 24, 32, 44, 48, 64)


class TrayIcon(QObject):
    """Shows the icon; emits signals for what the user wants."""

    clicked = Signal()
    capture_requested = Signal()
    search_requested = Signal()
    review_requested = Signal()
    pause_requested = Signal(bool)
    """Pause or resume syncing."""
    open_requested = Signal()
    quit_requested = Signal()

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._paused = False
        self.menu = QMenu()
        self.capture = self._offer(_("New note…"), self.capture_requested)
        self.search = self._offer(_("Search"), self.search_requested)
        self.review = self._offer(_("Review"), self.review_requested)
        self.menu.addSeparator()
        self.pause = self.menu.addAction("")
        self.pause.triggered.connect(lambda: self.pause_requested.emit(not self._paused))
        self.menu.addSeparator()
        self.open = self._offer(_("Open NoteBrain"), self.open_requested)
        self.quit = self._offer(_("Quit"), self.quit_requested)
        self.show_sync(connected=False, paused=False)
        self._icon = QSystemTrayIcon(self)
        self._icon.setToolTip("NoteBrain")
        self._icon.setContextMenu(self.menu)  # no other way to show a menu works on every desktop
        self._icon.activated.connect(self._on_activated)
        theme.follow(self._apply_theme)
        self._icon.show()

    def show_review_count(self, waiting: int) -> None:
        """Show how many cards are waiting."""
        self.review.setText(_("Review ({n})").format(n=waiting) if waiting else _("Review"))

    def show_sync(self, *, connected: bool, paused: bool) -> None:
        """Offer to pause or resume syncing; offer nothing without an account."""
        self._paused = paused
        self.pause.setVisible(connected)
        self.pause.setText(_("Resume syncing") if paused else _("Pause syncing"))

    def show_message(self, title: str, text: str) -> None:
        """Show a message beside the icon, for desktops without notifications from programs."""
        self._icon.showMessage(title, text, self._icon.icon())

    def end(self) -> None:
        """Remove the icon."""
        self._icon.hide()
        self.menu.deleteLater()

    def _offer(self, text: str, asked: SignalInstance) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(asked)
        return action

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.clicked.emit()

    def _apply_theme(self) -> None:
        self._icon.setIcon(tray_picture(self._theme.tokens.color("accent_fill").name()))


def tray_picture(color: str) -> QIcon:
    """Return the program's symbol for small sizes, in this color."""
    drawn = resource("icons", "app", "notebrain-small.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(drawn.replace(_DRAWN_COLOR, color).encode()))
    icon = QIcon()
    for side in _SIDES:
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, side, side))
        painter.end()
        icon.addPixmap(picture)
    return icon


_WATCHER, _WATCHER_PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
"""The service on the session bus that knows the trays of a Linux desktop; on some desktops it is a tray itself."""
_TRAYS_CHANGED = ("StatusNotifierHostRegistered", "StatusNotifierHostUnregistered")
_X11 = "xcb"
_UNSEEN = {"offscreen", "minimal"}
_X11_PLACE = "QSystemTrayIconSys"
"""Qt's own window in an X11 tray; it is destroyed with the tray."""


class TrayHost(QObject):
    """Knows whether this desktop has a tray now, without polling."""

    appeared = Signal()
    disappeared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on_bus = False
        self._has_panel = True  # until it is known; Qt always assumes so
        self._watcher = self._watch()

    @property
    def present(self) -> bool:
        """Whether an icon shown now would be visible and clickable.

        Qt checks only once whether the bus has a tray, so do not ask it before there is one.
        """
        platform = QGuiApplication.platformName()
        if platform in _UNSEEN or (self._on_bus and not self._has_panel):
            return False
        if sys.platform == "linux" and platform != _X11 and not self._on_bus:
            return False
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def may_join_later(self) -> bool:
        """Whether an icon created now would join a tray that appears later by itself."""
        platform = QGuiApplication.platformName()
        return platform == _X11 or (self._on_bus and platform not in _UNSEEN)

    def watch_end(self) -> None:
        """Emit `disappeared` when the tray of an X11 display disappears; the bus reports other trays by itself."""
        for widget in QApplication.topLevelWidgets():
            if widget.metaObject().className() == _X11_PLACE:
                widget.destroyed.connect(self._on_gone, Qt.ConnectionType.UniqueConnection)

    def _watch(self) -> "QDBusServiceWatcher | None":
        if sys.platform != "linux" or not _has_session_bus():
            return None
        from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return None
        mode = QDBusServiceWatcher.WatchModeFlag.WatchForOwnerChange
        watcher = QDBusServiceWatcher(_WATCHER, bus, mode, self)
        watcher.serviceRegistered.connect(self._on_appeared)
        watcher.serviceUnregistered.connect(self._on_gone)
        slot: Any = SLOT("_ask_for_panel()")  # the stubs want bytes, which Qt refuses
        for news in _TRAYS_CHANGED:
            bus.connect(_WATCHER, _WATCHER_PATH, _WATCHER, news, self, slot)
        self._on_bus = bool(bus.interface().isServiceRegistered(_WATCHER).value())
        if self._on_bus:
            self._ask_for_panel()
        return watcher

    def _on_appeared(self, _name: str) -> None:
        self._on_bus = self._has_panel = True
        self.appeared.emit()
        self._ask_for_panel()

    @Slot()
    def _ask_for_panel(self) -> None:
        """Ask whether any panel shows icons: a panel may stop or start while the service keeps running."""
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        call = QDBusMessage.createMethodCall(
            _WATCHER, _WATCHER_PATH, "org.freedesktop.DBus.Properties", "Get"
        )
        call.setArguments([_WATCHER, "IsStatusNotifierHostRegistered"])
        answer = QDBusPendingCallWatcher(QDBusConnection.sessionBus().asyncCall(call), self)
        answer.finished.connect(self._on_panel_answer)

    def _on_panel_answer(self, answer: "QDBusPendingCallWatcher") -> None:
        from PySide6.QtDBus import QDBusVariant

        answer.deleteLater()
        arguments = answer.reply().arguments()
        if answer.isError() or not arguments or not isinstance(arguments[0], QDBusVariant):
            return  # a service that does not say has a panel of its own
        has, had = bool(arguments[0].variant()), self._has_panel
        self._has_panel = has
        if self._on_bus and has is not had:
            (self.appeared if has else self.disappeared).emit()

    def _on_gone(self, *_what: object) -> None:
        self._on_bus = False
        self.disappeared.emit()


def _has_session_bus() -> bool:
    """Return whether there is a bus to connect to; checked by hand, because a library would start a missing one."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or (
        bool(runtime) and (Path(runtime) / "bus").exists()
    )
