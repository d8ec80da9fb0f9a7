"""A seeded corpus: notes of Zipf-distributed words on many subjects, vectors in as many clusters.

Note i depends only on the seed and i. Vectors are synthetic because embedding 100,000 notes of 200
words takes the local
model about forty minutes; what is measured with them (reading, comparing, ranking) does not depend
on their meaning.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from random import Random

import numpy as np

from notebrain.app.core.resources import resource

SEED = 20261121
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DIMENSIONS = 384
_SHORTEST = 2
_DISTINCT_WORDS = 194_000
_SUBJECTS = 200
_WORDS_OF_SUBJECT = 60
_SHARE_OF_SUBJECT = 0.25
_OLDEST_DAYS = 1_000


@dataclass(frozen=True, slots=True)
class SampleNote:
    """One note of the corpus with its vector (little-endian float32, unit length)."""

    title: str
    body: str
    written_at: datetime
    vector: bytes


@lru_cache(maxsize=1)
def vocabulary() -> list[str]:
    """Return 194,000 words, frequent ones first: the whole words of the model, then compounds of two of them.

    So many distinct words has a real collection of 100,000 notes (20 million words); with the model's 21,000 alone each
    word would be in ten times as many notes as people's words are.
    """
    lines = resource("models", "english", "vocab.txt").read_text(encoding="utf-8").splitlines()
    known = [word for word in lines if len(word) > _SHORTEST and word.isascii() and word.isalpha()]
    random = np.random.default_rng(SEED)
    pairs = random.integers(0, len(known), size=(2 * _DISTINCT_WORDS, 2))
    compounds = dict.fromkeys(f"{known[one]}{known[other]}" for one, other in pairs)
    return list(dict.fromkeys((*known, *compounds)))[:_DISTINCT_WORDS]


def notes(count: int, *, words: int = 200, seed: int = SEED) -> Iterator[SampleNote]:
    """Yield `count` notes of about `words` words."""
    known = np.array(vocabulary(), dtype=object)
    frequency = 1.0 / np.arange(10, len(known) + 10)
    cumulative = np.cumsum(frequency / frequency.sum())
    shared = np.random.default_rng(seed)
    subjects = shared.integers(200, len(known), size=(_SUBJECTS, _WORDS_OF_SUBJECT))
    centers = _unit(shared.standard_normal((_SUBJECTS, DIMENSIONS)))
    for number in range(count):
        random = np.random.default_rng((seed, number))
        subject = number % _SUBJECTS
        picked = np.minimum(np.searchsorted(cumulative, random.random(words)), len(known) - 1)
        own = random.random(words) < _SHARE_OF_SUBJECT
        picked[own] = subjects[subject][random.integers(0, _WORDS_OF_SUBJECT, size=int(own.sum()))]
        vector = _unit(
            centers[subject] + 0.9 * random.standard_normal(DIMENSIONS) / np.sqrt(DIMENSIONS)
        )
        title = " ".join(known[subjects[subject][random.integers(0, _WORDS_OF_SUBJECT, size=4)]])
        yield SampleNote(
            title=f"{title} {number}",
            body=f"# {title} {number}\n\n{_lines(list(known[picked]))}\n",
            written_at=NOW - timedelta(days=float(random.random() ** 2 * _OLDEST_DAYS)),
            vector=vector.astype("<f4").tobytes(),
        )


def title(random: Random, number: int) -> str:
    """Return a title of two to six words, some with a date or with letters beyond ASCII; no two are the same."""
    known = vocabulary()
    words = [known[int(len(known) ** random.random()) - 1] for _word in range(random.randint(2, 6))]
    if number % 10 == 0:
        words.insert(0, f"{(NOW - timedelta(days=number % 900)).date()}")
    if number % 20 == 1:
        words[0] = f"Über{words[0]}"
    return " ".join((*words, str(number)))


def queries(count: int, *, words: int, seed: int = SEED) -> list[str]:
    """Return searches: words of one subject, now and then a common one."""
    known = vocabulary()
    shared = np.random.default_rng(seed)
    subjects = shared.integers(200, len(known), size=(_SUBJECTS, _WORDS_OF_SUBJECT))
    random = np.random.default_rng((seed, words, count))
    found = []
    for _number in range(count):
        subject = subjects[random.integers(0, _SUBJECTS)]
        picked = [known[subject[one]] for one in random.integers(0, _WORDS_OF_SUBJECT, size=words)]
        if words > 1 and random.random() < 0.2:
            picked[-1] = known[int(random.integers(0, 200))]
        found.append(" ".join(picked))
    return found


def _unit(vectors: "np.typing.NDArray[np.float64]") -> "np.typing.NDArray[np.float64]":
    found: np.typing.NDArray[np.float64] = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return found


def _lines(words: list[str]) -> str:
    return "\n".join(" ".join(words[start : start + 14]) for start in range(0, len(words), 14))
