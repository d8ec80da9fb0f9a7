"""Notes that look alike by intent and tell nothing about each other: logs, numbered runs, invoices, filled-in forms."""

import re
from collections.abc import Sequence

from notebrain.domain.judging.conflict import Conflict
from notebrain.domain.judging.function_words import COPULAS
from notebrain.domain.judging.verdict import Statement, What
from notebrain.domain.ranking.series import are_members, are_named_apart, label

_PHONE = re.compile(r"\d{3,}[-/ ]\d{3,}|\d{6,}")
_MOST_CONFLICTS = 3
"""So many values that all differ are another entry of a form, not one thing that changed."""
_HAPPENED = {What.NUMBER, What.MONEY}


def are_in_series(older: Statement, newer: Statement) -> bool:
    """Tell whether two notes are different members of one series, or have headings of different things."""
    if are_named_apart(older.body, newer.body):
        return True
    return any(
        are_members(one, other) and not _states(one) and not _states(other)
        for one, other in ((older.title, newer.title), (older.body, newer.body))
    )


def _states(text: str) -> bool:
    """Tell whether what looks like the number of a member is what the text states: call number 555-0142."""
    named = label(text)
    if named is None:
        return False
    name, member = named
    return bool(_PHONE.fullmatch(member)) or not COPULAS.isdisjoint(name.split())


def are_records(conflicts: Sequence[Conflict]) -> bool:
    """Tell whether what differs is another entry: another day with other figures, or nothing but other figures."""
    kinds = [conflict.what for conflict in conflicts]
    if What.NEGATION in kinds or What.OPPOSITE in kinds or What.NAME in kinds:
        return False
    dated = any(_is_date(conflict) for conflict in conflicts)
    return (dated and not _HAPPENED.isdisjoint(kinds)) or len(kinds) >= _MOST_CONFLICTS


def _is_date(conflict: Conflict) -> bool:
    value = conflict.older[0].value
    return value is not None and value.dimension == "date"
