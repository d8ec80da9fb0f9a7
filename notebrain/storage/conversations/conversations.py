"""Store and read conversations and their turns."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from notebrain.domain.conversations.answer_json import from_content, to_content
from notebrain.domain.conversations.conversation import (
    AWAY,
    Conversation,
    ConversationId,
    Turn,
    title_of,
)
from notebrain.domain.errors import BadText, NotFound
from notebrain.domain.grounding.answers import Answer
from notebrain.domain.i18n import _
from notebrain.domain.text.stemming import index_form
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms

KEPT_DELETED: Final = timedelta(days=30)
"""How long a deleted conversation can be brought back."""
_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 5_000
"""Of one conversation; more are not searched for."""

# a note that is not there any more may have been local only
STAYS: Final = """exists (select 1 from conversation_note as mine left join note on note.id = mine.note_id
    where mine.conversation_id = {of} and {turn}
    and (mine.local_only or note.id is null or note.local_only or note.deleted_at is not null))"""
_TURN_STAYS = STAYS.format(of="turn.conversation_id", turn="mine.position = turn.position")
_COLUMNS = """conversation.id, title, created_at, updated_at,
    (select count(*) from conversation_turn where conversation_id = conversation.id),
    coalesce((select outcome from episode where conversation_id = conversation.id), ''), ended_at"""


def put_turn(
    db: Connection, conversation: ConversationId, position: int, answer: Answer, *, at: datetime
) -> None:
    """Store a question with its answer, in a new conversation if this is its first; replaces an earlier answer to it.

    Args:
        position: The place of the question in the conversation, from 0. If another question has it, which another
            program asked meanwhile, the place after the last one.
        at: When it was asked.
    """
    asked = " ".join(answer.question.split())
    position = _place(db, conversation, position, asked, at)
    db.execute(
        """insert into conversation (id, title, created_at, updated_at) values (?1, ?2, ?3, ?3)
        on conflict (id) do update set updated_at = max(updated_at, ?3), deleted_at = null""",
        (conversation, title_of(asked), to_ms(at)),
    )
    key = (conversation, position)
    db.execute(
        """insert into conversation_turn (conversation_id, position, question, content, asked_at)
        values (?1, ?2, ?3, ?4, ?5) on conflict do update set content = ?4""",
        (*key, asked, to_content(answer), to_ms(at)),
    )
    db.execute("delete from conversation_note where conversation_id = ? and position = ?", key)
    # then as now: what was local only when the answer was made stays here for good
    db.executemany(
        """insert into conversation_note (conversation_id, position, note_id, local_only) values (?, ?, ?, ?)
        on conflict do update set local_only = max(local_only, excluded.local_only)""",
        [(*key, one.quote.note_id, one.local_only) for one in answer.sources],
    )
    put_words(db, conversation)


def _place(
    db: Connection, conversation: ConversationId, position: int, asked: str, at: datetime
) -> int:
    """Return the place of a question: where it is already, else the one wanted or, if that is taken, the next free."""
    places = db.execute(
        "select position, question = ? and asked_at = ? from conversation_turn where conversation_id = ?",
        (asked, to_ms(at), conversation),
    ).fetchall()
    same = [place for place, is_same in places if is_same]
    if same:
        return position if position in same else same[-1]
    taken = [place for place, _is_same in places]
    return max(taken) + 1 if position in taken else position


def put_words(db: Connection, conversation: ConversationId) -> None:
    """Store what a search finds in a conversation: its title, questions and answers, and its episode."""
    row = db.execute(
        """select title, coalesce(summary, ''), coalesce(outcome, ''), coalesce(topics, '') from conversation
        left join episode on conversation_id = id where id = ?""",
        (conversation,),
    ).fetchone()
    words = list(dict.fromkeys(forms((*row, *said(db, conversation)))))[:_MOST_WORDS]
    db.execute(
        "update conversation set words = ? where id = ?", (f" {' '.join(words)} ", conversation)
    )


def said(db: Connection, conversation: ConversationId) -> Iterable[str]:
    """Return the questions of a conversation and the sentences that answer them, in order."""
    for one in turns(db, conversation):
        yield one.question
        yield from (sentence.text for sentence in one.answer.sentences)


def forms(texts: Iterable[str]) -> Iterable[str]:
    """Return the words of texts as a search compares them, in order."""
    return (index_form(word) for text in texts for word in _WORD.findall(text.lower()))


def get(db: Connection, conversation: ConversationId) -> Conversation:
    """Return the conversation with this id, also a deleted one.

    Raises:
        NotFound: There is no such conversation.
    """
    row = db.execute(
        f"select {_COLUMNS} from conversation where id = ?", (conversation,)
    ).fetchone()
    if row is None:
        raise _not_found(conversation)
    return _conversation(row)


def turns(db: Connection, conversation: ConversationId) -> Sequence[Turn]:
    """Return the questions and answers of a conversation, oldest first; one that cannot be read has no sentences."""
    rows = db.execute(
        f"""select question, content, asked_at, {_TURN_STAYS} from conversation_turn as turn
        where conversation_id = ? order by position""",
        (conversation,),
    )
    found: list[Turn] = []
    for question, content, at, stays in rows:
        try:
            found.append(Turn(question, from_content(content), from_ms(at), stays=bool(stays)))
        except BadText:  # of a newer version, or damaged
            found.append(Turn(question, Answer(question, (), ()), from_ms(at), stays=True))
    return found


def listed(db: Connection, *, words: Sequence[str] = (), limit: int = 500) -> list[Conversation]:
    """Return the conversations with all these words (see `forms`), the last one first; the last word may go on."""
    conditions = ["deleted_at is null", *("instr(words, ?) > 0" for _word in words)]
    whole = [f" {word} " for word in words[:-1]]
    rows = db.execute(
        f"""select {_COLUMNS} from conversation where {" and ".join(conditions)}
        order by updated_at desc, id desc limit ?""",
        (*whole, *(f" {word}" for word in words[-1:]), limit),
    )
    return [_conversation(row) for row in rows]


def find(db: Connection, typed: str, *, deleted: bool = False) -> ConversationId:
    """Return the one conversation, or deleted one, whose id begins, or else ends, with what the user typed.

    Raises:
        NotFound: None does, or several do.
    """
    part = typed.strip().lower()
    for place in ("substr(id, 1, ?1)", "substr(id, -?1)"):
        rows = db.execute(
            f"""select id from conversation where (deleted_at is not null) = ?3 and {place} = ?2
            limit 2""",
            (len(part), part, deleted),
        ).fetchall()
        if len(rows) == 1:
            return ConversationId(rows[0][0])
        if rows and part:
            raise NotFound(
                _("Several conversations match {id}; give more of the id.").format(id=typed)
            )
    raise _not_found(typed)


def rename(db: Connection, conversation: ConversationId, title: str) -> str:
    """Give a conversation a title, or the one it began with if that is empty; return the one it had.

    Raises:
        NotFound: There is no such conversation.
    """
    before = get(db, conversation).title
    if not title:
        row = db.execute(
            "select question from conversation_turn where conversation_id = ? order by position limit 1",
            (conversation,),
        ).fetchone()
        title = "" if row is None else title_of(row[0])
    db.execute("update conversation set title = ?, named = 1 where id = ?", (title, conversation))
    put_words(db, conversation)
    return before


def set_deleted(db: Connection, conversation: ConversationId, at: datetime | None) -> None:
    """Delete a conversation, or bring it back with None.

    Raises:
        NotFound: There is no such conversation.
    """
    get(db, conversation)
    db.execute(
        "update conversation set deleted_at = ? where id = ?",
        (None if at is None else to_ms(at), conversation),
    )


def purge(db: Connection, *, now: datetime) -> int:
    """Remove for good what was deleted long ago; return how many conversations."""
    return db.execute(
        "delete from conversation where deleted_at < ?", (to_ms(now - KEPT_DELETED),)
    ).rowcount


def finish(db: Connection, conversation: ConversationId, *, at: datetime) -> None:
    """Record that the user finished a conversation."""
    db.execute("update conversation set ended_at = ? where id = ?", (to_ms(at), conversation))


def ended(db: Connection, *, now: datetime, limit: int = 20) -> list[ConversationId]:
    """Return the conversations that have ended and whose episode is missing or not about all of them."""
    rows = db.execute(
        """select id from conversation left join episode on conversation_id = id
        where deleted_at is null and (updated_at <= ?1 or ended_at >= updated_at)
        and coalesce(messages, 0) <> 2 * (select count(*) from conversation_turn where conversation_id = id)
        order by updated_at desc limit ?2""",
        (to_ms(now - AWAY), limit),
    )
    return [ConversationId(row[0]) for row in rows]


def read_turns(db: Connection, conversation: ConversationId) -> int:
    """Return how many turns were already read for something to learn."""
    row = db.execute("select read_turns from conversation where id = ?", (conversation,)).fetchone()
    return 0 if row is None else row[0]


def set_read_turns(db: Connection, conversation: ConversationId, count: int) -> None:
    """Record how many turns were read for something to learn."""
    db.execute("update conversation set read_turns = ? where id = ?", (count, conversation))


def _conversation(row: Sequence[Any]) -> Conversation:
    return Conversation(
        ConversationId(row[0]),
        row[1],
        from_ms(row[2]),
        from_ms(row[3]),
        row[4],
        row[5],
        maybe_from_ms(row[6]),
    )


def _not_found(typed: str) -> NotFound:
    return NotFound(_("There is no conversation {id} here.").format(id=typed))
