"""What a desktop does for a program it knows: starts it when its user signs in, and hands it its addresses.

`Autostart` and `LinkHandler` are the ports; every desktop has its own way (`notebrain.desktop`).
"""

from dataclasses import dataclass
from typing import Protocol

from notebrain.domain.errors import UserError


class DesktopError(UserError):
    """The desktop did not take what was to be set; says why."""


class NoNotifications(DesktopError):
    """This session shows no notifications of programs."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user did with a notification.

    Attributes:
        action: The name of what he chose; empty once it is gone without that.
        token: What lets a window come to the front for it, where a desktop gives that out (Wayland).
    """

    action: str = ""
    token: str = ""


class Autostart(Protocol):
    """Starts the program when its user signs in."""

    def is_on(self) -> bool:
        """Return whether the desktop will start it the next time."""
        ...

    def turn_on(self) -> None:
        """Have it started from now on; done twice, it is the same. May wait for the user, whom the desktop may ask.

        Raises:
            DesktopError: It could not be set.
        """
        ...

    def turn_off(self) -> None:
        """Have it started no more, and leave nothing behind. May wait as well.

        Raises:
            DesktopError: It could not be set.
        """
        ...


class LinkHandler(Protocol):
    """Hands `notebrain:` addresses to the program."""

    def is_on(self) -> bool:
        """Return whether such an address comes to this program."""
        ...

    def turn_on(self) -> None:
        """Have them from now on.

        Raises:
            DesktopError: It could not be set.
        """
        ...

    def turn_off(self) -> None:
        """Have them no more, and leave nothing behind.

        Raises:
            DesktopError: It could not be set.
        """
        ...
