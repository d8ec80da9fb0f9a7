"""F6 regions and Tab order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt
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


def line_up(*parts: QWidget) -> None:
    """Let Tab lead from each of the parts to the next; parts that were made late would come last of all."""
    for before, after in pairwise(parts):
        QWidget.setTabOrder(before, after)


def line_up_before(part: QWidget, *others: QWidget) -> None:
    """Let Tab lead through the others before it comes to `part`."""
    before = part.previousInFocusChain()
    while before is not None and before is not part and not _takes_keys_itself(before):
        before = before.previousInFocusChain()
    if before is not None:
        line_up(before, *others)


def _takes_keys_itself(part: QWidget) -> bool:
    """Whether Qt lets another part stand behind it; behind a part with a proxy would be behind the proxy."""
    return part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None
