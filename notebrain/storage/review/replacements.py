"""Which notes seem to be replaced by newer ones, and how likely that is."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from notebrain.storage.connection import Connection

_BATCH = 400


class Replacement(NamedTuple):
    """Two notes by their keys.

    Attributes:
        likely: The probability that the newer one holds now in place of the older one, 0 to 1.
    """

    older: int
    newer: int
    likely: float


def put(db: Connection, key: int, compared: Iterable[int], found: Iterable[Replacement]) -> None:
    """Store what was found when a note was compared with others, in place of what was found of them before.

    Args:
        key: The note, which is the older or the newer one of each.
        compared: The others.
    """
    pairs = [pair for other in compared for pair in ((key, other), (other, key))]
    db.executemany("delete from replacement where (older_rowid, newer_rowid) = (?, ?)", pairs)
    db.executemany("insert or replace into replacement values (?, ?, ?)", found)


def beside(db: Connection, key: int) -> list[int]:
    """Return the keys of the notes that replace a note or are replaced by it, outside the trash."""
    rows = db.execute(
        """select other.rowid from replacement
        join note as other on other.rowid = iif(older_rowid = ?, newer_rowid, older_rowid)
        where ? in (older_rowid, newer_rowid) and other.deleted_at is null""",
        (key, key),
    )
    return [row[0] for row in rows]


def successors(db: Connection, keys: Sequence[int], *, least: float) -> dict[int, int]:
    """Return which of these notes another one of them replaces; the last one, if there are several.

    Pairs about which the user has answered a card are left out: they have said how the notes relate.

    Args:
        least: How likely it has to be.
    """
    among = frozenset(keys)
    found: dict[int, int] = {}
    for start in range(0, len(keys), _BATCH):
        part = keys[start : start + _BATCH]
        rows = db.execute(
            f"""select older_rowid, newer_rowid from replacement
            join note as older on older.rowid = older_rowid
            join note as newer on newer.rowid = newer_rowid
            where likely >= ? and newer.deleted_at is null and older_rowid in ({", ".join("?" * len(part))})
            and not exists (select 1 from card where state = 'answered'
                and (older_id, newer_id) in ((older.id, newer.id), (newer.id, older.id)))
            order by newer.updated_at""",
            (least, *part),
        )
        found |= {older: newer for older, newer in rows if newer in among}
    return found
