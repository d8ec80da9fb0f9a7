"""The vectors of notes in the account's database, once paid for and never again."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.codes import Service
from notebrain.cloud.company import Company
from notebrain.cloud.d1 import D1, GOOD_SIZE, Rows, Statement, unreadable
from notebrain.cloud.vault_sql import (
    GET_VECTORS,
    PUT_VECTORS,
    REMOVE_VECTORS,
    REMOVE_VECTORS_OF_SPACE,
)
from notebrain.domain.errors import CloudBadRequest
from notebrain.domain.i18n import _
from notebrain.domain.ports import Space
from notebrain.domain.sync.remote import NoteVectors

HASH_BYTES: Final = 32
_PART_BYTES: Final = 400_000
"""Before base64: a row may have 2 MB, a parameter of a good size half of it."""
_NOTES_AT_ONCE: Final = 500


class D1Vectors:
    """`RemoteVectors` in a database that `vault_schema.make` made."""

    def __init__(self, d1: D1, database_id: str, company: Company | None = None) -> None:
        self._d1 = d1
        self._database_id = database_id
        self._company = company or Company()

    async def put(self, space: Space, notes: Sequence[NoteVectors]) -> None:
        """Keep the vectors of these notes, in the place of those they had in this space."""
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
        """Return the vectors of these notes, as far as there are any."""
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
        return await self._company.run(
            self._d1, self._database_id, statements, writes=writes, harmless=harmless
        )

    async def remove(self, note_ids: Sequence[str]) -> None:
        """Remove the vectors of these notes, in every space."""
        for start in range(0, len(note_ids), _NOTES_AT_ONCE):
            some = list(note_ids[start : start + _NOTES_AT_ONCE])
            await self._asked([Statement(REMOVE_VECTORS, some)], writes=True)


_Row = tuple[str, int, str]


def _requests(notes: Sequence[NoteVectors], space: Space) -> Iterator[dict[str, list[_Row]]]:
    """Yield the rows of some notes by note, a good size each; a note is never divided."""
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
    """Read an answer; return after which row to go on, None when it was the last."""
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
    """Return the vectors written in a row; one that is damaged is as good as none, and will be made again."""
    step = HASH_BYTES + 4 * space.dimensions
    try:
        joined = base64.b64decode(data, validate=True)
    except binascii.Error:
        return {}
    found = (joined[start : start + step] for start in range(0, len(joined), step))
    return {
        one[:HASH_BYTES]: one[HASH_BYTES:]
        for one in found
        if wire.is_vector(one[HASH_BYTES:], space.dimensions)
    }


def space_key(space: Space) -> str:
    """Return what a space is called in the database."""
    return f"{space.model} {space.pooling} {space.dimensions}"
