"""A hash of the exact texts of every note and earlier version, so that a damaged byte is noticed."""

from notebrain.storage.connection import Connection

# `repeat_hash` covers the text as it is compared for repeats, so a changed space or line end would go unnoticed. New
# texts are stored with their hash; `text_hash_fill` contains the greatest key up to which older rows still need one,
# which is added in the background (`hashes.fill`). A text that was written without a hash is treated like such a row:
# the triggers make sure that no code path can leave the hash of another text behind.
_CHANGED = "(old.title, old.body, old.front_matter) is not (new.title, new.body, new.front_matter)"
_STATEMENTS = (
    "alter table note add column text_hash blob",
    "alter table revision add column text_hash blob",
    "create table text_hash_fill (notes integer not null, revisions integer not null)",
    """insert into text_hash_fill (notes, revisions)
    select coalesce((select max(rowid) from note), 0), coalesce((select max(id) from revision), 0)""",
    """create trigger note_comes_without_hash after insert on note when new.text_hash is null begin
        update text_hash_fill set notes = max(notes, new.rowid);
    end""",
    f"""create trigger note_changes_without_hash after update of title, body, front_matter on note
    when new.text_hash is old.text_hash and {_CHANGED} begin
        update note set text_hash = null where rowid = new.rowid;
        update text_hash_fill set notes = max(notes, new.rowid);
    end""",
    """create trigger revision_comes_without_hash after insert on revision when new.text_hash is null begin
        update text_hash_fill set revisions = max(revisions, new.id);
    end""",
)


def up(db: Connection) -> None:
    """Add the columns, empty for all existing texts; nothing is read yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
