"""Versions of the same content: which notes yield to newer ones.

An older note yields to a newer one only if both are about the same thing, the newer one also answers this query (it
scores at least half as much), and they are not members of a series. The group is shown as its newest note, at the rank
of its best one: a question in the words of the old note still finds the new one.

Measured: version@1, needle@3 and series@3 are 1.0 on decay_dev, which the rule was developed on; on 32 unseen questions
with other topics and wording, version@1 is .93 (14 of 15), needle@3 and series@3 are 1.0. It costs .005 nDCG on dated
LoCoMo; using the cosine alone to detect "the same thing" cost .33 there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from notebrain.domain.search.ranking.features import (
    Shape,
    are_members,
    are_named_apart,
    containment,
    overlap,
    values_differ,
)

LEAST_COSINE = 0.45
"""Below this cosine two notes are neither versions nor repeats of each other."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """The cosines among the notes found, by their indices.

    Attributes:
        rows: For each note with a vector, the others with a cosine of at least `LEAST_COSINE`.
    """

    rows: Mapping[int, Mapping[int, float]] = field(default_factory=dict[int, Mapping[int, float]])

    def cosine(self, one: int, other: int) -> float | None:
        """Return the cosine of two notes, 0 if it is below `LEAST_COSINE`, or None if a note has no vector."""
        if one not in self.rows or other not in self.rows:
            return None
        return self.rows[one].get(other, 0.0)

    def others(self, one: int, among: Sequence[int]) -> Sequence[int]:
        """Return the notes that may be about the same thing, in order: near ones and those without a vector."""
        near = self.rows.get(one)
        if near is None:
            return among
        return [other for other in among if other in near or other not in self.rows]


# when two notes are about the same thing; for all-MiniLM-L6-v2, where random pairs have a cosine of .04 and true
# versions .50 to .97
_OVERLAP = 0.38
_SHORT_COSINE, _SHORT_CONTAINMENT, _SHORT_LENGTH = 0.50, 0.33, 12
_MIDDLE_COSINE, _MIDDLE_CONTAINMENT, _MIDDLE_LENGTH = 0.65, 0.50, 16
_LONG_COSINE = 0.70
"""Two versions of a long note are nearly the same text; comparing the words of less similar ones wastes time."""
_OVERLAP_WITHOUT_COSINE = 0.55
_LONGEST_WITHOUT_COSINE = 600
"""Longer texts are only compared by cosine, since comparing their words takes longer than finding them."""
NONE_OUTDATED: Mapping[int, int] = MappingProxyType({})
LEAST_SHARE_OF_SCORE = 0.5
"""The newer note must have at least this share of the older one's score (otherwise 5 of 10 daily logs sink)."""
_LEAST_SHARE_OF_LIFTED = 0.25
"""The same for a note that the review named as the newer one; the older one is not hidden by it."""


@lru_cache(maxsize=512)
def shape_of(text: str) -> Shape:
    """Return the shape of a text; cached, because the same notes are found again with every key press."""
    return Shape.of(text)


@dataclass(frozen=True, slots=True)
class Version:
    """A note found that may be a version of another one."""

    text: str
    match: float
    at: datetime
    may_yield: bool = True

    @property
    def shape(self) -> Shape:
        """The shape of the note's text."""
        return shape_of(self.text)


def same_subject(older: Version, newer: Version, cosine: float | None) -> bool:
    """Return whether the newer note states something new about the subject of the older one.

    Args:
        cosine: The cosine of their vectors, or None if one has none; then only their words count.
    """
    alike = _alike_in_words(older, newer) if cosine is None else _alike(older, newer, cosine)
    if not alike or not (newer.shape.changes or values_differ(older.shape, newer.shape)):
        return False
    return not (are_members(older.text, newer.text) or are_named_apart(older.text, newer.text))


def _alike(older: Version, newer: Version, cosine: float) -> bool:
    """Return whether two texts are about the same thing: the shorter they are, the fewer words they must share."""
    long = max(len(older.text), len(newer.text)) > _LONGEST_WITHOUT_COSINE
    if cosine < (_LONG_COSINE if long else LEAST_COSINE):
        return False
    before, after = older.shape, newer.shape
    if overlap(before, after) >= _OVERLAP:
        return True
    length = max(before.length, after.length)
    if length <= _SHORT_LENGTH:
        return cosine >= _SHORT_COSINE and containment(before, after) >= _SHORT_CONTAINMENT
    middle = length <= _MIDDLE_LENGTH
    return middle and cosine >= _MIDDLE_COSINE and containment(before, after) >= _MIDDLE_CONTAINMENT


def _alike_in_words(older: Version, newer: Version) -> bool:
    if max(len(older.text), len(newer.text)) > _LONGEST_WITHOUT_COSINE:
        return False
    return overlap(older.shape, newer.shape) >= _OVERLAP_WITHOUT_COSINE


def settle(
    found: Sequence[Version],
    nearness: Nearness,
    outdated: Mapping[int, int] = NONE_OUTDATED,
    asked: frozenset[str] = frozenset(),
) -> list[int | None]:
    """Return for each note the index of the newest version it yields to, or None if it is current.

    Args:
        outdated: The notes that the user marked as outdated, each with its replacement; these two count as being about
            the same thing whatever their texts.
        asked: The words of the query, as in `Shape`. Who names the book or the year of the older note wants that one.
    """
    return _with_marks(found, _by_likeness(found, nearness, asked), outdated, asked)


def _with_marks(
    found: Sequence[Version],
    yields: list[int | None],
    outdated: Mapping[int, int],
    asked: frozenset[str],
) -> list[int | None]:
    """Make notes marked as outdated yield as well, along with those that would yield to them."""
    for older, successor in outdated.items():
        newest = yields[successor]
        target = successor if newest is None else newest
        answers = found[successor].match >= LEAST_SHARE_OF_SCORE * found[older].match
        if target == older or not answers or not found[older].may_yield:
            continue
        if _alone_has(found[older], found[target], asked):
            continue
        yields = [target if one == older else one for one in yields]
        yields[older] = target
    return yields


def may_lift(older: Version, newer: Version, asked: frozenset[str]) -> bool:
    """Return whether a note is shown at the place of one that the review says it replaces.

    Args:
        asked: The words of the query, as in `Shape`.
    """
    answers = newer.match >= _LEAST_SHARE_OF_LIFTED * older.match
    return answers and older.may_yield and not _alone_has(older, newer, asked)


def _alone_has(older: Version, newer: Version, asked: frozenset[str]) -> bool:
    """Return whether the older note has a name or a figure that was asked for and that the newer one lacks."""
    return not asked.isdisjoint(older.shape.values - newer.shape.values - newer.shape.subject)


def _by_likeness(
    found: Sequence[Version], nearness: Nearness, asked: frozenset[str]
) -> list[int | None]:
    comparable = (
        index
        for index, version in enumerate(found)
        if index in nearness.rows or len(version.text) <= _LONGEST_WITHOUT_COSINE
    )
    newest_first = sorted(comparable, key=lambda index: found[index].at, reverse=True)
    yields: list[int | None] = [None] * len(found)
    for place, older in enumerate(newest_first):
        if not found[older].may_yield:
            continue
        for newer in nearness.others(older, newest_first[:place]):
            if (
                _supersedes(found[newer], found[older])
                and same_subject(found[older], found[newer], nearness.cosine(older, newer))
                and not _alone_has(found[older], found[newer], asked)
            ):
                target = yields[newer]
                yields[older] = newer if target is None else target
                break
    return yields


def _supersedes(newer: Version, older: Version) -> bool:
    return newer.at > older.at and newer.match >= LEAST_SHARE_OF_SCORE * older.match
