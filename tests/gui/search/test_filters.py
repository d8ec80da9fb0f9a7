"""Filters are chips, and one that leaves everything out is named."""

from dataclasses import replace
from datetime import UTC

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.domain.search.dates.questions import find_dates
from notebrain.domain.search.types import Blocker
from tests.fakes.recall import NOW, make_hit
from tests.fakes.search_panel import key, titles

pytestmark = pytest.mark.gui


def test_nothing_found_names_the_filter_and_enter_makes_a_note(panel, recall, qtbot, ask):
    recall.answer = replace(recall.answer, blocked_by=(Blocker("tag:garden", 3),))
    ask("gas tag:garden")
    assert panel.status.text.startswith("No notes match.")
    assert panel.way_out.text == "tag:garden leaves out all 3 notes with these words."

    recall.answer = replace(recall.answer, blocked_by=())
    button = panel.way_out.buttons[0]
    assert button.text() == "Search without tag:garden"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert panel.query == "gas"
    qtbot.waitUntil(lambda: "saves it as a note: “gas”" in panel.way_out.text)
    with qtbot.waitSignal(panel.create_requested) as heard:
        key(panel, Qt.Key.Key_Return)
    assert heard.args == ["gas"]


def test_where_only_all_filters_together_are_in_the_way_all_go_at_once(panel, recall, ask):
    blockers = (Blocker("tag:a", 2, alone=False), Blocker("is:pinned", 2, alone=False))
    recall.answer = replace(recall.answer, blocked_by=blockers)
    ask("gas tag:a is:pinned")

    assert [one.text() for one in panel.way_out.buttons] == ["Search without tag:a is:pinned"]
    panel.way_out.buttons[0].click()

    assert panel.query == "gas"


def test_a_workspace_that_is_in_the_way_can_be_left_for_the_search(panel, recall, qtbot, ask):
    recall.answer = replace(recall.answer, blocked_by=(Blocker("in:Work", 2),))
    panel.use_workspace("Work")
    ask("gas")
    recall.by_words = (make_hit("One"),)
    assert [one.text() for one in panel.way_out.buttons] == ["Search in all workspaces"]

    QTest.mouseClick(panel.way_out.buttons[0], Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: titles(panel) == ["One"])
    assert recall.asked[-1][1].workspace is None


def test_an_operator_that_is_searched_as_words_is_told_under_the_field(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    recall.answer = replace(recall.answer, hints=("“is:bogus” is searched as words.",))
    ask("gas is:bogus")
    assert panel.hints.text == "“is:bogus” is searched as words."
    assert panel.hints.isVisible()
    recall.answer = replace(recall.answer, hints=())

    ask("gas")

    assert not panel.hints.isVisible()


def test_phrases_and_excluded_words_are_chips_that_follow_the_text(panel, recall, ask):
    recall.by_words = (make_hit("One"),)
    ask('"gas bottle" -camping tag:garden stove')
    assert [chip.part.text for chip in panel.filters.chips] == [
        '"gas bottle"',
        "-camping",
        "tag:garden",
    ]

    QTest.keyClick(panel.filters.chips[1], Qt.Key.Key_Delete)
    assert panel.query == '"gas bottle" tag:garden stove'
    panel.field.edit.setText("stove tag:garden")
    panel.filters.chips[0].click()

    assert panel.query == "stove"
    assert panel.filters.chips == []


def test_filters_are_chips_and_can_be_added(panel, ask, recall):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:garden after:2026-01-01 -in:Work")
    shown = [chip.part.text for chip in panel.filters.chips]
    actions = {action.text(): action for action in panel.filters.add.menu().actions()}

    actions["Pinned notes"].trigger()

    assert shown == ["tag:garden", "after:2026-01-01", "-in:Work"]
    assert panel.query.endswith("-in:Work is:pinned ")


def test_chips_grow_with_the_zoom(panel, recall, ask, theme, qtbot):
    recall.by_words = (make_hit("One"),)
    ask("gas tag:garden")
    chip = panel.filters.chips[0]
    before = chip.width()

    theme.set_zoom(2.0)
    try:
        qtbot.waitUntil(lambda: chip.width() > before * 1.5)
        assert chip.height() == theme.px(24)
    finally:
        theme.set_zoom(1.0)


@pytest.mark.styled
def test_many_chips_take_a_second_line_instead_of_being_cut(panel, recall, ask, qtbot):
    recall.by_words = (make_hit("One"),)
    panel.resize(500, 700)
    ask('gas tag:household tag:garden "the second bottle" -camping -winter after:2025-01-01')
    chips = panel.filters.chips

    qtbot.waitUntil(lambda: chips[-1].y() > chips[0].y())

    assert all(chip.geometry().right() <= panel.filters.width() for chip in chips)
    assert panel.filters.height() > chips[-1].geometry().bottom()


def dated(recall, query):
    dates = find_dates(query, NOW, UTC)
    recall.answer = replace(recall.answer, dates=dates)
    return dates


def test_a_time_is_a_chip_beside_the_filters(panel, recall, ask):
    query = "plumber last week tag:home"
    recall.by_words = (make_hit("Sink"),)
    dated(recall, query)

    ask(query)

    assert [chip.part.text for chip in panel.filters.chips] == ["last week", "tag:home"]
    assert panel.filters.chips[0].toolTip().startswith("9 November 2026 to 15 November 2026: ")


def test_a_removed_time_is_searched_as_words_until_it_is_typed_again(panel, recall, ask, qtbot):
    recall.by_words = (make_hit("Sink"),)
    dated(recall, "plumber last week")
    ask("plumber last week")
    recall.answer = replace(recall.answer, dates=None)

    with qtbot.waitSignal(panel.message, check_params_cb=bool):
        panel.filters.chips[0].click()

    assert panel.query == "plumber last week"
    assert recall.asked[-1][1].read_dates is False
    assert panel.filters.chips == []
    ask("plumber")
    ask("plumber last week")
    assert recall.asked[-1][1].read_dates is True


def test_a_list_of_a_time_says_so(panel, recall, ask):
    found = (make_hit("Sink"), make_hit("Roof"))
    recall.by_words = tuple(replace(hit, why=replace(hit.why, listed=True)) for hit in found)
    dated(recall, "what did I do yesterday")

    ask("what did I do yesterday")

    assert panel.status.text == "2 notes of this time, newest first."
