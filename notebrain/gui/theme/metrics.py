"""The sizes in the window, all multiplied by one factor."""

from dataclasses import dataclass

MIN_SCALE, MAX_SCALE = 0.8, 2.0


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights and gaps at a scale, in pixels."""

    scale: float = 1.0
    compact: bool = False

    def px(self, size: float) -> int:
        """Return this many design pixels at the current scale."""
        return max(1, round(size * self.scale))

    @property
    def header(self) -> int:
        """Height of the bar at the top of each pane."""
        return self.px(48)

    @property
    def sidebar_row(self) -> int:
        """Height of an entry of the sidebar."""
        return self.px(28)

    @property
    def button(self) -> int:
        """Height of buttons and width of tool buttons."""
        return self.px(28)

    @property
    def field(self) -> int:
        """Height of a field."""
        return self.px(32)

    @property
    def search_field(self) -> int:
        """Height of the search field."""
        return self.px(40)

    @property
    def chip(self) -> int:
        """Height of a chip."""
        return self.px(22)

    @property
    def note_row(self) -> int:
        """Height of a note in the list."""
        return self.px(52 if self.compact else 76)

    @property
    def note_row_top(self) -> int:
        """Space above the title of a note in the list."""
        return self.px(6 if self.compact else 9)

    @property
    def hit_row(self) -> int:
        """Height of a hit in the results."""
        return self.px(104)

    @property
    def status_line(self) -> int:
        """Height of the line at the bottom of the window."""
        return self.px(28)

    @property
    def icon(self) -> int:
        """Width of an icon."""
        return self.px(16)

    @property
    def small_icon(self) -> int:
        """Width of an icon beside small text."""
        return self.px(14)


def clamped(scale: float) -> float:
    """Return the nearest scale that the window supports."""
    return min(MAX_SCALE, max(MIN_SCALE, scale))
