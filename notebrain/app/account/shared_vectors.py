"""What one vault has in the indexes of an account, which other vaults of it may share."""

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
    """What a vault has in an index.

    Attributes:
        ids: Its points, where other vaults use the index, too; None where all of it is this vault's.
    """

    index: Vectorize = field(repr=False)
    count: int
    ids: Sequence[str] | None


class VaultPoints:
    """Finds the points of one vault, and removes them.

    Args:
        database_id: Of the vault.
    """

    def __init__(self, cloud: Cloudflare, database_id: str) -> None:
        self._cloud = cloud
        self._database_id = database_id

    async def is_alone(self) -> bool:
        """Tell whether no other vault is in the account."""
        return not any(
            one.id != self._database_id and one.name.startswith(DATABASE)
            for one in await D1(self._cloud).like(DATABASE)
        )

    async def find(self, space: Space, notes: Collection[str], *, alone: bool) -> Points | None:
        """Return what there is in the index of a space, None without an index of ours.

        Args:
            notes: Whose points are this vault's.
            alone: What `is_alone` told.
        """
        index = Vectorize(self._cloud, space)
        try:
            if not await index.exists():
                return None
        except CloudConfig:  # of other dimensions: not made by us
            return None
        if alone:
            return Points(index, (await index.state()).vectors, None)
        heads = {head_of(note) for note in notes}
        found: list[str] = []
        cursor: str | None = None
        while True:
            page = await index.page(cursor)
            found += [one for one in page.ids if one.partition("-")[0] in heads]
            cursor = page.cursor
            if cursor is None:
                return Points(index, len(found), found)

    async def remove(self, points: Points) -> AsyncIterator[int]:
        """Remove them, the whole index where it is this vault's, and yield how many are gone by then."""
        if points.ids is None:
            await points.index.delete()
            yield points.count
            return
        gone = 0
        async for batch in points.index.delete_ids(points.ids):
            gone += len(batch.ids)
            yield gone
