"""All vectors of one space in the account's database: how many there are, and the way out for them."""

from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.codes import Service
from notebrain.cloud.d1 import D1, Statement, unreadable
from notebrain.cloud.note_vectors import HASH_BYTES, space_key
from notebrain.cloud.vault_sql import COUNT_SPACE, LIST_SPACE, REMOVE_SOME_OF_SPACE
from notebrain.domain.ports import Space

NOTES_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a space the database has."""

    notes: int = 0
    passages: int = 0


class SpaceVectors:
    """The vectors of every space in a database that `vault_schema.make` made."""

    def __init__(self, d1: D1, database_id: str) -> None:
        self._d1 = d1
        self._database_id = database_id

    async def amount(self, space: Space) -> Amount:
        """Return how much there is of a space; reads every row, which the account counts."""
        value = {"space": space_key(space), "step": HASH_BYTES + 4 * space.dimensions}
        (found,) = await self._d1.run(self._database_id, [Statement(COUNT_SPACE, value)])
        if not found.rows:
            raise unreadable(Service.D1)
        notes, passages = (wire.whole(one) for one in found.rows[0])
        if notes is None or passages is None:
            raise unreadable(Service.D1)
        return Amount(notes, passages)

    async def note_ids(self, space: Space, after: str = "") -> list[str]:
        """Return the notes that have vectors of a space, in order, those greater than `after`; some at a time."""
        value = {"space": space_key(space), "after": after, "limit": NOTES_AT_ONCE}
        (found,) = await self._d1.run(self._database_id, [Statement(LIST_SPACE, value)])
        return [named for row in found.rows if (named := wire.text(row[0])) is not None]

    async def remove_some(self, space: Space, after: str = "") -> list[str]:
        """Remove the vectors of those notes in one transaction, and return which they were; none when all are gone."""
        value = {"space": space_key(space), "after": after, "limit": NOTES_AT_ONCE}
        statements = [Statement(LIST_SPACE, value), Statement(REMOVE_SOME_OF_SPACE, value)]
        found, _removed = await self._d1.run(self._database_id, statements)
        return [named for row in found.rows if (named := wire.text(row[0])) is not None]
