"""How hits that arrive later join a list that is being read: rules, without Qt."""

from collections.abc import Sequence
from typing import NamedTuple


class Joined(NamedTuple):
    """The new order of the list, and whether it is the order that was found."""

    order: list[str]
    settled: bool


def join(shown: Sequence[str], found: Sequence[str], anchor: str | None) -> Joined:
    """Return the order in which `found` is shown while the user looks at `anchor`.

    Everything down to the anchor stays where it is, even what is not found any more; the rest
    follows in the order found. Without an anchor the list is shown as found.
    """
    if anchor is None or anchor not in shown:
        return Joined(list(found), settled=True)
    kept = list(shown[: shown.index(anchor) + 1])
    order = kept + [one for one in found if one not in set(kept)]
    return Joined(order, settled=order == list(found))


def lower(shown: Sequence[str], *anchors: str | None) -> str | None:
    """Return the anchor that stands lowest in the list; None if none is in it."""
    present = [anchor for anchor in anchors if anchor is not None and anchor in shown]
    return max(present, key=list(shown).index, default=None)
