"""The icon in the formats of Windows and macOS; both are a table of contents and the pictures, as PNG."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# by the name that macOS has for a picture, its size in pixels
ICNS_SIZES = {
    b"icp4": 16,
    b"icp5": 32,
    b"icp6": 64,
    b"ic07": 128,
    b"ic08": 256,
    b"ic09": 512,
}
_ICO_HEADER, _ICO_ENTRY = "<HHH", "<BBBBHHII"
_BITS = 32


def write(pictures: Path, target: Path) -> None:
    """Write `notebrain.ico` and `notebrain.icns` from `notebrain-SIZE.png`."""
    target.mkdir(parents=True, exist_ok=True)
    (target / "notebrain.ico").write_bytes(ico({size: _png(pictures, size) for size in ICO_SIZES}))
    sizes = ICNS_SIZES.items()
    (target / "notebrain.icns").write_bytes(
        icns({name: _png(pictures, size) for name, size in sizes})
    )


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return an icon of Windows; `pictures` are PNG files by their size in pixels, at most 256."""
    at = struct.calcsize(_ICO_HEADER) + len(pictures) * struct.calcsize(_ICO_ENTRY)
    table = struct.pack(_ICO_HEADER, 0, 1, len(pictures))
    for size, png in pictures.items():
        side = size % 256  # a byte, in which 0 stands for 256
        table += struct.pack(_ICO_ENTRY, side, side, 0, 0, 1, _BITS, len(png), at)
        at += len(png)
    return table + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Return an icon of macOS; `pictures` are PNG files by the name macOS has for their size."""
    entries = [name + struct.pack(">I", 8 + len(png)) + png for name, png in pictures.items()]
    content = b"".join(entries)
    return b"icns" + struct.pack(">I", 8 + len(content)) + content


def _png(pictures: Path, size: int) -> bytes:
    return (pictures / f"notebrain-{size}.png").read_bytes()
