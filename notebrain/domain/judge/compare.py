"""Compares two notes: their statements, words and conflicts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from notebrain.domain.judge.contradictions import Compared, Conflict, contraries, denials, denies
from notebrain.domain.judge.lexicon.function_words import WEAK_CHANGES
from notebrain.domain.judge.matching import Likeness, Matching, match
from notebrain.domain.judge.parser import ParsedText, Statement, Token
from notebrain.domain.judge.rival_values import (
    other_names,
    other_prices,
    other_values,
    speak_of_different_things,
)
from notebrain.domain.judge.verdict import Side
from notebrain.domain.text.alignment import common_size

_LEAST_SHARE = 0.5
"""The share of the shorter statement that two statements must have in common to be about the same thing."""
_LEAST_SHARE_OF_CHANGE = 0.3
"""The share of the shorter statement if one of them announces a change."""
_LEAST_TAKEN_OVER = 0.6
_MOST_PAIRS = 64
"""If there are more pairs of statements, only those that share the most words are compared."""
_MOST_COMPARED = 400
_RARE = range(1, 5)
"""How often a word occurs that shows which statements of long notes belong together."""
_LEAST_OF_CLAUSE = 0.75
_LEAST_TOKENS = 2
_MOST_SWAPPED = 2
_MOST_IN_ORDER = 100
"""The most words of a note whose order is compared."""
_LONG = 24
"""Notes with more content words than this are long: they must have much more in common."""
_MOST_WITH_LIKENESS = 60
"""The most content words of notes whose words are also compared by meaning: each new word costs an embedding."""
_LEAST_OF_NOTE = 0.4
"""The share of a note that a statement must make up to be replaced by another one."""


@dataclass(frozen=True)
class Comparison:
    """Two notes and what matches in them."""

    older: ParsedText
    newer: ParsedText
    given: Likeness | None = None

    @cached_property
    def like(self) -> Likeness | None:
        """How similar words are in meaning; None for long notes, which are compared by exact words."""
        longest = max(len(self.older.content), len(self.newer.content))
        return self.given if longest <= _MOST_WITH_LIKENESS else None

    @cached_property
    def matching(self) -> Matching:
        """Return which of all the words match, regardless of position."""
        return match(self.older.content, self.newer.content, self.like)

    @cached_property
    def conflicts(self) -> Sequence[Conflict]:
        """Return what cannot both be true, each position once."""
        found: list[Conflict] = []
        seen: set[tuple[int, int]] = set()
        for compared in self.statements:
            for conflict in conflicts(compared):
                place = conflict.older[0].start, conflict.newer[0].start
                if place not in seen:
                    seen.add(place)
                    found.append(conflict)
        return found

    @property
    def is_long(self) -> bool:
        """Whether both notes are long."""
        return min(len(self.older.content), len(self.newer.content)) > _LONG

    @cached_property
    def polarity_differs(self) -> bool:
        """Whether one denies and the other does not."""
        return self.older.denials % 2 != self.newer.denials % 2

    @cached_property
    def announces_change(self) -> Side | None:
        """The only side that says that something has changed, or None."""
        ours = {token.key for token in self.older.changes}
        theirs = {token.key for token in self.newer.changes}
        if theirs - ours:
            return Side.NEWER
        return Side.OLDER if ours - theirs else None

    @cached_property
    def speaks_of_different_things(self) -> bool:
        """Whether the nearest statements are about different subjects."""
        nearest = max(self.statements, key=lambda pair: len(pair.matching.pairs), default=None)
        return nearest is not None and speak_of_different_things(nearest)

    @cached_property
    def takes_over(self) -> bool:
        """Whether a statement announces a change to what the other note states, and adds something new."""
        if self.is_long:
            return False
        return any(
            (
                _states_news(
                    statement.newer, statement.matching.older_share, statement.matching.newer
                )
                and _is_the_point(statement.older, self.older)
            )
            or (
                _states_news(
                    statement.older, statement.matching.newer_share, statement.matching.older
                )
                and _is_the_point(statement.newer, self.newer)
            )
            for statement in self.statements
        )

    @cached_property
    def statements(self) -> Sequence[Compared]:
        """Return the pairs of statements that are about the same thing, without those that both notes contain."""
        pairs = sorted(_candidates(self.older.statements, self.newer.statements), key=_shared)
        compared = (
            Compared(one, other, match(one.content, other.content, self.like), self.like)
            for one, other in pairs[:_MOST_PAIRS]
            if self.like is not None or _can_be_about_one_thing(one, other)
        )
        return [pair for pair in compared if _are_about_one_thing(pair)]

    @cached_property
    def shared_clauses(self) -> int:
        """Return how many clauses of two or more words both notes have in nearly the same words."""
        matched = {one.start for one, _other in self.matching.pairs}
        other_side = {other.start for _one, other in self.matching.pairs}
        return min(_whole(self.older.clauses, matched), _whole(self.newer.clauses, other_side))

    @property
    def is_parallel(self) -> bool:
        """Whether half of the words are the same, in the same order."""
        shared, length, other_length = self.in_order
        return shared > 0 and shared >= _LEAST_SHARE * min(length, other_length)

    @property
    def is_one_frame(self) -> bool:
        """Whether all words except one or two are the same, in the same order."""
        shared, length, other_length = self.in_order
        return self.is_parallel and shared >= max(length, other_length) - _MOST_SWAPPED

    @cached_property
    def in_order(self) -> tuple[int, int, int]:
        """Return how many words both have in the same order, and how many each has."""
        ours, theirs = self.older.tokens, self.newer.tokens
        if max(len(ours), len(theirs)) > _MOST_IN_ORDER:
            return 0, len(ours), len(theirs)
        shared = common_size([one.key for one in ours], [one.key for one in theirs])
        return shared, len(ours), len(theirs)


def _whole(clauses: Sequence[Sequence[Token]], matched: set[int]) -> int:
    return sum(
        len(tokens) >= _LEAST_TOKENS
        and len([one for one in tokens if one.start in matched]) >= _LEAST_OF_CLAUSE * len(tokens)
        for tokens in clauses
    )


def _candidates(
    older: Sequence[Statement], newer: Sequence[Statement]
) -> Iterator[tuple[Statement, Statement]]:
    """Yield the pairs of statements to compare: all of them or, in long notes, those that share an uncommon word."""
    ours, theirs = {one.keys: one for one in older}, {one.keys: one for one in newer}
    for keys, one in ours.items():
        # the same words may differ by a "not"
        if keys and keys in theirs and _marks(one) != _marks(theirs[keys]):
            yield one, theirs[keys]
    left = [one for keys, one in ours.items() if keys and keys not in theirs]
    others = [one for keys, one in theirs.items() if keys and keys not in ours]
    if len(left) * len(others) <= _MOST_COMPARED:
        yield from product(left, others)
        return
    places: dict[str, list[int]] = {}
    for at, other in enumerate(others):
        for key in other.keys:
            places.setdefault(key, []).append(at)
    for statement in left:
        # in the order of the text: that of a set differs from one start of the program to the next
        words = dict.fromkeys(token.key for token in statement.content)
        telling = [places[key] for key in words if len(places.get(key, ())) in _RARE]
        for at in dict.fromkeys(chain.from_iterable(telling)):
            yield statement, others[at]


def _shared(pair: tuple[Statement, Statement]) -> int:
    return -len(pair[0].keys & pair[1].keys)


def _are_about_one_thing(compared: Compared) -> bool:
    matching = compared.matching
    least = _least_share(compared.older, compared.newer)
    return max(matching.older_share, matching.newer_share) >= least


def _can_be_about_one_thing(one: Statement, other: Statement) -> bool:
    """Return whether enough words of the shorter statement can match by their form; most pairs end here."""
    if one.keys.isdisjoint(other.keys) and one.roots.isdisjoint(other.roots):
        return False
    shorter, longer = sorted((one, other), key=lambda statement: len(statement.content))
    can = sum(token.key in longer.keys or token.root in longer.roots for token in shorter.content)
    return can / len(shorter.content) >= _least_share(one, other)


def _least_share(one: Statement, other: Statement) -> float:
    changes = one.announces_change or other.announces_change
    return _LEAST_SHARE_OF_CHANGE if changes else _LEAST_SHARE


def _is_the_point(statement: Statement, reading: ParsedText) -> bool:
    return len(statement.content) >= _LEAST_OF_NOTE * len(reading.content)


def _states_news(statement: Statement, share: float, own: Sequence[Token]) -> bool:
    changes = any(
        token.changes and token.text.lower() not in WEAK_CHANGES for token in statement.tokens
    )
    return changes and share >= _LEAST_TAKEN_OVER and any(token.exact for token in own)


def _marks(statement: Statement) -> Sequence[str]:
    return sorted(token.key for token in statement.tokens if not token.content)


def conflicts(compared: Compared) -> Iterator[Conflict]:
    """Yield what cannot both be true, the strongest kinds first."""
    yield from denials(compared)
    if denies(compared.older.tokens) == denies(compared.newer.tokens):
        yield from contraries(compared)
    if not speak_of_different_things(compared):
        yield from other_values(compared)
        yield from other_prices(compared)
        yield from other_names(compared)
