"""Where the key to the account is looked up: the environment, this run, the system keyring."""

from enum import StrEnum

from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import LockedKeyStore, NoKeyStore
from notebrain.domain.ports import TokenStore


class Place(StrEnum):
    """Where a token is stored."""

    ENVIRONMENT = "environment"
    RUN = "run"
    SYSTEM = "system"


class Stores:
    """A `TokenStore` that combines all places; the first one with a token wins."""

    def __init__(self, *, environment: TokenStore, run: TokenStore, system: TokenStore) -> None:
        self._environment = environment
        self._run = run
        self._system = system

    def read(self) -> Credentials | None:
        """Return the credentials, or None if there are none anywhere."""
        return self.found()[0]

    def found(self) -> tuple[Credentials | None, Place | None]:
        """Return the credentials and where they come from."""
        places = {
            Place.ENVIRONMENT: self._environment,
            Place.RUN: self._run,
            Place.SYSTEM: self._system,
        }
        for place, store in places.items():
            credentials = store.read()
            if credentials is not None:
                return credentials, place
        return None, None

    def save(self, credentials: Credentials) -> None:
        """Store the credentials in the system keyring, and nowhere else."""
        self._system.save(credentials)
        self._run.delete()

    def retain_for_this_run(self, credentials: Credentials) -> None:
        """Remember the credentials until the program ends."""
        self._run.save(credentials)

    def delete(self) -> None:
        """Remove the credentials from every place; only the user can remove those in the environment."""
        self._run.delete()
        if self._is_stored_in_system():
            self._system.delete()
        self._environment.delete()

    def _is_stored_in_system(self) -> bool:
        try:
            return self._system.read() is not None
        except LockedKeyStore:
            raise
        except NoKeyStore:  # without a keyring, nothing is stored in it
            return False


class RunStore:
    """Remembers the credentials until the program ends."""

    def __init__(self) -> None:
        self._credentials: Credentials | None = None

    def read(self) -> Credentials | None:
        """Return the remembered credentials."""
        return self._credentials

    def save(self, credentials: Credentials) -> None:
        """Remember the credentials until the program ends."""
        self._credentials = credentials

    def delete(self) -> None:
        """Forget the credentials."""
        self._credentials = None
