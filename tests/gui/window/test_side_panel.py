"""The pane beside the text."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.side_panel import NoteSidePanel


def pane_with_parts(qtbot: QtBot, theme: Theme) -> tuple[NoteSidePanel, QLineEdit, QLineEdit]:
    pane = NoteSidePanel(theme)
    tags, links = QLineEdit(), QLineEdit()
    pane.add("inspector", "About this note", tags)
    pane.add("links", "Links", links)
    qtbot.addWidget(pane)
    return pane, tags, links


def test_it_is_closed_until_something_is_asked_for(qtbot: QtBot, theme: Theme) -> None:
    pane, _tags, _links = pane_with_parts(qtbot, theme)

    assert pane.isHidden()
    assert pane.current == ""


def test_it_shows_one_part_at_a_time_under_its_title(qtbot: QtBot, theme: Theme) -> None:
    pane, tags, links = pane_with_parts(qtbot, theme)

    pane.open("inspector")
    pane.open("links")

    assert (pane.current, pane.title.text()) == ("links", "Links")
    assert links.isVisible()
    assert not tags.isVisible()


def test_asking_twice_closes_it_and_leads_back_to_the_text(qtbot: QtBot, theme: Theme) -> None:
    pane, _tags, _links = pane_with_parts(qtbot, theme)
    pane.toggle("links")

    with qtbot.waitSignals([pane.left, pane.changed]):
        pane.toggle("links")

    assert pane.isHidden()
    assert pane.current == ""


def test_the_cross_closes_it(qtbot: QtBot, theme: Theme) -> None:
    pane, _tags, _links = pane_with_parts(qtbot, theme)
    pane.open("links")

    qtbot.mouseClick(pane.close_button, Qt.MouseButton.LeftButton)

    assert pane.isHidden()


def test_escape_leads_back_to_the_text_and_leaves_it_open(qtbot: QtBot, theme: Theme) -> None:
    pane, _tags, links = pane_with_parts(qtbot, theme)
    pane.open("links")

    with qtbot.waitSignal(pane.left):
        qtbot.keyClick(links, Qt.Key.Key_Escape)

    assert not pane.isHidden()


def test_a_part_that_there_is_no_more_shows_nothing(qtbot: QtBot, theme: Theme) -> None:
    pane, _tags, _links = pane_with_parts(qtbot, theme)

    pane.open("graph")

    assert pane.isHidden()
