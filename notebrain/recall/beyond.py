"""Notes whose vectors are only in the account: compared exactly, and put among those that are here."""

from collections.abc import Sequence

import numpy as np

from notebrain.domain.sync.remote import NoteVectors
from notebrain.recall.matrix import Floats
from notebrain.recall.meaning import Near
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts


def with_beyond(
    db: Connection,
    near: Near,
    beyond: Sequence[NoteVectors],
    *,
    allowed: frozenset[int] | None,
    hidden: frozenset[int],
) -> Near:
    """Return what was found here and, each once, the notes whose vectors came from the account."""
    keys = facts.keys_of(db, [one.note_id for one in beyond])
    there = {
        keys[one.note_id]: one
        for one in beyond
        if one.note_id in keys
        and one.vectors
        and keys[one.note_id] not in hidden
        and (allowed is None or keys[one.note_id] in allowed)
    }
    new = {key: one for key, one in there.items() if key not in set(near.keys)}
    if not new:
        return near
    hashes, rows = zip(*(_best(one, near.question) for one in new.values()), strict=True)
    vectors: Floats = np.vstack([near.vectors, *rows])
    chunk_ids = [facts.chunk_of(db, key, one) for key, one in zip(new, hashes, strict=True)]
    cosines = near.scaled(np.vstack(rows) @ near.question)
    return Near(
        keys=[*near.keys, *new],
        chunk_ids=[*near.chunk_ids, *chunk_ids],
        dated_ms=[*near.dated_ms, *[None] * len(new)],
        cosines=[*near.cosines, *cosines.tolist()],
        vectors=vectors,
        question=near.question,
        floor=near.floor,
    )


def _best(one: NoteVectors, question: Floats) -> tuple[bytes, Floats]:
    """Return the passage of a note that is nearest to the question: its hash and its vector."""
    hashes = list(one.vectors)
    vectors = np.frombuffer(b"".join(one.vectors.values()), "<f4").reshape(len(hashes), -1)
    place = int(np.argmax(vectors @ question))
    return hashes[place], vectors[place]
