"""Finding the notes that one note is worth comparing with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from notebrain.domain.notes.note import Note
from notebrain.domain.review.candidates import share_words
from notebrain.domain.search.ranking.features import Shape
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.review import queue
from notebrain.storage.search import fts

LOOKED_AT = 8
"""So many of the nearest notes are compared (true pairs stand among the first three)."""
_RARE = 200
_WORDS = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note to compare with.

    Attributes:
        nearest: The highest cosine of a passage of it, or None where only its words are near.
        shared: How many key words both have.
    """

    note: Note
    nearest: float | None
    shared: int


def candidates(
    db: Connection,
    key: int,
    note: Note,
    near: Mapping[int, float],
    *,
    least: float,
    also: Sequence[int] = (),
) -> list[Candidate]:
    """Return the notes outside the trash that are near in meaning, share key words, or say exactly the same.

    Args:
        near: The nearest notes with their cosines.
        least: Below this cosine a note is not near.
        also: Notes that are compared whatever they are like, e.g. because a card names them.
    """
    shape = Shape.of(note.body)
    by_meaning = sorted(
        (other for other, cosine in near.items() if other != key and cosine >= least),
        key=lambda other: -near[other],
    )[:LOOKED_AT]
    exact = [notes.key_of(db, one) for one in notes.repeats(db, note.body) if one != note.id]
    sure = {*also, *exact[:2], *by_meaning}
    wanted = dict.fromkeys([*also, *exact[:2], *by_meaning, *_by_words(db, key, shape)])
    live = queue.live_ids(db, list(wanted))
    found: list[Candidate] = []
    for other in wanted:
        if other not in live:
            continue
        read = notes.get(db, live[other])
        its = Shape.of(read.body)
        if other in sure or share_words(shape, its):
            found.append(Candidate(read, near.get(other), len(shape.subject & its.subject)))
    return found


def _by_words(db: Connection, key: int, shape: Shape) -> list[int]:
    """Return the notes that share most of this note's rare words; long words are rare."""
    tally: Counter[int] = Counter()
    for word in sorted(shape.subject, key=lambda word: (-len(word), word))[:_WORDS]:
        if word.isalnum():
            tally.update(fts.newest(db, fts.phrase([word]), limit=_RARE))
    del tally[key]
    return [other for other, shared in tally.most_common(LOOKED_AT) if shared > 1]
