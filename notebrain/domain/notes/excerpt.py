"""What of a very long note is shown at first: reading and laying out all of it would hold the window up for seconds."""

import codecs
from dataclasses import dataclass, fields
from typing import Any

from notebrain.domain.notes.note import Note

LONGEST_WHOLE = 2_000_000
"""Bytes (UTF-8) of the longest text that is shown whole at once."""
LONGEST_BEGINNING = 200_000
"""Bytes of the most that is shown of a longer one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteBeginning(Note):
    """A very long note of which only the beginning was read.

    Its `body` is not the text of the note and must never be stored as such.

    Attributes:
        size: Bytes (UTF-8) of the whole text.
    """

    size: int

    @classmethod
    def of(cls, note: Note, body: str, *, size: int) -> "NoteBeginning":
        """Return what is known of a note with the beginning of its text."""
        values: dict[str, Any] = {field.name: getattr(note, field.name) for field in fields(Note)}
        values["body"] = body
        return cls(**values, size=size)


def beginning_of(head: bytes) -> str:
    """Return the text of the first bytes of a longer text, up to the last line end in them.

    A single line that is longer ends wherever a character ends.
    """
    end = head.rfind(b"\n") + 1 or head.rfind(b"\r", 0, len(head) - 1) + 1
    # a character that is cut in two is kept back
    return codecs.getincrementaldecoder("utf-8")("replace").decode(head[:end] if end else head)


def is_whole(note: Note) -> bool:
    """Tell whether the body of this note is all of its text."""
    return not isinstance(note, NoteBeginning)
