"""F6: from one part of the window to the next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the window and how it takes the keyboard."""

    widget: QWidget
    enter: Callable[[], object]


def cycle(regions: Sequence[Region], *, back: bool = False) -> None:
    """Give the keyboard to the visible region after (or before) the one that has it."""
    visible = [region for region in regions if region.widget.isVisible()]
    if not visible:
        return
    focus = QApplication.focusWidget()
    here = next((i for i, r in enumerate(visible) if _holds(r.widget, focus)), None)
    step = -1 if back else 1
    start = (-1 if step == 1 else 0) if here is None else here
    visible[(start + step) % len(visible)].enter()


def with_button(line: QWidget, *buttons: QWidget) -> Sequence[Region]:
    """Return a line of the window as a region, while one of these buttons is in it."""
    return [Region(line, one.setFocus) for one in buttons if one.isVisible()][:1]


def _holds(widget: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))
