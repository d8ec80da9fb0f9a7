"""Filters are offered while they are typed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.domain.search.suggestions import Known
from tests.fakes.recall import make_hit
from tests.fakes.search_panel import key, titles, type_query

pytestmark = pytest.mark.gui


@pytest.fixture
def known(panel):
    panel.suggestions.know(Known(tags=("garden", "gas", "household"), workspaces=("Home", "Work")))


def test_a_tag_is_offered_while_it_is_typed_and_taken_by_enter(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    type_query(panel, "bottle tag:ga")
    assert panel.suggestions.offered == ["#garden", "#gas"]

    key(panel, Qt.Key.Key_Down)
    assert panel.suggestions.chosen == "#gas"
    key(panel, Qt.Key.Key_Return)

    assert panel.query == "bottle tag:gas "
    assert panel.suggestions.offered == []
    assert [chip.part.text for chip in panel.filters.chips] == ["tag:gas"]
    qtbot.waitUntil(lambda: bool(recall.asked))
    assert recall.asked[-1][1].query == "bottle tag:gas "


def test_hits_stay_those_of_the_words_while_a_filter_is_being_chosen(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    type_query(panel, "bottle tag:ga")

    qtbot.waitUntil(lambda: titles(panel) == ["One"])

    assert {request.query for _arm, request in recall.asked} == {"bottle"}


def test_escape_closes_only_the_suggestions_and_means_what_was_typed(panel, recall, qtbot, known):
    recall.by_words = (make_hit("One"),)
    left = []
    panel.closed.connect(lambda: left.append(True))
    type_query(panel, "bottle tag:ga")

    key(panel, Qt.Key.Key_Escape)

    assert panel.suggestions.offered == []
    assert left == []
    qtbot.waitUntil(lambda: [ask.query for _arm, ask in recall.asked][-1:] == ["bottle tag:ga"])
    key(panel, Qt.Key.Key_Escape)
    assert left == [True]


def test_days_are_offered_by_name_and_the_menu_of_filters_offers_at_once(panel, known):
    actions = {action.text(): action for action in panel.filters.add.menu().actions()}
    actions["After a date"].trigger()
    assert "last month" in panel.suggestions.offered

    type_query(panel, "last m")  # a blank ends it
    assert panel.suggestions.offered == []
    panel.field.edit.clear()
    type_query(panel, "after:yes")
    key(panel, Qt.Key.Key_Tab)

    assert panel.query == "after:2026-11-20 "


def test_a_suggestion_is_taken_by_a_click(panel, known):
    type_query(panel, "in:")
    view = panel.suggestions.view
    rect = view.visualRect(view.model().index(1, 0))

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    assert panel.query == "in:Work "
