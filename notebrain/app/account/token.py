"""The token of an account: where it is looked up and where it is stored."""

from collections.abc import Callable, Mapping

from notebrain.app.account.connection import Connection
from notebrain.app.core.threads import await_in_daemon_thread
from notebrain.credentials.environment import EnvironmentStore
from notebrain.credentials.stores import Place, RunStore, Stores
from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import CloudAuth, CloudConfig, LockedKeyStore, NoKeyStore
from notebrain.domain.i18n import _
from notebrain.domain.ports import TokenStore


class AccountToken:
    """Looks up the token in the environment, in what was given for this run, and in the system keyring.

    It is never written anywhere else.
    """

    def __init__(self, environ: Mapping[str, str], system: Callable[[str], TokenStore]) -> None:
        self._environ = environ
        self._system = system
        self._run = RunStore()

    def given(self) -> tuple[Credentials | None, Place | None]:
        """Return the credentials available without asking the user: those in the environment, if any."""
        return Stores(
            environment=self._from_environment(None), run=self._run, system=RunStore()
        ).found()

    async def of(self, connection: Connection) -> tuple[Credentials, Place]:
        """Return the token for a connection and where it is stored.

        Raises:
            CloudAuth: There is no token on this computer.
            NoKeyStore: The keyring is locked or cannot be read.
            CloudConfig: The token in the environment belongs to another account.
        """
        credentials, place = await await_in_daemon_thread(self._stores(connection).found)
        if credentials is None or place is None:
            raise CloudAuth(
                _(
                    "The token of your Cloudflare account is not on this computer. Your notes are safe here; connect"
                    " the account again in the settings."
                )
            )
        if credentials.account_id != connection.account_id:
            raise CloudConfig(
                _(
                    "The token in the environment belongs to another Cloudflare account than the one these notes "
                    "are connected to. Your notes are safe on this computer; remove the token from the environment, "
                    "or disconnect first."
                )
            )
        return credentials, place

    async def save(
        self, credentials: Credentials, connection: Connection, *, for_good: bool = False
    ) -> tuple[Place, str | None]:
        """Store a token; return where, and if it is kept only for this run, why and what to do.

        Args:
            for_good: Refuse to keep it only for this run, because the run ends with one command.

        Raises:
            NoKeyStore: It would be kept only for this run, and that was not wanted.
        """
        stores = self._stores(connection)
        if self._from_environment(connection).read() == credentials:
            return Place.ENVIRONMENT, None
        try:
            await await_in_daemon_thread(lambda: stores.save(credentials))
        except NoKeyStore as error:
            if for_good:
                raise
            stores.retain_for_this_run(credentials)
            return Place.RUN, _why_for_this_run(error)
        return Place.SYSTEM, None

    async def delete(self, connection: Connection) -> None:
        """Delete the token of a connection wherever it is stored.

        Raises:
            NoKeyStore: The keyring cannot be written.
        """
        await await_in_daemon_thread(self._stores(connection).delete)

    async def delete_saved(self, connection: Connection) -> None:
        """Delete the token in the system keyring for a connection that no longer exists.

        Raises:
            NoKeyStore: The keyring cannot be written.
        """
        await await_in_daemon_thread(self._system(connection.entry).delete)

    def _stores(self, connection: Connection) -> Stores:
        return Stores(
            environment=self._from_environment(connection),
            run=self._run,
            system=self._system(connection.entry),
        )

    def _from_environment(self, connection: Connection | None) -> EnvironmentStore:
        return EnvironmentStore(
            self._environ, account=lambda: "" if connection is None else connection.account_id
        )


def _why_for_this_run(error: NoKeyStore) -> str:
    """Return why a token is kept only for this run, and what would make it permanent."""
    if isinstance(error, LockedKeyStore):
        return _(
            "Your passwords are locked on this computer, and NoteBrain never writes the token to a file, so it is "
            "kept only until you close NoteBrain. To keep it, unlock them and enter the token again."
        )
    return _(
        "This computer has no safe place for the token, and NoteBrain never writes it to a file, so it is kept only "
        "until you close NoteBrain. To keep it, set NOTEBRAIN_CF_TOKEN and NOTEBRAIN_CF_ACCOUNT."
    )
