"""Hairlines."""

from PySide6.QtWidgets import QFrame, QWidget


def hairline(parent: QWidget | None = None) -> QFrame:
    """Return a horizontal line one pixel high."""
    line = QFrame(parent)
    line.setObjectName("hairline")
    line.setFixedHeight(1)
    return line
