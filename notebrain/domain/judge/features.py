"""Describes a pair of notes in figures, from which the learned judge concludes how they relate to each other.

A figure says nothing alone; which of them count, and how far, is learned (`packaging/train_judge.py`). What is not
known, such as the cosine of notes without vectors, is NaN.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p, nan
from typing import TYPE_CHECKING

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.edits import edits
from notebrain.domain.judge.opinion import Opinion
from notebrain.domain.judge.similarity import (
    are_records,
    excludes_other,
    stands_for_other,
    swaps_words,
)
from notebrain.domain.judge.verdict import Cosines, Kind, Side, Statement, What
from notebrain.domain.text.languages import language_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Features = Mapping[str, float]

_KINDS = (
    Kind.DUPLICATE,
    Kind.OVERLAP,
    Kind.REPLACED,
    Kind.CONTRADICTION,
    Kind.FLAGGED,
    Kind.DISTINCT,
)
_CONFLICTS = (
    What.NUMBER, What.MONEY, What.DATE, What.TIME, What.VERSION, What.ADDRESS, What.NAME, What.NEGATION, What.OPPOSITE
)  # fmt: skip
_DIMENSIONS = ("number", "money", "date", "weekday", "month", "time", "version")
_LONGEST_COMPARED = 4_000
"""Only this much of a text is compared by its letters."""


def describe(
    older: Statement, newer: Statement, pair: Comparison, opinion: Opinion, cosines: Cosines
) -> Features:
    """Return the figures of a pair by name.

    Args:
        older: The one written first.
        pair: What matches in their texts.
        opinion: What the rules say.
    """
    return {
        **dict(_meaning(cosines)),
        **dict(_sizes(pair, older.body, newer.body)),
        **dict(_words(pair)),
        **dict(_values(pair)),
        **dict(_claims(pair)),
        **dict(_letters(older.body, newer.body)),
        **dict(_form(older.body, newer.body)),
        **edits(pair),
        **dict(_rules(pair, opinion)),
    }


def _meaning(cosines: Cosines) -> Iterator[tuple[str, float]]:
    yield "cosine", _known(cosines.whole)
    yield "cosine of the nearest passages", _known(cosines.nearest)
    for at, score in enumerate(cosines.relation or ()):
        yield f"relation {at}", score


def _known(value: float | None) -> float:
    return nan if value is None else value


def _sizes(pair: Comparison, older: str, newer: str) -> Iterator[tuple[str, float]]:
    ours, theirs = log1p(len(pair.older.content)), log1p(len(pair.newer.content))
    yield "length of the older", ours
    yield "length of the newer", theirs
    yield "longer by", theirs - ours
    yield "lines of the older", older.count("\n")
    yield "lines of the newer", newer.count("\n")


def _words(pair: Comparison) -> Iterator[tuple[str, float]]:
    matching = pair.matching
    shares = matching.older_share, matching.newer_share
    yield "share of the older", shares[0]
    yield "share of the newer", shares[1]
    yield "lesser share", min(shares)
    yield "greater share", max(shares)
    shared = [one for one, _other in matching.pairs]
    for where, tokens in (
        ("only in the older", matching.older),
        ("only in the newer", matching.newer),
        ("in both", shared),
    ):
        yield f"words {where}", len(tokens)
        words = [token for token in tokens if token.value is None]
        yield f"values {where}", len(tokens) - len(words)
        yield f"names {where}", len([token for token in tokens if token.name])
        capitals = len([token for token in words if token.text[0].isupper()])
        yield f"capitals {where}", capitals / (1 + len(tokens))
    yield (
        "nearest statements",
        max(
            (
                max(statement.matching.older_share, statement.matching.newer_share)
                for statement in pair.statements
            ),
            default=0.0,
        ),
    )
    same, length, other_length = pair.in_order
    yield "in the same order", same / max(1, min(length, other_length))
    yield "of all in the same order", same / max(1, length, other_length)


def _values(pair: Comparison) -> Iterator[tuple[str, float]]:
    ours, theirs = pair.older.values, pair.newer.values
    for dimension in _DIMENSIONS:
        one, other = ours.get(dimension, _NO_VALUES), theirs.get(dimension, _NO_VALUES)
        yield (
            f"{dimension}: same or other",
            bool(one & other) - bool(one and other and not one & other),
        )
    both = [(ours[dimension], theirs[dimension]) for dimension in ours.keys() & theirs.keys()]
    yield "dimensions that agree", sum(bool(one & other) for one, other in both)
    yield "dimensions that differ", sum(bool(one - other and other - one) for one, other in both)
    yield "values of the older", sum(map(len, ours.values()))
    yield "values of the newer", sum(map(len, theirs.values()))


_NO_VALUES: set[str] = set()


def _claims(pair: Comparison) -> Iterator[tuple[str, float]]:
    ours, theirs = pair.older.denials, pair.newer.denials
    yield "denials of the older", ours
    yield "denials of the newer", theirs
    yield "more denials", theirs - ours
    yield "one denies", pair.polarity_differs
    yield "changes of the older", len(pair.older.changes)
    yield "changes of the newer", len(pair.newer.changes)
    announced = pair.announces_change
    yield "announces a change", 0 if announced is None else 1 if announced is Side.NEWER else -1


def _letters(older: str, newer: str) -> Iterator[tuple[str, float]]:
    ours, theirs = _look_of(older), _look_of(newer)
    shared, size, other_size = ours.shared_with(theirs), len(ours.trigrams), len(theirs.trigrams)
    yield "letters alike", shared / max(1, size + other_size - shared)
    yield "letters of the older", shared / max(1, size)
    yield "letters of the newer", shared / max(1, other_size)
    yield "best line of the older", ours.best_line(theirs)
    yield "best line of the newer", theirs.best_line(ours)


def _form(older: str, newer: str) -> Iterator[tuple[str, float]]:
    our_look, their_look = _look_of(older), _look_of(newer)
    ours, theirs = our_look.words, their_look.words
    yield "same first word", bool(ours and theirs) and ours[0] == theirs[0]
    yield "same last word", bool(ours and theirs) and ours[-1] == theirs[-1]
    begun = next(
        (at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
        min(len(ours), len(theirs)),
    )
    yield "same beginning", begun / max(1, min(len(ours), len(theirs)))
    yield "same frame", our_look.frame == their_look.frame
    yield "colons", sum(":" in text.split("\n", 1)[0] for text in (older, newer))
    yield "same language", our_look.language == their_look.language
    yield "questions", sum("?" in text for text in (older, newer))
    yield "the newer asks", "?" in newer
    yield "exclaims", ("!" in newer) - ("!" in older)


@dataclass(frozen=True, slots=True)
class _Look:
    """What a text looks like, whatever it means.

    Attributes:
        trigrams: The different ones, as sorted numbers.
        of_lines: Those of its first lines, which may go on where `trigrams` ends.
        line: The number of a line, for each trigram of each line.
        places: Where `of_lines` has that trigram.
        words: In order, in lower case.
        frame: What the entries of a series have in common: the first line up to a colon, without its figures.
    """

    trigrams: "NDArray[np.int64]"
    of_lines: "NDArray[np.int64]"
    line: "NDArray[np.int64]"
    places: "NDArray[np.int64]"
    words: Sequence[str]
    frame: str
    language: str | None

    def shared_with(self, other: "_Look") -> int:
        """Return how many trigrams both texts have."""
        return int(_are_in(self.trigrams, other.trigrams).sum())

    def best_line(self, other: "_Look") -> float:
        """Return the largest share of a line's trigrams that another text has."""
        if not len(self.line):
            return 0.0
        import numpy as np

        found = _are_in(self.of_lines, other.trigrams)[self.places]
        return float((np.bincount(self.line, found) / np.maximum(1, np.bincount(self.line))).max())


def _are_in(some: "NDArray[np.int64]", others: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Return which numbers are among others, which are sorted."""
    import numpy as np

    if not len(others):
        return np.zeros(len(some), bool)
    places = np.minimum(others.searchsorted(some), len(others) - 1)
    same: NDArray[np.bool_] = others[places] == some
    return same


_NO_WORD = re.compile(r"\W+")
_DIGITS = re.compile(r"\d+")
_SHORTEST_LINE = 4
_MOST_LINES = 40


# a new note is compared with several others, and they with each other; one takes 20 bytes for each character
@lru_cache(maxsize=64)
def _look_of(text: str) -> _Look:
    import numpy as np

    lines = [line for line in text.split("\n")[:_MOST_LINES] if len(line.strip()) >= _SHORTEST_LINE]
    of_lines, line = _trigrams("\n".join(map(_plain, lines)))
    different, places = np.unique(of_lines, return_inverse=True)
    # a line counts a trigram once
    once = np.unique(line * max(1, len(different)) + places)
    line, places = np.divmod(once, max(1, len(different)))
    first = text.strip().split("\n", 1)[0].lower()
    return _Look(
        np.unique(_trigrams(_plain(text))[0]),
        different,
        line,
        places,
        text[:_LONGEST_COMPARED].lower().split(),
        _DIGITS.sub("0", first.split(":", 1)[0]).strip(),
        language_of(text),
    )


def _plain(text: str) -> str:
    return f" {_NO_WORD.sub(' ', text[:_LONGEST_COMPARED].lower()).strip()} "


def _trigrams(lines: str) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """Return the trigrams of lines as numbers, and for each the number of its line."""
    import numpy as np

    letters = np.frombuffer(lines.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    ends = letters == ord("\n")
    within = ~(ends[:-2] | ends[1:-1] | ends[2:])
    numbers = letters[:-2] << 42 | letters[1:-1] << 21 | letters[2:]  # a letter has 21 bits
    return numbers[within], ends.cumsum()[:-2][within]


def _rules(pair: Comparison, opinion: Opinion) -> Iterator[tuple[str, float]]:
    for kind in _KINDS:
        yield f"rules: {kind}", opinion.kind is kind
    yield "rules: sure", opinion.confidence
    strongest: dict[What, float] = defaultdict(float)
    for conflict in pair.conflicts:
        strongest[conflict.what] = max(strongest[conflict.what], conflict.strength)
    for what in _CONFLICTS:
        yield f"rules: {what} differs", strongest[what]
    yield "rules: conflicts", len(pair.conflicts)
    yield "rules: conflicts of one thing", len(opinion.conflicts)
    yield "rules: series", opinion.in_series
    yield "rules: records", bool(pair.conflicts) and are_records(pair, pair.conflicts)
    yield "rules: takes over", pair.takes_over
    yield "rules: stands for another", stands_for_other(pair)
    yield "rules: excludes", excludes_other(pair)
    yield "rules: swaps words", swaps_words(pair)
    yield "rules: different things", pair.speaks_of_different_things
    yield "rules: shared clauses", pair.shared_clauses
    yield "rules: parallel", pair.is_parallel
    yield "rules: one frame", pair.is_one_frame
