"""Store what answers changed, exactly enough to undo each of them."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.answers import NoteState
from notebrain.domain.review.card_json import from_content, to_content
from notebrain.domain.review.cards import Answer, Card, CardId, CardKind
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, rewrite, tags
from notebrain.storage.review.filing import file_note
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms


@dataclass(frozen=True, slots=True)
class Touched:
    """A note changed by an answer; `before` is None if the answer created it."""

    note: NoteId
    before: NoteState | None
    after: NoteState


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was given.

    Attributes:
        card: The card before it was answered; None once one of its notes was permanently removed.
    """

    id: int
    card_id: CardId
    card: Card | None
    answer: Answer
    at: datetime
    notes: tuple[Touched, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that can be undone.

    Attributes:
        card: The card before it was answered.
    """

    card: Card
    answer: Answer
    at: datetime


@dataclass(frozen=True, slots=True)
class Tally:
    """How cards of one kind were answered: the total, and how many as suggested or as correct.

    Attributes:
        tenths: How certain the cards were, in whole tenths of 1.
    """

    kind: CardKind
    tenths: int
    answered: int
    agreed: int


def save(
    db: Connection, card: Card, answer: Answer, touched: Sequence[Touched], *, at: datetime
) -> int:
    """Store an answer and what it changed; return its number."""
    number = db.execute(
        """insert into card_answer (card_id, kind, proposed, confidence, answer, at, card_before)
        values (?, ?, ?, ?, ?, ?, ?)""",
        (
            card.id,
            card.kind,
            card.proposed,
            card.confidence,
            answer,
            to_ms(at),
            to_content(card),
        ),
    ).lastrowid
    db.executemany(
        "insert into card_answer_note (answer_id, position, note_id, before, after) values (?, ?, ?, ?, ?)",
        [
            (number, place, one.note, _written(one.before), _written(one.after))
            for place, one in enumerate(touched)
        ],
    )
    return number or 0


def newest(db: Connection, card_id: CardId) -> Answered | None:
    """Return the latest answer to a card that was not undone, or None."""
    row = db.execute(
        """select id, card_id, card_before, answer, at from card_answer
        where card_id = ? and undone_at is null order by id desc limit 1""",
        (card_id,),
    ).fetchone()
    return None if row is None else _answered(db, row)


def numbered(db: Connection, number: int) -> Answered | None:
    """Return the answer with this number, or None if it was undone."""
    row = db.execute(
        """select id, card_id, card_before, answer, at from card_answer
        where id = ? and undone_at is null""",
        (number,),
    ).fetchone()
    return None if row is None else _answered(db, row)


def behind(db: Connection, note_id: NoteId, at: datetime) -> CardId | None:
    """Return the card whose answer changed a note at this moment; None if it was undone or cannot be undone."""
    row = db.execute(
        """select card_id from card_answer join card_answer_note on answer_id = id
        where note_id = ? and at = ? and undone_at is null and card_before is not null
        order by id desc limit 1""",
        (note_id, to_ms(at)),
    ).fetchone()
    return None if row is None else CardId(row[0])


def given(db: Connection, *, limit: int) -> list[Given]:
    """Return the latest answer to each card that can be undone, newest first."""
    rows = db.execute(
        """select card_before, answer, at from card_answer as mine
        where undone_at is null and card_before is not null and not exists (
            select 1 from card_answer as later
            where later.card_id = mine.card_id and later.id > mine.id and later.undone_at is null)
        order by id desc limit ?""",
        (limit,),
    )
    return [Given(from_content(card), Answer(answer), from_ms(at)) for card, answer, at in rows]


def undone(db: Connection, number: int, *, at: datetime) -> None:
    """Record that an answer was undone."""
    db.execute("update card_answer set undone_at = ? where id = ?", (to_ms(at), number))


def given_since(db: Connection, since: datetime) -> int:
    """Return how many answers were given since a moment and not undone, not counting "later"."""
    number: int = db.execute(
        "select count(*) from card_answer where at >= ? and undone_at is null and answer <> 'later'",
        (to_ms(since),),
    ).fetchone()[0]
    return number


def tallies(db: Connection) -> list[Tally]:
    """Return how often the user agreed with the cards, by kind and tenth of certainty.

    Agreeing means answering as suggested, or, where nothing was suggested, anything but "the card was wrong".
    """
    rows = db.execute(
        """select kind, cast(confidence * 10 + 1e-6 as integer) as tenths, count(*),
            sum(case when proposed is null then answer <> 'dismiss' else answer = proposed end)
        from card_answer
        where undone_at is null and answer <> 'later' group by kind, tenths order by kind, tenths"""
    )
    return [Tally(CardKind(kind), *counts) for kind, *counts in rows]


def put_state(
    db: Connection, note_id: NoteId, state: NoteState, *, at: datetime, reason: str
) -> bool:
    """Set a note to a state, keeping its former text in the history; return whether the text changed."""
    key = notes.key_of(db, note_id)
    if state.local_only:  # first, so that nothing of the text is queued to be sent
        file_note(db, note_id, "local_only", True)
    changed = rewrite.rewrite(
        db,
        note_id,
        key,
        rewrite.Rewrite(
            title=state.title,
            title_is_set=state.title_is_set,
            body=state.body,
            reason=reason,
            session=reason,
            always_keep=True,
            at=at,
        ),
    )
    tags.put(db, key, state.tags, state.text_tags)
    db.execute(
        """update note set deleted_at = ?1, reinforcement_count = ?2 where rowid = ?3
            and (deleted_at is not ?1 or reinforcement_count <> ?2)""",
        (
            None if state.deleted_at is None else to_ms(state.deleted_at),
            state.reinforcement_count,
            key,
        ),
    )
    return changed


def date_back(db: Connection, note_id: NoteId, at: datetime) -> None:
    """Set when a note last changed."""
    db.execute(
        "update note set updated_at = ?1 where id = ?2 and updated_at <> ?1", (to_ms(at), note_id)
    )


def _answered(db: Connection, row: Sequence[Any]) -> Answered:
    touched = db.execute(
        "select note_id, before, after from card_answer_note where answer_id = ? order by position",
        (row[0],),
    )
    return Answered(
        row[0],
        CardId(row[1]),
        None if row[2] is None else from_content(row[2]),
        Answer(row[3]),
        from_ms(row[4]),
        tuple(
            Touched(NoteId(note), None if before is None else _state(before), _state(after))
            for note, before, after in touched
        ),
    )


def _written(state: NoteState | None) -> str | None:
    if state is None:
        return None
    document = asdict(state)
    document["updated_at"] = to_ms(state.updated_at)
    document["deleted_at"] = None if state.deleted_at is None else to_ms(state.deleted_at)
    return json.dumps(document, ensure_ascii=False)


def _state(written: str) -> NoteState:
    document: Any = json.loads(written)
    return NoteState(
        title=document["title"],
        title_is_set=document["title_is_set"],
        body=document["body"],
        tags=tuple(document["tags"]),
        updated_at=from_ms(document["updated_at"]),
        deleted_at=maybe_from_ms(document["deleted_at"]),
        reinforcement_count=document["reinforcement_count"],
        local_only=document.get("local_only", False),
        text_tags=tuple(document.get("text_tags", ())),
    )
