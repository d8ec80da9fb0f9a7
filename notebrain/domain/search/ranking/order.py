"""Ranks the notes found: by match, age, versions, importance, and near-identical hits, in this order."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, NoteId
from notebrain.domain.search.ranking.features import are_members, overlap, values_differ
from notebrain.domain.search.ranking.scores import (
    MEMORY_WEIGHTS,
    REPEATS,
    Profile,
    age_days,
    age_factor,
    blend,
    dates_factor,
    recency,
)
from notebrain.domain.search.ranking.versions import Nearness, Version, may_lift, settle, shape_of
from notebrain.domain.search.types import Why

_IMPORTANCE_STEP = 0.05
_HIGHEST_IMPORTANCE = 5
# 20 times opened gives a frequency of 1: ln(1 + n) / ln(21)
_OFTEN = math.log(21)
_TWIN_COSINE, _TWIN_OVERLAP = 0.95, 0.8
_OUTDATED_AGE = 0.8
"""A note marked as outdated counts as older than any other (the default floor is .85), but it is not hidden."""
EXACT_HITS_KEPT = 3
"""How many exact title and phrase hits stay on the first page regardless of their score."""


class Candidate(NamedTuple):
    """A note found by one of the arms.

    Attributes:
        keyword: The match of its words, 0 to 1.
        meaning: The match of its meaning, 0 to 1.
        at: The date its age is counted from: of its last change, or of the appended update that matched.
        exact: Whether its title is the query, or it contains the query as a phrase.
        titled: Whether its title is the query.
        unread: Whether its meaning is not indexed yet, so that only its words can match.
        outside: Whether none of its dates lies in the time that the query names.
        successor: The key of the note that replaced this one when the user marked it as outdated.
        probable_successor: The key of the note that replaces this one, as far as the review can tell.
    """

    key: int
    note_id: NoteId
    text: str
    at: datetime
    keyword: float
    meaning: float
    pinned: bool = False
    importance: int = DEFAULT_IMPORTANCE
    access_count: int = 0
    reinforcement_count: int = 0
    exact: bool = False
    titled: bool = False
    unread: bool = False
    outside: bool = False
    successor: int | None = None
    probable_successor: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A ranked note with the older versions that yielded to it, newest first."""

    candidate: Candidate
    score: float
    why: Why
    older: tuple["Placed", ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """The parameters of a ranking.

    Attributes:
        dated: Whether the query names a time; then no version inside it is folded.
        listed: Whether the query has nothing to match, only filters or a time; then the newest come first, and all
            scores are 1.
        asked: The query, without its operators. A note yields to no newer one that lacks a name or a figure asked for.
    """

    profile: Profile
    alpha: float
    now: datetime
    limit: int
    dated: bool = False
    listed: bool = False
    asked: str = ""


@dataclass(slots=True)
class _Group:
    """A note and the older versions that yielded to it; it is ranked by the best match among them."""

    current: int
    best: int
    older: list[int] = field(default_factory=list[int])


class _Parts(NamedTuple):
    """The parts of a score, as in `Why`, which takes longer to make and is made for the notes shown only."""

    match: float
    age: float
    importance: float
    age_days: float
    recency: float
    frequency: float
    dates: float
    weighted_sum: bool
    repeats: float = 1.0


@dataclass(slots=True)
class _Ranked:
    """A note on its way to the page, with the best match among it and its older versions."""

    note: Candidate
    best: Candidate
    older: Sequence[Candidate]
    parts: _Parts
    score: float


def order(found: Sequence[Candidate], terms: Terms, nearness: Nearness) -> list[Placed]:
    """Return at most `terms.limit` notes in order, with older versions folded under the newest.

    Args:
        nearness: The cosines among the notes, by their indices in `found`.
    """
    matches = [
        blend(one.keyword, one.meaning, alpha=weight_of_words(terms.alpha, unread=one.unread))
        for one in found
    ]
    ranked: list[_Ranked] = []
    for group in _groups(found, matches, terms, nearness):
        note, best = found[group.current], found[group.best]
        parts = _parts(note, best, terms)
        older = [found[index] for index in group.older]
        ranked.append(_Ranked(note, best, older, parts, score_of(parts)))
    ranked.sort(key=lambda one: (-one.score, -one.note.at.timestamp(), one.note.note_id))
    if terms.listed:
        page = sorted(ranked, key=lambda one: one.note.at, reverse=True)[: terms.limit]
    else:
        page = _with_exact_hits(_spread(ranked, found, nearness), terms.limit)
    return [_placed(one, terms) for one in page]


def weight_of_words(alpha: float, *, unread: bool) -> float:
    """Return the alpha of one note: only its words count while its meaning is not indexed.

    Otherwise notes written a moment ago, which people search for most, would only get half their match. A search by
    meaning alone (0) is unaffected.
    """
    return 1.0 if unread and alpha > 0 else alpha


def frequency(access_count: int, reinforcement_count: int) -> float:
    """Return how often a note was opened or confirmed, 0 to 1: `ln(1 + n) / ln(21)`, 1 for 20 times or more."""
    return min(1.0, math.log1p(max(0, access_count + reinforcement_count)) / _OFTEN)


def importance_factor(importance: int) -> float:
    """Return the factor of an importance: `1 + 0.05 * (importance - 3)`, 0.90 to 1.10."""
    return 1.0 + _IMPORTANCE_STEP * (importance - DEFAULT_IMPORTANCE)


def _groups(
    found: Sequence[Candidate],
    matches: Sequence[float],
    terms: Terms,
    nearness: Nearness,
) -> list[_Group]:
    if not terms.profile.settles_versions:
        return [_Group(index, index) for index in range(len(found))]
    versions = [
        Version(
            candidate.text,
            match,
            candidate.at,
            may_yield=not (candidate.pinned or candidate.titled or _inside(candidate, terms)),
        )
        for candidate, match in zip(found, matches, strict=True)
    ]
    place = {candidate.key: index for index, candidate in enumerate(found)}
    outdated = {
        index: place[successor]
        for index, candidate in enumerate(found)
        if (successor := candidate.successor) in place
    }
    asked = _words_of(terms.asked)
    yields = settle(versions, nearness, outdated=outdated, asked=asked)
    groups = {index: _Group(index, index) for index, newer in enumerate(yields) if newer is None}
    for index, newer in enumerate(yields):
        if newer is not None:
            group = groups[newer]
            group.older.append(index)
            if matches[index] > matches[group.best]:
                group.best = index
    probable = {
        index: place[successor]
        for index, candidate in enumerate(found)
        if (successor := candidate.probable_successor) in place
    }
    for index in probable:
        newer = _last(index, probable, yields)
        if may_lift(versions[index], versions[newer], asked):
            # nobody confirmed it, so the older note stays in the list
            group = groups[newer]
            group.best = max(group.best, index, key=matches.__getitem__)
    for group in groups.values():
        group.older.sort(key=lambda index: found[index].at, reverse=True)
    return list(groups.values())


def _last(index: int, probable: Mapping[int, int], yields: Sequence[int | None]) -> int:
    """Return the note at the end of a chain of replacements; dates may make it a circle."""
    seen: set[int] = set()
    while True:
        newer = yields[index]
        index = index if newer is None else newer
        if index in seen or index not in probable:
            return index
        seen.add(index)
        index = probable[index]


def _words_of(query: str) -> frozenset[str]:
    shape = shape_of(query)
    return shape.subject | shape.values


def _inside(candidate: Candidate, terms: Terms) -> bool:
    return terms.dated and not candidate.outside


def _placed(one: _Ranked, terms: Terms) -> Placed:
    via = None if one.best is one.note else one.best.note_id
    why = _why(one.note, one.best, one.parts, terms, matched_by=via)
    older = tuple(_older(version, terms, one.note.note_id) for version in one.older)
    return Placed(one.note, one.score, why, older)


def _older(note: Candidate, terms: Terms, newer: NoteId) -> Placed:
    parts = _parts(note, note, terms)
    return Placed(note, score_of(parts), _why(note, note, parts, terms, superseded_by=newer))


def _parts(note: Candidate, matched: Candidate, terms: Terms) -> _Parts:
    alpha = weight_of_words(terms.alpha, unread=matched.unread)
    days = age_days(note.at, now=terms.now)
    fresh = recency(days, half_life_days=terms.profile.half_life_days)
    summed = terms.profile.weighted_sum and not terms.listed
    return _Parts(
        match=1.0 if terms.listed else blend(matched.keyword, matched.meaning, alpha=alpha),
        age=1.0 if note.pinned or summed or terms.listed else _age(note, fresh, terms),
        importance=_importance(note, terms),
        age_days=days,
        recency=1.0 if note.pinned else fresh,
        frequency=frequency(note.access_count, note.reinforcement_count),
        dates=dates_factor(outside=note.outside and matched.outside),
        weighted_sum=summed,
    )


def _why(
    note: Candidate,
    matched: Candidate,
    parts: _Parts,
    terms: Terms,
    *,
    superseded_by: NoteId | None = None,
    matched_by: NoteId | None = None,
) -> Why:
    return Why(
        keyword=0.0 if terms.listed else matched.keyword,
        meaning=matched.meaning,
        match=parts.match,
        age=parts.age,
        importance=parts.importance,
        alpha=weight_of_words(terms.alpha, unread=matched.unread),
        age_days=parts.age_days,
        recency=parts.recency,
        frequency=parts.frequency,
        dates=parts.dates,
        repeats=parts.repeats,
        listed=terms.listed,
        weighted_sum=parts.weighted_sum,
        pinned=note.pinned,
        superseded_by=superseded_by,
        matched_by=matched_by,
    )


def _importance(note: Candidate, terms: Terms) -> float:
    if terms.listed:
        return 1.0
    if terms.profile.weighted_sum:
        return note.importance / _HIGHEST_IMPORTANCE
    return importance_factor(note.importance)


def _age(note: Candidate, fresh: float, terms: Terms) -> float:
    # who names a time does not want what is newest: `strict` would bury all that is older than some weeks
    age = 1.0 if _inside(note, terms) else age_factor(fresh, floor=terms.profile.floor)
    return age if note.successor is None else min(age, _OUTDATED_AGE)


def score_of(why: Why | _Parts) -> float:
    """Return the score calculated from its parts."""
    if why.weighted_sum:
        parts = (why.match, why.importance, why.recency, why.frequency)
        total = sum(weight * part for weight, part in zip(MEMORY_WEIGHTS, parts, strict=True))
        return total * why.dates * why.repeats
    return why.match * why.age * why.importance * why.dates * why.repeats


def _spread(ranked: list[_Ranked], found: Sequence[Candidate], nearness: Nearness) -> list[_Ranked]:
    """Lower the score of hits nearly identical with a better one, to make room for others; return the new order."""
    place = {one.note.key: at for at, one in enumerate(ranked)}
    at_place = {
        index: place[candidate.key]
        for index, candidate in enumerate(found)
        if candidate.key in place
    }
    repeating: set[int] = set()
    for one, near in nearness.rows.items():
        for other, cosine in near.items():
            both = cosine >= _TWIN_COSINE and one in at_place and other in at_place
            if both and _identical(found[one].text, found[other].text):
                repeating.add(max(at_place[one], at_place[other]))
    for at in repeating:
        ranked[at].parts = ranked[at].parts._replace(repeats=REPEATS)
        ranked[at].score = score_of(ranked[at].parts)
    return sorted(ranked, key=lambda one: -one.score) if repeating else ranked


def _identical(one: str, other: str) -> bool:
    """Return whether two texts say the same about the same thing."""
    first, second = shape_of(one), shape_of(other)
    return (
        overlap(first, second) >= _TWIN_OVERLAP
        and not values_differ(first, second)
        and not are_members(one, other)
    )


def _with_exact_hits(ranked: list[_Ranked], limit: int) -> list[_Ranked]:
    """Keep exact title and phrase hits on the page, at its end if their score is too low."""
    page, rest = ranked[:limit], ranked[limit:]
    pushed_off = [one for one in rest if one.note.exact]
    pushed_off.sort(key=lambda one: not one.note.titled)
    held = sum(one.note.exact for one in page)
    returning = pushed_off[: max(0, min(EXACT_HITS_KEPT - held, limit))]
    if not returning:
        return page
    room = [one for one in page if not one.note.exact]
    leaving = {id(one) for one in room[len(room) - len(returning) :]}
    returning = returning[: len(leaving)]
    return [one for one in page if id(one) not in leaving] + sorted(
        returning, key=lambda one: -one.score
    )
