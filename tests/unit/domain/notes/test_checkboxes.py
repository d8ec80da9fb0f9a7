"""Check boxes in the text of a note."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.checkboxes import Checkbox, boxes, waiting, with_mark


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("- [ ] call", [Checkbox(3, "call")]),
        ("* [x] call", [Checkbox(3, "call", ticked=True)]),
        ("+ [X] call", [Checkbox(3, "call", ticked=True)]),
        ("  12. [ ] deep", [Checkbox(7, "deep")]),
        ("> - [ ] quoted", [Checkbox(5, "quoted")]),
        ("- [ ]", [Checkbox(3, "")]),
        ("- [  ] two", []),
        ("- [ ](link)", []),
        ("-[ ] no room", []),
        ("[ ] no list", []),
        ("text - [ ] later", []),
        ("```\n- [ ] code\n```\n- [ ] call", [Checkbox(22, "call")]),
        ("~~~ sh\n- [ ] code\n```\n", []),
        ("a\r\n- [ ] b\r- [ ] c", [Checkbox(6, "b"), Checkbox(14, "c")]),
    ],
)
def test_a_box_is_found(line: str, found: list[Checkbox]) -> None:
    assert list(boxes(line)) == found


def test_only_the_first_that_say_something_and_wait_are_to_do() -> None:
    body = "- [x] done\n- [ ]\n- [ ] a\n- [ ] b\n- [ ] c"

    assert [box.text for box in waiting(body, limit=2)] == ["a", "b"]


def test_a_box_that_moved_is_ticked_where_it_is_now() -> None:
    (box,) = boxes("- [ ] call")

    assert with_mark("# New\n\n- [ ] call\n", box, ticked=True) == "# New\n\n- [x] call\n"


def test_of_two_boxes_alike_the_nearer_one_is_meant() -> None:
    body = "- [ ] same\n- [ ] same\n"

    assert with_mark(body, list(boxes(body))[1], ticked=True) == "- [ ] same\n- [x] same\n"


@pytest.mark.parametrize("body", ["", "- [x] call", "- [ ] call her", "```\n- [ ] call\n```"])
def test_a_box_that_is_gone_is_left_alone(body: str) -> None:
    assert with_mark(body, Checkbox(3, "call"), ticked=True) is None


_LINES = st.lists(
    st.sampled_from(["- [ ] a", "- [x] a", "1. [ ] b", "```", "text", "- [ ] \u00a0c", ""]),
    max_size=12,
)


@given(_LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.data())
def test_ticking_changes_one_character_and_there_is_a_way_back(lines, end, data) -> None:
    body = end.join(lines)
    found = [box for box in boxes(body) if not box.ticked]
    if not found:
        return
    box = data.draw(st.sampled_from(found))

    ticked = with_mark(body, box, ticked=True)

    assert ticked is not None
    assert [at for at, char in enumerate(body) if ticked[at] != char] == [box.at]
    assert with_mark(ticked, Checkbox(box.at, box.text, ticked=True), ticked=False) == body
