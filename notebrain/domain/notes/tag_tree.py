"""Tags as a tree, in which `garden/winter` is below `garden`, and renaming a branch."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from notebrain.domain.notes.tags import clean_tag, fold_tag


@dataclass(frozen=True, slots=True)
class Branch:
    """A tag in the tree.

    Attributes:
        path: The full tag.
        count: How many notes have it or a tag below it.
        parent: Whether it has tags below it.
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
    """Yield the tags above a tag, the topmost first."""
    parts = tag.split("/")
    return ("/".join(parts[:length]) for length in range(1, len(parts)))


def parents(tags: Sequence[str]) -> dict[str, str]:
    """Return the tags that have other tags below them, used or not, by their folded form."""
    found: dict[str, str] = {}
    for tag in tags:
        for parent in above(tag):
            found.setdefault(fold_tag(parent), parent)
    own = {fold_tag(tag): tag for tag in tags}
    return {folded: own.get(folded, parent) for folded, parent in found.items()}


def tree(tags: Mapping[str, int], whole: Mapping[str, int]) -> list[Branch]:
    """Return the tree line by line, each tag followed by the tags below it, from A to Z.

    Args:
        tags: How many notes have each tag.
        whole: How many notes have a tag or one below it, for tags with others below them.
    """
    known = {fold_tag(path): Branch(path, count, parent=True) for path, count in whole.items()}
    for path, count in tags.items():
        known.setdefault(fold_tag(path), Branch(path, count))
    return [known[folded] for folded in sorted(known, key=lambda folded: folded.split("/"))]


def visible(branches: Sequence[Branch], unfolded: Collection[str]) -> list[Branch]:
    """Return the tags to show if only these (folded) tags are expanded."""
    return [
        branch
        for branch in branches
        if all(fold_tag(parent) in unfolded for parent in above(branch.path))
    ]


def moved(tag: str, old: str, new: str) -> str | None:
    """Return the new name of a tag after `old` was renamed to `new`, or None if it does not change.

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
