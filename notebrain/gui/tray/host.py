"""Whether there is a tray to stand in: one may come after the program, and go before it."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusPendingCallWatcher, QDBusServiceWatcher

_WATCHER, _WATCHER_PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
"""Who knows the trays of a Linux desktop, on the session bus. On some desktops that is a tray itself."""
_TRAYS_CHANGED = ("StatusNotifierHostRegistered", "StatusNotifierHostUnregistered")
_X11 = "xcb"
_UNSEEN = {"offscreen", "minimal"}
_X11_PLACE = "QSystemTrayIconSys"
"""Qt's own window in a tray of X11; it goes with the tray."""


class TrayHost(QObject):
    """Knows whether this desktop has a tray now. Nothing is looked for at intervals."""

    came = Signal()
    went = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on_bus = False
        self._has_panel = True  # until it is known; Qt takes it for there all the time
        self._watcher = self._watch()

    @property
    def present(self) -> bool:
        """Whether an icon that is shown now can be seen and clicked.

        Qt looks only once whether the bus has a tray, so it is not asked before there is one.
        """
        platform = QGuiApplication.platformName()
        if platform in _UNSEEN or (self._on_bus and not self._has_panel):
            return False
        if sys.platform == "linux" and platform != _X11 and not self._on_bus:
            return False
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def may_join_later(self) -> bool:
        """Whether an icon made now is put by itself into a tray that comes."""
        platform = QGuiApplication.platformName()
        return platform == _X11 or (self._on_bus and platform not in _UNSEEN)

    def hear_of_its_end(self) -> None:
        """Tell by `went` when the tray of an X11 display goes; the bus tells of the others by itself."""
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
        watcher.serviceRegistered.connect(self._on_came)
        watcher.serviceUnregistered.connect(self._on_gone)
        slot: Any = SLOT("_ask_for_panel()")  # the stubs want bytes, which Qt refuses
        for news in _TRAYS_CHANGED:
            bus.connect(_WATCHER, _WATCHER_PATH, _WATCHER, news, self, slot)
        self._on_bus = bool(bus.interface().isServiceRegistered(_WATCHER).value())
        if self._on_bus:
            self._ask_for_panel()
        return watcher

    def _on_came(self, _name: str) -> None:
        self._on_bus = self._has_panel = True
        self.came.emit()
        self._ask_for_panel()

    @Slot()
    def _ask_for_panel(self) -> None:
        """Ask whether anything shows icons: a panel may end, or begin, while who knows it goes on."""
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        call = QDBusMessage.createMethodCall(
            _WATCHER, _WATCHER_PATH, "org.freedesktop.DBus.Properties", "Get"
        )
        call.setArguments([_WATCHER, "IsStatusNotifierHostRegistered"])
        answer = QDBusPendingCallWatcher(QDBusConnection.sessionBus().asyncCall(call), self)
        answer.finished.connect(self._on_panel_told)

    def _on_panel_told(self, answer: "QDBusPendingCallWatcher") -> None:
        from PySide6.QtDBus import QDBusVariant

        answer.deleteLater()
        told = answer.reply().arguments()
        if answer.isError() or not told or not isinstance(told[0], QDBusVariant):
            return  # one that does not say so has a panel of its own
        has, had = bool(told[0].variant()), self._has_panel
        self._has_panel = has
        if self._on_bus and has is not had:
            (self.came if has else self.went).emit()

    def _on_gone(self, *_what: object) -> None:
        self._on_bus = False
        self.went.emit()


def _has_session_bus() -> bool:
    """Tell whether there is a bus to connect to; asked of a library, one would be started where there is none."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or (
        bool(runtime) and (Path(runtime) / "bus").exists()
    )
