"""Tags as a tree: `garden/winter` stands below `garden`; giving a branch another name."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from notebrain.domain.notes.tags import clean_tag, fold_tag


@dataclass(frozen=True, slots=True)
class Branch:
    """One tag of the tree.

    Attributes:
        path: The whole tag.
        count: How many notes have it or a tag below it.
        parent: Whether there are tags below it.
    """

    path: str
    count: int
    parent: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def depth(self) -> int:
        """How many tags are above it."""
        return self.path.count("/")


def above(tag: str) -> Iterator[str]:
    """Return the tags above a tag, the highest first."""
    parts = tag.split("/")
    return ("/".join(parts[:length]) for length in range(1, len(parts)))


def parents(tags: Sequence[str]) -> dict[str, str]:
    """Return the tags that have others below them, in use themselves or not, by their folded form."""
    found: dict[str, str] = {}
    for tag in tags:
        for parent in above(tag):
            found.setdefault(fold_tag(parent), parent)
    own = {fold_tag(tag): tag for tag in tags}
    return {folded: own.get(folded, parent) for folded, parent in found.items()}


def tree(tags: Mapping[str, int], whole: Mapping[str, int]) -> list[Branch]:
    """Return the tree line by line, each tag followed by what is below it, from A to Z.

    Args:
        tags: How many notes have each tag.
        whole: How many notes have a tag or one below it, for the tags that have some.
    """
    known = {fold_tag(path): Branch(path, count, parent=True) for path, count in whole.items()}
    for path, count in tags.items():
        known.setdefault(fold_tag(path), Branch(path, count))
    return [known[folded] for folded in sorted(known, key=lambda folded: folded.split("/"))]


def visible(branches: Sequence[Branch], unfolded: Collection[str]) -> list[Branch]:
    """Return the tags to show when only these (folded) are open."""
    return [
        branch
        for branch in branches
        if all(fold_tag(parent) in unfolded for parent in above(branch.path))
    ]


def moved(tag: str, old: str, new: str) -> str | None:
    """Return what a tag is called after `old` became `new`, or None where it stays.

    Example:
        >>> moved("garden/winter", "garden", "home/garden")
        'home/garden/winter'
    """
    folded, start = fold_tag(tag), fold_tag(old)
    if folded == start:
        return clean_tag(new)
    if not folded.startswith(f"{start}/"):
        return None
    below = tag.split("/")[old.count("/") + 1 :]
    return clean_tag("/".join((new, *below)))
