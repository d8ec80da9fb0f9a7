"""Where a hit is read: the words of the query in a whole text, and the part of it that was found."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.i18n import _, number
from notebrain.domain.search.snippets import ELLIPSIS, words_beginning, words_with_stem
from notebrain.domain.search.types import Hit, HitFile
from notebrain.domain.text.languages import ENGLISH, language_of

LONGEST: Final = 20_000
"""Characters of a note that are shown beside the hits (about 40 ms until they are painted)."""
_BEFORE: Final = 4_000
_WORDS_OF_PASSAGE: Final = 6
_MOST_MARKS: Final = 300


@dataclass(frozen=True, slots=True)
class Extract:
    """A part of a note to read.

    Attributes:
        cut: Whether the note has more text than this.
    """

    text: str
    cut: bool


def extract(body: str, passage_start: int) -> Extract:
    """Return the text around a passage, from the beginning of a line, or all of a short text."""
    if len(body) <= LONGEST:
        return Extract(body, cut=False)
    start = max(0, min(passage_start - _BEFORE, len(body) - LONGEST))
    start = body.rfind("\n", 0, start) + 1 if start else 0
    start = start if passage_start - start < LONGEST - _BEFORE else max(0, passage_start - _BEFORE)
    return Extract(body[start : start + LONGEST], cut=True)


def words_of(hit: Hit) -> Sequence[str]:
    """Return the words to mark in the whole text: those of the query, and the forms marked in the quote."""
    marked = (hit.snippet[start:end].lower() for start, end in hit.marks)
    return tuple(dict.fromkeys((*hit.words, *marked)))


def word_to_find(hit: Hit, body: str) -> str:
    """Return what to look for in the note of a hit: the query's words as they stand there, or the first that does.

    Empty if the note was found by its meaning, or by the words of a file, alone.
    """
    phrase = " ".join(hit.words)
    texts = (body.lower(),) if hit.file else (hit.snippet.lower(), body.lower())
    for text in texts:
        for words in (phrase, *words_of(hit)):
            if words and words in text:
                return words
    return ""


def file_text(file: HitFile) -> str:
    """Return the name of a file that a hit quotes, and its page.

    Example:
        >>> file_text(HitFile(Sha("0" * 64), "bill.pdf", 3))
        'bill.pdf, page 3'
    """
    if file.page is None:
        return file.name
    return _("{file}, page {n}").format(file=file.name, n=number(file.page))


def marks(text: str, words: Iterable[str]) -> Sequence[tuple[int, int]]:
    """Return where a text has these lower-case words or other forms of them, in order and without overlaps."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(one if len(small := one.lower()) != 1 else small for one in text)
    languages = {ENGLISH, language_of(text) or ENGLISH}
    found: set[tuple[int, int]] = set()
    for word in words:
        places = {place for one in languages for place in words_with_stem(lowered, word, one)}
        places.update(
            (start, start + len(word))
            for start, end in words_beginning(lowered, word)
            if end <= start + len(word)
        )
        found |= places or _parts(lowered, word)
    return _apart(sorted(found))[:_MOST_MARKS]


def passage(text: str, snippet: str) -> tuple[int, int] | None:
    """Return where the first sentence of a quote is in a text that is laid out in another way; None if nowhere."""
    words = snippet.strip(f"{ELLIPSIS} ").split()
    if not words:
        return None
    sentence = next((at for at, word in enumerate(words, 1) if word[-1] in ".!?"), len(words))
    for count in (sentence, _WORDS_OF_PASSAGE):
        found = re.search(r"\W+".join(map(re.escape, words[:count])), text)
        if found is not None:
            return found.span()
    return None


def without_title(
    snippet: str, marked: Sequence[tuple[int, int]], title: str
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a quote and its marks without a title that stands above it anyway; empty if nothing else is left."""
    words = snippet.strip(f"{ELLIPSIS} ").casefold()
    if not words or title.casefold().startswith(words):
        return "", ()
    found = title and re.match(re.escape(title) + r"[\s.:!?]+", snippet, re.IGNORECASE)
    if not found:
        return snippet, tuple(marked)
    cut = found.end()
    return snippet[cut:], tuple((start - cut, end - cut) for start, end in marked if start >= cut)


def _parts(text: str, word: str) -> set[tuple[int, int]]:
    return {found.span() for found in re.finditer(re.escape(word), text)} if word else set()


def _apart(found: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return the ranges in order, with those that overlap joined."""
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
