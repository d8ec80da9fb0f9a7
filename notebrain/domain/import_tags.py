"""The tags an import gives a note beyond those its front matter names."""

from enum import IntFlag

from notebrain.domain.tags import clean_tag, clean_tags
from notebrain.domain.typed_tags import typed_tags


class TagsFrom(IntFlag):
    """What an import takes tags from; kept in the vault as a number."""

    NOTHING = 0
    FOLDERS = 1
    TEXT = 2


def folder_tag(path: str) -> str:
    """Return the tag of the folders a file is in; an empty text if it is in none.

    Args:
        path: Relative to the imported folder, with `/` between the names.

    Example:
        >>> folder_tag("food/oven/pizza.md")
        'food/oven'
    """
    return clean_tag("/".join(clean_tag(name) for name in path.split("/")[:-1]))


def given_tags(path: str, body: str, tags_from: TagsFrom) -> tuple[str, ...]:
    """Return the tags that a file gets by its place and its text, from A to Z."""
    tags: list[str] = []
    if TagsFrom.FOLDERS in tags_from:
        tags.append(folder_tag(path))
    if TagsFrom.TEXT in tags_from:
        tags += typed_tags(body)
    return clean_tags(tags)
