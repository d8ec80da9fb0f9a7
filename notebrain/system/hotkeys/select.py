"""Selects the hotkey mechanism of this session, or says why there is none."""

import os
import sys
from collections.abc import Mapping
from enum import Enum

from notebrain.domain.desktop.hotkeys import GlobalHotkeys, HotkeyListener
from notebrain.domain.errors import NoHotkeys
from notebrain.domain.i18n import _


class Way(Enum):
    """How a session gives hotkeys to programs."""

    X11 = "x11"
    PORTAL = "portal"
    """The desktop portal, in Wayland sessions and sandboxes."""
    WINDOWS = "windows"
    MACOS = "macos"


def way(platform: str, environ: Mapping[str, str]) -> Way | None:
    """Return the mechanism of a session, or None for a session without a desktop.

    A Wayland session may run X11 for old programs, but keys grabbed there arrive only while such a program has the
    focus.
    """
    if platform == "win32":
        return Way.WINDOWS
    if platform == "darwin":
        return Way.MACOS
    if environ.get("WAYLAND_DISPLAY") or environ.get("XDG_SESSION_TYPE") == "wayland":
        return Way.PORTAL if platform == "linux" else None
    return Way.X11 if environ.get("DISPLAY") else None


def connect(listener: HotkeyListener, app_id: str) -> GlobalHotkeys:
    """Return the hotkeys of this session.

    Args:
        app_id: The name of the installed desktop file, without its suffix.

    Raises:
        NoHotkeys: The session has none; the message says why.
    """
    if sys.platform == "win32":
        from notebrain.system.hotkeys.user32 import User32
        from notebrain.system.hotkeys.windows import WindowsHotkeys

        return WindowsHotkeys(listener, User32())
    if sys.platform == "darwin":
        from notebrain.system.hotkeys.carbon import Carbon
        from notebrain.system.hotkeys.macos import MacHotkeys

        return MacHotkeys(listener, Carbon())
    match way(sys.platform, os.environ):
        case Way.X11:
            return _on_x11(listener)
        case Way.PORTAL:
            from notebrain.system.hotkeys.portal import PortalHotkeys

            return PortalHotkeys(listener, app_id)
        case _:
            raise NoHotkeys(_no_desktop())


def obstacle() -> str | None:
    """Return why no program in this session can have hotkeys, as a sentence; None if no reason is known.

    Asks the desktop, which may take a moment; registers no key.
    """
    match way(sys.platform, os.environ):
        case Way.PORTAL:
            from notebrain.system.hotkeys.portal import portal_obstacle

            return portal_obstacle()
        case None:
            return _no_desktop()
        case _:
            return None


def _on_x11(listener: HotkeyListener) -> GlobalHotkeys:
    from notebrain.system.hotkeys.x11 import X11Hotkeys
    from notebrain.system.hotkeys.xcb import XcbError

    try:
        return X11Hotkeys(listener)
    except XcbError as error:
        raise NoHotkeys(
            _("The X11 display cannot be used: {cause}.").format(cause=error)
        ) from error


def _no_desktop() -> str:
    return _("NoteBrain is not running in a desktop session here, so it cannot get any keys.")
