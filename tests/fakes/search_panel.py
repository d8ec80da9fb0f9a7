"""Hands for the search panel: what its tests press, and the titles they see."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.gui.search.panel import SearchPanel


def titles(panel: SearchPanel) -> list[str]:
    """Return the titles of the hits, from the top."""
    return [row.title for row in panel.results.model.rows]


def key(
    panel: SearchPanel, name: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press a key in the field."""
    QTest.keyClick(panel.field.edit, name, modifier)


def type_query(panel: SearchPanel, text: str) -> None:
    """Type into the field."""
    QTest.keyClicks(panel.field.edit, text)
