"""Store what a model in the account said about pairs of texts."""

import json
from datetime import datetime
from hashlib import sha256

from notebrain.domain.judge.verdict import Kind
from notebrain.domain.review.card_json import evidence_document, evidence_of
from notebrain.domain.review.cards import Card, CardId
from notebrain.domain.review.second_opinion import Opinion
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sql import maybe_from_ms, to_ms, waits

MOST_ASKS = 2
"""How often a judge may be asked about the same two texts, counting all computers and whatever the outcome."""
_UNJUDGED = """from card left join ruling on ruling.older_hash = card.older_hash
        and ruling.newer_hash = card.newer_hash and judge = ?2
    where state = 'open' and judged_by = '' and kind not in ('repeat', 'conflict')
        and not exists (select 1 from note where note.id in (older_id, newer_id)
            and (local_only or deleted_at is not null))"""


def save(db: Connection, card: Card, judge: str, ruling: Opinion | None) -> None:
    """Store a judge's ruling on the texts of a card; None means it gave no usable answer."""
    text = None
    if ruling is not None:
        text = json.dumps(
            [ruling.kind, ruling.confidence, evidence_document(ruling.quotes), ruling.merge],
            ensure_ascii=False,
        )
    db.execute(
        "insert or replace into ruling (older_hash, newer_hash, judge, said) values (?, ?, ?, ?)",
        (card.older_hash, card.newer_hash, judge, text),
    )
    _forget_tries(db, card, judge)


def question(card: Card, judge: str) -> str:
    """Return the name of the question about a card's texts, which is the same on every computer."""
    texts = b"".join(sorted((card.older_hash, card.newer_hash)))
    return sha256(texts + judge.encode()).hexdigest()[:32]


def asked_elsewhere(db: Connection, card: Card, judge: str) -> None:
    """Record that other computers have used up the number of questions about a card's texts."""
    db.execute(
        """insert into ruling_try (older_hash, newer_hash, judge, asked) values (?, ?, ?, ?)
        on conflict (older_hash, newer_hash, judge) do update set asked = excluded.asked, reason = null""",
        (card.older_hash, card.newer_hash, judge, MOST_ASKS),
    )


def begin(db: Connection, card: Card, judge: str) -> None:
    """Count a question about a card's texts before it is sent, so that a kill cannot cause endless repeats."""
    db.execute(
        """insert into ruling_try (older_hash, newer_hash, judge, asked) values (?, ?, ?, 1)
        on conflict (older_hash, newer_hash, judge) do update set asked = asked + 1, reason = null""",
        (card.older_hash, card.newer_hash, judge),
    )


def uncount(db: Connection, card: Card, judge: str) -> None:
    """Uncount the last question, because it was certainly not answered."""
    db.execute(
        "update ruling_try set asked = asked - 1 where older_hash = ? and newer_hash = ? and judge = ?",
        (card.older_hash, card.newer_hash, judge),
    )


def set_aside(db: Connection, card: Card, judge: str, *, reason: str, until: datetime) -> None:
    """Record why a judge cannot be asked about a card's texts, and when to try again."""
    db.execute(
        """update ruling_try set reason = ?, not_before = ?
        where older_hash = ? and newer_hash = ? and judge = ?""",
        (reason, to_ms(until), card.older_hash, card.newer_hash, judge),
    )


def try_again(db: Connection) -> None:
    """Allow postponed questions to be asked again now, within the limit."""
    db.execute("update ruling_try set reason = null, not_before = 0")


def next_due(db: Connection, judge: str, *, now: datetime) -> datetime | None:
    """Return when the first postponed question may be asked again, or None if there is none."""
    (moment,) = db.execute(
        f"select min(not_before) from ruling_try where {waits('not_before')} and judge = ?2 and asked < ?3",
        (to_ms(now), judge, MOST_ASKS),
    ).fetchone()
    return maybe_from_ms(moment)


def unasked(db: Connection, judge: str, *, now: datetime, limit: int) -> list[Card]:
    """Return open cards that a judge may be asked about, the least certain first, before those that are not out yet.

    The judge has not ruled on their texts, was asked fewer than `MOST_ASKS` times, and they are not postponed.
    Cards about notes that are in the trash or stay on this computer are left out.
    """
    rows = db.execute(
        f"""select card.id {_UNJUDGED} and judge is null and not exists (select 1 from ruling_try as tried
            where tried.older_hash = card.older_hash and tried.newer_hash = card.newer_hash
            and tried.judge = ?2 and (asked >= {MOST_ASKS} or {waits("not_before", "?1")}))
        order by later_until is not null, confidence, made_at desc limit ?3""",
        (to_ms(now), judge, limit),
    ).fetchall()
    return [cards.get(db, CardId(row[0])) for row in rows]


def unused(db: Connection, judge: str, *, limit: int) -> list[tuple[Card, Opinion]]:
    """Return open cards with a ruling of this judge that has not been applied to them yet."""
    rows = db.execute(
        f"select card.id, said {_UNJUDGED} and said is not null limit ?1", (limit, judge)
    ).fetchall()
    return [(cards.get(db, CardId(row[0])), _ruling(row[1])) for row in rows]


def _forget_tries(db: Connection, card: Card, judge: str) -> None:
    db.execute(
        "delete from ruling_try where older_hash = ? and newer_hash = ? and judge = ?",
        (card.older_hash, card.newer_hash, judge),
    )


def _ruling(text: str) -> Opinion:
    kind, confidence, quotes, merge = json.loads(text)
    return Opinion(Kind(kind), float(confidence), evidence_of(quotes), str(merge))
