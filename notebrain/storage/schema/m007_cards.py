"""What was noticed about notes, what the user answered, and what is needed to undo an answer."""

from notebrain.storage.connection import Connection

# Cards refer to notes by id, because a card from another computer may arrive before its notes. The changes made by an
# answer are stored with the exact texts before and after it; they are deleted with a note that is deleted permanently,
# while the answer itself remains valid.
_STATEMENTS = (
    """create table card (
        id text not null unique,
        kind text not null,
        older_id text not null,
        newer_id text not null,
        older_hash blob not null,
        newer_hash blob not null,
        confidence real not null,
        made_at integer not null,
        evidence text not null,
        proposed text,
        meaning real,
        shared integer not null,
        state text not null,
        answer text,
        answered_at integer,
        later_until integer,
        theirs text
    )""",
    "create index card_older on card (older_id)",
    "create index card_newer on card (newer_id)",
    "create index card_open on card (later_until) where state = 'open'",
    "create index card_texts on card (older_hash, newer_hash) where state = 'answered'",
    """create table card_answer (
        id integer primary key,
        card_id text not null,
        kind text not null,
        proposed text,
        confidence real not null,
        answer text not null,
        at integer not null,
        card_before text,
        undone_at integer
    )""",
    "create index card_answer_card on card_answer (card_id, id desc)",
    """create table card_answer_note (
        answer_id integer not null references card_answer (id) on delete cascade,
        position integer not null,
        note_id text not null,
        before text,
        after text not null,
        primary key (answer_id, position)
    ) without rowid""",
    "create index card_answer_note_id on card_answer_note (note_id)",
    """create trigger card_goes_with_its_notes after delete on note begin
        delete from card where older_id = old.id or newer_id = old.id;
        update card_answer set card_before = null where id in
            (select answer_id from card_answer_note where note_id = old.id);
        delete from card_answer_note where answer_id in
            (select answer_id from card_answer_note where note_id = old.id);
    end""",
)


def up(db: Connection) -> None:
    """Create the tables, empty."""
    for statement in _STATEMENTS:
        db.execute(statement)
