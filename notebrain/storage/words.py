"""The word index: brought up to date in the transaction that changed the texts."""

from notebrain.storage.database import Connection


def catch_up(db: Connection) -> None:
    """Give the word index every text that this transaction changed; called before each commit.

    One statement for all of them: the notes of one commit become one segment of the index.
    """
    if db.execute("select 1 from unworded limit 1").fetchone() is None:
        return
    db.execute(
        """insert into note_fts (rowid, title, body) select note.rowid, title, body
        from unworded join note on note.rowid = unworded.note_rowid order by note.rowid"""
    )
    db.execute("delete from unworded")
