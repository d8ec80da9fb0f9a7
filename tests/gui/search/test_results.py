"""What is read stays where it is while more is found."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest

from notebrain.domain.search.types import SearchResult
from notebrain.gui.search.results import Results, join, lower
from tests.fakes.recall import NOW, make_hit

NAMES = "abcdefghijkl"
arrivals = st.lists(st.sampled_from(NAMES), unique=True, max_size=len(NAMES))


def test_hits_join_below_the_row_the_user_looks_at():
    order, settled = join(["a", "b", "c"], ["x", "c", "a", "y", "b"], anchor="b")

    assert order == ["a", "b", "x", "c", "y"]
    assert not settled


def test_without_an_anchor_the_list_is_as_found():
    assert join(["a", "b"], ["b", "x"], None) == (["b", "x"], True)


def test_an_anchor_that_is_gone_holds_nothing():
    assert join(["a"], ["b"], "z") == (["b"], True)


def test_what_is_above_the_anchor_stays_even_if_it_is_found_no_more():
    assert join(["a", "b"], ["b"], "b").order == ["a", "b"]


def test_an_order_that_is_the_same_is_settled():
    assert join(["a", "b"], ["a", "b", "c"], "b") == (["a", "b", "c"], True)


@pytest.mark.parametrize(
    ("anchors", "expected"),
    [(("a", "c"), "c"), ((None, "b"), "b"), ((None, None), None), (("z",), None)],
)
def test_the_lower_of_pointer_and_selection_holds_the_list(anchors, expected):
    assert lower(["a", "b", "c"], *anchors) == expected


@pytest.fixture
def results(theme, qtbot):
    # held by the view: whoever owns neither would lose both
    made = Results(theme, lambda: NOW, theme)
    made._settle.setInterval(1_000_000)
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


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arrivals, st.lists(arrivals, max_size=4), st.integers(0, 11), st.integers(0, 690))
@pytest.mark.gui
def test_neither_the_chosen_row_nor_the_one_under_the_pointer_moves_whatever_arrives(
    results, by_words, later, steps, pointer
):
    view = results.view
    QCursor.setPos(view.mapToGlobal(QPoint(-50, -50)))
    results.show_words(answer(by_words))
    for _step in range(steps):
        results.step(1)
    QTest.mouseMove(view.viewport(), QPoint(300, pointer))
    pointed = results.model.row(view.under_pointer())
    chosen = results.current
    held = {row.note_id for row in (pointed, chosen) if row is not None}
    before = tops(results)

    for arrival in later:
        results.join(answer(arrival))
        after = tops(results)

        assert {one: after[one] for one in held} == {one: before[one] for one in held}
        assert results.current.note_id == chosen.note_id if chosen else True
        assert set(arrival) <= set(after)


@pytest.mark.gui
def test_the_row_under_a_pointer_that_moved_holds_the_list_until_the_pointer_leaves(results, qtbot):
    view = results.view
    QCursor.setPos(view.mapToGlobal(QPoint(-50, -50)))
    results.show_words(answer("abcde"))
    third = view.visualRect(results.model.index(2)).center()
    QTest.mouseMove(view.viewport(), third)

    results.join(answer("edxba"))
    assert [row.note_id for row in results.model.rows] == ["a", "b", "c", "e", "d", "x"]
    assert results.model.row(view.under_pointer()).note_id == "c"
