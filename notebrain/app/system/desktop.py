"""Desktop integration: autostart, links, notifications."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.core.paths import data_folder
from notebrain.app.core.resources import resource
from notebrain.domain.desktop.ports import Autostart, Chosen, LinkHandler, NoNotifications
from notebrain.system.desktop import select

if TYPE_CHECKING:
    from concurrent.futures import Future

_ICONS = {"scalable/apps/notebrain.svg": "notebrain.svg"}
_SYSTEM = "/usr/local/share:/usr/share"


class Desktop:
    """This user's desktop.

    Args:
        vault: The vault to open with the session; named only if a plain start would open another one.
    """

    def __init__(self, vault: Path) -> None:
        self._vault = vault

    @cached_property
    def autostart(self) -> Autostart:
        """Starts the program when the user signs in."""
        more = [] if self._vault == data_folder(environ={}) else [f"--data-dir={self._vault}"]
        return select.autostart([*own_command(), *more])

    @cached_property
    def links(self) -> LinkHandler | None:
        """Handling `notebrain:` links; None if the installed package has taken care of it."""
        entry = _entry()
        if entry is None or _is_packaged(os.environ):
            return None
        icons = {place: resource("icons", "app", of) for place, of in _ICONS.items()}
        return select.link_handler(own_command(), entry, icons)

    def switch(self, way: Autostart | LinkHandler, *, on: bool) -> "Future[None]":
        """Start turning one of these on or off; takes as long as the user does if the desktop asks them.

        The result may be a `DesktopError` if it could not be set.
        """
        from notebrain.app.core.threads import run_in_daemon_thread

        return run_in_daemon_thread(way.turn_on if on else way.turn_off)

    async def notify(
        self, title: str, text: str, actions: Sequence[tuple[str, str]], *, passing: bool = False
    ) -> Chosen:
        """Show a notification, on the background loop; return what the user did with it.

        Args:
            passing: Let it disappear after some seconds without entering the notification list.

        Raises:
            NoNotifications: This session shows none that can be acted on.
        """
        if sys.platform != "linux":
            raise NoNotifications("only Linux desktops have these")
        from notebrain.system.desktop.notifications import notify

        return await notify(title, text, actions, desktop_file=select.APP_ID, passing=passing)


def own_command() -> list[str]:
    """Return the command that starts this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    started = Path(sys.argv[0])
    if started.stem in ("notebrain", "notebrain-gui") and started.is_file():
        return [str(started.absolute())]
    return [sys.executable, "-m", "notebrain"]


def _entry() -> str | None:
    """Return the desktop file of the wheel or of a checkout."""
    checkout = Path(__file__).resolve().parents[3] / "packaging"
    for place in (resource("desktop", select.DESKTOP_FILE), checkout / select.DESKTOP_FILE):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return None


def _is_packaged(environ: Mapping[str, str]) -> bool:
    folders = (environ.get("XDG_DATA_DIRS") or _SYSTEM).split(":")
    return any(
        (Path(folder) / "applications" / select.DESKTOP_FILE).is_file() for folder in folders
    )
