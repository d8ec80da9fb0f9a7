"""A conflict between two statements, and the pair of statements that is checked for conflicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.judge.matching import Likeness, Matching
from notebrain.domain.judge.parser import Statement, Token
from notebrain.domain.judge.verdict import What

CERTAIN, LIKELY, POSSIBLE, DOUBTFUL = 1.0, 0.8, 0.7, 0.6
"""How strong a conflict is: the same words, similar words, all words but one, one word replaced by another."""
_LONGEST_NEWS = 20


@dataclass(frozen=True, slots=True)
class Conflict:
    """The parts of two statements that cannot both be true.

    Attributes:
        strength: 0 to 1.
        older: Where the older statement says it.
        newer: Where the newer statement says otherwise.
    """

    what: What
    strength: float
    older: tuple[Token, ...]
    newer: tuple[Token, ...]

    def turned(self) -> "Conflict":
        """Return the conflict with its sides swapped."""
        return Conflict(self.what, self.strength, self.newer, self.older)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two statements and what matches in them."""

    older: Statement
    newer: Statement
    matching: Matching
    like: Likeness | None = None

    @property
    def tells_change(self) -> bool:
        """Whether one of them announces a change; a long sentence may be about some other change."""
        return any(
            token.changes
            for statement in (self.older, self.newer)
            if len(statement.tokens) <= _LONGEST_NEWS
            for token in statement.tokens
        )


def denies(tokens: Sequence[Token]) -> bool:
    """Return whether the denials among the tokens add up to a denial."""
    return sum(token.negates for token in tokens) % 2 == 1
