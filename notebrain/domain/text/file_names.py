"""Names of files that every system can store and show, changed as little as possible."""

import re
import unicodedata
from typing import Final

_LONGEST_BYTES: Final = (
    200  # file systems take 255; this leaves room for a number and a temporary ending
)
# the last two ranges turn the direction of a name, so that a program could look like a picture
_FORBIDDEN: Final = re.compile(
    r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]+'
)
_RESERVED: Final = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\..*)?\Z",
    re.IGNORECASE,
)
_ENDING: Final = re.compile(r"\.[^\W_]{1,10}\Z")


def safe_name(text: str, *, otherwise: str = "Note") -> str:
    """Return `text` as the name of a file or folder, changed as little as all systems allow.

    Args:
        otherwise: The name if nothing of the text can be used.

    Example:
        >>> safe_name("What? When/where: here."), safe_name("con"), safe_name("..")
        ('What- When-where- here', 'con_', 'Note')
    """
    name = _FORBIDDEN.sub("-", unicodedata.normalize("NFC", text))
    name = _cut(" ".join(name.split()).lstrip(". "), _LONGEST_BYTES).rstrip(". ")
    if _RESERVED.match(name):
        stem, dot, rest = name.partition(".")
        name = f"{stem}_{dot}{rest}"
    return name or otherwise


def safe_file_name(text: str, *, otherwise: str) -> str:
    """Return the name of a file like `safe_name`, but keep its ending however long it is.

    Example:
        >>> safe_file_name("a" * 300 + ".png", otherwise="file")[-6:]
        'aa.png'
    """
    ending = ending_of(text)
    longest = _LONGEST_BYTES - len(ending.encode())
    return safe_name(
        _cut(text.encode(errors="replace").decode().removesuffix(ending), longest) + ending,
        otherwise=otherwise,
    )


def ending_of(name: str) -> str:
    """Return the ending of a file's name with its dot, or an empty string.

    Example:
        >>> ending_of("photo.JPG"), ending_of(".bashrc"), ending_of("1.5 million")
        ('.JPG', '', '')
    """
    found = _ENDING.search(name)
    return found[0] if found and name[: found.start()].strip(". ") else ""


def numbered(path: str, number: int) -> str:
    """Return a file's path with a number: `garden 2.md`."""
    stem, dot, ending = path.rpartition(".")
    return f"{stem} {number}{dot}{ending}" if dot else f"{path} {number}"


class Names:
    """The paths used by an export; case is ignored."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def unused(self, path: str) -> str:
        """Reserve `path` and return it, with a number before its extension if it is already in use."""
        free, number = path, 1
        while _folded(free) in self._taken:
            number += 1
            free = numbered(path, number)
        self._taken.add(_folded(free))
        return free


def _folded(path: str) -> str:
    return unicodedata.normalize("NFD", path).casefold()


def _cut(name: str, longest_bytes: int) -> str:
    """Return as much of the name as file systems allow, without a partial character at its end."""
    return name.encode(errors="replace")[:longest_bytes].decode(errors="ignore")
