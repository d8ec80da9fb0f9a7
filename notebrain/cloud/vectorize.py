"""The vector index in the account. A written vector can be found only seconds later; nothing here waits for that."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from notebrain.cloud import wire
from notebrain.cloud.d1 import unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import READ_S, Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import index_name
from notebrain.domain.errors import CloudBadRequest, CloudConfig
from notebrain.domain.i18n import _
from notebrain.domain.ports import Space

# field guide §0 and §3
UPSERT_BATCH = 500
GET_BATCH = 20
DELETE_BATCH = 100
LIST_PAGE = 1000
MOST_HITS = 100
LONGEST_ID_BYTES = 64
_NO_POINT = "notebrain-nothing"
"""A point that no index has, so that removing it is a write that changes nothing."""
_T = TypeVar("_T")
_INDEXES = "/accounts/{account}/vectorize/v2/indexes"


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector as stored in the index.

    Attributes:
        values: Little-endian float32.
    """

    id: str
    values: bytes = field(repr=False)
    namespace: str = ""
    metadata: Mapping[str, str | int | float | bool] = field(
        default_factory=dict[str, str], repr=False
    )


@dataclass(frozen=True, slots=True)
class Accepted:
    """Ids that the index accepted; `mutation` names the change that will apply them."""

    ids: tuple[str, ...]
    mutation: str


@dataclass(frozen=True, slots=True)
class State:
    """How far the index has processed its changes.

    Attributes:
        mutation: The last applied change, or None before the first.
    """

    dimensions: int
    vectors: int
    mutation: str | None


@dataclass(frozen=True, slots=True)
class Match:
    """A vector near the query; the score is approximate."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of ids from an index, and where the next page starts (None on the last page)."""

    ids: tuple[str, ...]
    cursor: str | None


class Vectorize:
    """The index for the vectors of one space."""

    def __init__(self, cloud: Cloudflare, space: Space, *, name: str | None = None) -> None:
        self._cloud = cloud
        self.space = space
        self.name = name or index_name(space)
        self._path = f"{_INDEXES}/{self.name}"

    async def exists(self) -> bool:
        """Return whether the index exists in the account.

        Raises:
            CloudConfig: An index with its name was made for other vectors.
        """
        reply = await self._cloud.ask(Ask(Service.VECTORIZE, "GET", _INDEXES))
        indexes = [wire.obj(entry) for entry in wire.items(reply.result)]
        found = next((index for index in indexes if index.get("name") == self.name), None)
        if found is None:
            return False
        config = wire.obj(found.get("config"))
        shape = wire.whole(config.get("dimensions")), config.get("metric")
        if shape != (self.space.dimensions, "cosine"):
            raise CloudConfig(
                _(
                    "The index {name} in your Cloudflare account was created for another model. It was left "
                    "unchanged; remove it there or choose that model. Search continues on this computer."
                ).format(name=self.name),
                service=Service.VECTORIZE,
            )
        return True

    async def create(self) -> None:
        """Create the index.

        Raises:
            CloudExists: There is already one with its name.
        """
        config = {"dimensions": self.space.dimensions, "metric": "cosine"}
        body = json_body({"name": self.name, "description": "NoteBrain", "config": config})
        await self._cloud.ask(Ask(Service.VECTORIZE, "POST", _INDEXES, body=body, repeatable=False))

    async def delete(self) -> None:
        """Delete the index with all its contents."""
        await self._cloud.ask(Ask(Service.VECTORIZE, "DELETE", self._path))

    async def state(self) -> State:
        """Return how far the index has processed its changes."""
        reply = await self._cloud.ask(Ask(Service.VECTORIZE, "GET", f"{self._path}/info"))
        fields = wire.obj(reply.result)
        dimensions = wire.whole(fields.get("dimensions"))
        if dimensions is None:
            raise unreadable(Service.VECTORIZE)
        return State(
            dimensions=dimensions,
            vectors=wire.whole(fields.get("vectorCount")) or 0,
            mutation=wire.text(fields.get("processedUpToMutation")),
        )

    async def upsert(self, vectors: Sequence[Vector]) -> AsyncIterator[Accepted]:
        """Write vectors, replacing those with the same ids, and yield each batch once the account has accepted it."""
        for batch in _batches(vectors, UPSERT_BATCH):
            lines = "\n".join(self._line(vector) for vector in batch)
            ask = Ask(
                Service.VECTORIZE,
                "POST",
                f"{self._path}/upsert",
                body=lines.encode("ascii"),
                content_type="application/x-ndjson",
                query={"unparsable-behavior": "error"},
                timeout_s=2 * READ_S,
                harmless=self._removal((_NO_POINT,)),
            )
            yield await self._accepted(ask, tuple(vector.id for vector in batch))

    async def delete_ids(self, ids: Sequence[str]) -> AsyncIterator[Accepted]:
        """Remove vectors, and yield each batch once the account has accepted it; unknown ids are ignored."""
        for batch in _batches(ids, DELETE_BATCH):
            yield await self._accepted(self._removal(batch), tuple(batch))

    def _removal(self, ids: Sequence[str]) -> Ask:
        body = json_body({"ids": list(ids)})
        return Ask(Service.VECTORIZE, "POST", f"{self._path}/delete_by_ids", body=body)

    async def get(self, ids: Sequence[str]) -> list[Vector]:
        """Return the vectors with these ids that exist."""
        found: list[Vector] = []
        for batch in _batches(ids, GET_BATCH):
            body = json_body({"ids": list(batch)})
            ask = Ask(Service.VECTORIZE, "POST", f"{self._path}/get_by_ids", body=body)
            reply = await self._cloud.ask(ask)
            found += [self._vector(entry) for entry in wire.items(reply.result)]
        return found

    async def page(self, cursor: str | None = None) -> Page:
        """Return some of the ids in the index, as of the first page."""
        query = {"count": str(LIST_PAGE)} | ({"cursor": cursor} if cursor else {})
        ask = Ask(Service.VECTORIZE, "GET", f"{self._path}/list", query=query)
        fields = wire.obj((await self._cloud.ask(ask)).result)
        if not isinstance(fields.get("vectors"), list):
            raise unreadable(Service.VECTORIZE)
        ids = [wire.text(wire.obj(entry).get("id")) for entry in wire.items(fields.get("vectors"))]
        following = wire.text(fields.get("nextCursor")) if fields.get("isTruncated") else None
        return Page(
            ids=tuple(point_id for point_id in ids if point_id is not None), cursor=following
        )

    async def query(
        self, vector: bytes, *, limit: int, namespace: str = "", timeout_s: float | None = None
    ) -> list[Match]:
        """Return the nearest vectors, best first; with a timeout, only one try is made."""
        # requesting values or metadata would lower the limit to 20 or 50; the texts are here anyway (§0.5)
        asked: dict[str, object] = {
            "vector": wire.floats(vector),
            "topK": min(limit, MOST_HITS),
            "returnValues": False,
            "returnMetadata": "none",
        }
        if namespace:
            asked["namespace"] = namespace
        ask = Ask(
            Service.VECTORIZE,
            "POST",
            f"{self._path}/query",
            body=json_body(asked),
            timeout_s=READ_S if timeout_s is None else timeout_s,
            patience_s=30.0 if timeout_s is None else 0.0,
        )
        result = wire.obj((await self._cloud.ask(ask)).result)
        if not isinstance(result.get("matches"), list):
            # never an empty list for an invalid answer: that would look like "nothing found"
            raise unreadable(Service.VECTORIZE)
        return list(_matches(result.get("matches")))

    async def _accepted(self, ask: Ask, ids: tuple[str, ...]) -> Accepted:
        reply = await self._cloud.ask(ask)
        mutation = wire.text(wire.obj(reply.result).get("mutationId"))
        if mutation is None:
            raise unreadable(Service.VECTORIZE)
        return Accepted(ids=ids, mutation=mutation)

    def _line(self, vector: Vector) -> str:
        fields: dict[str, object] = {"id": vector.id}
        named = (vector.id, vector.namespace)
        fits = all(len(name.encode("utf-8", "replace")) <= LONGEST_ID_BYTES for name in named)
        if not (vector.id and fits and wire.is_vector(vector.values, self.space.dimensions)):
            raise CloudBadRequest(
                _("A vector does not fit its index; it was set aside."), service=Service.VECTORIZE
            )
        if vector.namespace:
            fields["namespace"] = vector.namespace
        if vector.metadata:
            fields["metadata"] = dict(vector.metadata)
        # ASCII only: U+2028 and similar characters end a line for some readers
        others = json.dumps(fields, separators=(",", ":"), allow_nan=False)
        return f'{others[:-1]},"values":[{_digits(vector.values)}]}}'

    def _vector(self, value: object) -> Vector:
        fields = wire.obj(value)
        name = wire.text(fields.get("id"))
        values = wire.vector(fields.get("values"), self.space.dimensions)
        if name is None or values is None:
            raise unreadable(Service.VECTORIZE)
        metadata = {
            key: one
            for key, one in wire.obj(fields.get("metadata")).items()
            if isinstance(one, str | int | float | bool)
        }
        return Vector(name, values, wire.text(fields.get("namespace")) or "", metadata)


def _digits(values: bytes) -> str:
    """Return the numbers as JSON, with nine digits, which is all that 32 bits hold: half as long as with all digits."""
    return ",".join(map("{:.9g}".format, wire.floats(values)))


def _batches(items: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _matches(value: object) -> Iterator[Match]:
    for entry in wire.items(value):
        fields = wire.obj(entry)
        name, score = wire.text(fields.get("id")), wire.number(fields.get("score"))
        if name is not None and score is not None:
            yield Match(name, score)
