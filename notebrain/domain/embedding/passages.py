"""Splitting a note into the passages that get one vector each: its pieces, and its title if the body lacks it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from notebrain.domain.notes.attachments import readable
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.updates import updates
from notebrain.domain.text.graphemes import boundary_after, boundary_before

PIECE_LENGTH: Final = 1_600
"""Maximum length of a piece in characters: about 400 tokens of English."""

OVERLAP: Final = 200
"""Characters that a piece repeats from the previous one, so that a thought cut in two is complete in one of them."""

_SHORTEST_WINDOW: Final = 8

_NEWLINE = r"(?:\r\n|\r(?!\n)|\n)"
_BLOCK_END: Final = re.compile(rf"{_NEWLINE}[ \t]*{_NEWLINE}|{_NEWLINE}(?=#{{1,6}}[ \t])")
_LINE_END: Final = re.compile(rf"{_NEWLINE}|[\u2028\u2029\x85]")
_SENTENCE_END: Final = re.compile(
    r"[.!?\u2026][\"')\]*_\u00bb\u201d\u2019]*\s|[\u3002\uff01\uff1f]"
)
_WORD_END: Final = re.compile(r"\s|[\u3001\uff0c]")
_GOOD_ENDS: Final = (_BLOCK_END, _LINE_END, _SENTENCE_END, _WORD_END)
_NO_BLANK: Final = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a note: `text[start:end]`, in code points.

    Attributes:
        dated: The date of the appended update it belongs to, or None for the note's own text.
    """

    start: int
    end: int
    dated: datetime | None = None


def split(
    text: str, *, max_tokens: int | None = None, count_tokens: Callable[[str], int] | None = None
) -> list[Piece]:
    """Return the pieces of `text` in order; together they cover all of it except whitespace at their edges.

    A text of up to 1,600 characters is one piece. A longer text is cut at the end of a block, or else of a line, a
    sentence or a word, but never inside a grapheme (one longer than a piece stays whole). Each appended update starts a
    new piece. No piece lies inside another.

    Args:
        text: The body of a note.
        max_tokens: The most tokens a piece may have for the model; None means no limit.
        count_tokens: Returns how many tokens the model splits a text into.
    """

    def fits(start: int, end: int) -> float:
        """Return what fraction of this part the model can read; 1.0 or more is all of it."""
        if max_tokens is None or count_tokens is None:
            return 1.0
        return max_tokens / max(1, count_tokens(text[start:end]))

    return [
        Piece(start, end, dated)
        for first, last, dated in _sections(text)
        for start, end in _spans(text, first, last, fits)
    ]


def _sections(text: str) -> Iterator[tuple[int, int, datetime | None]]:
    """Yield the start, end and date of the note's own text and then of each update."""
    start, dated = 0, None
    for update in updates(text):
        yield start, update.start, dated
        start, dated = update.start, update.dated
    yield start, len(text), dated


def _spans(
    text: str, first: int, last: int, fits: Callable[[int, int], float]
) -> Iterator[tuple[int, int]]:
    last = _without_blanks_after(text, first, last)
    start = _without_blanks_before(text, first, last)
    if start >= last:
        return
    end = _end_of_piece(text, start, last, fits)
    yield start, end
    while end < last:
        following = _start_of_next(text, start, end, last)
        its_end = _end_of_piece(text, following, last, fits)
        if its_end <= end:
            # so many tokens that the overlap alone fills a piece: continue without it
            following = _without_blanks_before(text, end, last)
            its_end = _end_of_piece(text, following, last, fits)
        start, end = following, its_end
        yield start, end


def _end_of_piece(text: str, start: int, last: int, fits: Callable[[int, int], float]) -> int:
    """Return where the piece that starts at `start` ends: as late as length and tokens allow."""
    window = PIECE_LENGTH
    while True:
        end = _cut(text, start, min(start + window, last), last)
        share = fits(start, end)
        if share >= 1.0 or window <= _SHORTEST_WINDOW:
            return end
        window = max(_SHORTEST_WINDOW, min(window - 1, int((end - start) * share)))


def _cut(text: str, start: int, limit: int, last: int) -> int:
    """Return the best end of a piece up to `limit`, in its second half if there is one."""
    if limit >= last:
        return last
    half = start + (limit - start) // 2
    for ends in _GOOD_ENDS:
        found = _last_match(ends, text, half, limit)
        if found is not None:
            limit = found
            break
    end = boundary_before(text, limit, start)
    if end <= start:  # one grapheme, longer than the window
        end = min(boundary_after(text, start + 1, start), last)
    return _without_blanks_after(text, start, end)


def _last_match(ends: re.Pattern[str], text: str, start: int, limit: int) -> int | None:
    found = None
    for match in ends.finditer(text, start, limit):
        found = match.end()
    return found


def _start_of_next(text: str, start: int, end: int, last: int) -> int:
    """Return where the next piece starts: some 200 characters before this one ends."""
    overlap = min(OVERLAP, (end - start) // 3)
    wanted = end - overlap
    for ends in (_LINE_END, _SENTENCE_END, _WORD_END):
        match = ends.search(text, wanted, wanted + overlap // 2)
        if match is not None:
            wanted = match.end()
            break
    wanted = boundary_before(text, wanted, start)
    return _without_blanks_before(text, wanted if wanted > start else end, last)


def _without_blanks_before(text: str, position: int, last: int) -> int:
    """Return the first position from the boundary `position` on where a visible grapheme starts."""
    found = _NO_BLANK.search(text, position, last)
    return boundary_before(text, found.start(), position) if found else last


def _without_blanks_after(text: str, start: int, end: int) -> int:
    """Return `end` moved back before the whitespace that precedes it, but not before `start`."""
    end_of_text = start + len(text[start:end].rstrip())
    return min(boundary_after(text, end_of_text, start), end)


_SHORTEST_TITLE_WORD = 4


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to embed.

    Attributes:
        start, end: Its range in the body, in code points; empty (0, 0) for the title.
        dated: The date of an appended update, or None.
    """

    start: int
    end: int
    text: str
    dated: datetime | None = None

    @property
    def content_hash(self) -> bytes:
        """The hash under which its vector is stored."""
        return content_hash(self.text)


def passage_text(body: str, start: int, end: int) -> str:
    """Return what is embedded of a part of a body: the text, and of files their names but no hashes."""
    return readable(body[start:end])


def passages_of(note: Note, pieces: Sequence[Piece]) -> list[Passage]:
    """Return the passages of a note to embed, the title first if only it says what the note is about."""
    found = [
        Passage(piece.start, piece.end, text, piece.dated)
        for piece in pieces
        if (text := passage_text(note.body, piece.start, piece.end)).strip()
    ]
    if title_says_more(note):
        found.insert(0, Passage(0, 0, note.title))
    return found


def title_says_more(note: Note) -> bool:
    """Return whether the title adds something: it is set, made of words, and not repeated at the start of the body.

    File names such as `c123` or `2024-03-01` are not text: their vectors would only be noise.
    """
    if (
        not note.title_is_set
        or note.title.casefold() in note.body[: len(note.title) + 200].casefold()
    ):
        return False
    return any(
        len(word) >= _SHORTEST_TITLE_WORD and word.isalpha()
        for word in note.title.replace("-", " ").split()
    )
