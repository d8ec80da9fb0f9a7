"""Rival values: two statements give another number, date, price or address as the answer to one question."""

from collections.abc import Iterator

from notebrain.domain.judging.conflict import CERTAIN, LIKELY, Compared, Conflict
from notebrain.domain.judging.function_words import FREE
from notebrain.domain.judging.matching import match
from notebrain.domain.judging.reading import Statement, Token
from notebrain.domain.judging.values import agree, are_comparable
from notebrain.domain.judging.verdict import What

_MOST_VALUES = 12
"""Of one statement; more are a table, not a claim."""


def other_values(compared: Compared) -> Iterator[Conflict]:
    """Yield values that answer one question differently."""
    ours = [token for token in compared.matching.older if token.value is not None][:_MOST_VALUES]
    theirs = [token for token in compared.matching.newer if token.value is not None][:_MOST_VALUES]
    taken: set[int] = set()
    for one in ours:
        for other in theirs:
            if other.start in taken or not _in_one_place(one, other, compared):
                continue
            taken.add(other.start)
            yield Conflict(one.value.what if one.value else What.NUMBER, CERTAIN, (one,), (other,))
            break


def _in_one_place(one: Token, other: Token, compared: Compared) -> bool:
    """Tell whether two values answer the same question."""
    if one.value is None or other.value is None or not are_comparable(one.value, other.value):
        return False
    if agree(one.value, other.value) or one.value.dimension == "option":
        return False
    if _unlike_followers(one, other, compared) or _count_subjects(one, other, compared):
        return False
    around = match(_around(one, compared.older), _around(other, compared.newer), compared.like)
    if around.older and around.newer and not compared.tells_change:
        return False
    if one.value.dimension in {"url", "path"}:  # two texts that name their sources do not disagree
        return len(around.pairs) > 1
    return bool(around.pairs) or bool(
        compared.matching.pairs and not (around.older and around.newer)
    )


def _unlike_followers(one: Token, other: Token, compared: Compared) -> bool:
    """Tell whether the values count different things: 2 onions, 1 can."""
    first, second = compared.older.counted_by(one), compared.newer.counted_by(other)
    if first is None or second is None:
        # a sum of money and a number of something
        return _dimension(one) != _dimension(other) and first is not second
    return not match([first], [second], compared.like).pairs


def _dimension(token: Token) -> str:
    return token.value.dimension if token.value else ""


def _count_subjects(one: Token, other: Token, compared: Compared) -> bool:
    """Tell whether the values count what the statements begin with: two dogs bark, three dogs bark."""
    return (
        compared.older.tokens[0] is one
        and compared.newer.tokens[0] is other
        and all(
            statement.counted_by(value) is not None
            for value, statement in ((one, compared.older), (other, compared.newer))
        )
    )


def _around(value: Token, statement: Statement) -> list[Token]:
    """Return the words of the value's clause, or of the whole statement if it has none."""
    words = [token for token in statement.content if token.value is None]
    return [token for token in words if token.clause == value.clause] or words


def other_prices(compared: Compared) -> Iterator[Conflict]:
    """Yield what is free for one and costs something for the other."""
    for one in compared.matching.older[:_MOST_VALUES]:
        for other in compared.matching.newer[:_MOST_VALUES]:
            words = {one.key, other.key} & FREE
            costs = next(
                (t for t in (one, other) if t.value and t.value.dimension == "money"), None
            )
            if words and costs and compared.matching.pairs:
                yield Conflict(What.MONEY, LIKELY, (one,), (other,))
