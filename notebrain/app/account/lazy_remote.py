"""The account as the background uses it: no network code is loaded before it is needed."""

from typing import TYPE_CHECKING, Protocol

from notebrain.app.account.connection import Connection, connection_in
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION
from notebrain.domain.sync.remote import Remote

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.app.account.account import Account
    from notebrain.cloud.transport import Cloudflare


class RemoteProvider(Protocol):
    """What the background needs from the account."""

    @property
    def connection(self) -> Connection | None:
        """The account the vault is connected to."""
        ...

    async def remote(self) -> Remote | None:
        """Return the account, or None if the vault is not connected; raises the same errors as `Account.remote`."""
        ...

    async def close(self) -> None:
        """Close the network connections."""
        ...


class LazyRemoteProvider:
    """Opens the account on first use; a vault without an account never loads it."""

    def __init__(self, settings: Settings, account: "Callable[[], Account]") -> None:
        self._settings = settings
        self._account = account
        self._opened = False

    @property
    def connection(self) -> Connection | None:
        """The account the vault is connected to."""
        return connection_in(self._settings.get(ACCOUNT_CONNECTION))

    async def remote(self) -> Remote | None:
        """Return the account, or None if the vault is not connected."""
        if self.connection is None:
            return None
        self._opened = True
        return await self._account().remote()

    async def engine_client(self) -> "tuple[Cloudflare, Connection] | None":
        """Return the engine's client for the account, or None if not connected; raises the same errors as `remote`."""
        self._opened = True
        return await self._account().engine_client()

    async def close(self) -> None:
        """Close the network connections."""
        if self._opened:
            await self._account().close()
