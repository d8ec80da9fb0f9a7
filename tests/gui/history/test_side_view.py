"""Two versions side by side: what each of them shows, and which lines stand beside each other."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.diff import compare
from notebrain.gui.history.side_view import SideBySide, line_beside, sides
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.diff_view import shown

OLD = "Lamp\n\n4 W.\n\nIt stood.\n"
NEW = "Lamp\n\n6 W.\n\nNew.\nNewer.\n\nIt stood.\n"
TEXTS = st.lists(st.sampled_from(["a", "b ", "6", "\n", "🙂", "\r\n"])).map("".join)


def test_each_text_shows_its_own_changes_and_stops_at_all_of_them() -> None:
    both = sides(compare(OLD, NEW))

    assert (both.older.text, both.newer.text) == (OLD, NEW)
    assert [OLD[slice(*stop)] for stop in both.older.stops] == ["4", ""]
    assert [NEW[slice(*stop)] for stop in both.newer.stops] == ["6", ".\n\nNew.\nNewer"]


@given(TEXTS, TEXTS)
def test_a_change_has_the_same_number_in_one_text_and_in_two(old: str, new: str) -> None:
    comparison = compare(old, new)

    assert len(sides(comparison).stops) == len(shown(comparison).stops) == len(comparison.changes())


@pytest.mark.parametrize(("line", "beside"), [(0, 0), (2, 2), (3, 6), (4, 7), (5, 8)], ids=str)
def test_a_line_stands_beside_the_one_that_says_the_same(line: int, beside: int) -> None:
    both = sides(compare(OLD, NEW))

    assert line_beside(line, both.lines) == beside


@given(TEXTS, TEXTS)
def test_a_line_beside_a_later_one_is_never_further_up(old: str, new: str) -> None:
    lines = sides(compare(old, new)).lines

    found = [line_beside(line, lines) for line in range(old.count("\n") + 1)]

    assert found == sorted(found)
    assert found[0] >= 0


@pytest.mark.gui
def test_both_texts_scroll_together(qtbot, qapp) -> None:
    view = SideBySide(Theme(qapp, ThemeMode.LIGHT))
    qtbot.addWidget(view)
    view.resize(700, 200)
    view.show()
    qtbot.waitExposed(view)
    lines = [f"line {number}\n" for number in range(200)]
    inserted = [f"new {number}\n" for number in range(50)]
    view.show_sides(sides(compare("".join(lines), "".join([*lines[:20], *inserted, *lines[20:]]))))
    older, newer = view.texts

    older.verticalScrollBar().setValue(100)
    assert newer.first_line()[0] == 150

    newer.verticalScrollBar().setValue(10)
    assert older.first_line()[0] == 10
