"""Two versions side by side, which scroll together."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.text.diff import Comparison, Kind, Piece
from notebrain.domain.text.pieces import units_of
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.diff_view import Change, DiffText, Shown, visible
from notebrain.gui.widgets.labels import ElidedLabel
from notebrain.gui.widgets.layouts import hairline


@dataclass(frozen=True, slots=True)
class Sides:
    """Both texts of a comparison.

    Attributes:
        older: The older text with what was removed from it; `newer` has what was added.
        lines: Numbers of lines that say the same in both texts, in order.
    """

    older: Shown
    newer: Shown
    lines: Sequence[tuple[int, int]]

    @property
    def stops(self) -> Sequence[tuple[tuple[int, int], tuple[int, int]]]:
        """The places of each change in both texts; one that only added has an empty place in the older one."""
        return list(zip(self.older.stops, self.newer.stops, strict=True))


class _Side:
    """One of the texts while it is put together."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.texts: list[str] = []
        self.changes: list[Change] = []
        self.stops: list[tuple[int, int]] = []
        self.at = self.line = 0

    def add_all(self, pieces: Iterable[Piece], *, is_change: bool) -> None:
        """Add those of these pieces that are in this text; a change has its place even without any."""
        start = self.at
        for piece in pieces:
            if piece.kind in (Kind.SAME, self.kind):
                self._add(visible(piece), piece.kind)
        if is_change:
            self.stops.append((start, self.at))

    def _add(self, text: str, kind: Kind) -> None:
        end = self.at + units_of(text)
        if kind is self.kind:
            self.changes.append(Change(self.at, end, kind))
        self.texts.append(text)
        self.at, self.line = end, self.line + text.count("\n")

    @property
    def shown(self) -> Shown:
        return Shown("".join(self.texts), self.changes, self.stops)


def sides(comparison: Comparison) -> Sides:
    """Return both texts of a comparison as shown to the user."""
    older, newer = both = _Side(Kind.REMOVED), _Side(Kind.ADDED)
    lines: list[tuple[int, int]] = []
    for is_same, pieces in groupby(comparison.pieces, key=lambda piece: piece.kind is Kind.SAME):
        lines.append((older.line, newer.line))
        parts = list(pieces)
        for side in both:
            side.add_all(parts, is_change=not is_same)
    return Sides(older.shown, newer.shown, [*lines, (older.line, newer.line)])


def line_beside(line: int, lines: Sequence[tuple[int, int]]) -> int:
    """Return which line of the second text stands beside a line of the first one."""
    at = bisect_left(lines, line, key=lambda pair: pair[0])
    if at < len(lines) and lines[at][0] == line:
        return lines[at][1]
    first, second = lines[at - 1]
    most = lines[at][1] if at < len(lines) else second + line - first
    return min(second + line - first, most)


class SideBySide(QWidget):
    """Shows two versions under their names."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: Sequence[tuple[int, int]] = ()
        self._is_following = False
        self.texts = DiffText(theme), DiffText(theme)
        self.names = (
            ElidedLabel(theme, role=Role.SMALL_STRONG, ink="muted"),
            ElidedLabel(theme, role=Role.SMALL_STRONG, ink="muted"),
        )
        self.setFocusProxy(self.texts[1])
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._heads: list[QVBoxLayout] = []
        for number, (name, text) in enumerate(zip(self.names, self.texts, strict=True)):
            if number:
                self._row.addWidget(hairline(upright=True))
            head, column = QVBoxLayout(), QVBoxLayout()
            head.addWidget(name)
            column.addLayout(head)
            column.addWidget(hairline())
            column.addWidget(text, 1)
            column.setSpacing(0)
            self._heads.append(head)
            self._row.addLayout(column, 1)
        older, newer = self.texts
        older.verticalScrollBar().valueChanged.connect(lambda: self._follow(older, newer))
        newer.verticalScrollBar().valueChanged.connect(lambda: self._follow(newer, older))
        theme.follow(self._apply_theme)

    def show_sides(self, sides: Sides) -> None:
        """Show both texts from their beginnings."""
        self._lines = sides.lines
        for text, shown in zip(self.texts, (sides.older, sides.newer), strict=True):
            text.show_shown(shown)

    def show_names(self, older: str, newer: str) -> None:
        """Say what both texts are."""
        for label, text, name in zip(self.names, self.texts, (older, newer), strict=True):
            label.setText(name)
            text.setAccessibleName(name)

    def go_to(self, stop: tuple[tuple[int, int], tuple[int, int]]) -> None:
        """Scroll to a change in both texts and mark it."""
        self._is_following = True
        for text, place in zip(self.texts, stop, strict=True):
            text.go_to(place)
        self._is_following = False

    def _follow(self, leader: DiffText, follower: DiffText) -> None:
        """Bring to the same height what the leader shows at its top."""
        if self._is_following or not self._lines:
            return
        line, below = leader.first_line()
        lines = self._lines
        if leader is self.texts[1]:
            lines = [(newer, older) for older, newer in lines]
        self._is_following = True
        follower.scroll_to_line(line_beside(line, lines), below)
        self._is_following = False

    def _apply_theme(self) -> None:
        px = self._theme.px
        for head in self._heads:
            head.setContentsMargins(px(16), px(6), px(16), px(6))
