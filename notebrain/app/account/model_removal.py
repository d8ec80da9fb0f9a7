"""The step-by-step removal of a model's vectors."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.app.account.connection import Connection
from notebrain.app.account.disconnect import note_ids
from notebrain.app.account.shared_vectors import Points, VaultPoints
from notebrain.app.events import Event, RemovalProgress
from notebrain.app.model.removal_state import Part, Removal, removal_in
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_MODEL, ACCOUNT_REMOVAL
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vectors import NOTES_AT_ONCE, SpaceVectors
from notebrain.cloud.workers_ai import MODELS
from notebrain.domain.errors import CloudError, CloudMissing
from notebrain.domain.ports import Clock, Space
from notebrain.indexing.batches import written
from notebrain.indexing.rate_limits import RequestGate
from notebrain.storage import settings as table
from notebrain.storage.connection import Connection as Vault
from notebrain.storage.embedding import vectors as other_spaces
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

EngineClient = Callable[[], Awaitable[tuple[Cloudflare, Connection] | None]]

_ROWS_PER_COMMIT = 1_000


class ModelRemoving:
    """Runs on the background loop while nothing else writes vectors.

    Args:
        client: Returns the account, or None if the vault is not connected; raises the same errors as `Account.remote`.
        local: Returns the embedding space of the model on this computer, which is unrelated to these vectors.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        client: "EngineClient",
        *,
        local: Callable[[], Space],
    ) -> None:
        self._store = store
        self._settings = settings
        self._client = client
        self._local = local
        self._points: tuple[str, Points, AsyncIterator[int]] | None = None
        self._after = ""

    async def step(self, removal: Removal) -> Removal | None:
        """Remove a little more; return the progress, or None if the removal should not continue.

        Raises:
            CloudError: The account did not answer, or refused; calling it again continues from there.
        """
        model = MODELS.get(removal.model)
        chosen = self._settings.get(ACCOUNT_MODEL)
        if model is None or removal.model == chosen or model.space == self._local():
            await written(self._store, lambda db: self._put(db, removal, None))
            return None
        following = await self._part(removal, model.space)
        if following is None:
            return None
        is_saved = await written(self._store, lambda db: self._put(db, removal, following))
        return following if is_saved else None

    async def _part(self, removal: Removal, space: Space) -> Removal | None:
        if removal.part is Part.DONE:
            return removal
        if removal.part is Part.HERE:
            return await self._remove_here(removal, space)
        opened = await self._client()
        if opened is None:  # the vault is being disconnected
            return None
        cloud, connection = opened
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
        """Count what exists, for the receipt; from here on it is uncertain what the account has."""
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
        except CloudMissing:  # an answer was lost: it is already gone
            gone = None
        except BaseException:
            self._points = None  # whatever is left is found again
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
        if self._after:  # another computer may have added some in the meantime
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
        """Save the progress unless the removal was given up in the meantime; return whether it was saved."""
        stored = table.get(db, ACCOUNT_REMOVAL.name)
        if stored != before.to_text():
            return False
        table.put(db, ACCOUNT_REMOVAL.name, None if after is None else after.to_text())
        return True


class RemovalTurns:
    """Removes a little more on each call; the code for it is loaded only when there is something to remove."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        removing: "Callable[[], ModelRemoving]",
        publish: Callable[[Event], object],
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._make = removing
        self._made: ModelRemoving | None = None
        self._publish = publish
        self._lane = RequestGate(clock)
        self._model = ""

    async def turn(self) -> bool:
        """Remove a little more; return whether there was something to do and the account allowed it.

        Raises:
            UserError: There is no token for the account.
        """
        removal = removal_in(self._settings.get(ACCOUNT_REMOVAL))
        if removal is None or removal.part is Part.DONE:
            self._model = ""
            return False
        if removal.model != self._model:  # the user asked for it just now
            self._model = removal.model
            self._lane.passed()
        if not self._lane.open:
            return False
        try:
            following = await self._removing.step(removal)
        except CloudError as error:
            self._lane.hit(error)
            self._publish(RemovalProgress(removal, str(error)))
            return False
        self._lane.passed()
        self._publish(RemovalProgress(following))
        return following is not None

    @property
    def _removing(self) -> "ModelRemoving":
        if self._made is None:
            self._made = self._make()
        return self._made

    def soonest(self, wait_s: float | None) -> float | None:
        """Return the maximum time to wait while something is still to be removed, otherwise `wait_s`."""
        until = self._lane.until
        if not self._model or until is None:
            return wait_s
        left_s = max(0.1, (until - self._clock.now()).total_seconds())
        return left_s if wait_s is None else min(wait_s, left_s)
