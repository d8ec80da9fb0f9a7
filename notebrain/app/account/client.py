"""The clients for an account: one that stays open for the engine, and one for each user request."""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from notebrain.app.account.connection import Connection
from notebrain.cloud.remote import remote_of
from notebrain.cloud.request import base_url
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import Model
from notebrain.domain.credentials import Credentials
from notebrain.domain.ports import Clock
from notebrain.domain.sync.computers import Use
from notebrain.domain.sync.remote import Remote

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from notebrain.cloud.rate_limit import RateLimiter
    from notebrain.credentials.stores import Place

    KeyOf = Callable[[Connection], Awaitable[tuple[Credentials, Place]]]


class AccountNetwork:
    """Opens clients for accounts. One loop uses it at a time.

    Args:
        pace: Creates the rate limiter; None uses Cloudflare's own limits.
        used: Returns what other processes here used of the account a moment ago.
    """

    def __init__(
        self,
        clock: Clock,
        environ: Mapping[str, str],
        pace: "Callable[[], RateLimiter] | None",
        used: Callable[[], Use] = Use,
    ) -> None:
        self._clock = clock
        self._environ = environ
        self._make_pace = pace
        self._used = used
        self._paces: dict[str, RateLimiter] = {}
        self._cloud: Cloudflare | None = None
        self._remote: Remote | None = None
        self._remote_of: tuple[asyncio.AbstractEventLoop, Connection, Model] | None = None

    async def remote(self, connection: Connection, model: Model, key_of: "KeyOf") -> Remote:
        """Return the engine's remote, created again after the connection, the model or the loop changed.

        Raises:
            NoteBrainError: Whatever `key_of` raises.
        """
        wanted = (asyncio.get_running_loop(), connection, model)
        if self._remote is None or self._remote_of != wanted:
            credentials, _place = await key_of(connection)
            if self._remote is None or self._remote_of != wanted:  # else another call made it
                await self.close()
                self._cloud = self._client(credentials)
                self._remote = remote_of(
                    self._cloud, connection.database_id, model, bucket=connection.bucket
                )
                self._remote_of = wanted
        return self._remote

    @property
    def unreported(self) -> int:
        """How many requests were made that no other computer knows of yet."""
        return sum(pace.unreported for pace in self._paces.values())

    @property
    def cloud(self) -> Cloudflare | None:
        """The engine's client, or None if none is open."""
        return self._cloud

    @asynccontextmanager
    async def client(
        self, credentials: Credentials, *, patience_s: float = math.inf
    ) -> AsyncGenerator[Cloudflare]:
        """Open a separate client, which is closed after the block."""
        cloud = self._client(credentials, patience_s=patience_s)
        try:
            yield cloud
        finally:
            await cloud.close()

    async def close(self) -> None:
        """Close the engine's client for good; the next call opens a new one.

        A round that still holds the old client is told that nothing can be reached: a retry would open connections that
        nobody closes.
        """
        cloud, made_for = self._cloud, self._remote_of
        self._cloud = self._remote = self._remote_of = None
        if cloud is None or not made_for:
            return
        its_loop = made_for[0]
        if its_loop is asyncio.get_running_loop():
            await cloud.end()
        elif its_loop.is_running():
            asyncio.run_coroutine_threadsafe(cloud.end(), its_loop)
        # connections of a loop that has ended are gone with it

    def _pace_of(self, account_id: str) -> "RateLimiter":
        """Return the rate limiter shared by all clients of an account."""
        if account_id not in self._paces:
            from notebrain.cloud.rate_limit import RateLimiter

            pace = RateLimiter() if self._make_pace is None else self._make_pace()
            pace.leave_room(self._used())
            self._paces[account_id] = pace
        return self._paces[account_id]

    def _client(self, credentials: Credentials, *, patience_s: float = math.inf) -> Cloudflare:
        return Cloudflare(
            credentials,
            clock=self._clock,
            base_url=base_url(self._environ),
            pace=self._pace_of(credentials.account_id),
            patience_s=patience_s,
        )
