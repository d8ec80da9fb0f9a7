import pytest

from notebrain.domain.desktop.shortcuts import is_typed, normal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ctrl+Shift+P", "Shift+Ctrl+P"),
        ("Ctrl+PgDown", "ctrl+PageDown"),
        ("Del", "Delete"),
        ("Ctrl++", "CTRL++"),
        ("+", " + "),
        ("Ctrl+K, Ctrl+S", "ctrl+k, ctrl+s"),
        ("Alt+Meta+X", "Meta+Alt+x"),
    ],
)
def test_a_shortcut_can_be_spelled_in_several_ways(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ctrl+P", "Ctrl+Shift+P"), ("Ctrl++", "Ctrl"), ("P", "Alt+P")]
)
def test_different_shortcuts_stay_different(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("P", True),
        ("Shift+P", True),
        ("Space", True),
        ("+", True),
        ("Ctrl+P", False),
        ("Ctrl++", False),
        ("Alt+Ä", False),
        ("F6", False),
        ("Shift+F6", False),
        ("Del", False),
    ],
)
def test_a_letter_alone_is_typed(key: str, typed: bool) -> None:
    assert is_typed(key) is typed
