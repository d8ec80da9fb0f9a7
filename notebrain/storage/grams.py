"""The substring index: filled in the background, because it costs five times as much as the word index."""

from notebrain.storage.database import Connection


def fill(db: Connection, *, limit: int, most_characters: int = 2_000_000) -> int:
    """Add up to `limit` notes that are missing, newest first; return how many were added.

    Stops early once `most_characters` were added, so that huge notes do not hold the write lock.
    """
    waiting = db.execute(
        """select rowid, length(body) from note where not exists (select 1 from grammed where note_rowid = note.rowid)
        order by rowid desc limit ?""",
        (limit,),
    ).fetchall()
    added = characters = 0
    for key, length in waiting:
        if added and characters + length > most_characters:
            break
        db.execute("insert into note_gram (rowid, title, body) select rowid, title, body from note where rowid = ?", (key,))
        db.execute("insert into grammed (note_rowid) values (?)", (key,))
        added += 1
        characters += length
    return added


def missing(db: Connection) -> int:
    """Return how many notes the substring index does not hold yet."""
    number: int = db.execute(
        "select (select count(*) from note) - (select count(*) from grammed)"
    ).fetchone()[0]
    return number
