"""Reads a question: who and what it names, which kind of answer it asks for, and which words tell."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from notebrain.domain.grounding.claims import Stated, stated
from notebrain.domain.grounding.contacts import Contact, Span, asked_for, places
from notebrain.domain.judge.lexicon.numbers import MONTHS, WEEKDAYS
from notebrain.domain.judge.parser import Token, read
from notebrain.domain.judge.stemming import are_german, words as words_in
from notebrain.domain.judge.verdict import What
from notebrain.domain.search.dates.vocabulary import QUANTITY
from notebrain.domain.text.languages import ENGLISH, STOP_WORDS
from notebrain.domain.text.stemming import stem

GERMAN: Final = "de"


class Kind(StrEnum):
    """What a question asks for."""

    WHEN = "when"
    HOW_MUCH = "how much"
    WHO = "who"
    WHERE = "where"
    CONTACT = "contact"
    ANYTHING = "anything"


_KINDS: Final = (
    (Kind.WHEN, r"when|how long ago|(?:what|which) (?:day|date|month|year|time|weekday)|wann"
        r"|(?:welche[mnrs]?|was für ein) (?:tag|datum|monat|jahr|uhrzeit)|wie spät|um wie ?viel uhr"),
    (Kind.HOW_MUCH, r"how (?:much|many|often|long|old|far|big|tall|high|heavy|expensive)|what (?:price|amount|number)"
        r"|wie ?viele?|wie (?:lange|oft|alt|weit|hoch|groß|schwer|teuer)|was kostet"),
    (Kind.WHO, r"who|whom|whose|wer|wem|wen|wessen"),
    (Kind.WHERE, r"where|(?:what|which) (?:city|country|place|town|state)|wo|wohin|woher"
        r"|(?:welche[mnrs]?) (?:stadt|land|ort)"),
)  # fmt: skip
_KIND: Final = re.compile(
    r"\b(?:" + "|".join(f"(?P<k{at}>{words})" for at, (_kind, words) in enumerate(_KINDS)) + r")\b",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|(?:last|next|this|past|coming) (?:week(?:end)?|month|year|night|summer"
    r"|winter|spring|autumn|fall|mon|tues|wednes|thurs|fri|satur|sun)\w*|recently|since|gestern|vorgestern|heute|morgen"
    r"|übermorgen|neulich|seit|(?:letzte|nächste|vorige|diese|kommende)[nrms]? (?:woche|monat|jahr|wochenende|sommer"
    r"|winter|frühling|herbst|nacht|\w+tag))\b",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(rf"(?<![\d#€$£.,-])(?:19|20)\d\d(?!\d|[.,]\d|{QUANTITY})")
_PLACE: Final = re.compile(
    r"\b(?:in|at|on|under|behind|beside|near|inside|outside|above|below|between|opposite|next to|from|to|im|am|ins"
    r"|ans|unter|unterm|hinter|hinterm|neben|bei|beim|auf|aufs|über|vor|zwischen|gegenüber|aus|nach|zum|zur|an)"
    r"(?: (?:the|an?|my|our|his|her|their|de[mnrs]|die|das|eine[mnr]?|meine[mnr]?|unser\w*|seine[mnr]?|ihre[mnr]?))?"
    r"(?: (?:\w+|[\w.'’-]*\w['’]s?)){1,3}",
    re.IGNORECASE,
)
"""Words that may say where: a preposition, at most an article, and up to three words."""
_TIME_OF_DAY: Final = re.compile(
    r"\b(?:(?:after|fore)?noon|(?:mid)?night|morning|evening|(?:vor|nach)?mittags?|morgens?|abends?|weekend|wochenende|week"
    r"|month|year|woche|monat|jahr|time|zeit|moment|days?|tagen?)\b",
    re.IGNORECASE,
)
_CALENDAR: Final = re.compile(r"\d|\b(?:" + "|".join((*MONTHS, *WEEKDAYS)) + r")\b", re.IGNORECASE)
_UMLAUTS: Final = str.maketrans("äöü", "aou")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASKING: Final = words_in("""
what when where which who whom whose why how much many long often kind type did does do would could
was wann wo wohin woher welche welcher welches welchen wer wem wen wessen warum wieso wie viel viele lange oft art
""")


@dataclass(frozen=True, slots=True)
class Question:
    """A question as its answer is chosen.

    Attributes:
        names: The names in it, in lower case: persons, places, products; no dates.
        subjects: What these names stand for, in one or more words each: ("ana", "lima"); without titles.
        words: The stems of its other telling words, each with the word.
        languages: Whose stems these are.
        heads: The first two letters of these words.
        contact: Which contact it asks for, if any.
        whose: The stems of the words that say whose contact that is.
    """

    text: str
    kind: Kind
    names: tuple[str, ...]
    subjects: tuple[tuple[str, ...], ...]
    words: Mapping[str, str]
    languages: tuple[str, ...]
    heads: frozenset[str]
    contact: Contact | None = None
    whose: frozenset[str] = frozenset()

    def as_written(self, name: str) -> str:
        """Return one of its names as it stands in the text."""
        found = re.search(re.escape(name), self.text, re.IGNORECASE)
        return name if found is None else found[0]


def without_names(text: str, names: frozenset[str]) -> str:
    """Return a question without some of its names: the second way to ask."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = rf"(?<![\w:\"])(?:{either})(?:['’]s?)?(?!\w)"
    return " ".join(re.sub(pattern, " ", text, flags=re.IGNORECASE).split())


@lru_cache(maxsize=64)
def read_question(text: str, phrases: tuple[tuple[str, ...], ...] = ()) -> Question:
    """Read a question in English or German.

    Args:
        phrases: Its words in quotation marks: titles, which answers seldom repeat.
    """
    german = are_german(text) or bool(
        re.match(r"\W*(?:wann|wo|wer|wie|was|welche\w?)\b", text, re.IGNORECASE)
    )
    named = tuple(_names(text, german=german))
    names = tuple(dict.fromkeys(bare(token.text) for token in named))
    found = _KIND.search(text)
    kind = Kind.ANYTHING if found is None else _KINDS[int((found.lastgroup or "k0")[1:])][0]
    languages = (GERMAN, ENGLISH) if german else (ENGLISH,)
    asked = asked_for(text)
    contact, (begin, end) = asked or (None, (0, 0))
    if contact is not None:
        kind = Kind.CONTACT
    rest = frozenset(stem(word, languages[0]) for word in telling_words(text[:begin] + text[end:]))
    parts = {part for name in names for part in name.split()}
    words = {word for word in telling_words(text) if word not in parts}
    by_stem = {stem(word, languages[0]): word for word in words}
    heads = frozenset(map(_head, words))
    titles = {bare(word) for phrase in phrases for word in phrase}
    subjects = _subjects([token for token in named if bare(token.text) not in titles], text)
    whose = rest & by_stem.keys() if contact is not None else frozenset[str]()
    return Question(text, kind, names, subjects, by_stem, languages, heads, contact, whose)


def telling_words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case, without those that only hold a sentence together."""
    for found in _WORD.finditer(text):
        word = bare(found[0])
        if word not in _IDLE:
            yield word


def words_asked(text: str, question: Question) -> frozenset[str]:
    """Return the stems of the question's words that a text has."""
    heads, language = question.heads, question.languages[0]
    # most words of a text begin otherwise, and finding a stem takes longer than seeing that
    words = {word for word in _WORD.findall(text.lower()) if _head(word) in heads}
    return frozenset(stem(bare(word), language) for word in words) & question.words.keys()


def _head(word: str) -> str:
    return word[:2].translate(_UMLAUTS)


def bare(word: str) -> str:
    """Return a word in lower case without its possessive ending."""
    return word.lower().replace("’", "'").removesuffix("'s").removesuffix("'")


_IDLE: Final = STOP_WORDS[ENGLISH] | STOP_WORDS[GERMAN] | _ASKING


def _names(text: str, *, german: bool) -> Iterator[Token]:
    for statement in read(text, german=german).statements:
        named: Token | None = None
        for before, token in pairwise((None, *statement.tokens)):
            if token is None or bare(token.text) in _IDLE:
                continue
            # the second of two is one, too: Vera Lindner
            behind = (
                before is not None
                and named is before
                and bare(before.text) not in _TITLES
                and token.start == before.end + 1
            )
            behind = behind and token.content and token.text[:1].isupper()
            if token.name or behind or _may_be_name(token, before, german=german):
                named = token
                yield token


def _may_be_name(token: Token, before: Token | None, *, german: bool) -> bool:
    """Return whether a word is a name in a question though it would be none elsewhere."""
    if not token.content or token.value is not None:
        return False
    if any(map(str.isupper, token.text[1:])) and not token.text.isupper():  # iPhone, GitHub
        return True
    if not token.text[:1].isupper():
        return False
    if not german:
        return before is None and token.text.lower().endswith(("'s", "’s"))
    lead = "" if before is None else before.text.lower()
    return lead in _NAMED_BY and not token.text.endswith(_NOUN_ENDINGS)


def _subjects(named: Sequence[Token], text: str) -> tuple[tuple[str, ...], ...]:
    """Return what names stand for; nothing if the question is written like a title, where each word has a capital."""
    written = [word for word in _WORD.findall(text) if bare(word) not in _IDLE]
    if len(written) > _LONGEST_NAME and all(word[:1].isupper() for word in written):
        return ()
    groups: list[list[Token]] = []
    for token in named:
        if groups and text[groups[-1][-1].end : token.start] == " ":
            groups[-1].append(token)
        else:
            groups.append([token])
    subjects = (
        tuple(
            word
            for token in group
            if (word := bare(token.text)) not in _TITLES and not _is_short(token)
        )
        for group in groups
    )
    return tuple(dict.fromkeys(subject for subject in subjects if subject))


def _is_short(token: Token) -> bool:
    """Return whether a word is an abbreviation, which notes often write out: PIN, TÜV."""
    return token.text.isupper() and len(token.text) <= _LONGEST_ABBREVIATION


_LONGEST_NAME, _LONGEST_ABBREVIATION = 3, 5
_NAMED_BY: Final = words_in("von hat hatte möchte mag will sagt sagte meint empfiehlt verträgt")
"""Words before a person in a German question, whose nouns would have an article there."""
_NOUN_ENDINGS: Final = ("ung", "ungen", "heit", "keit", "schaft", "tion", "en")
_TITLES: Final = words_in("""
mr mrs ms miss dr prof doctor uncle aunt auntie grandma grandpa granny mum mom mummy mommy dad daddy mother father sir
herr herrn frau onkel tante oma opa mama papa mutti vati christmas easter halloween thanksgiving weihnachten ostern
silvester new san saint st los las el la le bad
""")
"""Words that name nobody by themselves, or for which notes have others."""


_WHATS: Final = {
    Kind.WHEN: (What.DATE, What.TIME),
    Kind.HOW_MUCH: (What.NUMBER, What.MONEY),
}


def may_say_when(text: str) -> bool:
    """Return whether a text has a figure or a word of time; much faster than `answering`."""
    return _CALENDAR.search(text) is not None or _WHEN.search(text) is not None


def is_dated(text: str) -> bool:
    """Return whether a text says when by itself; a weekday and "yesterday" do not."""
    return _YEAR.search(text) is not None or any(
        one.value.what is What.DATE and one.value.dimension != "weekday"
        for one in stated(text, german=are_german(text))
    )


def answering(sentence: str, question: Question) -> tuple[Span, ...]:
    """Return where a sentence has what a question asks for: dates, amounts, contacts, places or names."""
    if question.kind is Kind.ANYTHING or (
        question.kind is Kind.WHEN and not may_say_when(sentence)
    ):
        return ()
    if question.contact is not None:
        return _apart(places(sentence, question.contact))
    german = question.languages[0] == GERMAN or are_german(sentence)
    if question.kind is Kind.WHO:
        return _names_in(sentence, question, german=german)
    values = stated(sentence, german=german)
    if question.kind is Kind.WHERE:
        return _places_in(sentence, question, values)
    wanted = _WHATS[question.kind]
    found = [(value.start, value.end) for value in values if value.value.what in wanted]
    if question.kind is Kind.WHEN:
        found += [match.span() for one in (_WHEN, _YEAR) for match in one.finditer(sentence)]
    return _apart(found)


def _names_in(sentence: str, question: Question, *, german: bool) -> tuple[Span, ...]:
    tokens = [token for one in read(sentence, german=german).statements for token in one.tokens]
    return tuple(
        (token.start, token.end)
        for token in tokens
        if token.name and token.value is None and bare(token.text) not in question.names
    )


def _places_in(sentence: str, question: Question, values: Sequence[Stated]) -> tuple[Span, ...]:
    """Return where a sentence says where, in other words than the question: "in March" and "at ten" say when."""
    times = [(value.start, value.end) for value in values]
    times += [found.span() for one in (_WHEN, _TIME_OF_DAY) for found in one.finditer(sentence)]
    return tuple(
        found.span()
        for found in _PLACE.finditer(sentence)
        if not words_asked(found[0], question)
        and not any(start < found.end() and found.start() < end for start, end in times)
    )


def _apart(found: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return tuple(kept)
