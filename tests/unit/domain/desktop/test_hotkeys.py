"""Combinations as texts, and which of them nobody may take from all programs."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.desktop.hotkeys import (
    Combination,
    Modifier,
    combination,
    refusal,
    stored_combination,
)

modifiers = st.frozensets(st.sampled_from(list(Modifier)))
keys = st.sampled_from(["N", "5", "F5", "Space", "PgUp", "+", ",", "Ж", "Media Play"])


@given(st.builds(Combination, modifiers, keys))
def test_a_combination_is_read_as_it_was_written(wanted: Combination) -> None:
    assert combination(str(wanted)) == wanted


@pytest.mark.parametrize(
    ("text", "held", "key"),
    [
        ("Ctrl+Alt+N", {Modifier.CTRL, Modifier.ALT}, "N"),
        ("Ctrl+Alt+n", {Modifier.CTRL, Modifier.ALT}, "N"),
        ("Ctrl++", {Modifier.CTRL}, "+"),
        ("+", set(), "+"),
        ("Meta+,", {Modifier.META}, ","),
        ("F5", set(), "F5"),
    ],
)
def test_a_portable_text_is_understood(text: str, held: set[Modifier], key: str) -> None:
    assert combination(text) == Combination(frozenset(held), key)


@pytest.mark.parametrize(
    "text", ["", "Ctrl+", "Ctrl+Ctrl+N", "Hyper+N", "Ctrl+Num+5", "Ctrl+K, Ctrl+N", " "]
)
def test_what_is_no_single_combination_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        combination(text)
    assert stored_combination(text) is None


@pytest.mark.parametrize("text", ["Ctrl+Alt+N", "Ctrl+Shift+N", "Meta+N", "Alt+N", "Ctrl+F9"])
def test_these_may_be_taken(text: str) -> None:
    assert refusal(combination(text)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("N", "hold Ctrl, Alt"),
        ("Shift+N", "hold Ctrl, Alt"),
        ("F5", "hold Ctrl, Alt"),
        ("Ctrl+C", "hold Alt or Shift"),
        ("Ctrl++", "hold Alt or Shift"),
        ("Alt+Space", "desktop itself"),
        ("Alt+Tab", "desktop itself"),
        ("Ctrl+Alt+Del", "desktop itself"),
    ],
)
def test_these_are_needed_by_others(text: str, why: str) -> None:
    assert why in (refusal(combination(text)) or "")
