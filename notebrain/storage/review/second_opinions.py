"""What a model of the account said about pairs of texts."""

import json
from datetime import datetime
from hashlib import sha256

from notebrain.domain.judge.verdict import Kind
from notebrain.domain.review.card_json import evidence_document, evidence_of
from notebrain.domain.review.cards import Card, CardId
from notebrain.domain.review.second_opinion import Ruling
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sql import maybe_from_ms, to_ms, waits

MOST_ASKS = 2
"""So often a judge is asked about the same two texts at most, on all computers, whatever becomes of its answer."""
_UNJUDGED = """from card left join ruling on ruling.older_hash = card.older_hash
        and ruling.newer_hash = card.newer_hash and judge = ?2
    where state = 'open' and judged_by = '' and kind not in ('repeat', 'conflict')
        and not exists (select 1 from note where note.id in (older_id, newer_id)
            and (local_only or deleted_at is not null))"""


def keep(db: Connection, card: Card, judge: str, ruling: Ruling | None) -> None:
    """Keep what a judge said about the texts of a card; None: nothing that can be used."""
    said = None
    if ruling is not None:
        said = json.dumps(
            [ruling.kind, ruling.confidence, evidence_document(ruling.quotes), ruling.merge],
            ensure_ascii=False,
        )
    db.execute(
        "insert or replace into ruling (older_hash, newer_hash, judge, said) values (?, ?, ?, ?)",
        (card.older_hash, card.newer_hash, judge, said),
    )
    _forget_tries(db, card, judge)


def question(card: Card, judge: str) -> str:
    """Return what a question about the texts of a card is called, on every computer alike."""
    texts = b"".join(sorted((card.older_hash, card.newer_hash)))
    return sha256(texts + judge.encode()).hexdigest()[:32]


def asked_elsewhere(db: Connection, card: Card, judge: str) -> None:
    """Note down that other computers asked about the texts of a card as often as may be."""
    db.execute(
        """insert into ruling_try (older_hash, newer_hash, judge, asked) values (?, ?, ?, ?)
        on conflict (older_hash, newer_hash, judge) do update set asked = excluded.asked, reason = null""",
        (card.older_hash, card.newer_hash, judge, MOST_ASKS),
    )


def begin(db: Connection, card: Card, judge: str) -> None:
    """Count a question about the texts of a card before it leaves: a kill must not let it be asked without end."""
    db.execute(
        """insert into ruling_try (older_hash, newer_hash, judge, asked) values (?, ?, ?, 1)
        on conflict (older_hash, newer_hash, judge) do update set asked = asked + 1, reason = null""",
        (card.older_hash, card.newer_hash, judge),
    )


def take_back(db: Connection, card: Card, judge: str) -> None:
    """Do not count the last question: it surely was not answered."""
    db.execute(
        "update ruling_try set asked = asked - 1 where older_hash = ? and newer_hash = ? and judge = ?",
        (card.older_hash, card.newer_hash, judge),
    )


def set_aside(db: Connection, card: Card, judge: str, *, reason: str, until: datetime) -> None:
    """Note down why the texts of a card do not get through to a judge, and when to try again."""
    db.execute(
        """update ruling_try set reason = ?, not_before = ?
        where older_hash = ? and newer_hash = ? and judge = ?""",
        (reason, to_ms(until), card.older_hash, card.newer_hash, judge),
    )


def try_again(db: Connection) -> None:
    """Let what was set aside be asked about again now, as often as is left."""
    db.execute("update ruling_try set reason = null, not_before = 0")


def next_due(db: Connection, judge: str, *, now: datetime) -> datetime | None:
    """Return when the first pair that was set aside may be asked about again, None for none."""
    (moment,) = db.execute(
        f"select min(not_before) from ruling_try where {waits('not_before')} and judge = ?2 and asked < ?3",
        (to_ms(now), judge, MOST_ASKS),
    ).fetchone()
    return maybe_from_ms(moment)


def unasked(db: Connection, judge: str, *, now: datetime, limit: int) -> list[Card]:
    """Return open cards about whose texts a judge may be asked: the least sure first.

    It has said nothing about them yet, was asked less than `MOST_ASKS` times, and they were not refused today.
    Those of a note that stays on this computer, or lies in the trash, are not among them.
    """
    rows = db.execute(
        f"""select card.id {_UNJUDGED} and judge is null and not exists (select 1 from ruling_try as tried
            where tried.older_hash = card.older_hash and tried.newer_hash = card.newer_hash
            and tried.judge = ?2 and (asked >= {MOST_ASKS} or {waits("not_before", "?1")}))
        order by confidence, made_at desc limit ?3""",
        (to_ms(now), judge, limit),
    ).fetchall()
    return [cards.get(db, CardId(row[0])) for row in rows]


def unused(db: Connection, judge: str, *, limit: int) -> list[tuple[Card, Ruling]]:
    """Return open cards about whose texts the judge has said something that they do not carry yet."""
    rows = db.execute(
        f"select card.id, said {_UNJUDGED} and said is not null limit ?1", (limit, judge)
    ).fetchall()
    return [(cards.get(db, CardId(row[0])), _ruling(row[1])) for row in rows]


def _forget_tries(db: Connection, card: Card, judge: str) -> None:
    db.execute(
        "delete from ruling_try where older_hash = ? and newer_hash = ? and judge = ?",
        (card.older_hash, card.newer_hash, judge),
    )


def _ruling(said: str) -> Ruling:
    kind, confidence, quotes, merge = json.loads(said)
    return Ruling(Kind(kind), float(confidence), evidence_of(quotes), str(merge))
