"""Measures how far two notes have the same content, and detects those that look alike by design.

Logs, numbered runs, invoices and filled-in forms look alike but are unrelated.
"""

import re
from collections.abc import Sequence

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import Conflict
from notebrain.domain.judge.lexicon.function_words import COPULAS, PAST, RECORDS, STATES
from notebrain.domain.judge.matching import are_apart, likeness
from notebrain.domain.judge.parser import ParsedText, Statement as Judged, Token, read
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Statement, What
from notebrain.domain.search.ranking.features import (
    are_entries,
    are_members,
    are_named_apart,
    label,
)

_ALL, _MOST, _SOME = 0.85, 0.75, 0.40
_HALF = 0.5
_RELATED = 0.5
"""The least likeness at which two words can mean the same in their sentence (due, paid)."""
_MOST_COMPARED = 400
_ADDS = 3
"""A note with this many words of its own says more."""
_LEAST_OF_OVERLAP = 0.25
_SHORT = 14
"""Up to this many content words, a note is a single thought that a cosine can judge."""
_SHARE_FOR_COSINE = 0.3
"""How much cosine a full share of common words makes up for."""


def how_alike(pair: Comparison, cosines: Cosines, bands: Bands) -> tuple[Kind, float]:
    """Return duplicate, overlap, flagged or distinct, and the confidence."""
    cosine = cosines.whole
    if _is_duplicate(pair, cosine, bands):
        return Kind.DUPLICATE, _sure(pair, cosine)
    if _is_overlap(pair, cosines, bands):
        return Kind.OVERLAP, _sure(pair, cosine)
    if _is_other_wording(pair, cosine, bands):
        return Kind.DUPLICATE, _sure(pair, cosine)
    if cosine is not None and cosine >= bands.flagged and not stands_for_other(pair):
        return Kind.FLAGGED, 0.5
    return Kind.DISTINCT, 1.0 - similarity(pair, cosine)


def similarity(pair: Comparison, cosine: float | None) -> float:
    """Return how similar two notes are in words and meaning, 0 to 1."""
    shares = pair.matching.older_share, pair.matching.newer_share
    words = (min(shares) + sum(shares) / 2) / 2
    return words if cosine is None else (words + min(1.0, max(0.0, cosine))) / 2


def _sure(pair: Comparison, cosine: float | None) -> float:
    return 0.5 + similarity(pair, cosine) / 2


def _is_duplicate(pair: Comparison, cosine: float | None, bands: Bands) -> bool:
    matching = pair.matching
    least = min(matching.older_share, matching.newer_share)
    if stands_for_other(pair) or pair.polarity_differs or _says_more(pair) or swaps_words(pair):
        return False
    if cosine is None or (cosine >= bands.same and least >= _ALL):
        return least >= _ALL
    if cosine >= bands.close:
        return least >= _SOME
    return cosine >= bands.near and least >= _MOST


def _says_more(pair: Comparison) -> bool:
    """Return whether a note adds something to what both say."""
    matching = pair.matching
    most = max(len(matching.older), len(matching.newer))
    sides = [left for left in (matching.older, matching.newer) if len(left) == most]
    if most > 1 and any(token.value is not None for left in sides for token in left):
        return True
    return most >= _ADDS and pair.shared_clauses > 0


def _is_overlap(pair: Comparison, cosines: Cosines, bands: Bands) -> bool:
    shares = pair.matching.older_share, pair.matching.newer_share
    if not pair.shared_clauses or max(shares) < _HALF or min(shares) < _LEAST_OF_OVERLAP:
        return False
    if pair.speaks_of_different_things or excludes_other(pair) or swaps_words(pair):
        return False
    known = [cosine for cosine in (cosines.whole, cosines.nearest) if cosine is not None]
    return not known or max(known) >= bands.related


def _is_other_wording(pair: Comparison, cosine: float | None, bands: Bands) -> bool:
    """Return whether short notes say the same in mostly different words."""
    matching = pair.matching
    if cosine is None or cosine < bands.same or not matching.pairs or pair.is_parallel:
        return False
    if max(len(pair.older.content), len(pair.newer.content)) > _SHORT:
        return False
    if stands_for_other(pair) or pair.polarity_differs:
        return False
    share = (matching.older_share + matching.newer_share) / 2
    return cosine + _SHARE_FOR_COSINE * share >= bands.same_with_words


def stands_for_other(pair: Comparison) -> bool:
    """Return whether each has a value, name or word in the same position that excludes the other's."""
    older, newer = pair.matching.older, pair.matching.newer
    if any(map(_is_exact, older)) and any(map(_is_exact, newer)):
        return True
    return excludes_other(pair)


def swaps_words(pair: Comparison) -> bool:
    """Return whether the notes are the same sentence with different words swapped in: order cake, order balloons."""
    older, newer = pair.matching.older, pair.matching.newer
    if not older or not newer or not pair.is_one_frame:
        return False
    pairs = pair.matching.pairs
    ours, theirs = {one.clause for one, _other in pairs}, {other.clause for _one, other in pairs}
    if {token.clause for token in older}.isdisjoint(ours) or {
        token.clause for token in newer
    }.isdisjoint(theirs):
        return False  # a separate clause adds something instead of swapping it
    return max(likeness(one, other, pair.like) for one in older for other in newer) < _RELATED


def excludes_other(pair: Comparison) -> bool:
    """Return whether each has a word that excludes one of the other; for long notes, this means nothing."""
    older, newer = pair.matching.older, pair.matching.newer
    if len(older) * len(newer) > _MOST_COMPARED:
        return False
    return any(are_apart(one, other) for one in older for other in newer)


def _is_exact(token: Token) -> bool:
    return token.exact


LONGEST_SEARCHED = 4_000
"""Only this much of a longer text is searched, because the user is waiting for the result."""


def lone(text: str, other: str) -> list[tuple[int, int]]:
    """Return the ranges of values, names and denials that the other text lacks, in code points.

    Example:
        >>> lone("Meet Anna at 9:30, not later", "Meet me")
        [(5, 9), (13, 17), (19, 22)]
    """
    text, other = text[:LONGEST_SEARCHED], other[:LONGEST_SEARCHED]
    german = are_german(text, other)
    known = {token.key for token in _tokens(other, german=german)}
    return [
        (token.start, token.end)
        for token in _tokens(text, german=german)
        if (token.exact or token.negates) and token.key not in known
    ]


def _tokens(text: str, *, german: bool) -> Sequence[Token]:
    return read(text, german=german).tokens


_PHONE = re.compile(r"\d{3,}[-/ ]\d{3,}|\d{6,}")
_MOST_CONFLICTS = 3
"""If this many values all differ, it is another entry of a form, not one thing that changed."""
_MOST_CHANGED = 5
_WORDS_PER_FIGURE = 2
"""Notes that describe a thing have this many words per figure; forms have fewer."""
_HAPPENED = {What.NUMBER, What.MONEY}


def are_in_series(older: Statement, newer: Statement) -> bool:
    """Return whether two notes are different members of one series, or have headings that name different things."""
    if are_named_apart(older.body, newer.body) or are_entries(older.body, newer.body):
        return True
    return any(
        are_members(one, other) and not _states(one) and not _states(other)
        for one, other in ((older.title, newer.title), (older.body, newer.body))
    )


def _states(text: str) -> bool:
    """Return whether the text states what looks like a member's number, as in "call number 555-0142"."""
    named = label(text)
    if named is None:
        return False
    name, member = named
    return bool(_PHONE.fullmatch(member)) or not COPULAS.isdisjoint(name.split())


def are_records(pair: Comparison, conflicts: Sequence[Conflict]) -> bool:
    """Return whether the notes are separate entries: another day with other figures, or only other figures."""
    kinds = [conflict.what for conflict in conflicts]
    if What.NEGATION in kinds or What.OPPOSITE in kinds or What.NAME in kinds:
        return False
    dated = any(_is_date(conflict) for conflict in conflicts) and not _HAPPENED.isdisjoint(kinds)
    if not dated and len(kinds) < _MOST_CONFLICTS:
        return False
    return not _describes(pair, conflicts)


def _describes(pair: Comparison, conflicts: Sequence[Conflict]) -> bool:
    """Return whether the notes describe a thing in sentences, with different figures; forms and events do not."""
    words = sum(one.value is None and len(one.text) > 1 for one, _other in pair.matching.pairs)
    if len(conflicts) > _MOST_CHANGED or words < len(conflicts):
        return False
    by_sentence: dict[int, list[Conflict]] = {}
    for conflict in conflicts:
        statement = _holding(pair.older, conflict.older[0])
        if statement is None or any(token.text.lower() in PAST for token in statement.tokens):
            return False
        by_sentence.setdefault(statement.tokens[0].start, []).append(conflict)
    # a date beside figures is when they were recorded
    if any(len(same) > 1 and any(map(_is_date, same)) for same in by_sentence.values()):
        return False
    if len(by_sentence) > 1:
        return words >= _WORDS_PER_FIGURE * len(conflicts)
    return _states_how_it_is(pair, conflicts)


def _states_how_it_is(pair: Comparison, conflicts: Sequence[Conflict]) -> bool:
    """Return whether a sentence describes a thing: with an "is" or "needs", or by parts of which some are unchanged."""
    older = _holding(pair.older, conflicts[0].older[0])
    newer = _holding(pair.newer, conflicts[0].newer[0])
    if older is None or newer is None:
        return False
    keys = {token.key for token in (*older.tokens, *newer.tokens)}
    if keys & RECORDS:
        return False
    if keys & STATES:
        return True
    has_value = any(one.value is not None for one, _other in pair.matching.pairs)
    parts = sum(
        older.counted_by(conflict.older[0]) is not None
        and newer.counted_by(conflict.newer[0]) is not None
        for conflict in conflicts
        if conflict.older[0] in older.tokens and conflict.newer[0] in newer.tokens
    )
    return has_value and parts > len(conflicts) / 2


def _holding(reading: ParsedText, token: Token) -> Judged | None:
    return next((statement for statement in reading.statements if token in statement.tokens), None)


def _is_date(conflict: Conflict) -> bool:
    value = conflict.older[0].value
    return value is not None and value.dimension == "date"
