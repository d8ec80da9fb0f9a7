"""Who links to whom."""

from notebrain.storage.connection import Connection

# Triggers note down which notes have links to be read, `link_index.catch_up` reads them before every commit; a note
# without `[[` costs one look at its text. A long note waits until it rests, and the notes of an older vault, those up
# to `link_fill.upto`, are read in the background.
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
    """Make the tables; nothing is read yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
