"""Names in tooltips: whatever is in them is text."""

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from notebrain.gui.widgets.buttons import TitleButton
from notebrain.gui.widgets.painting import tip_of

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    "name",
    [
        "Plan",
        "a < b & c",
        "<b>bold</b>",
        "<img src='file:///x'>",
        "<!-- x --><i>y",
        "&lt;",
        "<p>\nx",
    ],
)
def test_a_name_is_shown_as_it_is(name: str, qtbot: QtBot) -> None:
    button = TitleButton(ink="text")
    qtbot.addWidget(button)
    button.set_title(name)
    tip = tip_of(name)
    assert button.toolTip() == tip

    if tip != name:
        seen = QTextDocument()
        seen.setHtml(tip)
        tip = seen.toPlainText()

    assert tip == name
