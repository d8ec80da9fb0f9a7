"""How it stands with the account that a vault is connected to."""

from dataclasses import dataclass, replace

from notebrain.app.account.connection import Connection
from notebrain.cloud.account import verify
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import holding
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.workers_ai import Model
from notebrain.credentials.stores import Place
from notebrain.domain.errors import CloudConfig, CloudError, UserError
from notebrain.domain.i18n import _


@dataclass(frozen=True, slots=True)
class Status:
    """How it stands with the account.

    Attributes:
        place: Where the token comes from; None where there is none, or it was not looked for.
        notes: How many notes the account has; None where it was not asked.
        vectors: How many vectors its index has; None where it was not asked or there is none.
        expires_on: When the token runs out, as the account tells it; None for never or unknown.
        problem: What is wrong, with what to do; None when all is well.
    """

    connection: Connection | None
    index: str = ""
    place: Place | None = None
    notes: int | None = None
    vectors: int | None = None
    expires_on: str | None = None
    problem: CloudError | UserError | None = None


@dataclass(frozen=True, slots=True)
class Connected:
    """A vault that was connected just now.

    Attributes:
        place: Where the token is kept.
        warning: Why it is kept for this run only, with what to do; None when it is in the system's place.
    """

    connection: Connection
    place: Place
    warning: str | None = None


async def asked(cloud: Cloudflare, status: Status, connection: Connection, model: Model) -> Status:
    """Return the status with what the account tells.

    Raises:
        CloudError: The account does not have what it is to have, or could not be asked.
    """
    verified = await verify(cloud)
    status = replace(status, expires_on=verified.expires_on)
    d1 = D1(cloud)
    held = await holding(d1, await d1.get(connection.database_id))
    if held.found.vault_id != connection.vault_id:
        raise CloudConfig(
            _(
                "The database {name} in your Cloudflare account no longer holds your notes. They are safe on this"
                " computer; disconnect, and connect again."
            ).format(name=connection.database)
        )
    index = Vectorize(cloud, model.space)
    vectors = (await index.state()).vectors if await index.exists() else None
    return replace(status, notes=held.notes, vectors=vectors)
