"""Chooses the passage of a note to quote in a search result."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from notebrain.domain.markdown.plain_text import after_title, plain
from notebrain.domain.search.query import has_unspaced_script
from notebrain.domain.search.sentences import best_part
from notebrain.domain.text.languages import ENGLISH
from notebrain.domain.text.stemming import beginnings, index_form, stem

QUOTE_LENGTH = 240
"""About two lines of a result card."""
ELLIPSIS = "…"
_SHORTEST_FORM = 3


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage of a body.

    Attributes:
        span: Offsets into the body: `body[start:end]` is the passage.
        snippet: The passage as plain text on one line, with an ellipsis where the body continues.
        marks: Offsets into `snippet` of the words in the query.
        words: The words of the query found in the whole text, in the query's order.
    """

    span: tuple[int, int]
    snippet: str
    marks: tuple[tuple[int, int], ...]
    words: tuple[str, ...]


def quote(
    text: str,
    *,
    start: int,
    whole_length: int,
    terms: Collection[str],
    prefix: str = "",
    title: str = "",
    rarity: Mapping[str, float] | None = None,
    near: tuple[int, int] | None = None,
    languages: Sequence[str] = (ENGLISH,),
    forms: Mapping[str, str] = MappingProxyType({}),
) -> Quote:
    """Return the best passage of `text`, which is at `start` in a body of `whole_length`.

    It begins with the sentence that has the most and rarest words of the query; if there are none, it is the beginning
    of `near`, or of the text.

    Args:
        prefix: The unfinished last word; every word that begins with it is marked.
        title: The title shown above the passage; a first line that repeats it is skipped.
        rarity: The weight of each word among all notes; the same for all words if missing.
        near: The range of the body that is nearest to the query in meaning.
        languages: The languages that the query may be in.
        forms: Other words, as the word index keeps them, that stand for words of the query.
    """
    hits = _hits(text, terms, prefix, languages, forms)
    title_end = after_title(text, title) if start == 0 and title else 0
    left, right = best_part(
        text[title_end:],
        [(a - title_end, b - title_end, term) for a, b, term in hits if a >= title_end],
        length=QUOTE_LENGTH,
        rarity=rarity or {},
        near=near and (near[0] - start - title_end, near[1] - start - title_end),
    )
    left, right = left + title_end, right + title_end
    before = ELLIPSIS if start + left > title_end else ""
    after = ELLIPSIS if start + right < whole_length else ""
    found = {term for _, _, term in hits}
    inside = [(a - left, b - left) for a, b, _ in hits if left <= a and b <= right]
    snippet, marks = plain(text[left:right], inside)
    shift = len(before)
    return Quote(
        (start + left, start + right),
        before + snippet + after,
        tuple((a + shift, b + shift) for a, b in marks),
        tuple(term for term in terms if term in found),
    )


def _hits(
    text: str,
    terms: Collection[str],
    prefix: str,
    languages: Sequence[str],
    forms: Mapping[str, str],
) -> list[tuple[int, int, str]]:
    """Return where words of the query are in a text: start, end, and the word."""
    lowered = text.lower()
    if len(lowered) != len(
        text
    ):  # a few letters become longer in lower case, so that positions would not match
        lowered = "".join(one if len(small := one.lower()) != 1 else small for one in text)
    found = {
        (begin, end, term)
        for language in languages
        for term in terms
        for begin, end in words_with_stem(lowered, term, language)
        if not (prefix and lowered.startswith(prefix, begin))
    }
    found.update(
        (begin, end, term)
        for form, term in forms.items()
        for begin, end in words_beginning(lowered, form[:_SHORTEST_FORM])
        if index_form(lowered[begin:end]) == form
    )
    found.update((begin, end, prefix) for begin, end in words_beginning(lowered, prefix))
    seen = {term for _, _, term in found}
    for term in terms:
        if has_unspaced_script(term) or term not in seen:
            found.update(_substrings(lowered, term))
    return sorted(found)


def _substrings(text: str, term: str) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    at = text.find(term)
    while at >= 0:
        found.append((at, at + len(term), term))
        at = text.find(term, at + len(term))
    return found


def words_with_stem(text: str, word: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of the words in a lower-case text that have the stem of a word."""
    wanted = stem(word, language)
    for beginning in beginnings(word, language):
        for begin, end in words_beginning(text, beginning):
            if stem(text[begin:end], language) == wanted:
                yield begin, end


_REST_OF_WORD = re.compile(r"[^\W_]*")


def words_beginning(text: str, beginning: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of words with this prefix.

    Both must have the same case; an empty prefix matches nothing.
    """
    at = text.find(beginning) if beginning else -1
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum():
            rest = _REST_OF_WORD.match(text, at)
            yield at, rest.end() if rest else at
        at = text.find(beginning, at + 1)
