"""The vectors of notes in the account: complete in D1, as points in Vectorize."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1, GOOD_SIZE, Rows, Statement, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.vault import (
    COUNT_SPACE,
    GET_VECTORS,
    LIST_SPACE,
    PUT_VECTORS,
    REMOVE_SOME_OF_SPACE,
    REMOVE_VECTORS,
    REMOVE_VECTORS_OF_SPACE,
)
from notebrain.cloud.vectorize import Vector, Vectorize
from notebrain.domain.errors import CloudBadRequest, CloudExists, CloudMissing
from notebrain.domain.i18n import _
from notebrain.domain.ports import Space
from notebrain.domain.sync.remote import Near, NoteVectors, Point

HASH_BYTES: Final = 32
_PART_BYTES: Final = 400_000
"""Before base64: a row may have 2 MB, a parameter of a good size half of that."""
_NOTES_AT_ONCE: Final = 500


class D1Vectors:
    """`RemoteVectors` in a database created by `vault_schema.make`."""

    def __init__(self, d1: D1, database_id: str, computers: Computers | None = None) -> None:
        self._d1 = d1
        self._database_id = database_id
        self._computers = computers or Computers()

    async def put(self, space: Space, notes: Sequence[NoteVectors]) -> None:
        """Store the vectors of these notes, replacing those they had in this space."""
        for some in _requests(notes, space):
            statements = [
                Statement(REMOVE_VECTORS_OF_SPACE, {"space": space_key(space), "notes": [*some]})
            ]
            rows = [row for parts in some.values() for row in parts]
            statements += [
                Statement(PUT_VECTORS, {"space": space_key(space), "rows": piece})
                for piece in _pieces(rows)
            ]
            none = {"space": space_key(space), "notes": list[str]()}
            nothing = [Statement(REMOVE_VECTORS_OF_SPACE, none)]
            await self._asked(statements, writes=True, harmless=nothing)

    async def get(self, space: Space, note_ids: Sequence[str]) -> list[NoteVectors]:
        """Return the existing vectors of these notes."""
        asked = sorted(set(note_ids))
        found: dict[str, dict[bytes, bytes]] = {}
        for start in range(0, len(asked), _NOTES_AT_ONCE):
            after: tuple[str, int] | None = ("", 0)
            while after is not None:
                notes = asked[start : start + _NOTES_AT_ONCE]
                value = {"space": space_key(space), "notes": notes, "after": after}
                (rows,) = await self._asked([Statement(GET_VECTORS, value)])
                after = _read(rows, space, found)
        return [NoteVectors(note_id, vectors) for note_id, vectors in found.items()]

    async def _asked(
        self,
        statements: Sequence[Statement],
        *,
        writes: bool = False,
        harmless: Sequence[Statement] = (),
    ) -> list[Rows]:
        return await self._computers.run(
            self._d1, self._database_id, statements, writes=writes, harmless=harmless
        )

    async def remove(self, note_ids: Sequence[str]) -> None:
        """Remove the vectors of these notes, in every space."""
        for start in range(0, len(note_ids), _NOTES_AT_ONCE):
            some = list(note_ids[start : start + _NOTES_AT_ONCE])
            await self._asked([Statement(REMOVE_VECTORS, some)], writes=True)


_Row = tuple[str, int, str]


def _requests(notes: Sequence[NoteVectors], space: Space) -> Iterator[dict[str, list[_Row]]]:
    """Yield the rows by note, in groups of a good size; a note is never split."""
    some: dict[str, list[_Row]] = {}
    size = 0
    for note in notes:
        rows = list(_rows(note, space))
        length = sum(len(data) for _note, _part, data in rows)
        if some and (size + length > GOOD_SIZE or len(some) >= _NOTES_AT_ONCE):
            yield some
            some, size = {}, 0
        some[note.note_id] = rows
        size += length
    if some:
        yield some


def _rows(note: NoteVectors, space: Space) -> Iterator[_Row]:
    step = HASH_BYTES + 4 * space.dimensions
    for text_hash, vector in note.vectors.items():
        if len(text_hash) != HASH_BYTES or not wire.is_vector(vector, space.dimensions):
            message = _("A vector does not fit its index; it was set aside.")
            raise CloudBadRequest(message, service=Service.D1)
    joined = b"".join(text_hash + vector for text_hash, vector in note.vectors.items())
    part_bytes = max(1, _PART_BYTES // step) * step
    for part, start in enumerate(range(0, len(joined), part_bytes), start=1):
        data = base64.b64encode(joined[start : start + part_bytes]).decode("ascii")
        yield note.note_id, part, data


def _pieces(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    piece: list[_Row] = []
    size = 0
    for row in rows:
        if piece and size + len(row[2]) > GOOD_SIZE:
            yield piece
            piece, size = [], 0
        piece.append(row)
        size += len(row[2])
    if piece:
        yield piece


def _read(rows: Rows, space: Space, into: dict[str, dict[bytes, bytes]]) -> tuple[str, int] | None:
    """Read an answer; return the row to continue after, or None if it was the last."""
    after, total = ("", 0), 0
    for row in rows.rows:
        note_id, part, data, counted = row
        named, number, written = wire.text(note_id), wire.whole(part), wire.text(data)
        if named is None or number is None or written is None:
            raise unreadable(Service.D1)
        into.setdefault(named, {}).update(_vectors(written, space))
        after, total = (named, number), wire.whole(counted) or 0
    return after if total > len(rows.rows) else None


def _vectors(data: str, space: Space) -> Mapping[bytes, bytes]:
    """Return the vectors written in a row; a damaged one counts as missing and will be made again."""
    step = HASH_BYTES + 4 * space.dimensions
    try:
        joined = base64.b64decode(data, validate=True)
    except binascii.Error:
        return {}
    found = (joined[start : start + step] for start in range(0, len(joined), step))
    return {
        row[:HASH_BYTES]: row[HASH_BYTES:]
        for row in found
        if wire.is_vector(row[HASH_BYTES:], space.dimensions)
    }


def space_key(space: Space) -> str:
    """Return the name of a space in the database."""
    return f"{space.model} {space.pooling} {space.dimensions}"


NOTES_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Amount:
    """How much data the database has for a space."""

    notes: int = 0
    passages: int = 0


class SpaceVectors:
    """The vectors of every space in a database created by `vault_schema.make`."""

    def __init__(self, d1: D1, database_id: str) -> None:
        self._d1 = d1
        self._database_id = database_id

    async def amount(self, space: Space) -> Amount:
        """Return how much data a space has; reads every row, which the account counts."""
        value = {"space": space_key(space), "step": HASH_BYTES + 4 * space.dimensions}
        (found,) = await self._d1.run(self._database_id, [Statement(COUNT_SPACE, value)])
        if not found.rows:
            raise unreadable(Service.D1)
        notes, passages = (wire.whole(number) for number in found.rows[0])
        if notes is None or passages is None:
            raise unreadable(Service.D1)
        return Amount(notes, passages)

    async def note_ids(self, space: Space, after: str = "") -> list[str]:
        """Return the next notes with vectors in a space, in order, those greater than `after`; some at a time."""
        value = {"space": space_key(space), "after": after, "limit": NOTES_AT_ONCE}
        (found,) = await self._d1.run(self._database_id, [Statement(LIST_SPACE, value)])
        return [named for row in found.rows if (named := wire.text(row[0])) is not None]

    async def remove_some(self, space: Space, after: str = "") -> list[str]:
        """Remove the vectors of the next notes in one transaction and return those notes; empty when all are gone."""
        value = {"space": space_key(space), "after": after, "limit": NOTES_AT_ONCE}
        statements = [Statement(LIST_SPACE, value), Statement(REMOVE_SOME_OF_SPACE, value)]
        found, _removed = await self._d1.run(self._database_id, statements)
        return [named for row in found.rows if (named := wire.text(row[0])) is not None]


class VectorizeIndex:
    """A `RemoteIndex` in Vectorize."""

    def __init__(self, vectorize: Vectorize) -> None:
        self._vectorize = vectorize

    async def upsert(self, points: Sequence[Point]) -> None:
        """Write these points, replacing those with the same ids, in as many requests as needed."""
        vectors = [Vector(point.id, point.values, point.namespace) for point in points]
        try:
            await self._upsert(vectors)
        except CloudMissing:  # the user chose another model, or deleted the index by hand
            with suppress(CloudExists):
                await self._vectorize.create()
            await self._upsert(vectors)

    async def _upsert(self, vectors: Sequence[Vector]) -> None:
        async for _accepted in self._vectorize.upsert(vectors):
            pass

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove these points, in as many requests as needed."""
        async for _accepted in self._vectorize.delete_ids(ids):
            pass

    async def query(self, vector: bytes, *, namespace: str, limit: int) -> list[Near]:
        """Return the nearest points, at most 100; the empty namespace stands for all."""
        found = await self._vectorize.query(vector, limit=limit, namespace=namespace)
        return [Near(match.id, match.score) for match in found]

    async def ids(self) -> list[str]:
        """Return all ids in the index."""
        found: list[str] = []
        cursor: str | None = None
        while True:
            page = await self._vectorize.page(cursor)
            found += page.ids
            cursor = page.cursor
            if cursor is None:
                return found
