"""What a sentence claims, checked against its quotes: values, names, and whether it affirms or denies.

The check is strict: a value that the quotes do not state is marked, whatever else they say. It knows no facts, so what
is marked may still be true; what is not marked stands in the quotes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from notebrain.domain.judge.lexicon.antonyms import are_opposite
from notebrain.domain.judge.lexicon.numbers import UNITS
from notebrain.domain.judge.parser import Statement, Token, read
from notebrain.domain.judge.stemming import are_german, base, bases
from notebrain.domain.judge.values import Value, agree
from notebrain.domain.judge.verdict import What

_LEAST_SHARE: Final = 0.5
"""The share of a sentence's words that its quotes must exceed; up to it, they are about something else."""
_REFUSING: Final = bases("""
forbid forbids forbidden prohibit prohibited ban banned deny denied reject rejected refuse refused decline declined fail
failed cancel cancelled canceled lack lacks verboten verbieten verbietet untersagt abgelehnt ablehnen lehnt verweigert
gescheitert abgesagt unmöglich impossible unable
""")
"""Words that deny what they are about, like a "not"."""
_OPPOSED: Final = """
offen geschlossen|voll leer|kalt warm|heiß kalt|früh spät|links rechts|aktiviert deaktiviert|billig teuer|richtig falsch
"""
_OPPOSITES: Final = frozenset(
    pair
    for one, other in (map(base, pair.split()) for pair in _OPPOSED.strip().split("|"))
    for pair in ((one, other), (other, one))
)
_SELF: Final = frozenset(("i", "we", "my", "our", "ich", "wir", "mein", "meine", "unser", "unsere"))
_PAST: Final = "ed"
_NOT_YET: Final = frozenset(("be", "is", "are", "being", "am", "get", "gets", "becomes", "to"))
"""Words before a participle that do not say it has happened: is covered, must be sent."""
_AUXILIARIES: Final = 3
_DAY_AND_MONTH: Final = re.compile(r"(?<![\w.])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)")
_MONTHS, _DAYS = 12, 31
_YEAR: Final = re.compile(r"\d{4}")
_BARE: Final = frozenset(("number", "ordinal"))


@dataclass(frozen=True, slots=True)
class Check:
    """What a sentence says that its quotes do not.

    Attributes:
        values: Where the sentence states values and names that are in none of the quotes.
        contradicts: Whether it affirms what they deny, or the reverse.
        share: How many of its words are in the quotes, 0 to 1.
    """

    values: tuple[tuple[int, int], ...]
    contradicts: bool
    share: float

    @property
    def holds(self) -> bool:
        """Whether the quotes support the sentence."""
        return not self.values and not self.contradicts and self.share > _LEAST_SHARE


def check(sentence: str, quotes: Sequence[str], *, beside: Sequence[str] = ()) -> Check:
    """Compare a sentence with the quotes it rests on.

    Args:
        beside: Texts that may name what the quotes are about: the title, the speaker.
    """
    german = are_german(sentence, *quotes)
    own = read(sentence, german=german)
    there = [statement for text in quotes for statement in read(text, german=german).statements]
    around = [statement for text in beside for statement in read(text, german=german).statements]
    known = _Known.of((*there, *around), (*quotes, *beside))
    wrong = tuple(
        (value.start, value.end)
        for value in stated(sentence, german=german)
        if not known.states(value)
    )
    names = tuple(
        (token.start, token.end)
        for statement in own.statements
        for token in statement.tokens
        if token.value is None and _is_name(token, statement, there) and not known.names(token)
    )
    done = tuple(
        (token.start, token.end)
        for statement in own.statements
        for token in _claimed_done(statement, there)
    )
    contradicts = any(_contradicts(statement, there) for statement in own.statements)
    content = [token for token in own.content if token.value is None]
    found = sum(known.names(token) for token in content)
    share = found / len(content) if content else float(bool(there))
    return Check(tuple(sorted({*wrong, *names, *done})), contradicts, share)


class Stated(NamedTuple):
    """A value that a text states, at `text[start:end]`."""

    start: int
    end: int
    value: Value


@lru_cache(maxsize=256)
def stated(text: str, *, german: bool = False) -> tuple[Stated, ...]:
    """Return the values of a text: numbers, dates, amounts, addresses, codes.

    A number in words counts together with the unit behind it, as in "two weeks".
    """
    days = [
        Stated(*found.span(), Value(What.DATE, f"{month:02}-{day:02}", "date"))
        for found in _DAY_AND_MONTH.finditer(text)
        if 1 <= (day := int(found[1])) <= _DAYS and 1 <= (month := int(found[2])) <= _MONTHS
    ]
    taken = [(day.start, day.end) for day in days]
    rest = [
        value
        for statement in read(text, german=german).statements
        for value in _values(statement)
        if not any(start < value.end and value.start < end for start, end in taken)
    ]
    return tuple(sorted((*days, *rest)))


def _values(statement: Statement) -> Iterator[Stated]:
    tokens = statement.tokens
    for at, token in enumerate(tokens):
        if token.value is None or token.value.dimension == "frequency":
            continue
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        unit = None if behind is None or token.value.dimension not in _BARE else _unit(behind.text)
        if behind is None or unit is None or not _is_number(token.value.key):
            yield Stated(token.start, token.end, token.value)
            continue
        dimension, factor = unit
        key = f"{float(token.value.key) * factor:.6g}"
        yield Stated(token.start, behind.end, Value(What.NUMBER, key, dimension))


def _is_number(key: str) -> bool:
    return key.replace(".", "", 1).lstrip("-").isdecimal()


def _unit(word: str) -> tuple[str, float] | None:
    lowered = word.lower()
    if len(lowered) <= 1:
        return None
    return UNITS.get(lowered) or UNITS.get(lowered.rstrip("ns"))


@dataclass(frozen=True, slots=True)
class _Known:
    """What the quotes state."""

    values: frozenset[Value]
    figures: frozenset[str]
    years: frozenset[str]
    keys: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, statements: Sequence[Statement], texts: Sequence[str]) -> "_Known":
        values = [
            value.value for text in texts for value in (*stated(text), *stated(text, german=True))
        ]
        tokens = [token for statement in statements for token in statement.tokens]
        return cls(
            frozenset(values),
            frozenset(token.value.key for token in tokens if token.value is not None)
            | frozenset(_figures(texts)),
            frozenset(year for value in values for year in _YEAR.findall(value.key)),
            frozenset(token.key for token in tokens),
            frozenset(token.text.casefold() for token in tokens),
        )

    def states(self, stated: Stated) -> bool:
        """Return whether the quotes state a value; a number without a unit is in a quote with any unit."""
        value = stated.value
        if any(agree(value, other) for other in self.values):
            return True
        if value.dimension in _BARE and value.key in self.figures:
            return True
        return value.key in self.years

    def names(self, token: Token) -> bool:
        """Return whether the quotes have a word, in any form."""
        word = token.text.casefold()
        return (
            token.key in self.keys
            or word in self.words
            or word.removesuffix("'s").removesuffix("’s") in self.words
            or (len(word) > 3 and word.rstrip("s") in self.words)  # noqa: PLR2004 - Petras, Lenas
        )


def _figures(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from re.findall(r"(?<![\d.,])\d+(?![\d.,]*\d)", text)


def _is_name(token: Token, statement: Statement, quoted: Sequence[Statement]) -> bool:
    """Return whether a word is a name; the first word is one if it stands for another first word, or for "I"."""
    if token.name:
        return True
    if token is not statement.tokens[0] or not token.content or not token.text[:1].isupper():
        return False
    own = {one.key for one in statement.tokens}
    firsts = [one.tokens[0] for one in quoted]
    return any(
        first.text.lower() in _SELF
        or (
            first.content
            and first.value is None
            and first.text[:1].isupper()
            and first.key not in own
        )
        for first in firsts
    )


def _claimed_done(statement: Statement, quoted: Sequence[Statement]) -> Iterator[Token]:
    """Yield English verbs for what is said to have happened, where the quotes only ask, plan or promise it."""
    written: dict[str, list[str]] = {}
    for token in (token for one in quoted for token in one.tokens):
        written.setdefault(token.key, []).append(token.text.lower())
    for at, token in enumerate(statement.tokens):
        forms = written.get(token.key)
        if not forms or not token.text.lower().endswith(_PAST) or token.value is not None:
            continue
        before = {one.text.lower() for one in statement.tokens[max(0, at - _AUXILIARIES) : at]}
        if before.isdisjoint(_NOT_YET) and not any(form.endswith(_PAST) for form in forms):
            yield token


def _contradicts(statement: Statement, quoted: Sequence[Statement]) -> bool:
    """Return whether the statement nearest in words says the reverse."""
    nearest = max(quoted, key=lambda one: len(one.keys & statement.keys), default=None)
    if nearest is None or not nearest.keys & statement.keys:
        return False
    ours, theirs = _clauses(statement, nearest), _clauses(nearest, statement)
    turned = sum(map(_denies, ours)) % 2 != sum(map(_denies, theirs)) % 2
    return turned != _has_opposites(ours, theirs)


def _clauses(statement: Statement, other: Statement) -> Sequence[Token]:
    """Return the tokens of the clauses that share a word with another statement."""
    shared = {token.clause for token in statement.tokens if token.key in other.keys}
    return [token for token in statement.tokens if token.clause in shared]


def _denies(token: Token) -> bool:
    return token.negates or token.key in _REFUSING


def _has_opposites(ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Return whether one word stands for its opposite that is not itself a denial."""
    mine, other = {token.key for token in ours}, {token.key for token in theirs}
    return any(
        (one, two) in _OPPOSITES or are_opposite(one, two)
        for one in (token.key for token in ours if token.content and not _denies(token))
        for two in (token.key for token in theirs if token.content and not _denies(token))
        if one not in other and two not in mine
    )
