"""Which notes seem to be replaced by newer ones, and how likely that is."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from notebrain.storage.connection import Connection


class Replacement(NamedTuple):
    """Two notes by their keys.

    Attributes:
        likely: The probability that the newer one holds now in place of the older one, 0 to 1.
    """

    older: int
    newer: int
    likely: float


def put(db: Connection, key: int, found: Iterable[Replacement]) -> None:
    """Store what was found when a note was compared, in place of what was found before.

    Args:
        key: The note, which is the older or the newer one of each.
    """
    db.execute("delete from replacement where older_rowid = ? or newer_rowid = ?", (key, key))
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
    """Return which of these notes another one replaces, by their keys; the last one, if there are several.

    Pairs about which the user has answered a card are left out: they have said how the notes relate.

    Args:
        keys: At most some hundreds.
        least: How likely it has to be.
    """
    rows = db.execute(
        f"""select older_rowid, newer_rowid from replacement
        join note as older on older.rowid = older_rowid
        join note as newer on newer.rowid = newer_rowid
        where likely >= ? and newer.deleted_at is null and older_rowid in ({", ".join("?" * len(keys))})
        and not exists (select 1 from card where state = 'answered'
            and (older_id, newer_id) in ((older.id, newer.id), (newer.id, older.id)))
        order by newer.updated_at""",
        (least, *keys),
    )
    return dict(rows.fetchall())
