"""Contraries: two statements are alike but for words that are opposites."""

from collections.abc import Iterator, Sequence

from notebrain.domain.judging.conflict import CERTAIN, LIKELY, POSSIBLE, Compared, Conflict
from notebrain.domain.judging.function_words import INDEFINITE
from notebrain.domain.judging.opposites import are_opposite
from notebrain.domain.judging.reading import Statement, Token
from notebrain.domain.judging.verdict import What

_MOST_LEFT = 12
"""Statements of which more differs are not alike but for an opposite."""
_MOST_BESIDE = 2
"""So many words may stand beside an opposite on one side only."""


def contraries(compared: Compared) -> Iterator[Conflict]:
    """Yield opposites that stand in one place of both statements."""
    matched = compared.matching
    if max(len(matched.older), len(matched.newer)) > _MOST_LEFT:
        return
    for one in (*matched.older, *_particles(compared.older, compared.newer)):
        for other in (*matched.newer, *_particles(compared.newer, compared.older)):
            if not are_opposite(one.key, other.key):
                continue
            if _tells_which(one, compared.older) and _tells_which(other, compared.newer):
                continue
            beside = [token for token in matched.older if token is not one]
            beside_newer = [token for token in matched.newer if token is not other]
            strength = _strength_of_opposite(one, beside, beside_newer, compared)
            if strength:
                yield Conflict(What.OPPOSITE, strength, (one,), (other,))


def _strength_of_opposite(
    opposite: Token, older: Sequence[Token], newer: Sequence[Token], compared: Compared
) -> float:
    matched = compared.matching
    if not matched.pairs:
        return 0.0
    if not older and not newer:
        return CERTAIN
    # a second word in place of another, as in "putting on" and "taking off", if it goes with a particle
    if older and newer:
        rest_goes_with_it = not opposite.content and len(older) == len(newer) == 1
        return LIKELY if rest_goes_with_it or compared.tells_change else 0.0
    return POSSIBLE if len(older) + len(newer) <= min(_MOST_BESIDE, len(matched.pairs)) else 0.0


def _tells_which(token: Token, statement: Statement) -> bool:
    """Tell whether a word says which of several: a big dog and a small dog are two dogs."""
    at = statement.tokens.index(token)
    before, after = statement.tokens[max(0, at - 1) : at], statement.tokens[at + 1 : at + 2]
    return any(one.key in INDEFINITE or one.value for one in before) and any(
        one.content and one.value is None for one in after
    )


def _particles(one: Statement, other: Statement) -> list[Token]:
    """Return the words that tell nothing by themselves, like "on" and "off", and that the other has not."""
    theirs = {token.key for token in other.tokens}
    return [
        token
        for token in one.tokens
        if not token.content and not token.negates and token.key not in theirs
    ]
