"""Places for passwords, as `keyring` knows them: one that works, one that is locked, one that forgets.

`PYTHON_KEYRING_BACKEND=tests.fakes.passwords.Locked` gives one to a program of its own.
"""

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, NoKeyringError, PasswordDeleteError


class Passwords(KeyringBackend):
    """A place for passwords in memory."""

    priority = 0  # pyright: ignore[reportAssignmentType] - keyring's own way to declare it

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        try:
            del self.kept[service, username]
        except KeyError:
            raise PasswordDeleteError from None


class Locked(Passwords):
    """A place whose owner does not unlock it."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")


class Missing(Passwords):
    """No place at all."""

    def get_password(self, service: str, username: str) -> str | None:
        raise NoKeyringError("No recommended backend was available.")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NoKeyringError("No recommended backend was available.")
