"""What kind of file some bytes are: by the first of them, or else by the name; and how large a picture is."""

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal

HEAD_BYTES: Final = 262_144
"""How much of the beginning of a file these functions look at."""
UNKNOWN: Final = "application/octet-stream"

_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x00\x00\x01\x00", "image/vnd.microsoft.icon"),
    (b"BM", "image/bmp"),
    (b"%PDF-", "application/pdf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"{\\rtf", "application/rtf"),
)
_RIFF: Final = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}
_BRANDS: Final = {
    **dict.fromkeys((b"heic", b"heix", b"mif1", b"msf1"), "image/heic"),
    **dict.fromkeys((b"avif", b"avis"), "image/avif"),
    **dict.fromkeys((b"M4A ", b"M4B "), "audio/mp4"),
    b"qt  ": "video/quicktime",
}
_ZIPPED: Final = (
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"),
    (b"mimetypeapplication/epub+zip", "application/epub+zip"),
)
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
_BY_NAME: Final = {
    "txt": "text/plain",
    "log": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
    "htm": "text/html",
    "json": "application/json",
    "xml": "application/xml",
    "eml": "message/rfc822",
    "ics": "text/calendar",
    "svg": "image/svg+xml",
}
_ZIPPED_BY_NAME: Final = {
    "docx": f"{_OFFICE}wordprocessingml.document",
    "xlsx": f"{_OFFICE}spreadsheetml.sheet",
    "pptx": f"{_OFFICE}presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "epub": "application/epub+zip",
}
LOCKED_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How documents of Office begin that a password protects: the archive lies in another box."""
_ENDINGS: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/tiff": ".tif",
    "image/bmp": ".bmp",
    "image/heic": ".heic",
    "image/avif": ".avif",
    "image/vnd.microsoft.icon": ".ico",
    "application/pdf": ".pdf",
    "application/zip": ".zip",
    "audio/wav": ".wav",
    "audio/mpeg": ".mp3",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/mp4": ".m4a",
    "video/mp4": ".mp4",
    "video/webm": ".webm",
    **{kind: f".{ending}" for ending, kind in reversed([*_BY_NAME.items()])},
    **{kind: f".{ending}" for ending, kind in _ZIPPED_BY_NAME.items()},
}
_OPENED: Final = frozenset(
    {*(ending[1:] for ending in _ENDINGS.values()), *_BY_NAME, *_ZIPPED_BY_NAME}
    | {"jpeg", "tiff", "m4v", "mov", "avi", "mkv", "oga", "opus", "aac", "m4b", "rtf"}
)
"""Endings of documents, pictures, sounds and films; programs open them, and do not run them."""
_SVG: Final = re.compile(
    rb"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]", re.DOTALL
)
# a frame of a JPEG file says how large the picture is; these three markers look like one and are not
_MARKER: Final = 0xFF
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def media_type(head: bytes, name: str = "") -> str:
    """Return the media type of a file.

    Args:
        head: Its first bytes; `HEAD_BYTES` of them are enough.
        name: Its name, which decides between kinds that begin alike and where the bytes say nothing.

    Example:
        >>> media_type(b"%PDF-1.7", "photo.png"), media_type(b"a,b", "table.csv"), media_type(b"?")
        ('application/pdf', 'text/csv', 'application/octet-stream')
    """
    ending = name.rpartition(".")[2].lower()
    signed = (kind for signature, kind in _SIGNATURES if head.startswith(signature))
    return _boxed(head, ending) or next(signed, "") or _written(head, ending) or UNKNOWN


def _boxed(head: bytes, ending: str) -> str:
    """Return the type of a file that is a box for others: RIFF, MP4, zip or that of Office; empty if it is none."""
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], UNKNOWN)
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], "video/mp4")
    if head.startswith(LOCKED_OFFICE):
        kind = _ZIPPED_BY_NAME.get(ending, "")
        return kind if kind.startswith(_OFFICE) else ""
    if not head.startswith(b"PK\x03\x04"):
        return ""
    inside = (kind for mark, kind in _ZIPPED if head[30:].startswith(mark))
    return next(inside, _ZIPPED_BY_NAME.get(ending, "application/zip"))


def _written(head: bytes, ending: str) -> str:
    """Return the type of a file that is text; empty if it is not."""
    if _SVG.match(head[:4096].removeprefix(b"\xef\xbb\xbf")):
        return "image/svg+xml"
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))  # every second byte of UTF-16 is often 0
    is_binary = b"\0" in head and not is_wide
    # a text that is only named like a picture is none
    return "" if ending == "svg" or is_binary else _BY_NAME.get(ending, "")


def can_be_opened(kind: str, name: str) -> bool:
    """Return whether the system may open a file: one of a known kind, whose ending names none that runs something.

    Example:
        >>> can_be_opened("application/pdf", "a.pdf"), can_be_opened("application/zip", "a.jar")
        (True, False)
    """
    ending = name.rpartition(".")[2].lower()
    return kind != UNKNOWN and ending in _OPENED


def ending_for(kind: str) -> str:
    """Return the usual ending of files of a media type, with its dot; empty if there is none."""
    return _ENDINGS.get(kind, "")


def picture_size(head: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, JPEG, GIF, WebP, BMP or SVG picture in pixels; None if it does not say."""
    read = _SIZES.get(media_type(head))
    size = read(head) if read and len(head) >= _SHORTEST_PICTURE else None
    return size if size and all(size) else None


def length_ms(head: bytes) -> int | None:
    """Return how long a WAV file plays, in milliseconds; None for other files."""
    rate = int.from_bytes(head[28:32], "little") if head[12:16] == b"fmt " else 0
    data = head.find(b"data", 36)
    if media_type(head) != "audio/wav" or not rate or data < 0:
        return None
    return int.from_bytes(head[data + 4 : data + 8], "little") * 1000 // rate


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _small(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _png_size(head: bytes) -> tuple[int, int]:
    return _number(head[16:20]), _number(head[20:24])


def _gif_size(head: bytes) -> tuple[int, int]:
    return _small(head[6:8]), _small(head[8:10])


def _bmp_size(head: bytes) -> tuple[int, int]:
    return _small(head[18:22]), abs(int.from_bytes(head[22:26], "little", signed=True))


def _webp_size(head: bytes) -> tuple[int, int] | None:
    match head[12:16]:
        case b"VP8 ":
            return _small(head[26:28]) & 0x3FFF, _small(head[28:30]) & 0x3FFF
        case b"VP8L":
            bits = _small(head[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _small(head[24:27]) + 1, _small(head[27:30]) + 1
        case _:
            return None


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    """Return the size as it is shown: phones store a picture lying on its side, and say so."""
    at, lies = 2, False
    while at + 9 < len(head) and head[at] == _MARKER:
        marker = head[at + 1]
        if marker in _FRAMES:
            width, height = _number(head[at + 7 : at + 9]), _number(head[at + 5 : at + 7])
            return (height, width) if lies else (width, height)
        if marker == _EXIF and head[at + 4 : at + 10] == b"Exif\0\0":
            exif = head[at + 10 : at + 2 + _number(head[at + 2 : at + 4])]
            lies = orientation(exif) in _TURNED
        at += 2 if marker in (0x01, _MARKER) else 2 + _number(head[at + 2 : at + 4])
    return None


_EXIF: Final = 0xE1
_ORIENTATION_TAG: Final = 0x0112
_WAYS_UP: Final = range(1, 9)
_TURNED: Final = frozenset((5, 6, 7, 8))
"""Those by a quarter."""


def orientation(exif: bytes) -> int:
    """Return which way up these data of a camera say that the picture is, 1 to 8; 1, upright, if they do not say.

    The layout is that of TIFF 6.0: the order of the bytes, the place of the first directory, and 12 bytes an entry.
    """
    if exif[:4] not in (b"II*\0", b"MM\0*"):
        return 1
    order: Literal["little", "big"] = "little" if exif[:2] == b"II" else "big"
    start = int.from_bytes(exif[4:8], order)
    for entry in range(min(int.from_bytes(exif[start : start + 2], order), 64)):
        at = start + 2 + 12 * entry
        if int.from_bytes(exif[at : at + 2], order) == _ORIENTATION_TAG:
            found = int.from_bytes(exif[at + 8 : at + 10], order)
            return found if found in _WAYS_UP else 1
    return 1


_SHORTEST_PICTURE: Final = 30
# an SVG says its size in one of these units, or by the part of the plane that it shows
_PIXELS: Final = {
    b"": 1,
    b"px": 1,
    b"pt": 96 / 72,
    b"pc": 16,
    b"mm": 96 / 25.4,
    b"cm": 96 / 2.54,
    b"in": 96,
}
_LENGTH: Final = rb"""(?:^|\s)%s\s*=\s*["']\s*(\d{1,6}(?:\.\d*)?)(px|pt|pc|mm|cm|in|)\s*["']"""
_VIEW_BOX: Final = re.compile(
    rb"""(?:^|\s)viewBox\s*=\s*["']\s*\S+?[\s,]+\S+?[\s,]+(\d{1,6}(?:\.\d*)?)[\s,]+(\d{1,6}(?:\.\d*)?)\s*["']"""
)


def _svg_size(head: bytes) -> tuple[int, int] | None:
    begin = _SVG.match(head.removeprefix(b"\xef\xbb\xbf"))
    if begin is None:
        return None
    tag = head.removeprefix(b"\xef\xbb\xbf")[begin.end() - 1 :].partition(b">")[0]
    sides = [re.search(_LENGTH % name, tag) for name in (b"width", b"height")]
    lengths = [float(side[1]) * _PIXELS[side[2]] if side else 0.0 for side in sides]
    box = _VIEW_BOX.search(tag)
    if box is not None and not all(lengths):
        lengths = [float(box[1]), float(box[2])]
    width, height = (round(length) for length in lengths)
    return width, height


_SIZES: Final[Mapping[str, Callable[[bytes], tuple[int, int] | None]]] = {
    "image/png": _png_size,
    "image/gif": _gif_size,
    "image/bmp": _bmp_size,
    "image/webp": _webp_size,
    "image/jpeg": _jpeg_size,
    "image/svg+xml": _svg_size,
}
