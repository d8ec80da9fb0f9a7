"""Judging pairs of texts that are not in a vault."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from notebrain.domain.embedding.passages import passage_text, split
from notebrain.domain.embedding.scales import scale_of
from notebrain.domain.errors import NoEmbedder
from notebrain.domain.judge.judge import Judge
from notebrain.domain.judge.verdict import Cosines, Statement, Verdict
from notebrain.domain.ports import LocalModel
from notebrain.domain.text.languages import ENGLISH, language_of
from notebrain.review.model_bands import Floats, WordLikeness, cosine, vector
from notebrain.review.relations import Relations

REMEMBERED = 4_096
"""How many texts keep their vectors: in a list of pairs, neighbors often share a text."""


class TextJudge:
    """Judges two texts at a time and stores nothing.

    Without a model it judges by the words alone, and `problem` says why.

    Args:
        english: The model for texts in English.
        others: The model for texts in any other language.
    """

    def __init__(self, judge: Judge, english: LocalModel, others: LocalModel) -> None:
        self._english = _WithModel(judge, english)
        self._others = _WithModel(judge, others)

    @property
    def problem(self) -> str | None:
        """Why there is no model, or None."""
        return self._english.problem or self._others.problem

    def judge(self, older: Statement, newer: Statement) -> Verdict:
        """Return how the two texts relate to each other."""
        both = f"{older.body}\n{newer.body}"
        is_english = both.isascii() and language_of(both) in {ENGLISH, None}
        return (self._english if is_english else self._others).judge(older, newer)


class _WithModel:
    """Judges with one model."""

    def __init__(self, judge: Judge, embedder: LocalModel) -> None:
        self._judge = judge
        self._relations = Relations(judge.weights.relations)
        self._embedder = embedder
        self._scale = scale_of(embedder.space.model)
        self._vectors = lru_cache(maxsize=REMEMBERED)(self._embedded)
        self._like = WordLikeness(embedder)
        self.problem: str | None = None

    def judge(self, older: Statement, newer: Statement) -> Verdict:
        cosines = self._cosines(older.body, newer.body)
        if self.problem is not None:
            return self._judge.judge(older, newer, cosines)
        return self._judge.judge(older, newer, cosines, like=self._like, relate=self._read_both)

    def _read_both(self, older: str, newer: str) -> Sequence[float] | None:
        try:
            return self._embedder.relate(older, newer)
        except NoEmbedder:
            return None

    def _cosines(self, older: str, newer: str) -> Cosines:
        if self.problem is not None:
            return Cosines()
        try:
            ours, theirs = self._vectors(older), self._vectors(newer)
        except NoEmbedder as error:
            self.problem = str(error)
            return Cosines()
        if not len(ours) or not len(theirs):
            return Cosines()
        one, other = ours.sum(axis=0), theirs.sum(axis=0)
        return Cosines(
            self._scale.of_notes(cosine(one, other)),
            self._scale.of_notes(float((ours @ theirs.T).max())),
            self._relations.between(self._embedder.space.model, one, other),
        )

    def _embedded(self, text: str) -> Floats:
        """Return the vectors of a text's passages, one row each."""
        embedder = self._embedder
        pieces = split(text, max_tokens=embedder.max_tokens, count_tokens=embedder.count_tokens)
        found = embedder.embed([passage_text(text, piece.start, piece.end) for piece in pieces])
        return np.reshape(vector(b"".join(found)), (len(pieces), embedder.space.dimensions))
