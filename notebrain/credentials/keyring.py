"""The key to the account in the system keyring."""

import json
from typing import TYPE_CHECKING

from notebrain.domain.credentials import Credentials, clean
from notebrain.domain.errors import LockedKeyStore, NoKeyStore, UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "NoteBrain"
# backends that write files, readable by anyone who reads the disk, or that store nothing at all
_REFUSED = ("keyrings.", "keyring.backends.fail", "keyring.backends.null")


class KeyringStore:
    """Stores one token per vault, with its account, as one entry. Loads `keyring` on first use."""

    def __init__(self, entry: str = "cloudflare", backend: "KeyringBackend | None" = None) -> None:
        self._entry = entry
        self._given = backend

    def __repr__(self) -> str:
        return f"KeyringStore({self._entry!r})"

    def read(self) -> Credentials | None:
        """Return the stored credentials, or None if there are none or they cannot be read as a token."""
        backend = self._backend()
        try:
            stored = backend.get_password(_SERVICE, self._entry)
        except Exception as error:  # noqa: BLE001 - backends come from many packages and raise what they like
            raise _in_words(error) from None
        return _unpacked(stored)

    def save(self, credentials: Credentials) -> None:
        """Store the credentials and read them back: some keyrings accept everything and store nothing."""
        backend = self._backend()
        packed = json.dumps(
            {"token": credentials.token.reveal(), "account": credentials.account_id}
        )
        try:
            backend.set_password(_SERVICE, self._entry, packed)  # pyright: ignore[reportUnknownMemberType]
        except Exception as error:  # noqa: BLE001 - see read
            raise _in_words(error) from None
        if self.read() != credentials:
            raise NoKeyStore(_unusable())

    def delete(self) -> None:
        """Remove the stored credentials, and check that they are gone."""
        if self.read() is None:
            return
        backend = self._backend()
        try:
            backend.delete_password(_SERVICE, self._entry)
        except Exception as error:  # noqa: BLE001 - see read
            raise _in_words(error) from None
        if self.read() is not None:
            raise NoKeyStore(
                _(
                    "The token could not be removed from your passwords. Remove “{name}” there yourself."
                ).format(name=_SERVICE)
            )

    def _backend(self) -> "KeyringBackend":
        backend = self._given or _system_backend()
        used = getattr(backend, "backends", None) or [backend]
        if all(type(candidate).__module__.startswith(_REFUSED) for candidate in used):
            raise NoKeyStore(_unusable())
        # a chain asks its members in turn: none of them may be one that writes a file
        safe = [
            candidate for candidate in used if not type(candidate).__module__.startswith(_REFUSED)
        ]
        return backend if len(safe) == len(used) else safe[0]


def _system_backend() -> "KeyringBackend":
    try:
        import keyring

        return keyring.get_keyring()
    except Exception as error:  # noqa: BLE001 - it loads what other packages and the user's own settings name
        raise _in_words(error) from None


def _unpacked(stored: str | None) -> Credentials | None:
    try:
        fields = json.loads(stored or "null")
        return clean(fields["token"], fields["account"])
    except (ValueError, TypeError, KeyError, RecursionError, UserError):
        return None


def _in_words(error: Exception) -> NoKeyStore:
    """Return the error in words for the user; the keyring's own message is left out, since it may repeat the token."""
    if _is_locked(error):
        return LockedKeyStore(
            _(
                "Your passwords are locked on this computer. Unlock them and try again, or use the token for this "
                "run only. This does not affect your notes."
            )
        )
    return NoKeyStore(_unusable())


def _is_locked(error: BaseException | None) -> bool:
    """Return whether the user was asked to unlock the keyring and did not, e.g. because they never had one."""
    if error is None:
        return False
    name = type(error).__name__
    return "Locked" in name or "PromptDismissed" in name or _is_locked(error.__cause__)


def _unusable() -> str:
    return _(
        "This computer has no safe place for the token, and NoteBrain never writes it to a file. Use it for this run"
        " only, or set NOTEBRAIN_CF_TOKEN and NOTEBRAIN_CF_ACCOUNT."
    )
