"""The index of vectors as the engine knows it."""

from collections.abc import Sequence
from contextlib import suppress

from notebrain.cloud.vectorize import Vector, Vectorize
from notebrain.domain.errors import CloudExists, CloudMissing
from notebrain.domain.sync.remote import Near, Point


class VectorizeIndex:
    """A `RemoteIndex`."""

    def __init__(self, vectorize: Vectorize) -> None:
        self._vectorize = vectorize

    async def upsert(self, points: Sequence[Point]) -> None:
        """Write these, in the place of those of the same ids; in as many requests as it takes."""
        vectors = [Vector(one.id, one.values, one.namespace) for one in points]
        try:
            await self._upsert(vectors)
        except CloudMissing:  # the user chose another model, or removed the index by hand
            with suppress(CloudExists):
                await self._vectorize.create()
            await self._upsert(vectors)

    async def _upsert(self, vectors: Sequence[Vector]) -> None:
        async for _accepted in self._vectorize.upsert(vectors):
            pass

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove these; in as many requests as it takes."""
        async for _accepted in self._vectorize.delete_ids(ids):
            pass

    async def query(self, vector: bytes, *, namespace: str, limit: int) -> list[Near]:
        """Return the nearest, at most 100 of them; the empty namespace stands for all."""
        found = await self._vectorize.query(vector, limit=limit, namespace=namespace)
        return [Near(one.id, one.score) for one in found]

    async def ids(self) -> list[str]:
        """Return the ids of all there is."""
        found: list[str] = []
        cursor: str | None = None
        while True:
            page = await self._vectorize.page(cursor)
            found += page.ids
            cursor = page.cursor
            if cursor is None:
                return found
