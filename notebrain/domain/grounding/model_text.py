"""What a model wrote, checked sentence by sentence against the passages it was given.

Nothing it says is believed: a mark `[2]` says in which passage to look, and the quotes are what stands there. A
sentence without such a quote, or that says more than its quotes, is unsupported. Text is only ever compared.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from notebrain.domain.grounding.claims import Check, check, stated
from notebrain.domain.grounding.mentions import around, missing
from notebrain.domain.grounding.questions import Question
from notebrain.domain.grounding.quotes import Passage, Quote, find, normal, quotable, quote
from notebrain.domain.grounding.subjects import NOT_NAMED, Turn, about, names, persons, turns_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.search.sentences import spans_of

LONGEST_READ: Final = 20_000
"""How much of an answer is read; a model that repeats itself for ever writes more."""
MOST_QUOTES: Final = 3
"""How many quotes a sentence has at most."""

_MARK: Final = re.compile(r"[ \t]*[\[\uff3b\u3010]\^?(\d[\d \t,;–-]*)[\]\uff3d\u3011]")
_NUMBERS: Final = re.compile(r"(\d{1,4})(?:[ \t]*[–-][ \t]*(\d{1,4}))?")
_MOST_IN_RANGE: Final = 24
_STOPS: Final = (".", "!", "?", "…", "。")
_LITERAL: Final = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|\"([^\"\n]+)\"")
_LEAST_LITERAL: Final = 12
_READ_OF_PASSAGE: Final = 6_000


@dataclass(frozen=True, slots=True)
class GroundedSentence:
    """A sentence that a model wrote, without its marks.

    Attributes:
        quotes: The literal quotes it rests on, each with the number of its passage.
        supported: Whether these quotes say what it says.
        unknown: Where it states values and names that are in none of the quotes.
        contradicts: Whether it affirms what the quotes deny, or the reverse.
        misquotes: Whether it quotes words that stand in none of the passages it names.
        someone_else: Whether the passages it names are about another person than it or the question.
    """

    text: str
    quotes: tuple[tuple[int, Quote], ...] = ()
    supported: bool = False
    unknown: tuple[tuple[int, int], ...] = ()
    contradicts: bool = False
    misquotes: bool = False
    someone_else: bool = False


def ground(
    text: str, passages: Sequence[Passage], question: Question | None = None, *, whole: bool = True
) -> tuple[GroundedSentence, ...]:
    """Return the sentences of a model's text with their quotes; a sentence said again is left out.

    Args:
        question: What was asked, so that quotes about somebody else do not count.
        whole: Whether the text is complete; otherwise its last sentence is left out, which may still change.
    """
    by_number = {passage.number: passage for passage in passages}
    speakers = _speakers(passages)
    asked = frozenset[str]() if question is None else persons(question, speakers)
    grounded: list[GroundedSentence] = []
    said: set[str] = set()
    for plain, numbers in _sentences(text[:LONGEST_READ], whole=whole):
        if _is_said(same := normal(plain).casefold(), said):
            continue
        said.add(same)
        cited = [by_number[number] for number in numbers if number in by_number]
        sentence = _grounded(plain, cited, _named(plain, speakers) or asked)
        if question is not None and not _is_what_was_asked(question, asked, sentence, by_number):
            sentence = replace(sentence, supported=False, someone_else=True)
        grounded.append(sentence)
    return tuple(grounded)


def _is_said(sentence: str, said: set[str]) -> bool:
    """Return whether a sentence was said already, or breaks off while it is said again."""
    breaks_off = sentence[-1:].isalnum()
    return sentence in said or (breaks_off and any(one.startswith(sentence) for one in said))


def _sentences(text: str, *, whole: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sentences without their marks, with the numbers in them; a mark belongs to what is before it."""
    bare: list[str] = []
    marks: list[tuple[int, tuple[int, ...]]] = []
    ends: list[int] = []
    at = size = 0
    for found in _MARK.finditer(text):
        bare.append(text[at : found.start()])
        size += found.start() - at
        at = found.end()
        marks.append((size, tuple(_numbers_in(found[1]))))
        # a mark beside a full stop ends a sentence for sure: "in 2026. [1] Then"
        if text[at : at + 1] in _STOPS or text[found.start() - 1 : found.start()] in _STOPS:
            ends.append(size + (text[at : at + 1] in _STOPS))
    plain = "".join([*bare, text[at:]])
    spans = [
        span
        for start, end in pairwise((0, *dict.fromkeys(ends), len(plain)))
        for span in spans_of(plain, start, end)
    ]
    begins = [start for start, _end in spans]
    own: list[list[int]] = [[] for _span in spans]
    for place, numbers in marks:
        if (before := bisect_left(begins, place) - 1) >= 0:
            own[before] += numbers
    for (start, end), numbered in list(zip(spans, own, strict=True))[: None if whole else -1]:
        if any(map(str.isalnum, plain[start:end])):
            yield plain[start:end], tuple(dict.fromkeys(numbered))


def _numbers_in(marks: str) -> Iterator[int]:
    for found in _NUMBERS.finditer(marks):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, first + _MOST_IN_RANGE) + 1)


def _grounded(plain: str, cited: Sequence[Passage], whom: frozenset[str]) -> GroundedSentence:
    literal = [
        words
        for found in _LITERAL.finditer(plain)
        if len(normal(words := found[found.lastindex or 0])) >= _LEAST_LITERAL
    ]
    placed = [found for one in literal if (found := find(one, cited)) is not None]
    misquotes = len(placed) < len(literal)
    # the words around a literal quote are checked too, so all that the passages say may be quoted
    candidates = [_Part.of(passage, span) for passage in cited for span in _spans(passage)]
    fitting = [part for part in candidates if part.is_about(whom)]
    chosen = _best(plain, fitting)
    quotes = [(passage.number, one) for passage, one in placed]
    quotes += [
        (part.passage.number, one) for part in chosen if (one := part.quote) not in _quotes(quotes)
    ]
    result = _checked(plain, quotes, chosen)
    return GroundedSentence(
        plain,
        tuple(quotes),
        supported=bool(quotes) and result.holds and not misquotes,
        unknown=result.values,
        contradicts=result.contradicts,
        misquotes=misquotes,
        someone_else=bool(candidates) and not fitting,
    )


def _quotes(numbered: Sequence[tuple[int, Quote]]) -> set[Quote]:
    return {one for _number, one in numbered}


def _checked(plain: str, quotes: Sequence[tuple[int, Quote]], chosen: "Sequence[_Part]") -> Check:
    beside = [text for part in chosen for text in (part.passage.title, part.turn.name) if text]
    return check(plain, [one.text for _number, one in quotes], beside=beside)


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence of a passage that may be quoted."""

    passage: Passage
    turn: Turn
    span: tuple[int, int]
    keys: frozenset[str]

    @classmethod
    def of(cls, passage: Passage, found: tuple[Turn, tuple[int, int]]) -> "_Part":
        turn, span = found
        text = passage.text[span[0] : span[1]]
        german = are_german(text)
        keys = frozenset(token.key for token in read(text, german=german).content)
        values = frozenset(value.value.key for value in stated(text, german=german))
        return cls(passage, turn, span, keys | values)

    @property
    def quote(self) -> Quote:
        """The sentence as a quote."""
        return quote(self.passage, *self.span)

    def is_about(self, whom: frozenset[str]) -> bool:
        """Return whether it may be about one of these persons; it may if there are none, or if nobody speaks in it."""
        if not whom or not self.turn.name:
            return True
        return any(about(person, self.turn, self.passage.text) > NOT_NAMED for person in whom)


def _spans(passage: Passage) -> Iterator[tuple[Turn, tuple[int, int]]]:
    text = passage.text[:_READ_OF_PASSAGE]
    for turn in turns_of(text):
        for start, end in spans_of(text, turn.words_start, turn.end):
            span = quotable(passage.text, start, end)
            if span[1] > span[0]:
                yield turn, span


def _best(plain: str, parts: Sequence[_Part]) -> Sequence[_Part]:
    """Return the parts that together have the most words and values of a sentence, each adding some."""
    german = are_german(plain)
    wanted = {token.key for token in read(plain, german=german).content}
    wanted |= {value.value.key for value in stated(plain, german=german)}
    chosen: list[_Part] = []
    while len(chosen) < MOST_QUOTES:
        best = max(parts, key=lambda part: len(part.keys & wanted), default=None)
        if best is None or not best.keys & wanted:
            break
        chosen.append(best)
        wanted -= best.keys
    return chosen


def _is_what_was_asked(
    question: Question,
    persons: frozenset[str],
    sentence: GroundedSentence,
    passages: Mapping[int, Passage],
) -> bool:
    """Return whether the quotes are about all that a question names; persons who speak were looked at before."""
    if not sentence.quotes:
        return True
    there: list[str] = []
    spoken = False
    for number, one in sentence.quotes:
        passage, at = passages[number], one.start - passages[number].start
        turn = next(turn for turn in turns_of(passage.text) if at < turn.end)
        spoken = spoken or bool(turn.name)
        there.append(
            around(passage.text, turn, at, title=passage.title, written=passage.updated_at)
        )
    lacking = missing(question, "\n".join(there))
    return all(spoken and not persons.isdisjoint(subject) for subject in lacking)


def _speakers(passages: Sequence[Passage]) -> frozenset[str]:
    return frozenset(
        turn.speaker
        for passage in passages
        for turn in turns_of(passage.text[:_READ_OF_PASSAGE])
        if turn.name
    )


def _named(plain: str, speakers: frozenset[str]) -> frozenset[str]:
    """Return the speakers that a sentence names."""
    return frozenset(speaker for speaker in speakers if names(plain, speaker.split()[0]))
