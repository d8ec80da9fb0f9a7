"""Set how a note is filed: its workspace, category, importance and pin, and whether it stays on this computer.

This is separate from the note table because of an import cycle: cards quote notes, and a note that may leave this
computer affects its quotes.
"""

from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes

_COLUMNS = frozenset({"workspace", "category", "importance", "pinned", "local_only"})


def file_note(db: Connection, note_id: NoteId, column: str, value: str | int) -> bool:
    """Set one column of a note's filing; return whether it changed.

    Raises:
        ValueError: The column is not one of these.
    """
    if column not in _COLUMNS:
        raise ValueError(column)
    cursor = db.execute(
        f"update note set {column} = ? where id = ? and {column} is not ?", (value, note_id, value)
    )
    changed = cursor.rowcount > 0
    if changed and column == "local_only" and not value:
        from notebrain.storage.notes import revisions  # `capture` does not need it
        from notebrain.storage.review import cards

        cards.forget_quotes(db, note_id)
        revisions.may_leave(db, notes.key_of(db, note_id))
    return changed
