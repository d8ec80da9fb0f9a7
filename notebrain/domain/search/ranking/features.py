"""What a short text is about, which values it states, and whether it is a member of a series.

Dated logs, numbered runs and invoices look alike, but are not versions of each other.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from notebrain.domain.text.stemming import STOP_WORDS, stem

MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_DAYS = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|today|tomorrow"
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_DAY_NAME = re.compile(rf"(?:{_DAYS}|{MONTHS})$", re.IGNORECASE)
_SENTENCE_END = ".!?\n"

# Words that mark a note as an update of an older one. English only: other languages rely on the values.
_CHANGE_WORD = re.compile(
    r"(?:now|new|moved?|chang(?:ed?|es)|switch(?:ed)?|rais(?:ed?|es)|lower(?:ed|s)|(?:in|de)creased?|replac(?:ed?|es)"
    r"|instead|anymore|extended|delayed|postponed|updated?|upgraded?|since|gone|cut|renamed|cancell?ed|correction"
    r"|actually|became|revised|rescheduled|shifted|dropped|bumped)$"
)
_CHANGE_PHRASE = re.compile(
    r"\b(?:no longer|any more|took over|(?:goes|went) up|up to)\b", re.IGNORECASE
)
_PHRASE_WORDS = frozenset({"longer", "more", "took", "up"})

LONGEST_READ = 500
"""A note says what it is about at its start; reading more took longer than finding the notes."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A text as the version rule sees it.

    Attributes:
        subject: What it is about: the stems of its words without stop words, numbers and dates.
        values: What it states: numbers, codes, dates, and names within a sentence.
        changes: Whether it announces a change.
        length: How many words it has.
    """

    subject: frozenset[str]
    values: frozenset[str]
    changes: bool
    length: int

    @classmethod
    def of(cls, text: str) -> "Shape":
        """Read the shape of a text's first `LONGEST_READ` characters."""
        text = text[:LONGEST_READ]
        subject: set[str] = set()
        values: set[str] = set()
        changes = maybe_phrase = False
        length = 0
        for found in _WORD.finditer(text):
            length += 1
            word = found[0]
            read = _read(word)
            changes = changes or read.changes
            maybe_phrase = maybe_phrase or read.in_phrase
            if read.value:
                values.add(read.value)
            elif read.subject:
                subject.add(read.subject)
                if read.capital and not _starts_sentence(text, found.start()):
                    values.add(read.subject)
        changes = changes or (maybe_phrase and bool(_CHANGE_PHRASE.search(text)))
        return cls(frozenset(subject), frozenset(values), changes, length)


@dataclass(frozen=True, slots=True)
class _Word:
    """What one word contributes: a value, a part of the subject, or nothing (a stop word)."""

    subject: str = ""
    value: str = ""
    capital: bool = False
    changes: bool = False
    in_phrase: bool = False


def says_change(word: str) -> bool:
    """Return whether a lower-case word marks a note as an update of an older one."""
    return bool(_CHANGE_WORD.match(word))


# A language has few different words, a text has many: caching them makes reading a text ten times as fast.
@lru_cache(maxsize=20_000)
def _read(word: str) -> _Word:
    lowered = word.lower()
    changes, in_phrase = says_change(lowered), lowered in _PHRASE_WORDS
    if lowered in STOP_WORDS:
        return _Word(changes=changes, in_phrase=in_phrase)
    if any(char.isdigit() for char in word) or _DAY_NAME.match(word):
        return _Word(value=lowered, changes=changes, in_phrase=in_phrase)
    return _Word(
        subject=stem(lowered), capital=word[0].isupper(), changes=changes, in_phrase=in_phrase
    )


def _starts_sentence(text: str, at: int) -> bool:
    before = text[max(0, at - 8) : at].rstrip(" \t\"'(*_#-")
    return not before or before[-1] in _SENTENCE_END


def overlap(one: Shape, other: Shape) -> float:
    """Return the share of common subject words among all subject words of both (Jaccard), 0 to 1."""
    shared = len(one.subject & other.subject)
    return shared / (len(one.subject) + len(other.subject) - shared) if shared else 0.0


def containment(one: Shape, other: Shape) -> float:
    """Return the share of the smaller subject that is in the other one, 0 to 1."""
    shared = len(one.subject & other.subject)
    return shared / min(len(one.subject), len(other.subject)) if shared else 0.0


def values_differ(one: Shape, other: Shape) -> bool:
    """Return whether each states a value that the other does not."""
    return bool(one.values - other.values) and bool(other.values - one.values)


_HEAD_LENGTH = 80
_HEADING = re.compile(r"\s*#{1,6}[ \t]+(\S[^\n]*)\n")
_LEAST_UNDER_HEADING = 80
_HEAD_END = re.compile(r"\n|:(?=\s)|\s[-–—]\s|,\s|;\s|\.\s")
_STAMP = re.compile(r"[\s\[*-]*(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)")
_NUMBER = re.compile(r"\d+(?:[-/.]\d+)*")
_DATE = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:{MONTHS})\b(?:\s+\d{{4}})?"
    rf"|(?:{MONTHS})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?|(?:{MONTHS})\s+\d{{4}}",
    re.IGNORECASE,
)
# "due on 3 March" states a date; "3 March: ..." or "Log 3 March" uses it as a name
_STATES_IT = re.compile(
    r"\b(?:on|to|at|from|until|till|by|is|was|for|since|am|bis|vom|zum|le|el)\s*$", re.IGNORECASE
)
_COUNTED = (
    "week|day|month|quarter|sprint|run|lap|session|lesson|lecture|chapter|episode|part|invoice|receipt|order|bill|ticket"
    "|issue|minutes|meeting|stand-?up|retro|report|round|race|entry|page|volume|vol|no|nr|number|log|journal|diary"
    "|review|call|interview|experiment|test|attempt|kw|woche|tag|rechnung|protokoll|lauf|semaine|facture|semana|factura"
)
_BEFORE_NUMBER = re.compile(rf"(?:\b(?:{_COUNTED})\.?\s*[-#]?\s*|#\s*)$", re.IGNORECASE)
_NAMES_A_SERIES = re.compile(rf"\b(?:{_COUNTED})\b", re.IGNORECASE)


def label(text: str) -> tuple[str, str] | None:
    """Return the name of the series and the date or number of the member, as given at the start of the text.

    Example:
        >>> label("Daily log 2026-11-20: ran 4 km")
        ('daily log', '2026-11-20')
        >>> label("Hosting plan costs 12 EUR a month") is None
        True
    """
    head = _HEAD_END.split(text.strip().lstrip("#*- \t"), maxsplit=1)[0][:_HEAD_LENGTH]
    date = _DATE.search(head)
    if date:
        return None if _STATES_IT.search(head[: date.start()]) else _named(head, date)
    for number in _NUMBER.finditer(head):
        before, after = head[: number.start()], head[number.end() :]
        if _BEFORE_NUMBER.search(before) or (_NAMES_A_SERIES.search(before) and not after.strip()):
            return _named(head, number)
    return None


def _named(head: str, member: "re.Match[str]") -> tuple[str, str]:
    rest = head[: member.start()] + " " + head[member.end() :]
    return " ".join(_NUMBER.sub(" ", rest).lower().replace("#", " ").split()), member[0].lower()


def are_members(one: str, other: str) -> bool:
    """Return whether two texts are different members of the same series."""
    first, second = label(one), label(other)
    return (
        first is not None and second is not None and first[0] == second[0] and first[1] != second[1]
    )


def are_entries(one: str, other: str) -> bool:
    """Return whether two texts begin with different times, like lines of a log.

    Example:
        >>> are_entries("2026-03-02 14:22 timeout", "2026-03-02 14:25 timeout")
        True
    """
    first, second = _STAMP.match(one), _STAMP.match(other)
    return first is not None and second is not None and first[1] != second[1]


def are_named_apart(one: str, other: str) -> bool:
    """Return whether the headings of two texts name different things: each has a telling word that the other lacks."""
    first, second = _heading(one), _heading(other)
    return bool(first - second) and bool(second - first)


def _heading(text: str) -> frozenset[str]:
    """Return the subject of a note's heading; empty if the heading is nearly the whole note."""
    found = _HEADING.match(text)
    if found is None or len(text) - found.end() < _LEAST_UNDER_HEADING:
        return frozenset()
    return Shape.of(found[1]).subject
