"""Store and read the tags of notes.

It is short because every command loads it: renaming and removing tags is in `tag_swaps`.
"""

from collections.abc import Iterable

from notebrain.domain.notes.tags import clean_tags, fold_tag
from notebrain.storage.connection import Connection


def put(db: Connection, key: int, names: Iterable[str]) -> bool:
    """Set the tags of a note to `names`; return whether they changed. A known tag keeps its spelling."""
    wanted = {fold_tag(name): name for name in clean_tags(names)}
    present = {
        folded for (folded,) in db.execute("select folded from tag where note_rowid = ?", (key,))
    }
    db.executemany(
        "delete from tag where note_rowid = ? and folded = ?",
        [(key, folded) for folded in present - wanted.keys()],
    )
    db.executemany(
        """insert into tag (note_rowid, folded, name)
        values (?1, ?2, coalesce((select name from tag where folded = ?2 limit 1), ?3))""",
        [(key, folded, wanted[folded]) for folded in wanted.keys() - present],
    )
    return wanted.keys() != present


def of(db: Connection, key: int) -> tuple[str, ...]:
    """Return the tags of a note from A to Z."""
    return tuple(
        row[0]
        for row in db.execute("select name from tag where note_rowid = ? order by folded", (key,))
    )


def known(db: Connection) -> list[str]:
    """Return every tag in use from A to Z."""
    return [
        row[0] for row in db.execute("select min(name) from tag group by folded order by folded")
    ]


def spelled(db: Connection, tag: str) -> str:
    """Return a tag in the spelling that is in use, or else as given."""
    row = db.execute("select name from tag where folded = ? limit 1", (fold_tag(tag),)).fetchone()
    return tag if row is None else str(row[0])


def has(db: Connection, key: int, folded: str) -> bool:
    """Return whether a note has a tag."""
    return (
        db.execute(
            "select 1 from tag where note_rowid = ? and folded = ?", (key, folded)
        ).fetchone()
        is not None
    )
