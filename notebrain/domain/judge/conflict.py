"""A conflict of two statements, and the two statements it is looked for in."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.judge.matching import Likeness, Matching
from notebrain.domain.judge.parser import Statement, Token
from notebrain.domain.judge.verdict import What

CERTAIN, LIKELY, POSSIBLE, DOUBTFUL = 1.0, 0.8, 0.7, 0.6
"""How strong a conflict is: the same words, like words, all words but one, another word in the place of one."""
_LONGEST_NEWS = 20


@dataclass(frozen=True, slots=True)
class Conflict:
    """What of two statements cannot both be true.

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
        """Return it with the sides changed."""
        return Conflict(self.what, self.strength, self.newer, self.older)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two statements and what of them stands for each other."""

    older: Statement
    newer: Statement
    matching: Matching
    like: Likeness | None = None

    @property
    def tells_change(self) -> bool:
        """Whether one of them says that something changed; a long sentence may speak of another change."""
        return any(
            token.changes
            for statement in (self.older, self.newer)
            if len(statement.tokens) <= _LONGEST_NEWS
            for token in statement.tokens
        )


def denies(tokens: Sequence[Token]) -> bool:
    """Tell whether so many words deny that the whole denies."""
    return sum(token.negates for token in tokens) % 2 == 1
