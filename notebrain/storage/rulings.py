"""What a model of the account said about pairs of texts."""

import json

from notebrain.domain.arbitration import Ruling
from notebrain.domain.card_records import evidence_document, evidence_of
from notebrain.domain.cards import Card, CardId
from notebrain.domain.judging.verdict import Kind
from notebrain.storage import cards
from notebrain.storage.database import Connection

_UNJUDGED = """from card left join ruling on ruling.older_hash = card.older_hash
        and ruling.newer_hash = card.newer_hash and judge = ?
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


def unasked(db: Connection, judge: str, *, limit: int) -> list[Card]:
    """Return open cards whose texts a judge was never asked about: the least sure first.

    Those of a note that stays on this computer, or lies in the trash, are not among them.
    """
    rows = db.execute(
        f"select card.id {_UNJUDGED} and judge is null order by confidence, made_at desc limit ?",
        (judge, limit),
    ).fetchall()
    return [cards.get(db, CardId(row[0])) for row in rows]


def unused(db: Connection, judge: str, *, limit: int) -> list[tuple[Card, Ruling]]:
    """Return open cards about whose texts the judge has said something that they do not carry yet."""
    rows = db.execute(
        f"select card.id, said {_UNJUDGED} and said is not null limit ?", (judge, limit)
    ).fetchall()
    return [(cards.get(db, CardId(row[0])), _ruling(row[1])) for row in rows]


def _ruling(said: str) -> Ruling:
    kind, confidence, quotes, merge = json.loads(said)
    return Ruling(Kind(kind), float(confidence), evidence_of(quotes), str(merge))
