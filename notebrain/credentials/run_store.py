"""The key to the account for this run only."""

from notebrain.domain.credentials import Credentials


class RunStore:
    """Remembers until the program ends."""

    def __init__(self) -> None:
        self._credentials: Credentials | None = None

    def read(self) -> Credentials | None:
        """Return what is kept here."""
        return self._credentials

    def keep(self, credentials: Credentials) -> None:
        """Keep these until the program ends."""
        self._credentials = credentials

    def forget(self) -> None:
        """Remove them."""
        self._credentials = None
