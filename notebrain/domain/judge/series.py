"""Detects notes that look alike by design but are unrelated: logs, numbered runs, invoices, filled-in forms."""

import re
from collections.abc import Sequence

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.conflict import Conflict
from notebrain.domain.judge.lexicon.function_words import COPULAS, PAST, RECORDS, STATES
from notebrain.domain.judge.parser import ParsedText, Statement as Judged, Token
from notebrain.domain.judge.verdict import Statement, What
from notebrain.domain.search.ranking.series import are_entries, are_members, are_named_apart, label

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
    told: dict[int, list[Conflict]] = {}
    for conflict in conflicts:
        statement = _holding(pair.older, conflict.older[0])
        if statement is None or any(token.text.lower() in PAST for token in statement.tokens):
            return False
        told.setdefault(statement.tokens[0].start, []).append(conflict)
    # a date beside figures is when they were recorded
    if any(len(same) > 1 and any(map(_is_date, same)) for same in told.values()):
        return False
    if len(told) > 1:
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
    kept = any(one.value is not None for one, _other in pair.matching.pairs)
    parts = sum(
        older.counted_by(one.older[0]) is not None and newer.counted_by(one.newer[0]) is not None
        for one in conflicts
        if one.older[0] in older.tokens and one.newer[0] in newer.tokens
    )
    return kept and parts > len(conflicts) / 2


def _holding(reading: ParsedText, token: Token) -> Judged | None:
    return next((one for one in reading.statements if token in one.tokens), None)


def _is_date(conflict: Conflict) -> bool:
    value = conflict.older[0].value
    return value is not None and value.dimension == "date"
