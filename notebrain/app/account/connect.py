"""The way into an account: look first, say what would be made, and only then make it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from notebrain.cloud.account import Checked, Permission, Verified, check, verify
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import Holding, Ours, State, checked, holding, look, make
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.workers_ai import Model
from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import CloudExists, CloudOffline, CloudTransient


class Step(Enum):
    """What is being done on the way, in this order."""

    TOKEN = "token"  # noqa: S105 - the name of a step
    PERMISSIONS = "permissions"
    CONTENTS = "contents"
    DATABASE = "database"
    INDEX = "index"
    KEEPING = "keeping"


Told = Callable[[Step], object]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What was found in an account, and what connecting would make there.

    Attributes:
        held: The database that would be used; None when it would be made.
        index_there: Whether the index is there already.
    """

    credentials: Credentials
    verified: Verified
    checked: Checked
    database: str
    model: Model
    index: str
    held: Holding | None = None
    index_there: bool = False

    @property
    def missing(self) -> tuple[Permission, ...]:
        """What the token lacks; with anything missing nothing can be connected."""
        return self.checked.missing


class Connecting:
    """Looks into one account and makes there what a vault needs."""

    def __init__(self, cloud: Cloudflare, model: Model) -> None:
        self._cloud = cloud
        self._model = model
        self._d1 = D1(cloud)
        self._index = Vectorize(cloud, model.space)

    async def look(self, credentials: Credentials, database: str, told: Told) -> Prospect:
        """Find out whether the vault can be kept there; changes nothing.

        Raises:
            CloudAuth: The token is wrong, has run out, or opens nothing.
            CloudConfig: The account id is wrong, or what is there under these names is not NoteBrain's.
            CloudError: It could not be found out now.
        """
        told(Step.TOKEN)
        verified = await verify(self._cloud)
        told(Step.PERMISSIONS)
        granted = await check(self._cloud)
        seen = Prospect(credentials, verified, granted, database, self._model, self._index.name)
        if granted.missing:
            return seen
        told(Step.CONTENTS)
        found = await self._d1.find(database)
        held = None if found is None else await holding(self._d1, found)
        if held is not None and held.found.state is not State.EMPTY:
            checked(held.found, database)
        there = await self._index.exists()
        return Prospect(
            credentials, verified, granted, database, self._model, self._index.name, held, there
        )

    async def make(self, database: str, told: Told, *, vault_id: str) -> Ours:
        """Make the database and the index, or take those that are there; doing so again makes nothing twice.

        Args:
            vault_id: What the vault is to be called for good; one that is there keeps its own.

        Raises:
            CloudConfig: What is there under these names is not NoteBrain's, or the account is full.
            CloudError: It could not be done now.
        """
        told(Step.DATABASE)
        made = await self._make_vault(database, vault_id)
        told(Step.INDEX)
        await self._make_index()
        return made

    async def _make_vault(self, name: str, vault_id: str) -> Ours:
        try:
            return await make(self._d1, name, vault_id=vault_id)
        except CloudOffline:
            raise
        except CloudTransient:
            # the answer was lost: it may be there now
            if (await look(self._d1, name)).state is State.ABSENT:
                raise
            return await make(self._d1, name, vault_id=vault_id)

    async def _make_index(self) -> None:
        if await self._index.exists():
            return
        try:
            await self._index.create()
        except CloudOffline:
            raise
        except (CloudTransient, CloudExists):
            if not await self._index.exists():
                raise
