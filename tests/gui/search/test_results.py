"""The order of the list, and the row that stays put while more is found."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest

from notebrain.domain.search.types import SearchResult
from notebrain.gui.search.results import Results
from tests.fakes.recall import NOW, make_hit

NAMES = "abcdefghijkl"
arrivals = st.lists(st.sampled_from(NAMES), unique=True, max_size=len(NAMES))


@pytest.fixture
def results(theme, qtbot):
    # held by the view: whoever owns neither would lose both
    made = Results(theme, lambda: NOW, theme)
    made.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it stays in the field, as in the window
    qtbot.addWidget(made.view)
    made.view.resize(600, 700)
    made.view.show()
    qtbot.waitExposed(made.view)
    return made


def answer(names):
    return SearchResult("gas", tuple(make_hit(name) for name in names), 12, 12)


def tops(results):
    view, model = results.view, results.model
    return {
        row.note_id: view.visualRect(model.index(number)).top()
        for number, row in enumerate(model.rows)
    }


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arrivals, st.lists(arrivals, max_size=4), st.integers(0, 11))
@pytest.mark.gui
def test_the_list_is_always_in_the_order_of_the_last_answer(results, by_words, later, steps):
    QCursor.setPos(results.view.mapToGlobal(QPoint(-50, -50)))
    results.show_words(answer(by_words))
    for _step in range(steps):
        results.step(1)

    for arrival in later:
        chosen = results.current
        results.join(answer(arrival))

        assert [row.note_id for row in results.model.rows] == arrival
        if by_words and steps and chosen and chosen.note_id in arrival:
            assert results.current.note_id == chosen.note_id
        elif arrival:
            assert results.current.note_id == arrival[0]


@pytest.mark.gui
def test_the_best_hit_is_chosen_until_the_user_chooses(results):
    results.show_words(answer("ab"))

    results.join(answer("xab"))

    assert results.current.note_id == "x"
    assert results.view.verticalScrollBar().value() == 0


@pytest.mark.gui
def test_a_row_that_the_user_chose_stays_where_it_is_while_better_ones_join_above(results):
    results.view.resize(600, 250)
    results.show_words(answer("abcdef"))
    results.step(1)
    before = tops(results)["b"]

    results.join(answer("xyabcdef"))

    assert results.current.note_id == "b"
    assert tops(results)["b"] == before


@pytest.mark.gui
def test_a_row_under_a_pointer_that_moved_stays_where_it_is(results):
    view = results.view
    view.resize(600, 250)
    QCursor.setPos(view.mapToGlobal(QPoint(-50, -50)))
    results.show_words(answer("abcdef"))
    QTest.mouseMove(view.viewport(), view.visualRect(results.model.index(1)).center())
    before = tops(results)["b"]

    results.join(answer("xyabcdef"))

    assert tops(results)["b"] == before
    assert results.current.note_id == "x"


@pytest.mark.gui
def test_a_late_hit_without_meaning_does_not_claim_to_be_found_by_it(results):
    results.show_words(answer("a"))
    late = [make_hit("x"), make_hit("y", meaning=0.004), make_hit("a")]

    results.join(SearchResult("gas", late, 12, 12))

    assert [row.joined for row in results.model.rows] == [True, False, False]
