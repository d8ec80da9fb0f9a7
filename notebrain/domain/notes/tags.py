"""Normalizes tags, finds tags in texts and in imported files, and completes a tag that is being typed."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import IntFlag
from typing import Final


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
# patterns with a "#" that is not a tag come first, so that they are skipped; compiled on first use, for a fast start
_TAG = r"""\\\#
    |(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)
    |\[\[[^\[\]]+\]\]
    |\]\([^()\s]*(?:\s+"[^"]*")?\)
    |\b\w+://[^\s<>()\[\]]*
    |(?<![\w\#&/])\#(?!(?:[0-9a-fA-F]{3}){1,2}(?![\w/-]))(?P<tag>\w*[^\W\d_][\w/-]*)"""


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
            found += (
                clean_tag(match["tag"])
                for match in re.finditer(_TAG, line, re.VERBOSE)
                if match["tag"]
            )
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


# compiled by the first use, since every command loads this module and none completes a tag
_OPEN: Final = r"(?<![\w#&/])#(?P<tag>[^\W\d_][\w/-]*)$"
_ADDRESS: Final = r"\w+://\S*$"
_COLOR: Final = r"(?:[0-9a-fA-F]{3}){1,2}$"


def typed_tag(before: str) -> str | None:
    """Return the part of a tag typed before the caret; None in code, in an address, or if there is no tag."""
    found = re.search(_OPEN, before)
    if found is None or before.count("`") % 2 or re.search(_ADDRESS, before):
        return None
    tag = found["tag"]
    return None if re.match(_COLOR, tag) and any(char.isdigit() for char in tag) else tag


def offered_tags(typed: str, known: Sequence[str], most: int) -> list[str]:
    """Return the known tags that match `typed`, those starting with it first; empty once it is a known tag."""
    wanted = fold_tag(typed)
    folded = [(fold_tag(tag), tag) for tag in known if " " not in tag]
    if any(form == wanted for form, _tag in folded):
        return []
    begin = [tag for form, tag in folded if form.startswith(wanted)]
    inside = [tag for form, tag in folded if f"/{wanted}" in form or f"-{wanted}" in form]
    return list(dict.fromkeys((*begin, *inside)))[:most]
