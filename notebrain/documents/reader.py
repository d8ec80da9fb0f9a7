"""Reads the text of a file by its media type. Runs in the process for it, never in the window.

Nothing in a file is run, and nothing that it refers to is loaded.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Final

from notebrain.documents import office, pdf
from notebrain.documents.errors import Locked, NotReadable, TooLarge
from notebrain.domain.markdown.html.reader import markdown_of
from notebrain.domain.markdown.plain_text import plain
from notebrain.domain.notes.file_texts import (
    DOCX,
    EMAIL,
    HTML,
    LONGEST,
    ODT,
    PDF,
    FileText,
    Piece,
    ReadState,
    pieces_of,
)
from notebrain.domain.text.encodings import charset_of, decoded

_MOST_BYTES: Final = 4 * LONGEST
"""How much of a text file is read: no character has more bytes."""
_MOST_OF_EMAIL: Final = 48_000_000
_TITLE: Final = re.compile(r"<title\b[^>]{0,200}>(.{0,1000}?)</title", re.IGNORECASE | re.DOTALL)
_SILENT_PICTURE: Final = re.compile(r"<img\b(?![^>]{0,2000}\balt\s*=)[^>]{0,2000}>", re.IGNORECASE)
_HEADERS: Final = ("Subject", "From", "To", "Cc", "Date")


def read(path: Path, media_type: str) -> FileText:
    """Return the text of a file; whatever is wrong with it is said by the state."""
    try:
        return _cut(_READERS.get(media_type, _plain)(path))
    except Locked:
        return FileText(ReadState.LOCKED)
    except (TooLarge, MemoryError):
        return FileText(ReadState.TOO_LARGE)
    except Exception:  # noqa: BLE001 - files are made by anybody; whatever a parser raises is the file's fault
        return FileText(ReadState.BROKEN)


def _cut(pieces: Iterator[Piece]) -> FileText:
    """Return the pieces up to the longest text; a file whose end is broken gives what is before."""
    found: list[Piece] = []
    room, state = LONGEST, ReadState.READ
    pages: int | None = None
    try:
        for piece in pieces:
            pages = piece.page
            if not piece.text:
                continue
            if len(piece.text) > room:
                state = ReadState.CUT
                break
            room -= len(piece.text)
            found.append(piece)
    except NotReadable as error:
        if not found or isinstance(error, TooLarge):
            raise
    return FileText(state if found else ReadState.EMPTY, tuple(found), pages)


def html_text(html: str) -> str:
    """Return the text of a web page, with its title before it."""
    title = _TITLE.search(html)
    return f"{_bare(title[1]) if title else ''}\n\n{_bare(html)}"


def _bare(html: str) -> str:
    lines = markdown_of(_SILENT_PICTURE.sub(" ", html)).split("\n")
    return "\n".join(plain(line, ())[0] for line in lines)


def _beginning(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _plain(path: Path) -> Iterator[Piece]:
    data = _beginning(path, _MOST_BYTES)
    yield from pieces_of(decoded(data, is_cut=len(data) == _MOST_BYTES))


def _html(path: Path) -> Iterator[Piece]:
    data = _beginning(path, _MOST_BYTES)
    yield from pieces_of(
        html_text(decoded(data, charset_of(data), is_cut=len(data) == _MOST_BYTES))
    )


def _email(path: Path) -> Iterator[Piece]:
    message = message_from_bytes(_beginning(path, _MOST_OF_EMAIL), policy=policy.default)
    if not message.keys():
        raise NotReadable
    yield from pieces_of("\n".join(_email_lines(message)))


def _email_lines(message: EmailMessage) -> Iterator[str]:
    """Yield the headers, the text, and the names of the files; files in it are not read."""
    for name in _HEADERS:
        if value := _quietly(partial(_header, message, name)):
            yield f"{name}: {value}"
    for part in message.walk():
        if part.is_multipart():
            continue
        attached = _quietly(part.get_filename)
        if attached or part.get_content_disposition() == "attachment":
            yield attached or ""
        elif part.get_content_type() == "text/plain":
            yield "\n" + _body(part)
        elif part.get_content_type() == "text/html" and not _has_plain(message):
            yield "\n" + html_text(_body(part))


def _header(message: EmailMessage, name: str) -> str:
    return str(message.get(name, ""))


def _has_plain(message: EmailMessage) -> bool:
    return any(part.get_content_type() == "text/plain" for part in message.walk())


def _body(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    return decoded(data, part.get_content_charset("")) if isinstance(data, bytes) else ""


def _quietly(get: Callable[[], str | None]) -> str:
    try:
        return get() or ""
    except Exception:  # noqa: BLE001 - the parser of headers fails in many ways on bad ones
        return ""


_READERS: Final[Mapping[str, Callable[[Path], Iterator[Piece]]]] = {
    PDF: pdf.pieces,
    DOCX: office.docx_pieces,
    ODT: office.odt_pieces,
    HTML: _html,
    EMAIL: _email,
}
