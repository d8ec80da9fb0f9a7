"""Matches the words of two statements that mean the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from notebrain.domain.judge.lexicon.antonyms import EXCLUSIVE, are_opposite
from notebrain.domain.judge.parser import ROOT, Token
from notebrain.domain.judge.values import agree

Likeness = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
"""How similar words or phrases are in meaning to others, -1 to 1, a row for each of the first ones; e.g. the cosines of
their vectors."""

LEAST_LIKE = 0.62
"""The least likeness at which words match (all-MiniLM-L6-v2: synonyms .59 to .91, dentist and landlord .39)."""
_FAR = 0.3
"""Words that are less alike than this, as most are, need not be asked whether they exclude each other."""
_LONGEST_TAIL = 4
_MOST_SOFT = 24
"""The most words that are compared one by one."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Which tokens of two lists match.

    Attributes:
        pairs: The matched tokens.
        older: The unmatched tokens of the older list.
        newer: The unmatched tokens of the newer list.
    """

    pairs: tuple[tuple[Token, Token], ...]
    older: tuple[Token, ...]
    newer: tuple[Token, ...]

    @property
    def older_share(self) -> float:
        """How much of the older list is in the newer one, 0 to 1."""
        return _share(len(self.pairs), len(self.older))

    @property
    def newer_share(self) -> float:
        """How much of the newer list is in the older one, 0 to 1."""
        return _share(len(self.pairs), len(self.newer))


def _share(matched: int, left: int) -> float:
    return matched / (matched + left) if matched else 0.0


def match(older: Sequence[Token], newer: Sequence[Token], like: Likeness | None = None) -> Matching:
    """Match each content token with one of the other side: equal tokens first, then similar ones."""
    pairs: list[tuple[Token, Token]] = []
    ours, theirs = _same(list(older), list(newer), pairs)
    if ours and theirs and max(len(ours), len(theirs)) <= _MOST_SOFT:
        ours, theirs = _alike(ours, theirs, like, pairs)
    return Matching(tuple(pairs), tuple(ours), tuple(theirs))


def _same(
    older: list[Token], newer: list[Token], pairs: list[tuple[Token, Token]]
) -> tuple[list[Token], list[Token]]:
    places: dict[str, list[Token]] = {}
    for token in reversed(newer):
        places.setdefault(token.key, []).append(token)
    left: list[Token] = []
    taken: set[int] = set()
    for token in older:
        found = places.get(token.key)
        if found:
            other = found.pop()
            taken.add(other.start)
            pairs.append((token, other))
        else:
            left.append(token)
    return left, [token for token in newer if token.start not in taken]


def _alike(
    older: list[Token], newer: list[Token], like: Likeness | None, pairs: list[tuple[Token, Token]]
) -> tuple[list[Token], list[Token]]:
    scored = sorted(
        (*_by_form(older, newer), *(_by_meaning(older, newer, like) if like else ())),
        key=lambda found: (-found[0], abs(found[1] - found[2]), found[1] + found[2], found[1]),
    )
    ours: set[int] = set()
    theirs: set[int] = set()
    for _score, at, other_at in scored:
        if at not in ours and other_at not in theirs:
            ours.add(at)
            theirs.add(other_at)
            pairs.append((older[at], newer[other_at]))
    return _without(older, ours), _without(newer, theirs)


def _by_form(older: Sequence[Token], newer: Sequence[Token]) -> Iterator[tuple[float, int, int]]:
    """Yield what matches without a look at its meaning: 1, the place in the older list, that in the newer one."""
    places: dict[str, list[int]] = {}
    for at, token in enumerate(newer):
        places.setdefault(token.root, []).append(at)
    for at, one in enumerate(older):
        for other_at in places.get(one.root, ()):
            if likeness(one, newer[other_at]) >= LEAST_LIKE:
                yield 1.0, at, other_at


def _by_meaning(
    older: Sequence[Token], newer: Sequence[Token], like: Likeness
) -> Iterator[tuple[float, int, int]]:
    """Yield the likeness and the places of different words that are alike."""
    ours, theirs = _words(older), _words(newer)
    if all(_one_root(older[at].key, newer[other].key) for at in ours for other in theirs):
        return  # or words would be embedded for nothing
    rows = like([older[at].text.lower() for at in ours], [newer[at].text.lower() for at in theirs])
    for at, row in zip(ours, rows, strict=True):
        for other_at, score in zip(theirs, row, strict=True):
            if score >= LEAST_LIKE:
                one, other = older[at], newer[other_at]
                if not _one_root(one.key, other.key) and not are_apart(one, other):
                    yield score, at, other_at


def _words(tokens: Sequence[Token]) -> list[int]:
    """Return the places of tokens that are neither values nor names."""
    return [at for at, token in enumerate(tokens) if not token.exact]


def _without(tokens: Iterable[Token], taken: set[int]) -> list[Token]:
    return [token for at, token in enumerate(tokens) if at not in taken]


def likeness(one: Token, other: Token, like: Likeness | None = None) -> float:
    """Return how well one token can replace the other, 0 to 1; values and names must be equal."""
    if one.value is not None or other.value is not None:
        same = one.value is not None and other.value is not None and agree(one.value, other.value)
        return float(same)
    if one.key == other.key:
        return 1.0
    if _one_root(one.key, other.key):
        return 0.0 if are_apart(one, other) else 1.0
    if like is None or one.name or other.name:
        return 0.0
    score = like([one.text.lower()], [other.text.lower()])[0][0]
    return 0.0 if score >= _FAR and are_apart(one, other) else score


def _one_root(one: str, other: str) -> bool:
    """Return whether two stems come from the same word: allergic and allergies, but not postbox and postman."""
    if one[:ROOT] != other[:ROOT]:
        return False
    head = 0
    shortest = min(len(one), len(other))
    while head < shortest and one[head] == other[head]:
        head += 1
    tails = len(one) - head, len(other) - head
    return (
        head >= ROOT and max(tails) <= _LONGEST_TAIL and (min(tails) == 0 or max(tails) < head // 2)
    )


def are_apart(one: Token, other: Token) -> bool:
    """Return whether two words exclude each other: opposites, or two of a group like the colors."""
    group = EXCLUSIVE.get(one.key)
    return (
        are_opposite(one.key, other.key)
        or (group is not None and group == EXCLUSIVE.get(other.key) and one.key != other.key)
        or (
            "-" in one.key
            and one.value is other.value is None
            and _differ_in_a_part(one.key, other.key)
        )
    )


def _differ_in_a_part(one: str, other: str) -> bool:
    """Return whether two compounds differ in one part, like full-time and part-time."""
    first, second = one.split("-"), other.split("-")
    return (
        len(first) == len(second) > 1
        and sum(a != b for a, b in zip(first, second, strict=True)) == 1
    )
