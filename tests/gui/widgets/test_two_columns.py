"""Two columns stand beside each other only where both have room."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import WrappedLabel
from notebrain.gui.widgets.layouts import TwoColumns


@pytest.mark.parametrize(("word", "is_below"), [("short", False), ("m" * 46, True)])
def test_a_long_word_puts_the_narrow_column_below(
    theme: Theme, qtbot: QtBot, word: str, is_below: bool
) -> None:
    columns = TwoColumns(theme)
    qtbot.addWidget(columns)
    main, side = WrappedLabel(theme, "text"), WrappedLabel(theme, "beside")
    columns.add(main)
    columns.add(side, beside=True)
    columns.resize(theme.px(700), theme.px(300))
    columns.show()

    main.setText(word)
    QApplication.processEvents()

    assert (side.y() > main.y()) is is_below
    assert side.geometry().right() <= columns.width()
