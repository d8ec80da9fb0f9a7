"""Other programs: which asked, what they may see, what they did, and how much went out to them."""

from notebrain.storage.connection import Connection

# `revision_id` is the text from before an act, `text_hash` the text it left; no text of a note is in these tables
_STATEMENTS = (
    """create table program (
        name text primary key,
        first_at integer not null,
        last_at integer not null,
        content text not null
    )""",
    """create table program_act (
        id integer primary key autoincrement,
        program text not null,
        verb text not null,
        note_id text not null,
        version integer not null,
        revision_id integer,
        text_hash blob,
        at integer not null,
        undone_at integer
    )""",
    "create index program_act_at on program_act (at)",
    """create table program_use (
        program text not null,
        day text not null,
        tool text not null,
        calls integer not null,
        characters integer not null,
        primary key (program, day, tool)
    ) without rowid""",
    "create table program_allowed (note_id text primary key) without rowid",
)


def up(db: Connection) -> None:
    """Create the tables."""
    for statement in _STATEMENTS:
        db.execute(statement)
