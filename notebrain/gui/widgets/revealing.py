"""Scrolling to what has just appeared."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QScrollArea, QWidget


def reveal(part: QWidget) -> None:
    """Scroll to a part of a page once it has its place; nothing happens where nothing scrolls."""
    QTimer.singleShot(0, part, lambda: _scroll_to(part))


def _scroll_to(part: QWidget) -> None:
    above = part.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
            return
        above = above.parentWidget()
