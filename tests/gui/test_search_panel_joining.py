"""What is read stays where it is while more is found."""

import pytest

from notebrain.gui.search.joining import join, lower


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
