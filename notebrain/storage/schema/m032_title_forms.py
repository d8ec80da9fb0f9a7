"""What puts a title in order and what finds it, stored with it, so that SQLite does both without Python."""

from notebrain.storage.connection import Connection

# `note_updated` has all that the search through titles reads, newest first; `note_titled` is the
# list from A to Z, and `note_titled_here` that of one workspace.
_STATEMENTS = (
    "alter table note add column title_key text not null default ''",
    "alter table note add column title_folded text",
    "drop index note_updated",
    "update note set title_key = title_key(title), title_folded = title_folded(title)",
    """create index note_updated on note (updated_at desc, workspace, pinned, category, title, title_folded)
    where deleted_at is null""",
    """create index note_titled on note (title_key, rowid desc, workspace, pinned, category)
    where deleted_at is null""",
    """create index note_titled_here on note (workspace, title_key, rowid desc, pinned, category)
    where deleted_at is null""",
)


def up(db: Connection) -> None:
    """Add the columns, fill them, and index them; this writes every note once (100,000 notes: 5 s)."""
    # loaded only when a vault is brought up to date
    from notebrain.domain.text.collation import title_key
    from notebrain.domain.text.fuzzy import fold

    # on a damaged disk a title may no longer be a text
    def key(title: object) -> str:
        return title_key(str(title))

    def folded(title: object) -> str | None:
        return None if str(title).isascii() else fold(str(title))

    db.create_function("title_key", 1, key)
    db.create_function("title_folded", 1, folded)
    for statement in _STATEMENTS:
        db.execute(statement)
