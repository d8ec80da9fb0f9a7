"""The text of files in notes: which files have one, how reading it went, and the pieces that are searched."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from notebrain.domain.i18n import _, number

READER: Final = 1
"""The version of the reader; a file that an older one could not read is tried again."""
LONGEST: Final = 2_000_000
"""How many characters of a file can be found; about 700 pages."""
PIECE: Final = 4_000
"""The length of a piece; words found in one piece are near each other."""

PDF: Final = "application/pdf"
DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT: Final = "application/vnd.oasis.opendocument.text"
HTML: Final = "text/html"
EMAIL: Final = "message/rfc822"
READABLE: Final = (PDF, DOCX, ODT, HTML, EMAIL, "text/plain", "text/markdown", "text/csv")
"""The media types of files whose words can be found."""

_UNSEEN: Final = re.compile("[\u00ad\u200b\ufeff]|[\x02\ufffe]\\s*")
"""Soft hyphens and the like; PDFium writes U+0002 or U+FFFE for a hyphen that ends a line."""
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]+")
_BLANKS: Final = re.compile(r"[^\S\n]+")
_LINES: Final = re.compile(r"\s*\n\s*\n\s*")


class ReadState(StrEnum):
    """How reading a file went."""

    WAITING = "waiting"
    """Not read yet; all others are kept until a newer reader tries again."""
    READ = "read"
    CUT = "cut"
    """Only its first `LONGEST` characters."""
    EMPTY = "empty"
    """It has no text, like a scanned page."""
    LOCKED = "locked"
    """A password protects it."""
    BROKEN = "broken"
    """It is not what its type says."""
    TOO_LARGE = "too large"
    """It needs more memory or room than a file may take."""
    TOO_SLOW = "too slow"
    DIED = "died"
    """The process that read it ended."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the text of a file.

    Attributes:
        page: Counted from 1; None in files without pages.
    """

    text: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class FileText:
    """What reading a file gave.

    Attributes:
        pages: How many the file has; None if it has none.
    """

    state: ReadState
    pieces: tuple[Piece, ...] = ()
    pages: int | None = None

    @property
    def characters(self) -> int:
        """How long the text is."""
        return sum(len(piece.text) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a file's text.

    Attributes:
        characters: How many can be found.
    """

    state: ReadState
    pages: int | None = None
    characters: int = 0

    @property
    def is_found(self) -> bool:
        """Whether words of the file can be found."""
        return self.state in (ReadState.READ, ReadState.CUT)


def is_readable(media_type: str) -> bool:
    """Return whether files of a type have a text to find."""
    return media_type in READABLE


def tidied(text: str) -> str:
    r"""Return a text as it is kept: one kind of blank, no ligatures, no hyphens that nobody sees.

    Example:
        >>> tidied("A\u00ad n  oﬃce\r\n\r\n\r\nin\x00 Bern")
        'A n office\n\nin Bern'
    """
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text.replace("\r\n", "\n")))
    text = _BLANKS.sub(" ", _CONTROL.sub(" ", text.replace("\r", "\n")))
    return _LINES.sub("\n\n", text).strip()


def pieces_of(text: str, page: int | None = None) -> Iterator[Piece]:
    """Yield a text in pieces of at most `PIECE` characters, cut between lines or words where there are any."""
    text = tidied(text)
    while len(text) > PIECE:
        cut = max(text.rfind("\n", PIECE // 2, PIECE), text.rfind(" ", PIECE * 3 // 4, PIECE))
        cut = cut if cut > 0 else PIECE
        yield Piece(text[:cut].strip(), page)
        text = text[cut:].strip()
    if text:
        yield Piece(text, page)


def state_text(state: ReadState) -> str:
    """Return why the words of a file cannot be found, or not all of them; empty if they can."""
    texts = {
        ReadState.READ: "",
        ReadState.WAITING: _("text not read yet"),
        ReadState.CUT: _("only the first {n} characters can be found").format(n=number(LONGEST)),
        ReadState.EMPTY: _("no text in it"),
        ReadState.LOCKED: _("text cannot be read: protected by a password"),
        ReadState.BROKEN: _("text cannot be read: damaged or of another type"),
        ReadState.TOO_LARGE: _("text cannot be read: it takes too much memory"),
        ReadState.TOO_SLOW: _("text cannot be read: it takes too long"),
        ReadState.DIED: _("text cannot be read: the reader fails on it"),
    }
    return texts[state]
