"""What a desktop does for an installed program: it starts it when the user signs in, and opens its links.

`Autostart` and `LinkHandler` are the ports; every desktop has its own way (`notebrain.system.desktop`).
"""

from dataclasses import dataclass
from typing import Protocol

from notebrain.domain.errors import UserError


class DesktopError(UserError):
    """The desktop rejected a setting; the message says why."""


class NoNotifications(DesktopError):
    """This session does not show notifications from programs."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user did with a notification.

    Attributes:
        action: The name of the chosen action; empty if the notification was closed without one.
        token: The token that lets a window come to the front, where the desktop provides one (Wayland).
    """

    action: str = ""
    token: str = ""


class Autostart(Protocol):
    """Starts the program when the user signs in."""

    def is_on(self) -> bool:
        """Return whether the desktop will start the program at the next sign-in."""
        ...

    def turn_on(self) -> None:
        """Start the program at every sign-in. Idempotent. May wait for the user, whom the desktop may ask.

        Raises:
            DesktopError: It could not be set.
        """
        ...

    def turn_off(self) -> None:
        """Stop starting the program at sign-in, and leave nothing behind. May wait for the user as well.

        Raises:
            DesktopError: It could not be set.
        """
        ...


class LinkHandler(Protocol):
    """Makes the desktop open `notebrain:` links with the program."""

    def is_on(self) -> bool:
        """Return whether such links open with this program."""
        ...

    def turn_on(self) -> None:
        """Open them with this program from now on.

        Raises:
            DesktopError: It could not be set.
        """
        ...

    def turn_off(self) -> None:
        """Stop opening them, and leave nothing behind.

        Raises:
            DesktopError: It could not be set.
        """
        ...
