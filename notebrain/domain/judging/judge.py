"""The verdict on two notes."""

from notebrain.domain.judging.verdict import Bands, Cosines, Kind, Statement, Verdict
from notebrain.domain.ranking.series import are_members, are_named_apart
from notebrain.domain.text import repeat_hash

DEFAULT_BANDS = Bands()


def judge(
    older: Statement, newer: Statement, cosines: Cosines | None = None, bands: Bands = DEFAULT_BANDS
) -> Verdict:
    """Return how two notes stand to each other; contradictions are looked for before duplicates."""
    cosines = cosines or Cosines()
    if repeat_hash(older.body) == repeat_hash(newer.body):
        return Verdict(Kind.REPEAT, 1.0, 1.0, 0.0)
    whole = max(0.0, cosines.whole or 0.0)
    if are_members(older.body, newer.body) or are_named_apart(older.body, newer.body):
        return Verdict(Kind.DISTINCT, 1.0, 0.0, 0.0)
    kind = Kind.FLAGGED if whole >= bands.flagged else Kind.DISTINCT
    return Verdict(kind, 0.5, whole, 0.0)
