"""The order in which Tab leads through the parts of a panel."""

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


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
