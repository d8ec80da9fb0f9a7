"""Connecting to an account: check first, say what would be created, and only then create it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from notebrain.cloud.account import (
    Checked,
    Permission,
    Verified,
    account_name,
    check,
    files_access,
    verify,
)
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import (
    DatabaseContents,
    Ours,
    State,
    checked,
    find_vault,
    holding,
    make,
)
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.workers_ai import Model
from notebrain.domain.credentials import Credentials
from notebrain.domain.errors import CloudExists, CloudOffline, CloudTransient
from notebrain.domain.sync.file_transfer import FilesAccess


class Step(Enum):
    """The steps of connecting, in order."""

    TOKEN = "token"  # noqa: S105 - the name of a step
    PERMISSIONS = "permissions"
    CONTENTS = "contents"
    DATABASE = "database"
    INDEX = "index"
    KEEPING = "keeping"


OnStep = Callable[[Step], object]


@dataclass(frozen=True, slots=True)
class ConnectPreview:
    """What was found in an account, and what connecting would create there.

    Attributes:
        held: The database that would be used; None if it would be created.
        index_there: Whether the index already exists.
        account_name: What the user calls the account; empty if the token may not see it.
        files: Whether it takes pictures and files; notes need none of it.
    """

    credentials: Credentials
    verified: Verified
    checked: Checked
    database: str
    model: Model
    index: str
    held: DatabaseContents | None = None
    index_there: bool = False
    account_name: str = ""
    files: FilesAccess = FilesAccess.UNKNOWN

    @property
    def missing(self) -> tuple[Permission, ...]:
        """The permissions the token lacks; the vault can be connected only if there are none."""
        return self.checked.missing


class Connecting:
    """Inspects an account and creates what a vault needs in it."""

    def __init__(self, cloud: Cloudflare, model: Model) -> None:
        self._cloud = cloud
        self._model = model
        self._d1 = D1(cloud)
        self._index = Vectorize(cloud, model.space)

    async def preview(
        self, credentials: Credentials, database: str, on_step: OnStep
    ) -> ConnectPreview:
        """Find out whether the vault can be stored there; changes nothing.

        Raises:
            CloudAuth: The token is wrong, expired, or opens nothing.
            CloudConfig: The account id is wrong, or something under these names is not NoteBrain's.
            CloudError: The check cannot be made right now.
        """
        on_step(Step.TOKEN)
        verified = await verify(self._cloud)
        on_step(Step.PERMISSIONS)
        granted = await check(self._cloud)
        seen = ConnectPreview(
            credentials,
            verified,
            granted,
            database,
            self._model,
            self._index.name,
            account_name=await account_name(self._cloud),
            files=await files_access(self._cloud),
        )
        if granted.missing:
            return seen
        on_step(Step.CONTENTS)
        found = await self._d1.find(database)
        held = None if found is None else await holding(self._d1, found)
        if held is not None and held.found.state is not State.EMPTY:
            checked(held.found, database)
        there = await self._index.exists()
        return replace(seen, held=held, index_there=there)

    async def make(self, database: str, on_step: OnStep, *, vault_id: str) -> Ours:
        """Create the database and the index, or use the existing ones; calling it again creates nothing twice.

        Args:
            vault_id: The permanent id for the vault; an existing vault keeps its own.

        Raises:
            CloudConfig: Something under these names is not NoteBrain's, or the account is full.
            CloudError: It cannot be done right now.
        """
        on_step(Step.DATABASE)
        made = await self._make_vault(database, vault_id)
        on_step(Step.INDEX)
        await self._make_index()
        return made

    async def _make_vault(self, name: str, vault_id: str) -> Ours:
        try:
            return await make(self._d1, name, vault_id=vault_id)
        except CloudOffline:
            raise
        except CloudTransient:
            # the answer was lost, so it may exist now
            if (await find_vault(self._d1, name)).state is State.ABSENT:
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
