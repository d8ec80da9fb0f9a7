"""The part of a very long note that is shown first, since laying out all of it would block the window for seconds."""

import codecs
from dataclasses import dataclass, fields
from typing import Any

from notebrain.domain.notes.note import Note

LONGEST_WHOLE = 2_000_000
"""Maximum size of a text that is shown in full at once, in bytes of UTF-8."""
LONGEST_BEGINNING = 200_000
"""Maximum size of the part shown of a longer one, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteExcerpt(Note):
    """A very long note with only the beginning of its text.

    Its `body` is not the full text of the note and must never be stored as such.

    Attributes:
        size: The size of the whole text, in bytes of UTF-8.
    """

    size: int

    @classmethod
    def of(cls, note: Note, body: str, *, size: int) -> "NoteExcerpt":
        """Return the note with only the beginning of its text."""
        values: dict[str, Any] = {field.name: getattr(note, field.name) for field in fields(Note)}
        values["body"] = body
        return cls(**values, size=size)


def beginning_of(head: bytes) -> str:
    """Return the text in the first bytes of a longer text, up to their last line end.

    A single longer line is cut at the end of a character.
    """
    end = head.rfind(b"\n") + 1 or head.rfind(b"\r", 0, len(head) - 1) + 1
    # a character that is cut in two is left out
    return codecs.getincrementaldecoder("utf-8")("replace").decode(head[:end] if end else head)


def is_whole(note: Note) -> bool:
    """Return whether the body of this note is its full text."""
    return not isinstance(note, NoteExcerpt)
