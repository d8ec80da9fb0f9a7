"""What two statements say that cannot both be true: a denial, an opposite, another value, another name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from notebrain.domain.judging.function_words import (
    CHOICES,
    COPULAS,
    FREE,
    INDEFINITE,
    JOINTS,
    NUMBERED,
)
from notebrain.domain.judging.matching import Likeness, Matching, likeness, match
from notebrain.domain.judging.opposites import are_opposite
from notebrain.domain.judging.reading import Statement, Token
from notebrain.domain.judging.values import agree, are_comparable
from notebrain.domain.judging.verdict import What

CERTAIN, LIKELY, POSSIBLE, DOUBTFUL = 1.0, 0.8, 0.7, 0.6
"""How strong a conflict is: the same words, like words, all words but one, another word in the place of one."""
_LEAST_STAND_IN = 0.45
"""So like must be the one word that stands in the place of another."""
_MOST_BESIDE = 2
"""So many words may stand beside an opposite on one side only."""


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
        """Whether one says that something changed and the other does not."""
        return any(t.changes for t in self.newer.tokens) or any(
            t.changes for t in self.older.tokens
        )


def conflicts(compared: Compared) -> Iterator[Conflict]:
    """Yield what cannot both be true, the strongest kinds first."""
    yield from _denials(compared)
    if _denies(compared.older.tokens) == _denies(compared.newer.tokens):
        yield from _opposites(compared)
    if not speak_of_different_things(compared):
        yield from _values(compared)
        yield from _prices(compared)
        yield from _names(compared)


def _denies(tokens: Sequence[Token]) -> bool:
    return sum(token.negates for token in tokens) % 2 == 1


# --- denials


def _denials(compared: Compared) -> Iterator[Conflict]:
    older, newer, like = compared.older, compared.newer, compared.like
    yield from _denied_by(older, newer, like)
    for conflict in _denied_by(newer, older, like):
        yield conflict.turned()


def _denied_by(denying: Statement, other: Statement, like: Likeness | None) -> Iterator[Conflict]:
    """Yield the denials of what the other statement says, those of `denying` first."""
    for clause in _denying_clauses(denying):
        denied = [token for token in clause if token.content]
        found = match(denied, other.content, like)
        strength = _strength_of_denial(found, clause, like)
        if not strength or _is_denied(found, other) or not _is_one_claim(found, other):
            continue
        if strength < LIKELY and any(token.negates for token in other.tokens):
            continue
        yield Conflict(
            What.NEGATION,
            strength,
            tuple(token for token in clause if token.negates),
            tuple(sorted(token for _one, token in found.pairs)),
        )


def _denying_clauses(statement: Statement) -> Iterator[Sequence[Token]]:
    """Yield the clauses that deny; one that holds next to nothing is taken with all of the statement."""
    for number in {token.clause for token in statement.tokens if token.negates}:
        clause = [token for token in statement.tokens if token.clause == number]
        if not _denies(clause):
            continue
        yield clause if sum(token.content for token in clause) > 1 else statement.tokens


def _strength_of_denial(found: Matching, clause: Sequence[Token], like: Likeness | None) -> float:
    """Return how surely the other statement says what the clause denies.

    It should say all of it: that no old man walks hardly denies that a man walks. What stands before the denial
    may be more, though: Tom is a vegetarian and eats no meat.
    """
    if not found.pairs or len(found.older) > 1:
        return 0.0
    if len(found.pairs) == 1 and (found.older or len(found.newer) > 1):
        return 0.0 if found.older else DOUBTFUL
    if not found.older:
        alike = all(one.key == other.key for one, other in found.pairs)
        return CERTAIN if alike and len(found.newer) <= _MOST_BESIDE else LIKELY
    if found.newer:
        stands_in = max(likeness(found.older[0], other, like) for other in found.newer)
        return DOUBTFUL if stands_in >= _LEAST_STAND_IN else 0.0
    denial = next(token.start for token in clause if token.negates)
    return LIKELY if found.older[0].start < denial else POSSIBLE


def _is_one_claim(found: Matching, other: Statement) -> bool:
    """Tell whether the words stand together: a boy plays while a dog watches says nothing of a dog that plays."""
    matched = {token.start for _one, token in found.pairs}
    part, parts = 0, set[int]()
    for token in other.tokens:
        part += token.key in JOINTS
        if token.start in matched:
            parts.add(part)
    return len(parts) == 1


def _is_denied(found: Matching, other: Statement) -> bool:
    """Tell whether the other statement denies it too."""
    clauses = {token.clause for _one, token in found.pairs}
    return _denies([token for token in other.tokens if token.clause in clauses])


# --- opposites


def _opposites(compared: Compared) -> Iterator[Conflict]:
    matched = compared.matching
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


# --- values


def _values(compared: Compared) -> Iterator[Conflict]:
    ours = [token for token in compared.matching.older if token.value is not None]
    theirs = [token for token in compared.matching.newer if token.value is not None]
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
    if agree(one.value, other.value):
        return False
    if _unlike_followers(one, other, compared) or _count_subjects(one, other, compared):
        return False
    around = match(_around(one, compared.older), _around(other, compared.newer), compared.like)
    if around.older and around.newer and not compared.tells_change:
        return False
    return bool(around.pairs) or bool(
        compared.matching.pairs and not (around.older and around.newer)
    )


def _unlike_followers(one: Token, other: Token, compared: Compared) -> bool:
    """Tell whether the values count different things: 2 onions, 1 can."""
    first, second = _follower(one, compared.older), _follower(other, compared.newer)
    if first is None or second is None:
        return False
    return not match([first], [second], compared.like).pairs


def _count_subjects(one: Token, other: Token, compared: Compared) -> bool:
    """Tell whether the values count what the statements begin with: two dogs bark, three dogs bark."""
    return (
        compared.older.tokens[0] is one
        and compared.newer.tokens[0] is other
        and all(
            _follower(value, statement) is not None
            for value, statement in ((one, compared.older), (other, compared.newer))
        )
    )


def _follower(value: Token, statement: Statement) -> Token | None:
    at = statement.tokens.index(value) + 1
    following = statement.tokens[at] if at < len(statement.tokens) else None
    if (
        following is None
        or not following.content
        or following.value
        or following.clause != value.clause
    ):
        return None
    return following


def _around(value: Token, statement: Statement) -> list[Token]:
    """Return the words of the value's clause, or of the whole statement if it has none."""
    words = [token for token in statement.content if token.value is None]
    return [token for token in words if token.clause == value.clause] or words


def _prices(compared: Compared) -> Iterator[Conflict]:
    """Yield what is free for one and costs something for the other."""
    for one in compared.matching.older:
        for other in compared.matching.newer:
            words = {one.key, other.key} & FREE
            costs = next(
                (t for t in (one, other) if t.value and t.value.dimension == "money"), None
            )
            if words and costs and compared.matching.pairs:
                yield Conflict(What.MONEY, LIKELY, (one,), (other,))


# --- names


def _names(compared: Compared) -> Iterator[Conflict]:
    """Yield names that the statements give as the one answer: is with Ana, is with Ben."""
    older, newer = compared.matching.older, compared.matching.newer
    ours, theirs = _all_names(older), _all_names(newer)
    if not ours or not theirs or not compared.matching.pairs:
        return
    if not compared.tells_change and (len(ours) < len(older) or len(theirs) < len(newer)):
        return
    if _are_answers(ours, compared.older) and _are_answers(theirs, compared.newer):
        yield Conflict(What.NAME, LIKELY, tuple(ours), tuple(theirs))


def _all_names(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.name]


def _are_answers(names: Sequence[Token], statement: Statement) -> bool:
    """Tell whether names stand after an "is" or a verb of choice, or before an "is the"."""
    at = statement.tokens.index(names[0])
    before = statement.tokens[:at]
    if any(token.key in COPULAS or token.key in CHOICES for token in before):
        return True
    after = [token.key for token in statement.tokens[at : at + 4]]
    return any(first in COPULAS and second == "the" for first, second in pairwise(after))


# --- what they are about


def speak_of_different_things(compared: Compared) -> bool:
    """Tell whether the subjects differ: Anna's phone and Ben's, room 12 and room 14."""
    older = _subject(compared.older, compared.matching.older)
    newer = _subject(compared.newer, compared.matching.newer)
    if not older or not newer or compared.tells_change:
        return False
    return not _is_the(compared)


def _subject(statement: Statement, left: Sequence[Token]) -> list[Token]:
    """Return what only this statement has of what it is about: words before its "is", numbers of numbered things."""
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
    return at > 0 and statement.tokens[at - 1].key in NUMBERED


def _is_the(compared: Compared) -> bool:
    """Tell whether both name who "is the" same: Ms Huber is the teacher, Mr Gruber is the teacher."""
    names = _all_names(compared.matching.older), _all_names(compared.matching.newer)
    return all(names) and all(
        _are_answers(side, statement)
        for side, statement in zip(names, (compared.older, compared.newer), strict=True)
    )
