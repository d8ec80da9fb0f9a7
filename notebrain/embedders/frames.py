"""What the window and its embedding process say to each other: frames of a kind and some bytes, over pipes."""

import struct
from enum import Enum
from typing import IO

_HEAD = struct.Struct("<cI")


class Kind(Enum):
    """What a frame holds."""

    EMBED = b"e"
    """A text; answered by `VECTOR`."""
    COUNT = b"c"
    """A text; answered by `NUMBER`."""
    VECTOR = b"v"
    NUMBER = b"n"
    """Little-endian, four bytes."""
    REFUSED = b"x"
    """Why there is no model here, in the user's language."""


def send(pipe: IO[bytes], kind: Kind, content: bytes) -> None:
    """Write one frame.

    Raises:
        OSError: Nobody reads any more.
    """
    pipe.write(_HEAD.pack(kind.value, len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[Kind, bytes] | None:
    """Return the next frame, or None when the other side is gone."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    content = pipe.read(length)
    return None if len(content) < length else (Kind(kind), content)


def from_text(text: str) -> bytes:
    """Return a text as it travels; half a surrogate pair travels too."""
    return text.encode("utf-8", "surrogatepass")


def to_text(content: bytes) -> str:
    """Return the text that travelled."""
    return content.decode("utf-8", "surrogatepass")
