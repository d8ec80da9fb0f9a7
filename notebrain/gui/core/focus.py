"""The keyboard focus: the regions that F6 moves between, the Tab order, and bringing a window to the front."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the window and the function that gives it the focus."""

    widget: QWidget
    enter: Callable[[], object]


def cycle(regions: Sequence[Region], *, back: bool = False) -> None:
    """Move the focus to the visible region after (or before) the one that has it."""
    visible = [region for region in regions if region.widget.isVisible()]
    if not visible:
        return
    focus = QApplication.focusWidget()
    here = next((i for i, r in enumerate(visible) if _holds(r.widget, focus)), None)
    step = -1 if back else 1
    start = (-1 if step == 1 else 0) if here is None else here
    visible[(start + step) % len(visible)].enter()


def with_button(line: QWidget, *buttons: QWidget) -> Sequence[Region]:
    """Return a line of the window as a region if one of these buttons is visible in it."""
    return [Region(line, button.setFocus) for button in buttons if button.isVisible()][:1]


def _holds(widget: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (widget is focus or widget.isAncestorOf(focus))


def line_up(*parts: QWidget) -> None:
    """Put these widgets in this Tab order; widgets created late would otherwise come last."""
    for before, after in pairwise(parts):
        QWidget.setTabOrder(before, after)


def line_up_before(part: QWidget, *others: QWidget) -> None:
    """Put the others before `part` in the Tab order."""
    before = part.previousInFocusChain()
    while before is not None and before is not part and not _takes_keys_itself(before):
        before = before.previousInFocusChain()
    if before is not None:
        line_up(before, *others)


def _takes_keys_itself(part: QWidget) -> bool:
    """Return whether others can follow this widget in the Tab order; Qt would put them after its focus proxy."""
    return part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None


_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable that Qt reads, no secret


def bring_forward(window: QWidget, token: str = "") -> None:
    """Show a window in front of all others and give it the focus.

    Args:
        token: What the desktop issued for the key or click that led here; Wayland requires it to raise a window.
    """
    if token:
        os.environ[_TOKEN] = token  # Qt reads the token from there and removes it
    window.show()
    window.raise_()
    window.activateWindow()
