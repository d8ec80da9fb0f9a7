"""The vectors of one vault in the indexes of an account, which other vaults may share."""

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, field

from notebrain.app.account.connection import DATABASE
from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vectorize import Vectorize
from notebrain.domain.embedding.vector_ids import head_of
from notebrain.domain.errors import CloudConfig
from notebrain.domain.ports import Space


@dataclass(frozen=True, slots=True)
class Points:
    """The points a vault has in an index.

    Attributes:
        ids: The points, if other vaults use the index too; None if the whole index belongs to this vault.
    """

    index: Vectorize = field(repr=False)
    count: int
    ids: Sequence[str] | None


class VaultPoints:
    """Finds and removes the points of one vault.

    Args:
        database_id: The vault's database.
    """

    def __init__(self, cloud: Cloudflare, database_id: str) -> None:
        self._cloud = cloud
        self._database_id = database_id

    async def is_alone(self) -> bool:
        """Return whether no other vault is in the account."""
        return not any(
            database.id != self._database_id and database.name.startswith(DATABASE)
            for database in await D1(self._cloud).like(DATABASE)
        )

    async def find(self, space: Space, notes: Collection[str], *, alone: bool) -> Points | None:
        """Return what is in the index of a space, or None if we have no index there.

        Args:
            notes: The notes whose points belong to this vault.
            alone: The result of `is_alone`.
        """
        index = Vectorize(self._cloud, space)
        try:
            if not await index.exists():
                return None
        except CloudConfig:  # with other dimensions, so not made by us
            return None
        if alone:
            return Points(index, (await index.state()).vectors, None)
        heads = {head_of(note) for note in notes}
        found: list[str] = []
        cursor: str | None = None
        while True:
            page = await index.page(cursor)
            found += [point_id for point_id in page.ids if point_id.partition("-")[0] in heads]
            cursor = page.cursor
            if cursor is None:
                return Points(index, len(found), found)

    async def remove(self, points: Points) -> AsyncIterator[int]:
        """Remove the points, or the whole index if it belongs to this vault, and yield how many are gone so far."""
        if points.ids is None:
            await points.index.delete()
            yield points.count
            return
        gone = 0
        async for batch in points.index.delete_ids(points.ids):
            gone += len(batch.ids)
            yield gone
