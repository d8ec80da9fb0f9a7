"""What the arms found for one query, kept so that it can be put in another order without looking again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notebrain.domain.search.query import Query
from notebrain.domain.search.types import Blocker

if TYPE_CHECKING:
    from notebrain.domain.ports import Space
    from notebrain.recall.meaning import Near


@dataclass(frozen=True, slots=True)
class Gathered:
    """The notes found, with the raw scores of both arms.

    Attributes:
        keyword: Raw score of each note's words.
        near: What the meaning arm found, or None when it did not look.
        best_cosine: The best cosine of a note that says something, or None when the meaning arm did not look.
        rows: Each note's row in `near`, None for a note without a vector.
        covers: The best share of the query's words that one note holds.
        unranked: Every note matches equally; the newest come first.
        degraded: Why an arm did not look, or another model than the one wished for, in words, or None.
        space: The space in which the meaning was looked for, or None when it was not.
        blocked_by: The parts of the query without which there would be notes, when there is none.
    """

    query: Query
    keys: Sequence[int]
    keyword: Sequence[float]
    exact: frozenset[int] = frozenset()
    titled: frozenset[int] = frozenset()
    near: "Near | None" = None
    best_cosine: float | None = None
    rows: Sequence[int | None] = ()
    covers: float = 1.0
    unranked: bool = False
    degraded: str | None = None
    blocked_by: tuple[Blocker, ...] = ()
    space: "Space | None" = None

    def unread(self, place: int) -> bool:
        """Tell whether the meaning of a note found is not indexed yet, while that of others is."""
        return self.near is not None and self.rows[place] is None
