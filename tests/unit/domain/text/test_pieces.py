"""Places in a text, counted as Qt counts them."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.pieces import head_of, index_at, units_of


@pytest.mark.parametrize(
    ("text", "units"), [("", 0), ("tea", 3), ("süß", 3), ("💡", 2), ("a💡b", 4), ("\ud83d", 1)]
)
def test_a_wide_character_counts_twice(text: str, units: int) -> None:
    assert units_of(text) == units


@pytest.mark.parametrize(
    ("units", "head"), [(0, ""), (1, "a"), (2, "a"), (3, "a💡"), (4, "a💡b"), (9, "a💡b")]
)
def test_a_character_that_is_only_half_in_stays_out(units: int, head: str) -> None:
    assert head_of("a💡b", units) == head


def test_a_half_that_stands_alone_is_a_character_of_its_own() -> None:
    assert head_of("a\ud83db", 2) == "a\ud83d"


@given(st.text(), st.text())
def test_the_index_is_where_the_units_before_it_end(before: str, after: str) -> None:
    assert index_at(before + after, units_of(before)) == len(before)
