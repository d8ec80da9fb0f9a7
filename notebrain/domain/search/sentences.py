"""Chooses the part of a note that most likely answers a question: a sentence, with the heading above it.

Only paragraphs with a word of the question are split into sentences, so that a long note costs little more than a short
one.
"""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Span = tuple[int, int]
Found = tuple[int, int, str]
"""A word of the question in a text: start, end, and the word as it was asked for."""

CONTEXT_SHARE = 0.5
"""How much a word counts that stands in what a sentence belongs to, and not in the sentence."""
NEAR_FACTOR = 1.2
"""The factor for sentences of the passage that is nearest to the question in meaning."""
_COMPARED = 6
"""How many of the best sentences are compared with what they belong to."""
_USUAL_SENTENCE = 80
_MOST_LINES_ABOVE = 40
_WRAPPED_FROM = 50
"""From this length on, a line without a mark at its end may continue in the next one."""
_TEXT, _OPENER = 10.0, 9.5
# The first character is one of a set, which is found much faster than the beginning of one of several patterns. Looking
# behind keeps a long run of dots from being read once for each of them.
_MARK = (
    r"(?:(?<=[.!?…])(?<![.!?…]{2})[.!?…]*[\"”’')\]*_]*[ \t]+(?=[^\s\da-z])"
    r"|(?<=[。\uff01\uff1f])(?=[^。\uff01\uff1f]))"
)
_END = re.compile(r"[.!?…。\uff01\uff1f]" + _MARK)
_END_OR_LINE = re.compile(r"[\n.!?…。\uff01\uff1f](?:(?<=\n)|" + _MARK + ")")
_ABBREVIATION = re.compile(r"(?:^|[\W\d_])(?:[^\W\d_]|[A-ZÄÖÜ][a-zäöü]{1,2}|\d+)\.$")
_HEADING = re.compile(r"#{1,6}(?=[ \t])")
_VISIBLE = re.compile(r"\S")


@dataclass(slots=True, eq=False)
class Sentence:
    """A sentence with a word of the question; also a heading, an item of a list or a row of a table.

    Attributes:
        before: The sentence before it in the same paragraph.
        words: The words of the question in it.
    """

    start: int
    end: int
    before: "Sentence | None" = None
    words: set[str] = field(default_factory=set[str])


def best_part(
    text: str,
    found: Sequence[Found],
    *,
    length: int,
    rarity: Mapping[str, float],
    near: Span | None = None,
) -> Span:
    """Return the part of at most `length` characters that most likely answers the question.

    It begins with the sentence that has the most and rarest words of the question, or with what stands right before
    this sentence if it belongs there. Without such words it is the beginning of `near`, or of the text.

    Args:
        found: The words of the question in the text, sorted.
        rarity: The weight of each word among all notes.
        near: The passage that is nearest to the question in meaning.
    """
    if len(text) <= length:
        return 0, len(text)
    if not found:
        start = max(0, min(near[0], len(text) - 1)) if near else 0
        return _cut(text, start, start, length)
    places = [one[0] for one in found]
    sentences = [one for one in _sentences(text, found, places) if one.words]
    best = sentences[0]
    if len(sentences) > 1:
        best = _best(text, sentences, found, places, rarity, near)
    inside = found[bisect_left(places, best.start) : bisect_left(places, best.end)]
    words = _densest(inside, length)
    start = _start(text, best, words, length)
    return _cut(text, start, words[1], length)


def _best(
    text: str,
    sentences: list[Sentence],
    found: Sequence[Found],
    places: Sequence[int],
    rarity: Mapping[str, float],
    near: Span | None,
) -> Sentence:
    """Return the sentence with the most and rarest words of the question, in it and in what it belongs to."""
    held = Counter(word for one in sentences for word in one.words)
    many = 1 + len(text) / _USUAL_SENTENCE
    weights = {word: rarity.get(word, 1.0) * math.log1p(many / held[word]) for word in held}

    def value(one: Sentence, more: set[str]) -> float:
        own = sum(weights[word] for word in one.words)
        own += CONTEXT_SHARE * sum(weights[word] for word in more - one.words)
        return own * NEAR_FACTOR if near and near[0] <= one.start < near[1] else own

    sentences.sort(key=lambda one: (-value(one, set()), one.start))
    compared = sentences[:_COMPARED] if len(weights) > 1 else sentences[:1]
    return max(
        compared,
        key=lambda one: (value(one, _context(text, one, found, places)), -one.start),
    )


def spans_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield the sentences of a Markdown text.

    Example:
        >>> text = "Ask Dr. May. She knows."
        >>> [text[start:end] for start, end in spans_of(text)]
        ['Ask Dr. May.', 'She knows.']
    """
    end = len(text) if end is None else end
    for found in _END_OR_LINE.finditer(text, start, end):
        at = found.start()
        if not (_continues(text, at) if found[0] == "\n" else _is_abbreviation(text, at)):
            yield from _stripped(text, start, found.end())
            start = found.end()
    yield from _stripped(text, start, end)


def _spans_of_paragraph(text: str, start: int, end: int) -> Iterator[Span]:
    for found in _END.finditer(text, start, end):
        if not _is_abbreviation(text, found.start()):
            yield from _stripped(text, start, found.end())
            start = found.end()
    yield from _stripped(text, start, end)


def _is_abbreviation(text: str, dot: int) -> bool:
    return _ABBREVIATION.search(text, max(0, dot - 4), dot + 1) is not None


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    part = text[start:end]
    stripped = part.strip()
    if stripped:
        first = start + part.find(stripped[0])
        yield first, first + len(stripped)


def _continues(text: str, end: int) -> bool:
    """Return whether a sentence goes on in the line after `end`, because its lines are wrapped."""
    line = text.rfind("\n", 0, end) + 1
    return (
        end - line >= _WRAPPED_FROM
        and text[end + 1 : end + 2].isalpha()
        and text[end - 1] not in ".!?…:|。"
        and not _HEADING.match(text, line)
    )


def _sentences(text: str, found: Sequence[Found], places: Sequence[int]) -> Iterator[Sentence]:
    """Yield the sentences of the paragraphs with words of the question."""
    done = 0
    for place in places:
        if place < done:
            continue
        start = text.rfind("\n", 0, place) + 1
        while start and _continues(text, start - 1):
            start = text.rfind("\n", 0, start - 1) + 1
        done = _line_end(text, place)
        while done < len(text) and _continues(text, done):
            done = _line_end(text, done + 1)
        before: Sentence | None = None
        for span in _spans_of_paragraph(text, start, done):
            inside = found[bisect_left(places, span[0]) : bisect_left(places, span[1])]
            before = Sentence(*span, before, {word for _, _, word in inside})
            yield before


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _context(text: str, one: Sentence, found: Sequence[Found], places: Sequence[int]) -> set[str]:
    """Return the words of the question in what a sentence belongs to."""
    words = set[str]() if one.before is None else set(one.before.words)
    for start, end in _above(text, one.start):
        inside = found[bisect_left(places, start) : bisect_left(places, end)]
        words.update(word for _, _, word in inside)
    return words


def _above(text: str, at: int) -> Iterator[Span]:
    """Yield the lines that the line at `at` belongs to, the nearest first: items, openings, headings."""
    start = text.rfind("\n", 0, at) + 1
    depth = _depth(text, start, _line_end(text, at))
    for _ in range(_MOST_LINES_ABOVE):
        if not start or depth < _OPENER:
            break
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        if (of_line := _depth(text, start, end)) < depth:
            depth = of_line
            yield start, end
    while depth > 1:
        heading = text.rfind("\n#", 0, start) + 1
        if not heading and not _HEADING.match(text):
            return
        start, end = heading, _line_end(text, heading)
        if (of_line := _depth(text, start, end)) < min(depth, _OPENER):
            depth = of_line
            yield start, end
        if not start:
            return


def _depth(text: str, start: int, end: int) -> float:
    """Return the depth of a line: it belongs to the nearest line above it with a smaller one."""
    line = text[start:end].rstrip()
    heading = _HEADING.match(line)
    if heading is not None:
        return float(len(heading[0]))
    if not line:
        return math.inf
    if line.endswith(":"):
        return _OPENER
    is_row = start > 0 and line[0] == "|" and text[text.rfind("\n", 0, start - 1) + 1] == "|"
    return _TEXT + (len(line) - len(line.lstrip())) + is_row


def _densest(found: Sequence[Found], length: int) -> Span:
    """Return the range of at most `length` with the most different words."""
    most, span = 0, (0, 0)
    for index, (begin, _, _) in enumerate(found):
        inside = [one for one in found[index : index + 40] if one[1] - begin <= length]
        different = len({word for _, _, word in inside})
        if different > most:
            most, span = different, (begin, max(one[1] for one in inside))
    return span


def _start(text: str, best: Sentence, words: Span, length: int) -> int:
    """Return where the part begins: before the sentence if what it belongs to fits, in it if it is too long."""
    room = length // 3  # what is asked for usually follows the words
    end = min(best.end, words[1] + room)
    if end - best.start > length:
        earliest = min(words[0], max(best.start, end - length))
        blank = text.find(" ", earliest, words[0])
        return blank + 1 if blank >= 0 else earliest
    if best.before is not None:
        goes_on = best.before.words - best.words
        return best.before.start if goes_on and end - best.before.start <= length else best.start
    lead = next(_above(text, best.start), None)
    if lead is None or text[lead[1] : best.start].strip() or end - lead[0] > length:
        return best.start
    return lead[0]


def _cut(text: str, start: int, least: int, length: int) -> Span:
    """Return the range from `start` on, cut at the end of a sentence or of a word, but not before `least`."""
    visible = _VISIBLE.search(text, start)
    start = visible.start() if visible else start
    right = min(len(text), start + length)
    if right == len(text):
        return start, right
    for _, end in reversed([*spans_of(text, start, right)][:-1]):
        if end >= max(least, start + length * 3 // 4):
            return start, end
    blank = text.rfind(" ", max(least, start + length // 2), right)
    return start, max(blank if blank > 0 else right, least)
