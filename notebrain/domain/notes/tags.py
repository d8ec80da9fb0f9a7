"""Normalizes tags, and finds tags in texts and in imported files."""

import re
import unicodedata
from collections.abc import Iterable
from enum import IntFlag


def clean_tag(name: str) -> str:
    """Return a tag without `#`, outer whitespace and empty path parts, or an empty string if nothing is left.

    Example:
        >>> clean_tag(" #garden/ winter ")
        'garden/winter'
    """
    parts = (
        " ".join(part.replace("\x00", " ").split()) for part in name.strip().lstrip("#").split("/")
    )
    return "/".join(part for part in parts if part)


def fold_tag(name: str) -> str:
    """Return the form for comparing tags, which ignores case in every alphabet and the encoding of accents.

    Example:
        >>> fold_tag("ÄPFEL") == fold_tag("äpfel")
        True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Return cleaned tags from A to Z without duplicates; case is ignored, and the first spelling is kept."""
    found: dict[str, str] = {}
    for name in names:
        tag = clean_tag(name)
        if tag:
            found.setdefault(fold_tag(tag), tag)
    return tuple(sorted(found.values(), key=fold_tag))


_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
# patterns with a "#" that is not a tag come first, so that they are skipped
_TAG = re.compile(
    r"""\\\#
    |(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)
    |\[\[[^\[\]]+\]\]
    |\]\([^()\s]*(?:\s+"[^"]*")?\)
    |\b\w+://[^\s<>()\[\]]*
    |(?<![\w\#&/])\#(?!(?:[0-9a-fA-F]{3}){1,2}(?![\w/-]))(?P<tag>\w*[^\W\d_][\w/-]*)""",
    re.VERBOSE,
)


def typed_tags(body: str) -> tuple[str, ...]:
    """Return the tags in a text, from A to Z, without duplicates.

    Example:
        >>> typed_tags("Vent it #winter, see `#6` and #garden/frost")
        ('garden/frost', 'winter')
    """
    found: list[str] = []
    fence = ""
    for line in body.splitlines():
        mark = _FENCE.match(line)
        if mark and (not fence or _closes(mark[1], fence)):
            fence = "" if fence else mark[1]
        elif not fence and "#" in line:
            found += (clean_tag(one["tag"]) for one in _TAG.finditer(line) if one["tag"])
    return clean_tags(found)


def tags_to_file(body: str, worn: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags in a text that the note does not have yet."""
    folded = {fold_tag(tag) for tag in worn}
    return tuple(tag for tag in typed_tags(body) if fold_tag(tag) not in folded)


def _closes(mark: str, fence: str) -> bool:
    return mark[0] == fence[0] and len(mark) >= len(fence)


class TagsFrom(IntFlag):
    """Where an import takes tags from; stored in the vault as a number."""

    NOTHING = 0
    FOLDERS = 1
    TEXT = 2


def folder_tag(path: str) -> str:
    """Return the tag for the folders that contain a file, or an empty string if there are none.

    Args:
        path: The path relative to the imported folder, with `/` between the names.

    Example:
        >>> folder_tag("food/oven/pizza.md")
        'food/oven'
    """
    return clean_tag("/".join(clean_tag(name) for name in path.split("/")[:-1]))


def given_tags(path: str, body: str, tags_from: TagsFrom) -> tuple[str, ...]:
    """Return the tags that a file gets from its folder and its text, from A to Z."""
    tags: list[str] = []
    if TagsFrom.FOLDERS in tags_from:
        tags.append(folder_tag(path))
    if TagsFrom.TEXT in tags_from:
        tags += typed_tags(body)
    return clean_tags(tags)
