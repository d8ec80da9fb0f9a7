"""Tags as a tree."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.tag_tree import Branch, above, moved, parents, tree, visible

TAGS = {"garden": 2, "garden/winter": 3, "garden-party": 1, "work/kiosk/db": 1}
WHOLE = {"garden": 4, "work": 1, "work/kiosk": 1}


def test_the_tags_above_are_named_from_the_top() -> None:
    assert list(above("a/b/c")) == ["a", "a/b"]
    assert list(above("a")) == []


def test_a_parent_that_is_no_tag_itself_is_one_in_the_tree() -> None:
    assert parents(list(TAGS)) == {"garden": "garden", "work": "work", "work/kiosk": "work/kiosk"}
    assert parents(["Garden", "garden/winter"]) == {"garden": "Garden"}


def test_each_tag_is_followed_by_what_is_below_it() -> None:
    assert tree(TAGS, WHOLE) == [
        Branch("garden", 4, parent=True),
        Branch("garden/winter", 3),
        Branch("garden-party", 1),
        Branch("work", 1, parent=True),
        Branch("work/kiosk", 1, parent=True),
        Branch("work/kiosk/db", 1),
    ]


def test_a_branch_knows_its_name_and_its_depth() -> None:
    branch = Branch("a/b", 1)

    assert (branch.name, branch.depth) == ("b", 1)


@pytest.mark.parametrize(
    ("unfolded", "shown"),
    [
        ((), ["garden", "garden-party", "work"]),
        (("garden",), ["garden", "garden/winter", "garden-party", "work"]),
        (("work/kiosk",), ["garden", "garden-party", "work"]),
        (
            ("work", "work/kiosk"),
            ["garden", "garden-party", "work", "work/kiosk", "work/kiosk/db"],
        ),
    ],
)
def test_what_is_below_a_closed_tag_is_hidden(unfolded, shown) -> None:
    assert [branch.path for branch in visible(tree(TAGS, WHOLE), unfolded)] == shown


@pytest.mark.parametrize(
    ("tag", "old", "new", "name"),
    [
        ("garden", "garden", "plants", "plants"),
        ("Garden/Winter", "garden", "plants", "plants/Winter"),
        ("garden/winter", "garden", "home/garden", "home/garden/winter"),
        ("garden-party", "garden", "plants", None),
        ("garden", "garden/winter", "cold", None),
        ("garden/winter/a", "garden/winter", "cold", "cold/a"),
    ],
)
def test_a_tag_moves_with_the_branch_it_stands_on(tag, old, new, name) -> None:
    assert moved(tag, old, new) == name


@given(st.text("ab/", min_size=1, max_size=6), st.text("ab", min_size=1, max_size=2))
def test_moving_a_branch_there_and_back_brings_every_tag_back(tag, name) -> None:
    tag = "/".join(part for part in tag.split("/") if part) or "a"

    there = moved(f"x/{tag}", "x", f"y/{name}")

    assert there is not None
    assert moved(there, f"y/{name}", "x") == f"x/{tag}"
