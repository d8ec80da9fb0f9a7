"""The user's own Cloudflare account: connecting a vault to it, reading its status, and disconnecting.

Everything that uses the network or the system keyring is a coroutine for the background loop; what only reads the vault
is not.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.account.client import AccountNetwork
from notebrain.app.account.connect import Connecting, ConnectPreview, OnStep, Step
from notebrain.app.account.connection import DATABASE, Connection, connection_in
from notebrain.app.account.disconnect import (
    PendingRemovalCount,
    Purge,
    Receipt,
    Removed,
    RemovedKind,
)
from notebrain.app.account.health_check import CloudDoctor
from notebrain.app.account.status import Connected, Status, asked
from notebrain.app.account.texts import refusal
from notebrain.app.account.token import AccountToken
from notebrain.app.core.findings import Finding
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION, ACCOUNT_MODEL, ACCOUNT_REMOVAL
from notebrain.cloud.remote import remote_of
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import MODELS, SMALL, Model, index_name
from notebrain.credentials.keyring import KeyringStore
from notebrain.domain.credentials import clean
from notebrain.domain.errors import CloudAuth, CloudError, NoKeyStore, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.ports import Clock, TokenStore
from notebrain.domain.sync.computers import Use
from notebrain.domain.sync.remote import Remote

if TYPE_CHECKING:
    from notebrain.cloud.rate_limit import RateLimiter

# shorter than the default, because the user is watching a line of progress
PATIENCE_S = 6.0


class Account:
    """Connects one vault to one account. There is one per open vault, and its coroutines belong to one loop at a time.

    The token is looked up in the environment, in what was given for this run, and in the system keyring, and is never
    written anywhere else.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        *,
        environ: Mapping[str, str] = os.environ,
        system: Callable[[str], TokenStore] = KeyringStore,
        pace: "Callable[[], RateLimiter] | None" = None,
        remaining: Callable[[], PendingRemovalCount] = PendingRemovalCount,
        used: Callable[[], Use] = Use,
        has_files: Callable[[], bool] = lambda: True,
        only_there: Callable[[Mapping[str, int]], Mapping[Sha, int]] = lambda _there: {},
    ) -> None:
        self._has_files = has_files
        self._only_there = only_there
        self._settings = settings
        self._pace = pace
        self._remaining = remaining
        self._token = AccountToken(environ, system)
        self._network = AccountNetwork(clock, environ, pace, used)
        self._leaving = False

    @property
    def connection(self) -> Connection | None:
        """The account the vault is connected to; a quick read of the vault, for any thread."""
        return connection_in(self._settings.get(ACCOUNT_CONNECTION))

    @property
    def model(self) -> Model:
        """The account's model that makes the vectors; a quick read of the vault, for any thread."""
        return MODELS.get(self._settings.get(ACCOUNT_MODEL), SMALL)

    @property
    def unreported(self) -> int:
        """How many requests were made that no other computer knows of yet."""
        return self._network.unreported

    async def remote(self) -> Remote | None:
        """Return the engine's interface to the account, or None if the vault is not connected.

        It is created at the first call, and again after the connection, the model or the loop changed.

        Raises:
            CloudAuth: There is no token on this computer.
            NoKeyStore: The keyring is locked or cannot be read.
            CloudConfig: The token in the environment belongs to another account.
        """
        connection = self.connection
        if connection is None or self._leaving:
            return None
        return await self._network.remote(connection, self.model, self._token.of)

    async def engine_client(self) -> tuple[Cloudflare, Connection] | None:
        """Return the engine's client for the account, or None if not connected; raises the same errors as `remote`."""
        connection = self.connection
        if connection is None or await self.remote() is None or self._network.cloud is None:
            return None
        return self._network.cloud, connection

    @asynccontextmanager
    async def own_client(self) -> AsyncGenerator[tuple[Cloudflare, Connection]]:
        """Open a client separate from the engine's, for a task the user waits for; it is closed after the block.

        Raises:
            UserError: The vault is not connected.
            CloudAuth: There is no token on this computer.
            NoKeyStore: The keyring cannot be read.
        """
        connection = self.connection
        if connection is None:
            raise UserError(_("These notes are not connected to an account."))
        credentials, _place = await self._token.of(connection)
        async with self._network.client(credentials, patience_s=PATIENCE_S) as cloud:
            yield cloud, connection

    async def close(self) -> None:
        """Close the network connections and let requests in progress fail; the next call opens new ones."""
        await self._network.close()

    async def preview(
        self,
        token: str,
        account_id: str,
        *,
        database: str = DATABASE,
        on_step: OnStep = lambda _: None,
    ) -> ConnectPreview:
        """Find out what this token may do in this account and what connecting would create; changes nothing.

        Args:
            token: The token as pasted.
            account_id: The account id as pasted.
            database: The name for this vault's database.
            on_step: Called with each step before it starts.

        Raises:
            CloudAuth: The token is malformed, wrong, expired, or opens nothing.
            CloudConfig: The account id is malformed or belongs to no account, or something there is not NoteBrain's.
            CloudError: The check cannot be made right now.
        """
        credentials = clean(token, account_id)
        async with self._network.client(credentials, patience_s=PATIENCE_S) as cloud:
            return await Connecting(cloud, self.model).preview(credentials, database, on_step)

    async def connect(
        self,
        prospect: ConnectPreview,
        *,
        for_good: bool = False,
        on_step: OnStep = lambda _: None,
    ) -> Connected:
        """Create what is missing in the account, save the token, and connect the vault.

        Calling it again, after a lost answer or with everything in place, creates nothing twice.

        Args:
            prospect: What `preview` found.
            for_good: Connect only if the token can be kept after this program ends.
            on_step: Called with each step before it starts.

        Raises:
            NoKeyStore: The token can only be kept for this run, and that was not wanted; the vault is not connected.
            CloudAuth: The token lacks permissions.
            CloudConfig: Something there is not NoteBrain's, or the account is full.
            CloudError: It cannot be done right now; the vault is not connected.
        """
        if prospect.missing:
            raise refusal(prospect)
        credentials = prospect.credentials
        async with self._network.client(credentials, patience_s=PATIENCE_S) as cloud:
            way = Connecting(cloud, prospect.model)
            made = await way.make(prospect.database, on_step, vault_id=str(uuid.uuid4()))
        connection = Connection(
            credentials.account_id,
            made.database.id,
            made.database.name,
            made.vault_id,
            token_mark=uuid.uuid4().hex,
            account_name=prospect.account_name,
        )
        on_step(Step.KEEPING)
        before = self.connection
        place, warning = await self._token.save(credentials, connection, for_good=for_good)
        await self._put(connection)
        if before is not None and before.entry != connection.entry:
            with suppress(NoKeyStore):  # the saved token no longer opens anything that is connected
                await self._token.delete_saved(before)
        return Connected(connection, place, warning)

    async def status(self, *, online: bool = True) -> Status:
        """Return the status of the account; problems are reported in it, not raised.

        Args:
            online: Ask the account as well as this computer.
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
            async with self._network.client(credentials, patience_s=PATIENCE_S) as cloud:
                return await asked(cloud, status, connection, self.model)
        except (CloudError, UserError) as error:
            return replace(status, problem=error)

    async def examine(self) -> AsyncGenerator[Finding]:
        """Try everything NoteBrain does in the account once; whatever that creates is removed again.

        It uses the connected account, or else the one in the environment.

        Raises:
            CloudAuth: There is neither.
            NoKeyStore: The keyring cannot be read.
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
        async with self._network.client(credentials, patience_s=PATIENCE_S) as cloud:
            time = None if self._pace is None else self._pace().time
            async for finding in CloudDoctor(cloud, self.model, time=time).examine():
                yield finding

    async def disconnect(self, *, purge: bool = False, loses_files: bool = False) -> Receipt:
        """Disconnect: delete the token and the connection; every note stays on this computer.

        Args:
            purge: First remove what the vault has in the account; other vaults' data stays.
            loses_files: Purge although that deletes files which are only in the account.

        Raises:
            FilesOnlyThere: The purge would delete such files; the vault is still connected.
            CloudError: The purge failed; the vault is still connected.
            NoKeyStore: The purge failed because the token cannot be read; the vault is still connected.
        """
        connection = self.connection
        if connection is None:
            return Receipt(purged=False)
        removed: list[Removed] = []
        stays: tuple[str, ...] = ()
        if purge:
            removed, stays = await self._purge(connection, loses_files=loses_files)
        still_there = PendingRemovalCount() if purge else self._remaining()
        forgotten, left = await self._forget(connection)
        await self._put(None)
        return Receipt(purge, (*removed, *forgotten), (*stays, *left), still_there)

    async def _purge(
        self, connection: Connection, *, loses_files: bool
    ) -> tuple[list[Removed], tuple[str, ...]]:
        credentials, _place = await self._token.of(connection)
        # a round in progress would recreate the index while it is being removed
        self._leaving = True
        try:
            await self._network.close()
            async with self._network.client(credentials) as cloud:
                vault = remote_of(cloud, connection.database_id, self.model).vault
                purge = Purge(
                    cloud,
                    connection,
                    vault,
                    has_files=self._has_files(),
                    only_there=self._only_there,
                )
                return await purge.run(loses_files=loses_files), purge.left
        finally:
            self._leaving = False

    async def _forget(self, connection: Connection) -> tuple[tuple[Removed, ...], tuple[str, ...]]:
        try:
            await self._token.delete(connection)
        except NoKeyStore as error:
            return (), (str(error),)
        return (Removed(RemovedKind.TOKEN),), ()

    async def _put(self, connection: Connection | None) -> None:
        await self.close()
        before = self.connection
        if before is not None and (connection is None or before.entry != connection.entry):
            # the pending removals were in the account that is now disconnected
            await asyncio.wrap_future(self._settings.put(ACCOUNT_REMOVAL, None))
        text = None if connection is None else connection.to_text()
        await asyncio.wrap_future(self._settings.put(ACCOUNT_CONNECTION, text))
