"""Which notes link to which."""

from notebrain.storage.connection import Connection

# Triggers record which notes have links to read; `text_index.catch_up_links` reads them before every commit. A note
# without `[[` costs one check of its text. A long note waits until the user has stopped typing in it, and the notes of
# an older vault, those up to `link_fill.upto`, are read in the background.
_STATEMENTS = (
    """create table link (
        key text not null,
        note_rowid integer not null references note (rowid) on delete cascade,
        primary key (key, note_rowid)
    ) without rowid""",
    "create index link_note on link (note_rowid)",
    "create table unlinked (note_rowid integer primary key, later integer not null default 0)",
    "create table link_fill (upto integer not null)",
    "insert into link_fill (upto) select coalesce(max(rowid), 0) from note",
    """create trigger links_come after insert on note when instr(new.body, '[[') begin
        insert into unlinked (note_rowid) values (new.rowid);
    end""",
    """create trigger links_change after update of body on note
    when old.body is not new.body and (instr(new.body, '[[') or instr(old.body, '[[')) begin
        insert or ignore into unlinked (note_rowid) values (new.rowid);
    end""",
    """create trigger links_go after delete on note begin
        delete from unlinked where note_rowid = old.rowid;
    end""",
)


def up(db: Connection) -> None:
    """Create the tables; nothing is read yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
