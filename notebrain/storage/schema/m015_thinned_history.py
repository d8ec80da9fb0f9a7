"""What is needed to thin out the versions of notes."""

from notebrain.storage.connection import Connection

# `lived` is the vault's elapsed time when a version was saved (`domain.history.lived_through`), in milliseconds; for
# existing versions it is derived from the time when they were made. Until now, nothing recorded when a text was
# written; the best approximation is the time when the act that created it began. For a note that loses its text little
# by little, `fullest` contains the text that was set aside.
_STATEMENTS = (
    "alter table revision add column written_at integer",
    "alter table revision add column lived integer",
    "alter table revision add column lost integer not null default 0",
    """update revision set lived = past.lived, written_at = past.written_at from (
        select id, sum(step) over (order by id) as lived, written_at from (
            select revision.id, min(max(made_at - lag(made_at, 1, made_at) over (order by revision.id), 0), 43200000)
                as step,
                lag(made_at, 1, note.created_at) over (partition by note_rowid order by revision.id) as written_at
            from revision join note on note.rowid = note_rowid)
        ) as past where past.id = revision.id""",
    "drop index revision_note",
    "create index revision_note on revision (note_rowid, id desc, lived, lost)",
    """create table fullest (
        note_rowid integer primary key references note (rowid) on delete cascade,
        version integer not null,
        title text not null,
        title_is_set integer not null,
        body text not null,
        front_matter text not null,
        written_at integer not null,
        at integer not null
    )""",
)


def up(db: Connection) -> None:
    """Add the columns and fill them for the existing versions."""
    for statement in _STATEMENTS:
        db.execute(statement)
