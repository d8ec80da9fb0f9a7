"""Conflicts between two statements, and the contradictions among them: denials and opposites."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from notebrain.domain.judge.lexicon.antonyms import are_opposite
from notebrain.domain.judge.lexicon.function_words import AFFIRMED, INDEFINITE, JOINTS
from notebrain.domain.judge.matching import Likeness, Matching, likeness, match
from notebrain.domain.judge.parser import Statement, Token
from notebrain.domain.judge.verdict import What

CERTAIN, LIKELY, POSSIBLE, DOUBTFUL = 1.0, 0.8, 0.7, 0.6
"""How strong a conflict is: the same words, similar words, all words but one, one word replaced by another."""


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
    def announces_change(self) -> bool:
        """Whether one of them announces a change."""
        return self.older.announces_change or self.newer.announces_change


def denies(tokens: Sequence[Token]) -> bool:
    """Return whether the denials among the tokens add up to a denial."""
    return sum(token.negates for token in tokens) % 2 == 1


_MOST_LEFT = 12
"""Statements that differ in more words than this are not the same except for an opposite."""
_MOST_BESIDE = 2
"""How many words may stand beside an opposite on one side only."""


def contraries(compared: Compared) -> Iterator[Conflict]:
    """Yield opposites in the same position of both statements."""
    matched = compared.matching
    if max(len(matched.older), len(matched.newer)) > _MOST_LEFT:
        return
    for one in (*matched.older, *_particles(compared.older, compared.newer)):
        for other in (*matched.newer, *_particles(compared.newer, compared.older)):
            if not are_opposite(one.key, other.key):
                continue
            if _names_which(one, compared.older) and _names_which(other, compared.newer):
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
    # a second word may also be replaced if it goes with a particle: "putting on" and "taking off"
    if older and newer:
        rest_goes_with_it = not opposite.content and len(older) == len(newer) == 1
        return LIKELY if rest_goes_with_it or compared.announces_change else 0.0
    return POSSIBLE if len(older) + len(newer) <= min(_MOST_BESIDE, len(matched.pairs)) else 0.0


def _names_which(token: Token, statement: Statement) -> bool:
    """Return whether a word distinguishes one of several: a big dog and a small dog are two dogs."""
    at = statement.tokens.index(token)
    before, after = statement.tokens[max(0, at - 1) : at], statement.tokens[at + 1 : at + 2]
    return any(
        token_before.key in INDEFINITE or token_before.value for token_before in before
    ) and any(token_after.content and token_after.value is None for token_after in after)


def _particles(one: Statement, other: Statement) -> list[Token]:
    """Return words without meaning of their own, like "on" and "off", that the other statement lacks."""
    theirs = {token.key for token in other.tokens}
    return [
        token
        for token in one.tokens
        if not token.content and not token.negates and token.key not in theirs
    ]


_LEAST_STAND_IN = 0.45
"""How similar a single word must be to the word it replaces."""
_FEW_BESIDE = 2
_LEAST_NEARNESS: Mapping[float, float] = {
    CERTAIN: 0.55,
    LIKELY: 0.75,
    DOUBTFUL: 0.86,
    POSSIBLE: 0.90,
}
"""How similar two claims must be without their denial. Measured on pairs written for this: the same claims .56 to 1.0,
others below .80 except those that only say which one is meant (no tall man, a man: .86 to .92).
"""
_LEAST_OF_OTHER_WORDS = 0.90
_HALF = 0.5


def denials(compared: Compared) -> Iterator[Conflict]:
    """Yield what either statement denies of the other."""
    older, newer, like = compared.older, compared.newer, compared.like
    yield from _denied_by(older, newer, like)
    for conflict in _denied_by(newer, older, like):
        yield conflict.turned()


def _denied_by(denying: Statement, other: Statement, like: Likeness | None) -> Iterator[Conflict]:
    """Yield the denials of what the other statement says, those of `denying` first."""
    for clause in _denying_clauses(denying):
        denied = [token for token in clause if token.content]
        found = match(denied, other.content, like)
        if not found.pairs or _is_denied(found, other) or not _is_one_claim(found, other):
            continue
        if _only_leaves_out(clause) and not any(token.key in _WITH for token in other.tokens):
            continue
        strength = _strength(found, clause, other, like)
        if strength:
            yield Conflict(
                What.NEGATION,
                strength,
                tuple(token for token in clause if token.negates),
                tuple(sorted(token for _one, token in found.pairs)),
            )


def _strength(
    found: Matching, clause: Sequence[Token], other: Statement, like: Likeness | None
) -> float:
    """Return how surely the other statement says what the clause denies: by words, then by meaning."""
    by_words = _strength_by_words(found, clause, like)
    if by_words < LIKELY and any(token.negates for token in other.tokens):
        return 0.0
    if like is None:
        return by_words
    if not by_words and min(found.older_share, found.newer_share) < _HALF:
        return 0.0
    nearness = like([_affirmed(clause)], [_affirmed(other.tokens)])[0][0]
    if nearness < _LEAST_NEARNESS.get(by_words, _LEAST_OF_OTHER_WORDS):
        return 0.0
    return max(by_words, LIKELY)


def _only_leaves_out(clause: Sequence[Token]) -> bool:
    """Return whether the only denial is a "without", which does not deny what precedes it."""
    return all(token.key in _WITHOUT for token in clause if token.negates)


_WITH, _WITHOUT = {"with", "mit"}, {"without", "ohne"}


def _affirmed(tokens: Sequence[Token]) -> str:
    """Return the words as a claim, without their denial."""
    words = (
        _affirmed_word(token.text.lower()) if token.negates else token.text for token in tokens
    )
    return " ".join(filter(None, words))


def _affirmed_word(word: str) -> str:
    return word[:-3] if word.endswith(("n't", "n’t")) else AFFIRMED.get(word, "")


def _denying_clauses(statement: Statement) -> Iterator[Sequence[Token]]:
    """Yield the clauses that deny; for a nearly empty clause, yield the whole statement."""
    for number in {token.clause for token in statement.tokens if token.negates}:
        clause = [token for token in statement.tokens if token.clause == number]
        if not denies(clause):
            continue
        yield clause if sum(token.content for token in clause) > 1 else statement.tokens


def _strength_by_words(found: Matching, clause: Sequence[Token], like: Likeness | None) -> float:
    """Return how surely the other statement says what the clause denies.

    It should say all of it: "no old man walks" hardly denies "a man walks". The part before the denial may contain
    more, though: "Tom is a vegetarian and eats no meat".
    """
    if len(found.older) > 1:
        return 0.0
    if len(found.pairs) == 1 and (found.older or len(found.newer) > 1):
        return 0.0 if found.older else DOUBTFUL
    if not found.older:
        alike = all(likeness(one, other) >= CERTAIN for one, other in found.pairs)
        return CERTAIN if alike and len(found.newer) <= _FEW_BESIDE else LIKELY
    if found.newer:
        stands_in = max(likeness(found.older[0], other, like) for other in found.newer)
        return DOUBTFUL if stands_in >= _LEAST_STAND_IN else 0.0
    denial = next(token.start for token in clause if token.negates)
    return LIKELY if found.older[0].start < denial else POSSIBLE


def _is_one_claim(found: Matching, other: Statement) -> bool:
    """Return whether the words form one claim: "a boy plays while a dog watches" does not say that a dog plays."""
    matched = {token.start for _one, token in found.pairs}
    part, parts = 0, set[int]()
    for token in other.tokens:
        part += token.key in JOINTS
        if token.start in matched:
            parts.add(part)
    return len(parts) == 1


def _is_denied(found: Matching, other: Statement) -> bool:
    """Return whether the other statement denies it too."""
    clauses = {token.clause for _one, token in found.pairs}
    return denies([token for token in other.tokens if token.clause in clauses])
