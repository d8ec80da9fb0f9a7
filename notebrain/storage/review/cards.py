"""Store and read review cards."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.judge.verdict import Side
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.card_json import (
    evidence_document,
    evidence_of,
    theirs_document,
    theirs_of,
)
from notebrain.domain.review.cards import (
    HELD,
    Answer,
    Card,
    CardId,
    CardKind,
    CardState,
    Theirs,
    conflict_id,
    proposal,
)
from notebrain.domain.review.daily_order import UNLIMITED
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, ids_matching, maybe_from_ms, to_ms, waits

_COLUMNS = """id, kind, older_id, newer_id, older_hash, newer_hash, confidence, made_at, evidence, proposed, meaning,
    shared, state, answer, answered_at, later_until, theirs, judged_by, merge"""
_INTO = f"insert or replace into card ({_COLUMNS}) values ({', '.join('?' * 19)})"
_LIVE = """exists (select 1 from note where id = older_id and deleted_at is null)
    and exists (select 1 from note where id = newer_id and deleted_at is null)"""
# it may have been postponed on another computer whose clock is years ahead
_AWAY = waits("later_until")
_PACED = " and ".join(f"kind <> '{kind}'" for kind in sorted(UNLIMITED))
# "later" has a moment of answering; a version of this program without it put off what was too much for a day
_HELD = "state = 'open' and later_until is not null and answered_at is null"
_WAITING = f"state = 'open' and not coalesce({_AWAY}, 0) and {_LIVE}"


def put(db: Connection, card: Card) -> None:
    """Store a card, replacing an earlier one about the same notes."""
    theirs = theirs_document(card.theirs)
    db.execute(
        _INTO,
        (
            card.id,
            card.kind,
            card.older,
            card.newer,
            card.older_hash,
            card.newer_hash,
            card.confidence,
            to_ms(card.made_at),
            json.dumps(evidence_document(card.evidence), ensure_ascii=False),
            card.proposed,
            card.meaning,
            card.shared,
            card.state,
            card.answer,
            None if card.answered_at is None else to_ms(card.answered_at),
            None if card.later_until is None else to_ms(card.later_until),
            None if theirs is None else json.dumps(theirs, ensure_ascii=False),
            card.judged_by,
            card.merge,
        ),
    )


def put_conflict(
    db: Connection,
    *,
    note_id: NoteId,
    theirs: str,
    theirs_title: str,
    base: str | None,
    at: datetime,
    device: str,
    here: str = "",
) -> CardId:
    """Store the other computer's text of an edit conflict as a card; return its id.

    A note has one such card: a newer conflict replaces it (the text it held is in the note's history).

    Args:
        theirs: The other computer's body.
        base: The last body that both computers had, or None.
        at: When the other computer wrote it.
        here: The computer whose text is in the note.
    """
    mine = db.execute("select body from note where id = ?", (note_id,)).fetchone()
    card = Card(
        id=conflict_id(note_id),
        kind=CardKind.CONFLICT,
        older=note_id,
        newer=note_id,
        older_hash=repeat_hash("" if mine is None else mine[0]),
        newer_hash=repeat_hash(theirs),
        confidence=1.0,
        made_at=at,
        proposed=proposal(CardKind.CONFLICT, protected=False),
        theirs=Theirs(theirs, theirs_title, base, device, at, here),
    )
    put(db, card)
    return card.id


def get(db: Connection, card_id: CardId) -> Card:
    """Return the card with this id.

    Raises:
        NotFound: There is no such card.
    """
    row = db.execute(f"select {_COLUMNS} from card where id = ?", (card_id,)).fetchone()
    if row is None:
        raise _not_found(card_id)
    return _card(row)


def maybe(db: Connection, card_id: CardId) -> Card | None:
    """Return the card with this id, or None."""
    row = db.execute(f"select {_COLUMNS} from card where id = ?", (card_id,)).fetchone()
    return None if row is None else _card(row)


def find(db: Connection, typed: str) -> CardId:
    """Return the one card whose id begins, or else ends, with what the user typed.

    Raises:
        NotFound: No card matches, or several do.
    """
    found = ids_matching(db, "card", typed)
    if len(found) > 1:
        raise NotFound(_("Several cards match {id}; give more of the id.").format(id=typed))
    if not found:
        raise _not_found(typed)
    return CardId(found[0])


def waiting(
    db: Connection, *, now: datetime, limit: int = 1_000, with_held: bool = False
) -> list[Card]:
    """Return the cards that wait for an answer, most certain first, then newest; the order is stable.

    Cards that are postponed or belong to notes in the trash are left out.

    Args:
        with_held: Whether to include those that have not come out yet.
    """
    found = f"({_WAITING}) or ({_HELD} and {_LIVE})" if with_held else _WAITING
    rows = db.execute(
        f"select {_COLUMNS} from card where {found} order by confidence desc, made_at desc, id limit ?",
        (to_ms(now), limit),
    )
    return [_card(row) for row in rows]


def surest_first(card: Card) -> tuple[float, float, str]:
    """Return the place of a card among those that wait, for sorting."""
    return -card.confidence, -card.made_at.timestamp(), card.id


def count_waiting(db: Connection, *, now: datetime) -> int:
    """Return how many cards wait for an answer."""
    number: int = db.execute(
        f"select count(*) from card where {_WAITING}", (to_ms(now),)
    ).fetchone()[0]
    return number


def answered(db: Connection, *, limit: int = 1_000) -> list[Card]:
    """Return answered cards, the latest answer first."""
    rows = db.execute(
        f"select {_COLUMNS} from card where state = 'answered' order by answered_at desc limit ?",
        (limit,),
    )
    return [_card(row) for row in rows]


def dismissed(db: Connection) -> list[Card]:
    """Return the cards that were wrong, the latest answer first."""
    rows = db.execute(
        f"""select {_COLUMNS} from card where state = 'answered' and answer = 'dismiss' and older_id in
            (select id from note) and newer_id in (select id from note) order by answered_at desc limit 1000"""
    )
    return [_card(row) for row in rows]


def pairs(db: Connection, state: CardState) -> list[Card]:
    """Return the cards in a state that are about two notes outside the trash."""
    rows = db.execute(
        f"select {_COLUMNS} from card where state = ? and kind <> 'conflict' and {_LIVE}", (state,)
    )
    return [_card(row) for row in rows]


def about(db: Connection, note_id: NoteId) -> list[Card]:
    """Return all cards about a note, in any state."""
    rows = db.execute(
        f"""select {_COLUMNS} from card where older_id = ?1
        union select {_COLUMNS} from card where newer_id = ?1""",
        (note_id,),
    )
    return [_card(row) for row in rows]


def forget_quotes(db: Connection, note_id: NoteId) -> None:
    """Delete quotes of former texts from the cards about a note, because it may leave this computer now."""
    for card in about(db, note_id):
        bodies = {
            side: db.execute("select body from note where id = ?", (one,)).fetchone()
            for side, one in ((Side.OLDER, card.older), (Side.NEWER, card.newer))
        }
        evidence = tuple(
            quote
            for quote in card.evidence
            if (body := bodies[quote.side]) is not None
            and quote.text == body[0][quote.start : quote.end]
        )
        if evidence != card.evidence or card.merge:
            put(db, replace(card, evidence=evidence, merge=""))


def settled_texts(db: Connection, one: bytes, other: bytes) -> Card | None:
    """Return a card with which the user accepted both of two texts, given by their hashes, or None."""
    row = db.execute(
        f"""select {_COLUMNS} from card where state = 'answered' and answer in ('dismiss', 'keep_both')
            and ((older_hash = ?1 and newer_hash = ?2) or (older_hash = ?2 and newer_hash = ?1)) limit 1""",
        (one, other),
    ).fetchone()
    return None if row is None else _card(row)


def withdraw(db: Connection, card: Card) -> None:
    """Withdraw a card that an edit has settled."""
    put(db, replace(card, state=CardState.WITHDRAWN))


def come_out_since(db: Connection, midnight: datetime) -> list[Card]:
    """Return the cards that came out on the day that began at `midnight`, without those that an edit settled."""
    rows = db.execute(
        f"""select {_COLUMNS} from card where made_at >= ? and made_at < ? and {_PACED}
            and (state = 'answered' or (state = 'open' and not ({_HELD}) and {_LIVE}))""",
        (to_ms(midnight), to_ms(midnight + timedelta(days=1))),
    )
    return [_card(row) for row in rows]


def held(db: Connection, *, most: int) -> list[Card]:
    """Return the surest open cards of each kind that have not come out yet, at most so many.

    Those that an earlier version of this program put off until the next day are all returned.
    """
    rows = db.execute(
        f"""select {_COLUMNS} from (select *, row_number() over (
                partition by kind order by confidence desc, coalesce(meaning, 0) desc, id) as place
            from card where {_HELD} and {_PACED} and {_LIVE}) where place <= ? or later_until < ?""",
        (most, to_ms(HELD)),
    )
    return [_card(row) for row in rows]


def count_held(db: Connection) -> int:
    """Return how many open cards have not come out yet."""
    number: int = db.execute(
        f"select count(*) from card where {_HELD} and {_PACED} and {_LIVE}"
    ).fetchone()[0]
    return number


def _not_found(card_id: str) -> NotFound:
    return NotFound(_("There is no card {id} here.").format(id=card_id))


def _card(row: Sequence[Any]) -> Card:
    return Card(
        id=CardId(row[0]),
        kind=CardKind(row[1]),
        older=NoteId(row[2]),
        newer=NoteId(row[3]),
        older_hash=row[4],
        newer_hash=row[5],
        confidence=row[6],
        made_at=from_ms(row[7]),
        evidence=evidence_of(json.loads(row[8])),
        proposed=None if row[9] is None else Answer(row[9]),
        meaning=row[10],
        shared=row[11],
        state=CardState(row[12]),
        answer=None if row[13] is None else Answer(row[13]),
        answered_at=maybe_from_ms(row[14]),
        later_until=maybe_from_ms(row[15]),
        theirs=None if row[16] is None else theirs_of(json.loads(row[16])),
        judged_by=row[17],
        merge=row[18],
    )
