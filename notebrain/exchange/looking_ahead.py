"""What an import would find, before anything is read."""

from dataclasses import dataclass
from pathlib import Path

from notebrain.domain.notes.tags import clean_tags, folder_tag
from notebrain.exchange.folders import list_markdown


@dataclass(frozen=True, slots=True)
class Prospect:
    """What is in a folder.

    Attributes:
        files: How many Markdown files.
        folder_tags: The tags their folders would become, from A to Z.
        is_obsidian: Whether it is a vault of Obsidian, where a `#tag` in the text is a tag.
    """

    folder: Path
    files: int
    folder_tags: tuple[str, ...]
    is_obsidian: bool


def look_ahead(path: Path) -> Prospect:
    """Look through a folder and the folders in it.

    Raises:
        UserError: There is nothing at `path`.
    """
    listing = list_markdown(path)
    tags = clean_tags({folder_tag(one) for one in listing.paths})
    return Prospect(listing.root, len(listing.paths), tags, (listing.root / ".obsidian").is_dir())
