"""Bytes of a file into text, without changing a single character."""

import re
from typing import Final

from notebrain.domain.errors import BadText
from notebrain.domain.messages import _

_BYTE_ORDER_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE: Final = 65_536
_MOST_CONTROL: Final = 0.1  # share of control characters above which valid UTF-8 is data, not text


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 or UTF-32 with a mark, else Windows-1252.

    Line ends, blanks and control characters stay as they are; only the byte order mark goes.

    Raises:
        BadText: The file is binary.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _old_windows_text(data)
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample) and not text.startswith("---"):
        raise _binary()
    return text


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
