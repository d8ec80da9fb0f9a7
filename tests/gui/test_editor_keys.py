"""Enter and Tab in lists."""

import pytest

from notebrain.gui.editor.keys import is_item, on_enter, outdent_width


@pytest.mark.parametrize(
    ("before", "after", "remove", "insert"),
    [
        ("words", "", 0, "\n"),
        ("  words", "", 0, "\n  "),
        ("- item", "", 0, "\n- "),
        ("- it", "em", 0, "\n- "),
        ("  * item", "", 0, "\n  * "),
        ("- [x] done", "", 0, "\n- [ ] "),
        ("9. nine", "", 0, "\n10. "),
        ("3) three", "", 0, "\n4) "),
        ("> said", "", 0, "\n> "),
        ("> - said", "", 0, "\n> - "),
        ("- ", "", 2, ""),
        ("- [ ] ", "", 6, ""),
        ("> ", "", 2, ""),
        ("-no item", "", 0, "\n"),
    ],
)
def test_enter_goes_on_with_a_list_and_ends_it_when_empty(before, after, remove, insert):
    assert on_enter(before, after) == (remove, insert)


def test_tab_moves_items_only():
    assert is_item("  - [ ] a")
    assert is_item("1. a")
    assert not is_item("words - a")


@pytest.mark.parametrize(("line", "width"), [("    a", 2), (" a", 1), ("\ta", 1), ("a", 0)])
def test_moving_left_takes_only_blanks(line, width):
    assert outdent_width(line) == width
