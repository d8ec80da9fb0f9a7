"""The status of the account that a vault is connected to."""

from dataclasses import dataclass, replace

from notebrain.app.account.connection import Connection
from notebrain.cloud.account import account_name, files_access, verify
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import holding
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.workers_ai import Model
from notebrain.credentials.stores import Place
from notebrain.domain.errors import CloudConfig, CloudError, UserError
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import FilesAccess


@dataclass(frozen=True, slots=True)
class Status:
    """The status of the account.

    Attributes:
        place: Where the token comes from; None if there is none or it was not looked up.
        notes: How many notes the account has; None if not asked.
        vectors: How many vectors its index has; None if not asked or if there is no index.
        expires_on: When the token expires, according to the account; None for never or unknown.
        files: Whether the account takes pictures and files.
        problem: What is wrong and what to do; None if all is well.
    """

    connection: Connection | None
    index: str = ""
    place: Place | None = None
    notes: int | None = None
    vectors: int | None = None
    expires_on: str | None = None
    files: FilesAccess = FilesAccess.UNKNOWN
    problem: CloudError | UserError | None = None


@dataclass(frozen=True, slots=True)
class Connected:
    """The result of connecting a vault.

    Attributes:
        place: Where the token is stored.
        warning: Why it is kept only for this run and what to do; None if it is in the system keyring.
    """

    connection: Connection
    place: Place
    warning: str | None = None


async def asked(cloud: Cloudflare, status: Status, connection: Connection, model: Model) -> Status:
    """Return the status, completed with what the account reports.

    Raises:
        CloudError: The account lacks something it should have, or could not be asked.
    """
    verified = await verify(cloud)
    status = replace(status, expires_on=verified.expires_on)
    d1 = D1(cloud)
    held = await holding(d1, await d1.get(connection.database_id))
    if held.found.vault_id != connection.vault_id:
        raise CloudConfig(
            _(
                "The database {name} in your Cloudflare account no longer holds your notes. They are safe on this "
                "computer; disconnect and connect again."
            ).format(name=connection.database)
        )
    if not connection.account_name:  # it was connected before names were kept
        named = replace(connection, account_name=await account_name(cloud))
        status = replace(status, connection=named)
    index = Vectorize(cloud, model.space)
    vectors = (await index.state()).vectors if await index.exists() else None
    access = await files_access(cloud)
    return replace(status, notes=held.notes, vectors=vectors, files=access)
