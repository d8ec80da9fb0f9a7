"""Starting a sandboxed program with the session: the desktop portal sets it up after asking the user."""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from notebrain.domain.desktop.ports import DesktopError
from notebrain.domain.i18n import _
from notebrain.system.desktop.xdg import read, remove, write_whole
from notebrain.system.portal import Bus, BusError, PortalRequests, Refused, Variant, obstacle

_BACKGROUND = "org.freedesktop.portal.Background"


class PortalAutostart:
    """Stores the portal's last answer, because the portal cannot be queried for the current state.

    Args:
        memory: The file that holds the command while the portal autostarts it. Like the portal's setting, it belongs to
            this user on this computer, not to a vault.
        app_id: The name of the installed desktop file, without its suffix.
        address: The address of the bus; by default the session bus.
    """

    def __init__(
        self, memory: Path, app_id: str, command: Sequence[str], address: str = "SESSION"
    ) -> None:
        self._memory = memory
        self._app_id = app_id
        self._command = command
        self._address = address

    def is_on(self) -> bool:
        """Return whether it is on, according to the portal's last answer."""
        return bool(read(self._memory))

    def turn_on(self) -> None:
        """Request autostart; waits while the desktop asks the user."""
        try:
            granted = self._handle_answer(self._ask(on=True))
        except Refused as no:
            self._handle_answer(no.results)
            raise DesktopError(_refusal(no)) from no
        if not granted:
            raise DesktopError(_("Your desktop does not start NoteBrain when you sign in."))

    def turn_off(self) -> None:
        """Cancel autostart; if the user refuses to let the program run in the background, that cancels it too."""
        try:
            on = self._handle_answer(self._ask(on=False))
        except Refused as no:
            on = self._handle_answer(no.results)
        if on:
            raise DesktopError(_("Your desktop still starts NoteBrain when you sign in."))

    def _handle_answer(self, results: Mapping[str, Variant]) -> bool:
        """Store an answer and return whether the program is autostarted; an empty answer changes nothing."""
        if "autostart" in results:
            if results["autostart"][1]:
                write_whole(self._memory, shlex.join(self._command) + "\n")
            else:
                remove(self._memory)
        return self.is_on()

    def _ask(self, *, on: bool) -> Mapping[str, Variant]:
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                return runner.run(self._answer(on=on))
        except BusError as error:
            lacking = _("The portal of this desktop cannot start programs when you sign in.")
            raise DesktopError(obstacle(error, lacking=lacking)) from error

    async def _answer(self, *, on: bool) -> Mapping[str, Variant]:
        options: dict[str, Variant] = {
            "autostart": ("b", on),
            "commandline": ("as", list(self._command)),
            "dbus-activatable": ("b", False),
        }
        if on:
            options["reason"] = ("s", _("NoteBrain would like to start when you sign in."))
        bus = await Bus.open(self._address)
        requests = PortalRequests(bus, self._app_id)
        hearing = asyncio.create_task(bus.run(requests.on_signal))
        hearing.add_done_callback(lambda _done: requests.give_up())
        try:
            await requests.begin()
            return await requests.ask(
                _BACKGROUND, "RequestBackground", "sa{sv}", "", options=options
            )
        finally:
            await bus.close()


def _refusal(no: Refused) -> str:
    if no.by_user:
        return _(
            "Your desktop does not let NoteBrain run in the background because you told it not to; you can change "
            "this in its app settings."
        )
    return _("The desktop refused to start NoteBrain when you sign in.")
