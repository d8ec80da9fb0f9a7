"""How wide panes become when everything grows, so that they come back to what they were."""

from collections.abc import Sequence

_MOST_OF_WINDOW = 0.55


class PaneWidths:
    """Remembers how wide the user wants panes at a scale of 1, whatever there was room for meanwhile."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._wanted: list[float] = []
        self._given: list[int] = []

    def at_scale(self, scale: float, now: Sequence[int], room: int) -> list[int] | None:
        """Return the widths for another scale; None where it is the same one.

        Args:
            now: The widths as they are; one that is not what was given last was chosen by the user.
            room: The width of the window; panes leave some of it to what stands beside them.
        """
        if scale == self._scale:
            return None
        known = dict(enumerate(zip(self._wanted, self._given, strict=True)))
        self._wanted = [
            known[place][0] if place in known and known[place][1] == width else width / self._scale
            for place, width in enumerate(now)
        ]
        self._scale = scale
        whole = sum(self._wanted) * scale
        share = min(1.0, _MOST_OF_WINDOW * room / whole) if whole else 1.0
        return [round(width * scale * share) for width in self._wanted]

    def given(self, widths: Sequence[int]) -> None:
        """Take in what the panes got in the end."""
        self._given = list(widths)
