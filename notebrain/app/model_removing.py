"""Removes all there is of a model of the account: a request at a time, each written down before the next."""

from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.connection import Connection
from notebrain.app.leaving import note_ids
from notebrain.app.removal import Part, Removal
from notebrain.app.setting_values import Settings
from notebrain.app.settings import ACCOUNT_MODEL, ACCOUNT_REMOVAL
from notebrain.app.vault_points import Points, VaultPoints
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vectors import NOTES_AT_ONCE, SpaceVectors
from notebrain.cloud.workers_ai import MODELS
from notebrain.domain.errors import CloudMissing
from notebrain.domain.ports import Space
from notebrain.indexing.batches import written
from notebrain.storage import settings as table
from notebrain.storage.connection import Connection as Vault
from notebrain.storage.embedding import vectors as other_spaces
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    Line = Callable[[], Awaitable[tuple[Cloudflare, Connection] | None]]

_ROWS_PER_COMMIT = 1_000


class ModelRemoving:
    """Works on the background's loop, beside nothing else that writes vectors.

    Args:
        line: Gives the account, None where the vault is connected to none; its errors are `Account.remote`'s.
        local: The space of the model on this computer, which has nothing to do with these.
    """

    def __init__(self, store: Store, settings: Settings, line: "Line", *, local: Space) -> None:
        self._store = store
        self._settings = settings
        self._line = line
        self._local = local
        self._points: tuple[str, Points, AsyncIterator[int]] | None = None
        self._after = ""

    async def step(self, removal: Removal) -> Removal | None:
        """Remove a little more; return how far it is, None when it is to go on no more.

        Raises:
            CloudError: The account did not answer, or refused; doing it again goes on from there.
        """
        model = MODELS.get(removal.model)
        chosen = self._settings.get(ACCOUNT_MODEL)
        if model is None or removal.model == chosen or model.space == self._local:
            await written(self._store, lambda db: self._put(db, removal, None))
            return None
        following = await self._part(removal, model.space)
        if following is None:
            return None
        kept = await written(self._store, lambda db: self._put(db, removal, following))
        return following if kept else None

    async def _part(self, removal: Removal, space: Space) -> Removal | None:
        if removal.part is Part.DONE:
            return removal
        if removal.part is Part.HERE:
            return await self._remove_here(removal, space)
        line = await self._line()
        if line is None:  # it is being left
            return None
        cloud, connection = line
        if removal.part is Part.COUNTING:
            return await self._count(removal, space, cloud, connection)
        if removal.part is Part.INDEX:
            return await self._remove_points(removal, space, cloud, connection)
        return await self._remove_rows(
            removal, space, SpaceVectors(D1(cloud), connection.database_id)
        )

    async def _count(
        self, removal: Removal, space: Space, cloud: Cloudflare, connection: Connection
    ) -> Removal:
        """Count what there is, for the receipt; from now on it is uncertain what the account has."""
        self._points, self._after = None, ""
        while await written(
            self._store, lambda db: other_spaces.doubt(db, space, limit=_ROWS_PER_COMMIT)
        ):
            pass
        points = await self._found(space, cloud, connection)
        amount = await SpaceVectors(D1(cloud), connection.database_id).amount(space)
        with self._store.read() as db:
            here = other_spaces.vectors_here(db, space)
        return replace(
            removal,
            part=Part.INDEX,
            index="" if points is None else points.index.name,
            whole=points is None or points.ids is None,
            points=0 if points is None else points.count,
            notes=amount.notes,
            here=here,
        )

    async def _found(
        self, space: Space, cloud: Cloudflare, connection: Connection
    ) -> Points | None:
        vault = VaultPoints(cloud, connection.database_id)
        alone = await vault.is_alone()
        notes: set[str] = set()
        if not alone:
            notes = await note_ids(D1Vault(D1(cloud), connection.database_id))
            notes |= await self._notes_with_vectors(space, cloud, connection)
        points = await vault.find(space, notes, alone=alone)
        if points is None or points.ids is None:
            return points
        with self._store.read() as db:
            known = other_spaces.point_ids(db, space)
        ids = sorted({*points.ids, *known})
        return replace(points, ids=ids)

    async def _notes_with_vectors(
        self, space: Space, cloud: Cloudflare, connection: Connection
    ) -> set[str]:
        vectors = SpaceVectors(D1(cloud), connection.database_id)
        found: set[str] = set()
        after = ""
        while some := await vectors.note_ids(space, after):
            found.update(some)
            if len(some) < NOTES_AT_ONCE:
                break
            after = some[-1]
        return found

    async def _remove_points(
        self, removal: Removal, space: Space, cloud: Cloudflare, connection: Connection
    ) -> Removal:
        following = replace(removal, part=Part.DATABASE, gone=0)
        if self._points is None or self._points[0] != removal.model:
            points = await self._found(space, cloud, connection)
            if points is None:
                return following
            vault = VaultPoints(cloud, connection.database_id)
            self._points = (removal.model, points, vault.remove(points))
        batches = self._points[2]
        try:
            gone = await anext(batches, None)
        except CloudMissing:  # an answer was lost: it is gone
            gone = None
        except BaseException:
            self._points = None  # what is left is found again
            raise
        if gone is None:
            self._points = None
            return following
        return replace(removal, gone=gone)

    async def _remove_rows(self, removal: Removal, space: Space, vectors: SpaceVectors) -> Removal:
        gone = await vectors.remove_some(space, self._after)
        if gone:
            self._after = gone[-1]
            return replace(removal, gone=removal.gone + len(gone))
        if self._after:  # another computer may have put some there meanwhile
            self._after = ""
            return removal
        return replace(removal, part=Part.HERE, gone=0)

    async def _remove_here(self, removal: Removal, space: Space) -> Removal:
        def act(db: Vault) -> tuple[int, int]:
            rows = other_spaces.forget_there(db, space, limit=_ROWS_PER_COMMIT)
            rows += other_spaces.drop_here(db, space, limit=_ROWS_PER_COMMIT)
            return rows, other_spaces.vectors_here(db, space)

        rows, left = await written(self._store, act)
        if rows:
            return replace(removal, gone=max(0, removal.here - left))
        return replace(removal, part=Part.DONE, gone=0)

    def _put(self, db: Vault, before: Removal, after: Removal | None) -> bool:
        """Write down how far it is, unless it was given up meanwhile; tell whether it was written."""
        kept = table.get(db, ACCOUNT_REMOVAL.name)
        if kept != before.to_text():
            return False
        table.put(db, ACCOUNT_REMOVAL.name, None if after is None else after.to_text())
        return True
