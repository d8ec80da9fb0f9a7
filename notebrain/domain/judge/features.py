"""Describes a pair of notes in figures, from which the learned judge concludes how they relate to each other.

A figure says nothing alone; which of them count, and how far, is learned (`packaging/train_judge.py`). What is not
known, such as the cosine of notes without vectors, is NaN.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log1p, nan

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.edits import edits
from notebrain.domain.judge.opinion import Opinion
from notebrain.domain.judge.parser import ParsedText, Token
from notebrain.domain.judge.similarity import (
    are_records,
    excludes_other,
    stands_for_other,
    swaps_words,
)
from notebrain.domain.judge.verdict import Cosines, Kind, Side, Statement, What
from notebrain.domain.text.languages import language_of

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
        yield f"values {where}", sum(token.value is not None for token in tokens)
        yield f"names {where}", sum(token.name for token in tokens)
        capitals = sum(token.text[0].isupper() and token.value is None for token in tokens)
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
    ours, theirs = _by_dimension(pair.older), _by_dimension(pair.newer)
    for dimension in _DIMENSIONS:
        one, other = ours[dimension], theirs[dimension]
        yield (
            f"{dimension}: same or other",
            bool(one & other) - bool(one and other and not one & other),
        )
    both = [(ours[dimension], theirs[dimension]) for dimension in ours.keys() & theirs.keys()]
    yield "dimensions that agree", sum(bool(one & other) for one, other in both)
    yield "dimensions that differ", sum(bool(one - other and other - one) for one, other in both)
    yield "values of the older", sum(map(len, ours.values()))
    yield "values of the newer", sum(map(len, theirs.values()))


def _by_dimension(text: ParsedText) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for token in _tokens(text):
        if token.value is not None:
            found[token.value.dimension].add(token.value.key)
    return found


def _tokens(text: ParsedText) -> Iterable[Token]:
    return (token for statement in text.statements for token in statement.tokens)


def _claims(pair: Comparison) -> Iterator[tuple[str, float]]:
    ours, theirs = (
        sum(token.negates for token in _tokens(text)) for text in (pair.older, pair.newer)
    )
    yield "denials of the older", ours
    yield "denials of the newer", theirs
    yield "more denials", theirs - ours
    yield "one denies", pair.polarity_differs
    yield "changes of the older", len(pair.older.changes)
    yield "changes of the newer", len(pair.newer.changes)
    announced = pair.announces_change
    yield "announces a change", 0 if announced is None else 1 if announced is Side.NEWER else -1


_NO_WORD = re.compile(r"\W+")


def _letters(older: str, newer: str) -> Iterator[tuple[str, float]]:
    (ours, our_lines), (theirs, their_lines) = _trigrams_of(older), _trigrams_of(newer)
    shared = len(ours & theirs)
    alike = shared / max(1, len(ours | theirs))
    yield "letters alike", alike
    yield "letters of the older", shared / max(1, len(ours))
    yield "letters of the newer", shared / max(1, len(theirs))
    yield "best line of the older", _best_line(our_lines, theirs)
    yield "best line of the newer", _best_line(their_lines, ours)


_Trigrams = frozenset[tuple[str, str, str]]
_SHORTEST_LINE = 4
_MOST_LINES = 40


# a new note is compared with several others; more of them would take 200 kB each
@lru_cache(maxsize=4)
def _trigrams_of(text: str) -> tuple[_Trigrams, Sequence[_Trigrams]]:
    """Return the trigrams of a text and those of its lines."""
    whole = _trigrams(text)
    lines = [line for line in text.split("\n")[:_MOST_LINES] if len(line.strip()) >= _SHORTEST_LINE]
    return whole, [whole if line == text else _trigrams(line) for line in lines]


def _trigrams(text: str) -> _Trigrams:
    plain = f" {_NO_WORD.sub(' ', text[:_LONGEST_COMPARED].lower()).strip()} "
    return frozenset(zip(plain, plain[1:], plain[2:], strict=False))


def _best_line(lines: Sequence[_Trigrams], other: _Trigrams) -> float:
    return max((len(one & other) / max(1, len(one)) for one in lines), default=0.0)


_DIGITS = re.compile(r"\d+")


def _form(older: str, newer: str) -> Iterator[tuple[str, float]]:
    ours, theirs = (
        older[:_LONGEST_COMPARED].lower().split(),
        newer[:_LONGEST_COMPARED].lower().split(),
    )
    yield "same first word", bool(ours and theirs) and ours[0] == theirs[0]
    yield "same last word", bool(ours and theirs) and ours[-1] == theirs[-1]
    begun = next(
        (at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
        min(len(ours), len(theirs)),
    )
    yield "same beginning", begun / max(1, min(len(ours), len(theirs)))
    yield "same frame", _frame(older) == _frame(newer)
    yield "colons", sum(":" in text.split("\n", 1)[0] for text in (older, newer))
    yield "same language", language_of(older) == language_of(newer)
    yield "questions", sum("?" in text for text in (older, newer))
    yield "the newer asks", "?" in newer
    yield "exclaims", ("!" in newer) - ("!" in older)


def _frame(text: str) -> str:
    """Return what the entries of a series have in common: the first line up to a colon, without its figures."""
    first = text.strip().split("\n", 1)[0].lower()
    return _DIGITS.sub("0", first.split(":", 1)[0]).strip()


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
