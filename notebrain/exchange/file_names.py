"""File names that Windows, macOS and Linux all take, and that no two notes share."""

import re
import unicodedata
from typing import Final

ENDING: Final = ".md"
_LONGEST_BYTES: Final = (
    200  # file systems take 255; this leaves room for a number and a temporary ending
)
_FORBIDDEN: Final = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+')
_RESERVED: Final = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\..*)?\Z",
    re.IGNORECASE,
)
_MARKDOWN_ENDING: Final = re.compile(r"\.(?:md|markdown|mdown|mkd|mkdn)\Z", re.IGNORECASE)


def safe_name(text: str) -> str:
    """Return `text` as the name of a file or folder, as like it as every system allows.

    Example:
        >>> safe_name("What? When/where: here."), safe_name("con"), safe_name("..")
        ('What- When-where- here', 'con_', 'Note')
    """
    name = _FORBIDDEN.sub("-", unicodedata.normalize("NFC", text))
    name = _cut(" ".join(name.split()).lstrip(". ")).rstrip(". ")
    if _RESERVED.match(name):
        stem, dot, rest = name.partition(".")
        name = f"{stem}_{dot}{rest}"
    return name or "Note"


def note_path(source: str, title: str) -> str:
    """Return where a note goes in an export: where it was imported from, else under its title."""
    imported = source.startswith("import:")
    *folders, name = source.removeprefix("import:").split("/") if imported else [title]
    kept = [safe_name(folder) for folder in folders if folder.strip(". ")]
    return "/".join([*kept, safe_name(_MARKDOWN_ENDING.sub("", name)) + ENDING])


class Names:
    """The paths that an export has given out; upper and lower case count as the same."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def unused(self, path: str) -> str:
        """Return `path`, with a number before its ending if it is taken, and take it."""
        free, number = path, 1
        while _folded(free) in self._taken:
            number += 1
            free = numbered(path, number)
        self._taken.add(_folded(free))
        return free


def numbered(path: str, number: int) -> str:
    """Return a note's path with a number: `garden 2.md`."""
    return f"{path.removesuffix(ENDING)} {number}{ENDING}"


def _folded(path: str) -> str:
    return unicodedata.normalize("NFD", path).casefold()


def _cut(name: str) -> str:
    """Return as much of the name as a file system takes, without half a character at its end."""
    return name.encode()[:_LONGEST_BYTES].decode(errors="ignore")
