"""Decodes bytes whose encoding is only guessed or claimed, such as those of web pages and old files."""

import re
from typing import Final

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_SAMPLE: Final = 1_000
_BEGINNING: Final = 4_096
_BROKEN: Final = "\ufffd"
_FEW: Final = 200
_CHARSET: Final = re.compile(
    rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE
)
# what pages call an encoding, and what browsers read them as
_MEANT: Final = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252",
    "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932", "sjis": "cp932",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "ks_c_5601-1987": "cp949", "euc-kr": "cp949",
    "iso-8859-9": "cp1254", "iso-8859-8-i": "iso-8859-8", "tis-620": "cp874",
}  # fmt: skip
_OF_TEXT: Final = re.compile(
    r"(?:utf|iso|cp|win|koi|euc|gb|big5|mac|tis|hz|ibm)[\w.:-]*", re.IGNORECASE
)


def charset_of(html: bytes) -> str:
    """Return the encoding that a web page claims to have, or an empty string."""
    found = _CHARSET.search(html[:_BEGINNING])
    return found[1].decode("ascii", "replace") if found else ""


def decoded(data: bytes, encoding: str = "", *, is_cut: bool = False) -> str:
    r"""Return bytes as text: by their mark, as UTF-8, as `encoding`, or else as Windows-1252.

    Args:
        encoding: The encoding they are said to have, as browsers understand it.
        is_cut: Whether more bytes followed, so that the last character may be incomplete.

    Example:
        >>> decoded(b"K\xfcche"), decoded(b"\xff\xfeT\x00"), decoded(b"3 \x80", "iso-8859-1")
        ('Küche', 'T', '3 €')
    """
    for mark, known in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(known, "replace")
    for first, known in ((1, "utf-16-le"), (0, "utf-16-be")):
        # without a mark: one byte of each pair is 0 in Western texts
        half = data[first:_SAMPLE:2]
        if half.count(0) > len(half) * 0.7:
            return data[: len(data) // 2 * 2].decode(known, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if is_cut and error.end >= len(data):
            return data[: error.start].decode()
    wanted = _MEANT.get(encoding.strip().lower(), encoding)
    for known in (wanted, "cp1252"):
        if (text := _read_as(data, known)) is not None:
            return text
    return data.decode("latin-1")


def _read_as(data: bytes, encoding: str) -> str | None:
    """Return bytes decoded as they are said to be encoded; None if that is impossible, or the encoding is unknown."""
    if not _OF_TEXT.fullmatch(encoding):
        return None
    try:
        text = data.decode(encoding, "replace")
    except (LookupError, UnicodeError):
        return None
    # a page that mixes two encodings in a few places has one
    return text if text.count(_BROKEN) <= len(text) // _FEW else None
