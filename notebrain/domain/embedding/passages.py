"""The passages of a note that get vectors: its pieces, and its title if the body does not contain it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.embedding.chunking import Piece
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.note import Note

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


def passages_of(note: Note, pieces: Sequence[Piece]) -> list[Passage]:
    """Return the passages of a note to embed, the title first if only it says what the note is about."""
    found = [
        Passage(piece.start, piece.end, note.body[piece.start : piece.end], piece.dated)
        for piece in pieces
        if note.body[piece.start : piece.end].strip()
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
