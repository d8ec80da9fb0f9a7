"""The sync engine for the connected account, created again when the connection changes."""

from collections.abc import Callable

from notebrain.app.account.connection import Connection as AccountConnection
from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import (
    FETCH_FILES,
    FILE_DAYS,
    FILES_DAY_MB,
    FILES_PAUSED,
    FILES_WAIT_METERED,
)
from notebrain.app.system.machine import host_name
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.sync.file_transfer import MEGABYTE, FetchFiles, FileChoices, FileWait
from notebrain.domain.sync.remote import Remote
from notebrain.storage.store import Store
from notebrain.sync.engine import SyncEngine
from notebrain.sync.files import OnMoving


class SyncEngines:
    """Provides the engine; its arguments are those of `SyncService`.

    Args:
        on_moving: Is told how far a file is on its way.

    Attributes:
        is_metered: Whether the connection costs by the byte, as far as somebody reported it.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        account: RemoteProvider,
        *,
        busy: Callable[[str], bool],
        machine: str,
        on_moving: OnMoving,
    ) -> None:
        self._on_moving = on_moving
        self.is_metered = False
        self._settings = Settings(store)
        self._store = store
        self._clock = clock
        self._ids = ids
        self._account = account
        self._busy = busy
        self._machine = machine
        self._made: tuple[Remote, SyncEngine] | None = None

    @property
    def connection(self) -> AccountConnection | None:
        """The account the vault is connected to."""
        return self._account.connection

    async def reconcile(self) -> bool:
        """Start over with the connected account, or with none, if it changed; return whether it did."""
        from notebrain.app.account.connection import joined

        changed = await joined(
            self._store, self._clock, self._ids, self.connection, machine=self._machine
        )
        if changed:
            self._made = None
        return changed

    async def current(self) -> SyncEngine | None:
        """Return the engine for the account, or None without an account.

        Raises:
            CloudError, UserError: There is no token for the account.
        """
        remote = None if self.connection is None else await self._account.remote()
        return None if remote is None else self._engine_for(remote)

    async def close(self) -> None:
        """Close the network connections."""
        await self._account.close()

    def _file_choices(self) -> FileChoices:
        return FileChoices(
            FetchFiles(self._settings.get(FETCH_FILES)),
            self._settings.get(FILES_DAY_MB) * MEGABYTE,
            self._settings.get(FILE_DAYS),
            self._rest(),
        )

    def _rest(self) -> FileWait:
        """Return why the user wants no file to be moved now."""
        if self._settings.get(FILES_PAUSED):
            return FileWait.PAUSED
        waits = self.is_metered and self._settings.get(FILES_WAIT_METERED)
        return FileWait.METERED if waits else FileWait.NONE

    def _engine_for(self, remote: Remote) -> SyncEngine:
        if self._made is None or self._made[0] is not remote:
            engine = SyncEngine(
                self._store,
                self._clock,
                self._ids,
                remote.vault,
                vectors=remote.vectors,
                files=remote.files,
                file_choices=self._file_choices,
                on_moving=self._on_moving,
                busy=self._busy,
                machine=self._machine,
                account_time=remote.time,
                host=host_name(),
            )
            self._made = (remote, engine)
        return self._made[1]
