"""What a database in the account holds."""

from dataclasses import dataclass

from notebrain.cloud import wire
from notebrain.cloud.d1 import D1, Database, Statement
from notebrain.cloud.vault_schema import Found, State, look_into

_NOTES = Statement("select count(*) from item where kind = 'note' and gone = 0")


@dataclass(frozen=True, slots=True)
class Holding:
    """A database and what is in it.

    Attributes:
        notes: How many notes, where it is a vault of NoteBrain's.
    """

    found: Found
    notes: int = 0


async def holding(d1: D1, database: Database) -> Holding:
    """Look into a database; changes nothing.

    Raises:
        CloudMissing: It is not there.
        CloudError: It could not be found out now.
    """
    found = await look_into(d1, database)
    if found.state is not State.OURS:
        return Holding(found)
    (count,) = await d1.run(database.id, [_NOTES])
    number = wire.whole(count.rows[0][0]) if count.rows and count.rows[0] else 0
    return Holding(found, notes=number or 0)
