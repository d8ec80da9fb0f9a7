"""What a camera writes beside a picture: where and when it was taken, by whom, and with which device.

`without_traces` leaves out all of it but the way up, the colors and the resolution. The bytes of the picture itself are
copied as they are, so that no pixel changes. A file that is not built as its form demands is not touched.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from zlib import crc32

from notebrain.domain.notes.media import media_type, orientation

_NOT_CLEANED: Final = frozenset({"image/heic", "image/avif", "image/tiff"})
_UPRIGHT: Final = 1

_SOI, _EOI, _SOS, _APP0, _APP1, _APP2, _APP14, _COM = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE, 0xFE
_APPS: Final = range(0xE0, 0xF0)
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without data: those within the data of the picture."""
_MARK, _LENGTH_BYTES = 0xFF, 2
_WITHIN_SCAN: Final = _ALONE | {0, _MARK}
_EXIF_MARK: Final = b"Exif\0\0"
_COLORS: Final = b"ICC_PROFILE\0"

_PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT: Final = frozenset(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT "
    b"acTL fcTL fdAT".split()
)
_WEBP_KEPT: Final = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
_HAS_EXIF, _HAS_XMP = 0x08, 0x04


class _Odd(Exception):
    """A file is not built as its form demands."""


def has_traces(head: bytes, name: str = "") -> bool:
    """Return whether a file with these first bytes may say where it was taken: a photo or a film."""
    kind = media_type(head, name)
    return kind in _FORMS or kind in _NOT_CLEANED or kind.startswith("video/")


def without_traces(data: bytes) -> bytes | None:
    """Return a photo without what its camera wrote beside the picture; None if its form is unknown or it is broken.

    One that has nothing to leave out is returned as it is.
    """
    clean = _FORMS.get(media_type(data))
    if clean is None:
        return None
    try:
        return clean(data)
    except (_Odd, IndexError, struct.error):
        return None


def _jpeg(data: bytes) -> bytes:
    parts, way_up = [data[:2]], _UPRIGHT
    for marker, start, end in _segments(data):
        body = data[start:end]
        if marker == _APP1 and body[4:10] == _EXIF_MARK:
            way_up = orientation(body[10:]) if way_up == _UPRIGHT else way_up
        elif not _tells(marker, body[4:]):
            parts.append(body)
    if way_up != _UPRIGHT:
        exif = _EXIF_MARK + _exif(way_up)
        at = 2 if parts[1][1] == _APP0 else 1  # that of JFIF has to be the first
        parts.insert(at, struct.pack(">BBH", _MARK, _APP1, len(exif) + 2) + exif)
    return b"".join(parts)


def _tells(marker: int, body: bytes) -> bool:
    """Return whether a segment says more than how to show the picture."""
    if marker == _APP2:
        return not body.startswith(_COLORS)
    return marker == _COM or (marker in _APPS and marker not in (_APP0, _APP14))


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker, the start and the end of each segment; that of a scan goes on with its data."""
    at = 2
    while True:
        start = at
        if data[at] != _MARK:
            raise _Odd
        while data[at] == _MARK:  # fill bytes
            at += 1
        marker = data[at]
        at += 1
        if marker == _EOI:
            yield marker, start, at
            return
        if marker in _ALONE or marker in (0, _SOI):
            raise _Odd
        length = int.from_bytes(data[at : at + 2], "big")
        at += length
        if length < _LENGTH_BYTES or at > len(data):
            raise _Odd
        if marker == _SOS:
            at = _end_of_scan(data, at)
        yield marker, start, at


def _end_of_scan(data: bytes, at: int) -> int:
    """Return where the next marker is after the data of a scan."""
    while (at := data.find(_MARK, at)) >= 0:
        after = data[at + 1]
        if after not in _WITHIN_SCAN:
            return at
        at += 1 if after == _MARK else 2
    raise _Odd


def _png(data: bytes) -> bytes:
    parts, way_up, at = [_PNG_HEAD], _UPRIGHT, len(_PNG_HEAD)
    while True:
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        end = at + 12 + length
        if end > len(data) or (kind not in _PNG_KEPT and kind[:1].isupper()):
            raise _Odd
        if kind in _PNG_KEPT:
            parts.append(data[at:end])
        elif kind == b"eXIf":
            way_up = orientation(data[at + 8 : end - 4])
        at = end
        if kind == b"IEND":
            break
    if way_up != _UPRIGHT:
        parts.insert(2, _png_chunk(b"eXIf", _exif(way_up)))
    return b"".join(parts)


def _png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body))


def _webp(data: bytes) -> bytes:
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        raise _Odd
    parts, way_up, at = list[bytes](), _UPRIGHT, 12
    while at < end:
        kind, length = struct.unpack("<4sI", data[at : at + 8])
        stop = at + 8 + length
        if stop > end:
            raise _Odd
        if kind in _WEBP_KEPT:
            parts.append(data[at : stop + length % 2])
        elif kind == b"EXIF":
            way_up = orientation(data[at + 8 : stop].removeprefix(_EXIF_MARK))
        at = stop + length % 2
    flags = 0
    if way_up != _UPRIGHT:
        exif, flags = _exif(way_up), _HAS_EXIF
        parts.append(b"EXIF" + struct.pack("<I", len(exif)) + exif)
    if parts and parts[0].startswith(b"VP8X"):
        kept = parts[0][8] & ~(_HAS_EXIF | _HAS_XMP) | flags
        parts[0] = parts[0][:8] + bytes([kept]) + parts[0][9:]
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _exif(way_up: int) -> bytes:
    """Return the data of a camera that say nothing but which way up the picture is; see TIFF 6.0."""
    return struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, way_up, 0, 0)


_FORMS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
}
