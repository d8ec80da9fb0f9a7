"""Store and read the tags of notes.

It is short because every command loads it: renaming and removing tags is in `tag_swaps`.
"""

from collections.abc import Iterable

from notebrain.domain.notes.tags import clean_tags, fold_tag
from notebrain.storage.connection import Connection


def put(
    db: Connection, key: int, names: Iterable[str], text_tags: Iterable[str] | None = None
) -> bool:
    """Set the tags of a note to `names`; return whether they changed. A known tag keeps its spelling.

    Args:
        text_tags: Those that came from its text; None leaves that as it is, and new tags did not.
    """
    wanted = {fold_tag(name): name for name in clean_tags(names)}
    rows = db.execute("select folded, name, from_text from tag where note_rowid = ?", (key,))
    present = {folded: (name, bool(from_text)) for folded, name, from_text in rows}
    if text_tags is None:
        marked = {folded for folded, (_name, from_text) in present.items() if from_text}
    else:
        marked = {fold_tag(name) for name in text_tags}
    same = {
        folded
        for folded, (_name, from_text) in present.items()
        if folded in wanted and from_text == (folded in marked)
    }
    # where a tag came from is changed by a new row, so that the triggers of the sync see it
    db.executemany(
        "delete from tag where note_rowid = ? and folded = ?",
        [(key, folded) for folded in present.keys() - same],
    )
    spelled_here = {folded: name for folded, (name, _from_text) in present.items()}
    db.executemany(
        """insert into tag (note_rowid, folded, name, from_text)
        values (?1, ?2, coalesce((select name from tag where folded = ?2 limit 1), ?3), ?4)""",
        [
            (key, folded, spelled_here.get(folded, wanted[folded]), folded in marked)
            for folded in wanted.keys() - same
        ],
    )
    return len(same) < len(present) or len(same) < len(wanted)


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
