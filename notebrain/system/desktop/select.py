"""Selects how this computer starts a program with the session and opens its links."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from notebrain.domain.desktop.ports import Autostart, LinkHandler

DESKTOP_FILE = "org.notebrain.NoteBrain.desktop"
APP_ID = DESKTOP_FILE.removesuffix(".desktop")


def autostart(command: Sequence[str]) -> Autostart:
    """Return the autostart mechanism for `command`."""
    if sys.platform == "win32":
        from notebrain.system.desktop.windows import RunEntry, WindowsRegistry

        return RunEntry(WindowsRegistry(), command)
    if sys.platform == "darwin":
        from notebrain.system.desktop.macos import LaunchAgent

        return LaunchAgent(Path.home() / "Library" / "LaunchAgents", command)
    if is_sandboxed():  # no desktop reads the files in a sandbox
        from notebrain.system.desktop.portal_autostart import PortalAutostart

        memory = config_folder() / "notebrain" / "autostart"
        return PortalAutostart(memory, APP_ID, command)
    from notebrain.system.desktop.xdg import XdgAutostart

    return XdgAutostart(config_folder() / "autostart", DESKTOP_FILE, command)


def link_handler(
    command: Sequence[str], entry: str, icons: Mapping[str, Path]
) -> LinkHandler | None:
    """Return the link handler for `command`; None if only an installed bundle or package can register it."""
    if sys.platform == "win32":
        from notebrain.system.desktop.windows import ProtocolEntry, WindowsRegistry

        return ProtocolEntry(WindowsRegistry(), command)
    if sys.platform == "darwin" or is_sandboxed():
        return None
    from notebrain.system.desktop.xdg import XdgLinks

    return XdgLinks(
        data_folder(), config_folder(), DESKTOP_FILE, entry=entry, icons=icons, command=command
    )


def config_folder() -> Path:
    """Return the folder where Linux desktops look for the user's choices."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def data_folder() -> Path:
    """Return the folder where Linux desktops look for the user's own programs."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def is_sandboxed() -> bool:
    """Return whether the program runs in a Flatpak or Snap."""
    return Path("/.flatpak-info").exists() or "SNAP" in os.environ
