"""Conversations with the notes, the episode of each, and what a model proposes to learn from them."""

from notebrain.storage.connection import Connection

# None of it is sent to the account. `words` is what a search finds in a conversation: the words as the word index
# forms them, a blank around each. `conversation_note` says which notes an answer has passages of: `local_only` if that
# note had to stay on this computer then. A conversation that was deleted stays for a while, to be brought back.
# A note that is deleted for good is quoted nowhere any more: of the answers that quoted it, only the question stays,
# and of what was proposed from them, what the user agreed to remember.
_OF_NOTE = "(select conversation_id from conversation_note where note_id = old.id)"
FORGETS = f"""create trigger conversation_forgets before delete on note
when exists (select 1 from conversation_note where note_id = old.id) begin
    update conversation_turn set content = '' where exists (select 1 from conversation_note as mine
        where mine.note_id = old.id and mine.conversation_id = conversation_turn.conversation_id
        and mine.position = conversation_turn.position);
    update conversation set words = ' ' || lower(title) || ' ' where id in {_OF_NOTE};
    delete from episode where conversation_id in {_OF_NOTE};
    update card_answer set card_before = null where card_id in
        (select id from learned where conversation_id in {_OF_NOTE});
    delete from learned where answer is not 'remember' and conversation_id in {_OF_NOTE};
    update learned set context = text, quote = text where conversation_id in {_OF_NOTE};
end"""
_STATEMENTS = (
    """create table conversation (
        id text primary key,
        title text not null,
        named integer not null default 0,
        created_at integer not null,
        updated_at integer not null,
        ended_at integer,
        deleted_at integer,
        read_turns integer not null default 0,
        words text not null default ''
    ) without rowid""",
    "create index conversation_updated on conversation (updated_at desc) where deleted_at is null",
    """create table conversation_turn (
        conversation_id text not null references conversation (id) on delete cascade,
        position integer not null,
        question text not null,
        content text not null,
        asked_at integer not null,
        primary key (conversation_id, position)
    ) without rowid""",
    """create table conversation_note (
        conversation_id text not null references conversation (id) on delete cascade,
        position integer not null,
        note_id text not null,
        local_only integer not null,
        primary key (conversation_id, position, note_id)
    ) without rowid""",
    "create index conversation_note_of on conversation_note (note_id)",
    """create table episode (
        conversation_id text primary key references conversation (id) on delete cascade,
        summary text not null,
        topics text not null,
        outcome text not null,
        messages integer not null,
        made_by text not null,
        made_at integer not null,
        space text not null default '',
        vector blob
    ) without rowid""",
    "create index episode_made on episode (made_at desc)",
    """create table learned (
        id text primary key,
        conversation_id text not null,
        what text not null,
        text text not null,
        detail text not null,
        quote text not null,
        context text not null,
        note_id text,
        made_by text not null,
        made_at integer not null,
        state text not null,
        answer text,
        answered_at integer,
        later_until integer,
        undo text
    ) without rowid""",
    "create index learned_open on learned (made_at) where state = 'open'",
    "create index learned_of on learned (conversation_id)",
    FORGETS,
)


def up(db: Connection) -> None:
    """Create the tables, empty."""
    for statement in _STATEMENTS:
        db.execute(statement)
