"""The tags of notes."""

from collections.abc import Iterable

from notebrain.domain.tags import clean_tags
from notebrain.storage.database import Connection


def put(db: Connection, key: int, names: Iterable[str]) -> bool:
    """Make `names` the tags of a note; tell whether they changed. A known tag keeps the spelling it has."""
    wanted = {_spelling(db, name) for name in clean_tags(names)}
    present = set(of(db, key))
    db.executemany("delete from tag where note_rowid = ? and name = ?", [(key, name) for name in present - wanted])
    db.executemany("insert into tag (note_rowid, name) values (?, ?)", [(key, name) for name in wanted - present])
    return wanted != present


def of(db: Connection, key: int) -> tuple[str, ...]:
    """Return the tags of a note from A to Z."""
    rows = db.execute("select name from tag where note_rowid = ?", (key,))
    return tuple(sorted((row[0] for row in rows), key=str.casefold))


def known(db: Connection) -> list[str]:
    """Return every tag in use from A to Z."""
    return [row[0] for row in db.execute("select distinct name from tag order by name collate nocase")]


def _spelling(db: Connection, name: str) -> str:
    row = db.execute("select name from tag where name = ? limit 1", (name,)).fetchone()
    if row is None:
        row = db.execute("select name from tag indexed by tag_nocase where name = ? collate nocase limit 1", (name,)).fetchone()
    return name if row is None else str(row[0])
