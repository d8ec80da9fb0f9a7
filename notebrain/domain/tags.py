"""The form of a tag: a word or a path of words, `garden` or `garden/winter`."""

import unicodedata
from collections.abc import Iterable


def clean_tag(name: str) -> str:
    """Return a tag without `#`, outer blanks and empty path parts; an empty text if nothing is left.

    Example:
        >>> clean_tag(" #garden/ winter ")
        'garden/winter'
    """
    parts = (
        " ".join(part.replace("\x00", " ").split()) for part in name.strip().lstrip("#").split("/")
    )
    return "/".join(part for part in parts if part)


def fold_tag(name: str) -> str:
    """Return the form by which tags are compared: upper and lower case of every alphabet, accents in any encoding.

    Example:
        >>> fold_tag("ÄPFEL") == fold_tag("äpfel")
        True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Return cleaned tags from A to Z, each once; upper and lower case count as one tag, the first spelling stays."""
    found: dict[str, str] = {}
    for name in names:
        tag = clean_tag(name)
        if tag:
            found.setdefault(fold_tag(tag), tag)
    return tuple(sorted(found.values(), key=fold_tag))
