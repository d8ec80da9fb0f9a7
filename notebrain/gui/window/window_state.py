"""The geometry of the window, remembered between runs and independent of the zoom."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication

MIN_SIZE = QSize(720, 480)
FIRST_SIZE = QSize(1280, 820)
_GRABBABLE = 80


@dataclass(frozen=True, slots=True)
class WindowState:
    """The remembered state of a window and of what it showed; sizes in pixels."""

    x: int
    y: int
    width: int
    height: int
    maximized: bool = False
    sidebar: int = 0
    sidebar_shown: bool = True
    notes: int = 0
    side: int = 0
    side_part: str = ""
    """The part shown in the pane beside the text; empty if the pane was closed."""
    note: str = ""
    """The note that was shown."""
    page: str = ""
    """The page that was shown in place of the notes."""

    def to_text(self) -> str:
        """Return the state as text for a setting."""
        return json.dumps(asdict(self), separators=(",", ":"))


def from_text(text: str) -> WindowState | None:
    """Return the state from the text of a setting, or None if it cannot be read."""
    try:
        return WindowState(**json.loads(text))
    except (ValueError, TypeError):
        return None


def screens() -> list[QRect]:
    """Return the available area of each screen, the primary screen first."""
    return [screen.availableGeometry() for screen in QGuiApplication.screens()]


def first_place(room: QRect) -> QRect:
    """Return where a window without a saved state opens: as designed, or as large as the screen allows."""
    size = FIRST_SIZE.boundedTo(room.size())
    place = QRect(room.topLeft(), size)
    place.moveCenter(room.center())
    return place


def clamped(wanted: QRect, rooms: list[QRect]) -> QRect:
    """Return `wanted`, moved and shrunk to fit on an existing screen."""
    if not rooms:
        return wanted
    visible = [room.intersected(wanted) for room in rooms]
    best = max(range(len(rooms)), key=lambda i: visible[i].width() * visible[i].height())
    if visible[best].width() < _GRABBABLE or visible[best].height() < _GRABBABLE:
        return first_place(rooms[0])
    room = rooms[best]
    place = QRect(wanted.topLeft(), wanted.size().boundedTo(room.size()))
    place.moveLeft(min(max(place.left(), room.left()), room.right() - place.width() + 1))
    place.moveTop(min(max(place.top(), room.top()), room.bottom() - place.height() + 1))
    return place


_MOST_OF_WINDOW = 0.55


class PaneWidths:
    """Remembers the widths the user chose for panes at a scale of 1, whatever there was room for since."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._wanted: list[float] = []
        self._given: list[int] = []

    def at_scale(self, scale: float, now: Sequence[int], room: int) -> list[int] | None:
        """Return the widths for another scale; None if the scale is the same.

        Args:
            now: The current widths; one that differs from the last computed width was chosen by the user.
            room: The width of the window; panes leave some of it to the parts beside them.
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
        """Record the widths the panes actually got."""
        self._given = list(widths)
