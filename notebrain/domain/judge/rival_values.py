"""Finds different values that two statements give for the same question."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from notebrain.domain.judge.contradictions import CERTAIN, LIKELY, Compared, Conflict
from notebrain.domain.judge.lexicon.function_words import (
    ANSWERS,
    CHOICES,
    COPULAS,
    FREE,
    JOURNEYS,
    NUMBERED,
)
from notebrain.domain.judge.matching import match
from notebrain.domain.judge.parser import Statement, Token
from notebrain.domain.judge.values import agree, are_comparable
from notebrain.domain.judge.verdict import What

_MOST_VALUES = 12
"""The most values in one statement; more make it a table, not a claim."""


def other_values(compared: Compared) -> Iterator[Conflict]:
    """Yield values that answer the same question differently."""
    ours = [token for token in compared.matching.older if token.value is not None][:_MOST_VALUES]
    theirs = [token for token in compared.matching.newer if token.value is not None][:_MOST_VALUES]
    taken: set[int] = set()
    for our in ours:
        for other in theirs:
            if other.start in taken or not _in_one_place(our, other, compared):
                continue
            taken.add(other.start)
            yield Conflict(our.value.what if our.value else What.NUMBER, CERTAIN, (our,), (other,))
            break


def _in_one_place(one: Token, other: Token, compared: Compared) -> bool:
    """Return whether two values answer the same question."""
    if one.value is None or other.value is None or not are_comparable(one.value, other.value):
        return False
    if agree(one.value, other.value) or one.value.dimension == "option":
        return False
    if _unlike_followers(one, other, compared) or _count_subjects(one, other, compared):
        return False
    around = match(_around(one, compared.older), _around(other, compared.newer), compared.like)
    if around.older and around.newer and not compared.announces_change:
        return False
    if one.value.dimension in {"url", "path"}:  # different sources are not a contradiction
        return len(around.pairs) > 1
    return bool(around.pairs) or bool(
        compared.matching.pairs and not (around.older and around.newer)
    )


def _unlike_followers(one: Token, other: Token, compared: Compared) -> bool:
    """Return whether the values count different things: 2 onions, 1 can."""
    first, second = compared.older.counted_by(one), compared.newer.counted_by(other)
    if first is None or second is None:
        # an amount of money and a count
        return _dimension(one) != _dimension(other) and first is not second
    return not match([first], [second], compared.like).pairs


def _dimension(token: Token) -> str:
    return token.value.dimension if token.value else ""


def _count_subjects(one: Token, other: Token, compared: Compared) -> bool:
    """Return whether the values count the subjects of the statements: two dogs bark, three dogs bark."""
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
    """Yield what one statement calls free and the other gives a price for."""
    for one in compared.matching.older[:_MOST_VALUES]:
        for other in compared.matching.newer[:_MOST_VALUES]:
            words = {one.key, other.key} & FREE
            costs = next(
                (t for t in (one, other) if t.value and t.value.dimension == "money"), None
            )
            if words and costs and compared.matching.pairs:
                yield Conflict(What.MONEY, LIKELY, (one,), (other,))


def other_names(compared: Compared) -> Iterator[Conflict]:
    """Yield different names that the statements give as the answer: is with Ana, is with Ben."""
    older, newer = compared.matching.older, compared.matching.newer
    ours, theirs = _all_names(older), _all_names(newer)
    if not ours or not theirs or not compared.matching.pairs:
        return
    if not compared.announces_change and (len(ours) < len(older) or len(theirs) < len(newer)):
        return
    if _are_answers(ours, compared.older) and _are_answers(theirs, compared.newer):
        yield Conflict(What.NAME, LIKELY, tuple(ours), tuple(theirs))


def _all_names(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.name]


def _are_answers(names: Sequence[Token], statement: Statement) -> bool:
    """Return whether names follow an "is" or a verb of choice, or precede an "is the"."""
    at = statement.tokens.index(names[0])
    before = statement.tokens[:at]
    if any(_brings_answer(token) for token in before):
        return True
    after = [token.key for token in statement.tokens[at : at + 4]]
    return any(first in COPULAS and second == "the" for first, second in pairwise(after))


def _brings_answer(token: Token) -> bool:
    return token.key in COPULAS or token.key in CHOICES or token.text.lower() in ANSWERS


def speak_of_different_things(compared: Compared) -> bool:
    """Return whether the subjects differ: Anna's phone and Ben's, room 12 and room 14."""
    if compared.announces_change:
        return False
    older, newer = compared.matching.older, compared.matching.newer
    subjects = _subject(compared.older, older), _subject(compared.newer, newer)
    named_apart = bool(_all_names(older)) and bool(_all_names(newer))  # two hotels, two guests
    return (all(subjects) or named_apart) and not _is_the(compared)


def _subject(statement: Statement, left: Sequence[Token]) -> list[Token]:
    """Return the words that only this subject has: words before its "is", numbers of numbered things."""
    end = next((t for t in statement.tokens if t.key in COPULAS), None)
    found = [t for t in left if _is_number_of_thing(t, statement)]
    if end is None:
        return found
    telling = _TELLING_BEFORE_COLON if end.key == ":" else _TELLING
    return found + [
        t for t in left if t.start < end.start and (t.value is None or t.value.dimension in telling)
    ]


_TELLING = {"code", "option"}
_TELLING_BEFORE_COLON = {*_TELLING, "version", "number", "ordinal", "date", "month"}


def _is_number_of_thing(token: Token, statement: Statement) -> bool:
    if token.value is None or token.value.dimension not in {"number", "code"}:
        return False
    at = statement.tokens.index(token)
    if at == 0:
        return False
    before = statement.tokens[at - 1]
    return before.key in NUMBERED or (_is_carrier(before) and _is_journey(statement))


def _is_carrier(token: Token) -> bool:
    """Return whether a number after the token can be that of a flight or a train: TP 573, ICE 712."""
    return token.text.isupper() and 2 <= len(token.text) <= _LONGEST_CARRIER  # noqa: PLR2004 - TP


_LONGEST_CARRIER = 3


def _is_journey(statement: Statement) -> bool:
    return any(token.key in JOURNEYS for token in statement.tokens)


def _is_the(compared: Compared) -> bool:
    """Return whether both name who "is the" same: Ms. Huber is the teacher, Mr. Gruber is the teacher."""
    names = _all_names(compared.matching.older), _all_names(compared.matching.newer)
    return all(names) and all(
        _are_answers(side, statement)
        for side, statement in zip(names, (compared.older, compared.newer), strict=True)
    )
