"""Front matter: cut off exactly, read, and changed only where it must."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.front_matter import cut, make, merge, read

SAMPLE = """---
# from my old program
title: "Bread: the basics"
Tags:
  - baking
  - kitchen/oven
date: 2024-03-05   # first bake

aliases: [loaf, 'sour, dough']
custom: {a: 1}
---

"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_front_matter_and_body_are_the_text(line_end: str) -> None:
    front_matter = SAMPLE.replace("\n", line_end)

    assert cut(front_matter + "# Body\n---\n") == (front_matter, "# Body\n---\n")


def test_one_blank_line_belongs_to_the_front_matter() -> None:
    assert cut("---\na: b\n---\n\n\nbody") == ("---\na: b\n---\n\n", "\nbody")
    assert cut("---\na: b\n---\nbody") == ("---\na: b\n---\n", "body")
    assert cut("---\na: b\n...") == ("---\na: b\n...", "")


@pytest.mark.parametrize(
    "text",
    [
        "", "---", "---\n", "---\n---\n", "---\n\n---\n", "--- \nno key here\n---\n", "---\na: b\n",
        "---\n- a\n---\n", "----\na: b\n---\n", " ---\na: b\n---\n", "---\na: b\nprose, and more.\n---\n",
        "---\n# only a comment\n---\n", "body\n---\na: b\n---\n",
    ],
)  # fmt: skip
def test_what_is_not_well_formed_is_body(text: str) -> None:
    assert cut(text) == ("", text)


@given(st.text(st.sampled_from("-a: \r\n#[]'\"\\,.\u2028"), max_size=60).map(lambda t: "---\n" + t))
def test_both_parts_are_always_the_text(text: str) -> None:
    front_matter, body = cut(text)

    assert front_matter + body == text
    assert merge(front_matter, {}) == front_matter


def test_values_are_read_by_their_keys_in_small_letters() -> None:
    assert read(SAMPLE) == {
        "title": "Bread: the basics",
        "tags": ("baking", "kitchen/oven"),
        "date": "2024-03-05",
        "aliases": ("loaf", "sour, dough"),
        "custom": "{a: 1}",
    }


def test_of_a_key_that_comes_twice_the_first_counts() -> None:
    assert read("---\na: 1\na: 2\n---\n") == {"a": "1"}


def test_only_the_lines_of_changed_keys_change() -> None:
    merged = merge(SAMPLE, {"tags": "[baking]", "pinned": "true"})

    assert merged == SAMPLE.replace(
        "Tags:\n  - baking\n  - kitchen/oven\n", "Tags: [baking]\n"
    ).replace("---\n\n", "pinned: true\n---\n\n")


def test_changes_keep_the_line_ends() -> None:
    merged = merge("---\r\ntitle: a\r\n---\r\n", {"title": "b", "pinned": "true"})

    assert merged == "---\r\ntitle: b\r\npinned: true\r\n---\r\n"


def test_new_front_matter_is_cut_off_and_read_again() -> None:
    made = make({"title": "a", "tags": "[b, c]"})

    assert cut(made + "\nbody") == (made, "\nbody")
    assert read(made) == {"title": "a", "tags": ("b", "c")}


def test_front_matter_without_end_is_given_up_early() -> None:
    text = "---\n" + "key: value\n" * 100_000

    assert cut(text) == ("", text)
