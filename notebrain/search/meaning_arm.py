"""Find notes by meaning, and fuse the word and meaning scores.

Two steps use the nearness of notes to each other, both only among notes already found. Feedback: the question's vector
is moved a tenth toward the two best notes, whose words say more than the question (nDCG on LoCoMo, Cranfield, SciFact:
+.003, +.005, -.003). Smoothing: each match takes three tenths from its near neighbors (+.006, +.018, .000).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from notebrain.domain.embedding.scales import COMMON, Point, Scale, scale_of
from notebrain.domain.search.ranking.scores import blend, normalized, smoothed
from notebrain.domain.sync.remote import NoteVectors
from notebrain.search.vector_matrix import (
    NO_MATCH,
    Floats,
    Ints,
    Matrix,
    best_of_notes,
    best_rows,
)
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts

FEEDBACK_NOTES, FEEDBACK_WEIGHT = 2, 0.1
NEIGHBORS_AMONG, NEIGHBOR_SHARE, NEIGHBOR_COSINE = 50, 0.3, 0.4


@dataclass(frozen=True, slots=True)
class Near:
    """The best passage of each note examined.

    Attributes:
        keys: The notes.
        vectors: The vector of each note's best passage.
        question: The vector of the question.
        cosines: The cosine of each passage with the question, on the common scale.
        scale: What the model's cosines mean.
    """

    keys: Sequence[int]
    chunk_ids: Sequence[int]
    dated_ms: Sequence[int | None]
    cosines: Sequence[float]
    vectors: Floats
    question: Floats
    scale: Scale = COMMON

    def of_question(self, cosines: Floats) -> Floats:
        """Return cosines between the question and notes on the common scale."""
        return _on(self.scale.question, cosines)

    def of_notes(self, cosines: Floats) -> Floats:
        """Return cosines between notes on the common scale."""
        return _on(self.scale.notes, cosines)


def search_vectors(
    db: Connection,
    matrix: Matrix,
    question: bytes,
    *,
    also: Sequence[int],
    allowed: frozenset[int] | None,
    hidden: frozenset[int],
    top: int,
    inside: frozenset[int] = frozenset(),
) -> Near:
    """Return the notes nearest to a question, and those in `also`, with their exact cosines.

    Args:
        inside: The notes of the time that the question names; the `top` nearest of them are found as well.
    """
    query = np.frombuffer(question, "<f4")
    cosines = matrix.cosines(query)
    _filter(matrix.keys, cosines, allowed, hidden)
    rows: Ints = best_rows(
        matrix, cosines, [*also, *_nearest_of(inside, matrix, cosines, top)], top=top
    )
    vectors = matrix.vectors(db, rows)
    exact = vectors @ query
    # only now: the passages of a note may be closer to each other than their vectors in memory are to them
    best = best_of_notes(matrix.keys[rows], exact)
    rows, vectors = rows[best], vectors[best]
    scale = scale_of(matrix.space.model)
    return Near(
        keys=matrix.keys[rows].tolist(),
        chunk_ids=matrix.chunk_ids(rows),
        dated_ms=matrix.dated_ms(rows),
        cosines=_on(scale.question, exact[best]).tolist(),
        vectors=vectors,
        question=query,
        scale=scale,
    )


def _nearest_of(keys: frozenset[int], matrix: Matrix, cosines: Floats, number: int) -> list[int]:
    """Return the notes among these that are nearest to the question."""
    if not keys:
        return []
    among = cosines.copy()
    _filter(matrix.keys, among, keys, frozenset())
    nearest: list[int] = matrix.keys[best_rows(matrix, among, [], top=number)].tolist()
    return nearest


def _on(curve: Sequence[Point], cosines: Floats) -> Floats:
    xs, ys = zip(*curve, strict=True)
    scaled: Floats = np.interp(cosines, xs, ys).astype(np.float32)
    return scaled


def _filter(
    keys: Ints, cosines: Floats, allowed: frozenset[int] | None, hidden: frozenset[int]
) -> None:
    """Mark the rows of notes that may not be shown as not matching."""
    if not len(keys) or (allowed is None and not hidden):
        return
    named = hidden if allowed is None else allowed - hidden
    numbers = np.fromiter(named, np.int64, len(named))
    table = np.full(int(keys.max()) + 2, allowed is None)
    table[numbers[numbers < len(table)]] = allowed is not None
    cosines[~table[np.maximum(keys, 0)]] = NO_MATCH


def fuse(
    words: list[float], near: Near, rows: Sequence[int | None], *, alpha: float
) -> tuple[list[float], list[float]]:
    """Return the word match and the meaning match of each note, from 0 to 1.

    Args:
        words: The word match of each note, 0 to 1.
        rows: Each note's row in `near`, or None if it has no vector.
    """
    held = [(place, row) for place, row in enumerate(rows) if row is not None]
    if not held:
        return words, [0.0] * len(words)
    vectors = near.vectors[[row for _, row in held]]
    meaning = _placed(
        normalized(near.of_question(vectors @ near.question).tolist()), held, len(words)
    )
    first = [blend(k, m, alpha=alpha) for k, m in zip(words, meaning, strict=True)]
    best = sorted(held, key=lambda pair: -first[pair[0]])
    question = _moved(near, best[:FEEDBACK_NOTES], first)
    meaning = _placed(normalized(near.of_question(vectors @ question).tolist()), held, len(words))
    return _smooth(words, meaning, near, best[:NEIGHBORS_AMONG])


def _placed(values: Sequence[float], held: Sequence[tuple[int, int]], length: int) -> list[float]:
    placed = [0.0] * length
    for value, (place, _) in zip(values, held, strict=True):
        placed[place] = value
    return placed


def _moved(near: Near, best: Sequence[tuple[int, int]], scores: Sequence[float]) -> Floats:
    """Return the question's vector moved toward the best notes' vectors."""
    weights = np.array([scores[place] for place, _ in best], np.float32)
    towards = weights @ near.vectors[[row for _, row in best]]
    length = float(np.linalg.norm(towards))
    if length <= 0:
        return near.question
    moved = near.question + FEEDBACK_WEIGHT / length * towards
    unit: Floats = (moved / np.linalg.norm(moved)).astype(np.float32)
    return unit


def _smooth(
    words: list[float], meaning: list[float], near: Near, best: Sequence[tuple[int, int]]
) -> tuple[list[float], list[float]]:
    vectors = near.vectors[[row for _, row in best]]
    weights = _neighbors(near.of_notes(vectors @ vectors.T))
    places = [place for place, _ in best]
    for values in (words, meaning):
        for place, value in zip(
            places,
            smoothed([values[place] for place in places], weights, share=NEIGHBOR_SHARE),
            strict=True,
        ):
            values[place] = value
    return words, meaning


def _neighbors(cosines: Floats) -> list[list[float]]:
    """Return each vector's weights of the others, with a sum of 1: the square of the cosine above the least."""
    near = np.clip(cosines - np.float32(NEIGHBOR_COSINE), 0.0, None) ** 2
    np.fill_diagonal(near, 0.0)
    sums = near.sum(axis=1, keepdims=True)
    shares = np.divide(near, sums, out=np.zeros_like(near), where=sums > 0)
    return [row if any(row) else [] for row in shares.tolist()]


def with_beyond(
    db: Connection,
    near: Near,
    beyond: Sequence[NoteVectors],
    *,
    allowed: frozenset[int] | None,
    hidden: frozenset[int],
) -> Near:
    """Return the local results combined with the notes whose vectors came from the account, without duplicates."""
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
    cosines = near.of_question(np.vstack(rows) @ near.question)
    return Near(
        keys=[*near.keys, *new],
        chunk_ids=[*near.chunk_ids, *chunk_ids],
        dated_ms=[*near.dated_ms, *[None] * len(new)],
        cosines=[*near.cosines, *cosines.tolist()],
        vectors=vectors,
        question=near.question,
        scale=near.scale,
    )


def _best(one: NoteVectors, question: Floats) -> tuple[bytes, Floats]:
    """Return the passage of a note that is nearest to the question: its hash and its vector."""
    hashes = list(one.vectors)
    vectors = np.frombuffer(b"".join(one.vectors.values()), "<f4").reshape(len(hashes), -1)
    place = int(np.argmax(vectors @ question))
    return hashes[place], vectors[place]
