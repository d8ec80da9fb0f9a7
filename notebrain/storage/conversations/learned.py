"""Store and read what a model proposes to learn from conversations."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.learned import Candidate, Learned, Learns
from notebrain.domain.notes.note import Category, NoteId
from notebrain.domain.review.cards import Answer, CardId, CardState
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms, waits

_COLUMNS = """learned.id, conversation_id, what, text, detail, quote, context, note_id, made_by, made_at, state, answer,
    answered_at, later_until, undo,
    coalesce((select title from conversation where conversation.id = conversation_id), '')"""
_WAITING = f"state = 'open' and not coalesce({waits('later_until')}, 0)"


def put(db: Connection, learned: Learned) -> None:
    """Store something learned, in place of what has the same id."""
    candidate = learned.candidate
    detail = {
        "own": candidate.own,
        "category": candidate.category,
        "importance": candidate.importance,
        "trigger": candidate.trigger,
        "block": candidate.block,
    }
    db.execute(
        f"insert or replace into learned values ({', '.join('?' * 15)})",
        (
            learned.id,
            learned.conversation,
            candidate.what,
            candidate.text,
            json.dumps(detail, ensure_ascii=False),
            candidate.quote,
            candidate.context,
            learned.note,
            learned.made_by,
            to_ms(learned.made_at),
            learned.state,
            learned.answer,
            None if learned.answered_at is None else to_ms(learned.answered_at),
            None if learned.later_until is None else to_ms(learned.later_until),
            learned.undo or None,
        ),
    )


def maybe(db: Connection, card_id: CardId) -> Learned | None:
    """Return what has this id, or None."""
    row = db.execute(f"select {_COLUMNS} from learned where id = ?", (card_id,)).fetchone()
    return None if row is None else _learned(row)


def waiting(db: Connection, *, now: datetime, limit: int = 1_000) -> list[Learned]:
    """Return what waits for an answer, the most important first, then the newest."""
    rows = db.execute(
        f"""select {_COLUMNS} from learned where {_WAITING}
        order by json_extract(detail, '$.importance') desc, made_at desc, id limit ?""",
        (to_ms(now), limit),
    )
    return [_learned(row) for row in rows]


def count_waiting(db: Connection, *, now: datetime) -> int:
    """Return how much waits for an answer."""
    query = f"select count(*) from learned where {_WAITING}"
    number: int = db.execute(query, (to_ms(now),)).fetchone()[0]
    return number


def answered(db: Connection, *, limit: int = 1_000) -> list[Learned]:
    """Return what was answered, the latest answer first."""
    rows = db.execute(
        f"""select {_COLUMNS} from learned where state = 'answered'
        order by answered_at desc limit ?""",
        (limit,),
    )
    return [_learned(row) for row in rows]


def count_of(db: Connection, conversation: ConversationId) -> int:
    """Return how many cards a conversation has brought, in any state."""
    number: int = db.execute(
        "select count(*) from learned where conversation_id = ?", (conversation,)
    ).fetchone()[0]
    return number


def matching(db: Connection, typed: str) -> list[CardId]:
    """Return the ids that begin, or else end, with what the user typed: at most two."""
    part = typed.lower()
    if not part.isascii() or not part:
        return []
    for place in ("substr(id, 1, ?1)", "substr(id, -?1)"):
        rows = db.execute(
            f"select id from learned where {place} = ?2 limit 2", (len(part), part)
        ).fetchall()
        if rows:
            return [CardId(row[0]) for row in rows]
    return []


def texts(db: Connection) -> Iterable[tuple[Learns, str]]:
    """Return what was proposed before, in any state: nothing is proposed twice."""
    rows = db.execute("select what, text from learned order by made_at desc limit 500")
    return [(Learns(what), text) for what, text in rows]


def _learned(row: Sequence[Any]) -> Learned:
    detail = json.loads(row[4])
    return Learned(
        id=CardId(row[0]),
        conversation=ConversationId(row[1]),
        candidate=Candidate(
            Learns(row[2]),
            row[3],
            row[5],
            row[6],
            bool(detail["own"]),
            Category(detail["category"]),
            int(detail["importance"]),
            str(detail["trigger"]),
            str(detail["block"]),
        ),
        made_by=row[8],
        made_at=from_ms(row[9]),
        title=row[15],
        note=None if row[7] is None else NoteId(row[7]),
        state=CardState(row[10]),
        answer=None if row[11] is None else Answer(row[11]),
        answered_at=maybe_from_ms(row[12]),
        later_until=maybe_from_ms(row[13]),
        undo=row[14] or "",
    )
