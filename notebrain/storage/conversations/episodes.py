"""Store and read episodes: what conversations were about and what they came to."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from notebrain.domain.conversations.conversation import Conversation, ConversationId, Episode
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.conversations import conversations
from notebrain.storage.conversations.conversations import STAYS
from notebrain.storage.sql import from_ms, to_ms

RECENT = 5
_COLUMNS = f"""conversation.id, conversation.title, summary, topics, outcome, messages, made_at, made_by,
    {STAYS.format(of="conversation.id", turn="1")}"""
_LIVE = (
    "from episode join conversation on conversation.id = conversation_id where deleted_at is null"
)


@dataclass(frozen=True, slots=True)
class StoredVector:
    """The vector of an episode: `dimensions` little-endian float32 values."""

    id: ConversationId
    data: bytes


def put(db: Connection, episode: Episode) -> None:
    """Store the episode of a conversation in place of an earlier one; it has no vector yet."""
    db.execute(
        """insert or replace into episode (conversation_id, summary, topics, outcome, messages, made_by, made_at)
        values (?, ?, ?, ?, ?, ?, ?)""",
        (
            episode.id,
            episode.summary,
            json.dumps(episode.topics, ensure_ascii=False),
            episode.outcome,
            episode.messages,
            episode.made_by,
            to_ms(episode.made_at),
        ),
    )
    conversations.put_words(db, episode.id)


def recent(db: Connection, *, limit: int = RECENT) -> list[Episode]:
    """Return the episodes of the conversations that ended last, the last one first."""
    rows = db.execute(
        f"select {_COLUMNS} {_LIVE} order by made_at desc, conversation.id desc limit ?", (limit,)
    )
    return [_episode(row) for row in rows]


def of(db: Connection, conversation: ConversationId) -> Episode | None:
    """Return the episode of a conversation, or None if it has not ended yet."""
    row = db.execute(
        f"select {_COLUMNS} {_LIVE} and conversation.id = ?", (conversation,)
    ).fetchone()
    return None if row is None else _episode(row)


def without_vector(db: Connection, space: Space) -> list[Episode]:
    """Return the newest episodes that cannot be found by their meaning yet, in this space."""
    rows = db.execute(
        f"select {_COLUMNS} {_LIVE} and (vector is null or space <> ?) order by made_at desc limit 20",
        (_name(space),),
    )
    return [_episode(row) for row in rows]


def put_vector(db: Connection, episode: Episode, space: Space, vector: bytes) -> None:
    """Store the vector of an episode, unless it was made anew meanwhile."""
    db.execute(
        "update episode set space = ?, vector = ? where conversation_id = ? and made_at = ?",
        (_name(space), vector, episode.id, to_ms(episode.made_at)),
    )


def vectors(db: Connection, space: Space) -> list[StoredVector]:
    """Return the vectors of all episodes in this space."""
    rows = db.execute(
        f"select conversation_id, vector {_LIVE} and space = ? and vector is not null",
        (_name(space),),
    )
    return [StoredVector(ConversationId(one), data) for one, data in rows]


def listed(db: Connection, ids: Sequence[ConversationId]) -> list[Conversation]:
    """Return these conversations, in this order, without those that are gone."""
    rows = {one.id: one for one in conversations.listed(db, limit=100_000)} if ids else {}
    return [rows[one] for one in ids if one in rows]


def _name(space: Space) -> str:
    return f"{space.model} {space.pooling} {space.dimensions}"


def _episode(row: Sequence[Any]) -> Episode:
    return Episode(
        id=ConversationId(row[0]),
        title=row[1],
        summary=row[2],
        topics=tuple(json.loads(row[3])),
        outcome=row[4],
        messages=row[5],
        made_at=from_ms(row[6]),
        made_by=row[7],
        stays=bool(row[8]),
    )
