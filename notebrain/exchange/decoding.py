"""Bytes of a file into text, without changing a single character."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.errors import BadText
from notebrain.domain.i18n import _

_BYTE_ORDER_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
# how Python keeps a byte that is not UTF-8: U+DC00 and the byte
_FIRST_ESCAPE: Final = 0xDC00
_STRAY: Final = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII: Final = re.compile("[^\x00-\x7f\udc80-\udcff]")
_SAMPLE: Final = 65_536
_MOST_CONTROL: Final = 0.1  # share of control characters above which valid UTF-8 is data, not text


@dataclass(frozen=True, slots=True)
class Stray:
    """A byte that does not fit the encoding of its file; `line` counts from 1, `read_as` stands in the text for it."""

    line: int
    byte: int
    read_as: str


def decode(data: bytes) -> tuple[str, Sequence[Stray]]:
    """Return the text of a file, and the bytes in it that do not fit its encoding.

    UTF-8, UTF-16 or UTF-32 with a mark; UTF-8 where more of its characters beyond ASCII are UTF-8 than are not, each
    of the others read as Windows-1252; else Windows-1252. Line ends, blanks and control characters stay as they are;
    only the byte order mark goes.

    Raises:
        BadText: The file is binary.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding), ()
    text = data.decode("utf-8", "surrogateescape")
    strays = _STRAY.findall(text)
    if strays and len(_BEYOND_ASCII.findall(text)) <= len(strays):
        return _old_windows_text(data), ()
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample) and not text.startswith("---"):
        raise _binary()
    return _STRAY.sub(lambda found: _meant(found[0]), text), _named(text) if strays else ()


def is_exact(data: bytes) -> bool:
    """Tell whether the text of a file gives back its bytes: it is marked, or valid UTF-8."""
    if any(data.startswith(mark) for mark, _encoding in _BYTE_ORDER_MARKS):
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _named(text: str) -> list[Stray]:
    """Return the bytes that do not fit, in their order."""
    found: list[Stray] = []
    line, upto = 1, 0
    for stray in _STRAY.finditer(text):
        line += text.count("\n", upto, stray.start())
        upto = stray.start()
        found.append(Stray(line, ord(stray[0]) - _FIRST_ESCAPE, _meant(stray[0])))
    return found


def _meant(escaped: str) -> str:
    """Return what a byte that is not UTF-8 says in Windows-1252, where most of them come from."""
    byte = bytes([ord(escaped) - _FIRST_ESCAPE])
    try:
        return byte.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning in Windows-1252
        return byte.decode("latin-1")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadText(
            _("is marked as {encoding}, but byte {position} does not fit it").format(
                encoding=encoding.upper(), position=error.start + 1
            )
        ) from error


def _old_windows_text(data: bytes) -> str:
    """Read text from before Unicode; any control character shows that it is none."""
    text = data.decode("latin-1")
    if _CONTROL.search(text):
        raise _binary()
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning in Windows-1252
        return text


def _binary() -> BadText:
    return BadText(_("is not a text file"))
