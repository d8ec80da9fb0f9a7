"""The user's own Cloudflare account: connecting a vault to it, how that stands, and leaving it again.

Everything that asks the network or the place for passwords is a coroutine, for the background loop; what only reads
the vault is not.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.account.client import AccountNetwork
from notebrain.app.account.connect import Connecting, Prospect, Step, Told
from notebrain.app.account.connection import DATABASE, Connection, connection_in
from notebrain.app.account.disconnect import Purge, Receipt, Remaining, Removed, Thing
from notebrain.app.account.health_check import CloudDoctor
from notebrain.app.account.status import Connected, Status, asked
from notebrain.app.account.texts import refusal
from notebrain.app.account.token import AccountToken
from notebrain.app.core.findings import Finding
from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION, ACCOUNT_MODEL, ACCOUNT_REMOVAL
from notebrain.cloud.remote import remote_of
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import MODELS, SMALL, Model, index_name
from notebrain.credentials.keyring import KeyringStore
from notebrain.domain.credentials import clean
from notebrain.domain.errors import CloudAuth, CloudError, NoKeyStore, UserError
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock, TokenStore
from notebrain.domain.sync.computers import Use
from notebrain.domain.sync.remote import Remote

if TYPE_CHECKING:
    from notebrain.cloud.rate_limit import Pace

# somebody looks at a line of progress meanwhile
PATIENCE_S = 6.0


class Account:
    """Connects one vault to one account. One for each open vault; its coroutines belong to one loop at a time.

    The token is looked for in the environment, in what was given for this run, and in the system's place for
    passwords, and is never written anywhere else.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        *,
        environ: Mapping[str, str] = os.environ,
        system: Callable[[str], TokenStore] = KeyringStore,
        pace: "Callable[[], Pace] | None" = None,
        remaining: Callable[[], Remaining] = Remaining,
        used: Callable[[], Use] = Use,
    ) -> None:
        self._settings = settings
        self._pace = pace
        self._remaining = remaining
        self._token = AccountToken(environ, system)
        self._network = AccountNetwork(clock, environ, pace, used)
        self._leaving = False

    @property
    def connection(self) -> Connection | None:
        """What the vault is connected to; a quick read of the vault, for any thread."""
        return connection_in(str(self._settings.get(ACCOUNT_CONNECTION)))

    @property
    def model(self) -> Model:
        """The model of the account that makes the vectors; a quick read of the vault, for any thread."""
        return MODELS.get(str(self._settings.get(ACCOUNT_MODEL)), SMALL)

    @property
    def untold(self) -> int:
        """How many requests were made that no other computer was told of."""
        return self._network.untold

    async def remote(self) -> Remote | None:
        """Return what the engine asks of the account, None when the vault is not connected.

        It is made at the first call, and anew after the connection, the model or the loop changed.

        Raises:
            CloudAuth: There is no token on this computer.
            NoKeyStore: The place for passwords cannot be read, or is locked.
            CloudConfig: The token in the environment is of another account.
        """
        connection = self.connection
        if connection is None or self._leaving:
            return None
        return await self._network.remote(connection, self.model, self._token.of)

    async def line(self) -> tuple[Cloudflare, Connection] | None:
        """Return the engine's line to the account, None when the vault is not connected; its errors are `remote`'s."""
        connection = self.connection
        if connection is None or await self.remote() is None or self._network.cloud is None:
            return None
        return self._network.cloud, connection

    @asynccontextmanager
    async def own_line(self) -> AsyncGenerator[tuple[Cloudflare, Connection]]:
        """Open a line apart from the engine's, for what somebody waits for; closed again after the block.

        Raises:
            UserError: The vault is not connected.
            CloudAuth: There is no token on this computer.
            NoKeyStore: The place for passwords cannot be read.
        """
        connection = self.connection
        if connection is None:
            raise UserError(_("These notes are connected to no account."))
        credentials, _place = await self._token.of(connection)
        async with self._network.line(credentials, patience_s=PATIENCE_S) as cloud:
            yield cloud, connection

    async def close(self) -> None:
        """Close the connections to the network, and let what is under way fail; the next call opens new ones."""
        await self._network.close()

    async def look(
        self, token: str, account_id: str, *, database: str = DATABASE, told: Told = lambda _: None
    ) -> Prospect:
        """Find out what this token may do in this account, and what connecting would make; changes nothing.

        Args:
            token: As it was pasted.
            account_id: As it was pasted.
            database: What the database of this vault is to be called.
            told: Called with each step, before it is done.

        Raises:
            CloudAuth: It is no token, is wrong, has run out, or opens nothing.
            CloudConfig: It is no account id, is of no account, or something there is not NoteBrain's.
            CloudError: It could not be found out now.
        """
        credentials = clean(token, account_id)
        async with self._network.line(credentials, patience_s=PATIENCE_S) as cloud:
            return await Connecting(cloud, self.model).look(credentials, database, told)

    async def connect(self, prospect: Prospect, *, told: Told = lambda _: None) -> Connected:
        """Make what is missing in the account, keep the token, and connect the vault.

        Doing so again, after an answer was lost or with everything there, makes nothing twice.

        Raises:
            CloudAuth: The token lacks permissions.
            CloudConfig: Something there is not NoteBrain's, or the account is full.
            CloudError: It could not be done now; the vault is not connected.
        """
        if prospect.missing:
            raise refusal(prospect)
        credentials = prospect.credentials
        async with self._network.line(credentials, patience_s=PATIENCE_S) as cloud:
            way = Connecting(cloud, prospect.model)
            made = await way.make(prospect.database, told, vault_id=str(uuid.uuid4()))
        connection = Connection(
            credentials.account_id,
            made.database.id,
            made.database.name,
            made.vault_id,
            token_mark=uuid.uuid4().hex,
        )
        told(Step.KEEPING)
        before = self.connection
        place, warning = await self._token.keep(credentials, connection)
        await self._put(connection)
        if before is not None and before.entry != connection.entry:
            with suppress(NoKeyStore):  # what it keeps opens nothing that is connected any more
                await self._token.forget_kept(before)
        return Connected(connection, place, warning)

    async def status(self, *, online: bool = True) -> Status:
        """Return how it stands; what is wrong is told, not raised.

        Args:
            online: Ask the account too, not only this computer.
        """
        connection = self.connection
        if connection is None:
            return Status(None)
        status = Status(connection, index=index_name(self.model.space))
        try:
            credentials, place = await self._token.of(connection)
            status = replace(status, place=place)
            if not online:
                return status
            async with self._network.line(credentials, patience_s=PATIENCE_S) as cloud:
                return await asked(cloud, status, connection, self.model)
        except (CloudError, UserError) as error:
            return replace(status, problem=error)

    async def examine(self) -> AsyncGenerator[Finding]:
        """Try everything NoteBrain does in the account, once; what that makes is removed again.

        The account is the one that is connected, else the one in the environment.

        Raises:
            CloudAuth: Neither is there.
            NoKeyStore: The place for passwords cannot be read.
        """
        connection = self.connection
        credentials, _place = (
            await self._token.of(connection) if connection else self._token.given()
        )
        if credentials is None:
            raise CloudAuth(
                _(
                    "No Cloudflare account is connected. Connect one first, or set NOTEBRAIN_CF_TOKEN and"
                    " NOTEBRAIN_CF_ACCOUNT."
                )
            )
        async with self._network.line(credentials, patience_s=PATIENCE_S) as cloud:
            time = None if self._pace is None else self._pace().time
            async for finding in CloudDoctor(cloud, self.model, time=time).examine():
                yield finding

    async def disconnect(self, *, purge: bool = False) -> Receipt:
        """Leave the account: forget the token and the connection; every note stays on this computer.

        Args:
            purge: Remove what the vault has in the account first; what another vault has there stays.

        Raises:
            CloudError: It could not be purged; the vault is still connected.
            NoKeyStore: It could not be purged, since the token cannot be read.
        """
        connection = self.connection
        if connection is None:
            return Receipt(purged=False)
        removed: list[Removed] = []
        if purge:
            removed = await self._purge(connection)
        still_there = Remaining() if purge else self._remaining()
        forgotten, left = await self._forget(connection)
        await self._put(None)
        return Receipt(purge, (*removed, *forgotten), left, still_there)

    async def _purge(self, connection: Connection) -> list[Removed]:
        credentials, _place = await self._token.of(connection)
        # a round that is under way would make the index anew while it is removed
        self._leaving = True
        try:
            await self._network.close()
            async with self._network.line(credentials) as cloud:
                vault = remote_of(cloud, connection.database_id, self.model).vault
                return await Purge(cloud, connection, vault).run()
        finally:
            self._leaving = False

    async def _forget(self, connection: Connection) -> tuple[tuple[Removed, ...], tuple[str, ...]]:
        try:
            await self._token.forget(connection)
        except NoKeyStore as error:
            return (), (str(error),)
        return (Removed(Thing.TOKEN),), ()

    async def _put(self, connection: Connection | None) -> None:
        await self.close()
        before = self.connection
        if before is not None and (connection is None or before.entry != connection.entry):
            # what was to be removed was in the account that is left
            await asyncio.wrap_future(self._settings.put(ACCOUNT_REMOVAL, None))
        text = None if connection is None else connection.to_text()
        await asyncio.wrap_future(self._settings.put(ACCOUNT_CONNECTION, text))
