"""The parts of a query that can be taken out, and what is said of those nobody understood."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.query import parse
from notebrain.domain.search.query_parts import (
    chips_of,
    lifted,
    misread,
    parts_of,
    without_part,
    without_texts,
)


def test_filters_phrases_and_excluded_words_can_be_taken_out_one_by_one() -> None:
    query = 'plum "red cake" -sugar tag:"my recipes" -in:Work note:this'

    chips = chips_of(query)

    assert [chip.text for chip in chips] == [
        '"red cake"',
        "-sugar",
        'tag:"my recipes"',
        "-in:Work",
    ]
    assert without_part(query, chips[2]) == 'plum "red cake" -sugar -in:Work note:this'


def test_a_phrase_that_is_in_the_way_becomes_its_words() -> None:
    query = 'plum "red cake" -sugar'

    assert lifted(query, chips_of(query)[0]) == "plum red cake -sugar"
    assert without_texts(query, ["-sugar", '"red cake"']) == "plum red cake"


@given(st.text(alphabet='ab:-" tagisinbefore#2026\u0301é', max_size=40))
def test_taking_out_every_chip_leaves_nothing_that_narrows(query: str) -> None:
    for _times in range(len(query) + 1):
        chips = chips_of(query)
        if not chips:
            break
        query = without_part(query, chips[0])

    left = parse(query)
    assert not left.filters
    assert not left.phrases
    assert not left.excluded


@given(st.text(max_size=60))
def test_parts_stand_where_they_say_and_no_text_is_too_strange(query: str) -> None:
    import unicodedata

    text = unicodedata.normalize("NFC", query)

    assert all(text[part.start : part.end] == part.text for part in parts_of(query))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "rent is:bogus",
            "“is:bogus” is searched as words; is: knows pinned, outdated, linked, review and conversation.",
        ),
        ("before:foo rent", "“before:foo” is searched as words; write a day as"),
        ("after:2026-13", "“after:2026-13” is searched as words"),
        ("tag: rent", "“tag:” is searched as words; a name must follow"),
    ],
)
def test_an_operator_that_is_searched_as_words_is_told(query: str, told: str) -> None:
    hints = misread(query)

    assert len(hints) == 1
    assert hints[0].startswith(told)


@pytest.mark.parametrize("query", ["is:", "is:p", "is:pin", "before:", "after:202", "after:2026-1"])
def test_what_more_letters_could_complete_is_not_told_while_typing(query: str) -> None:
    assert misread(query, typing=True) == ()


def test_what_no_letters_could_complete_is_told_while_typing() -> None:
    assert misread("is:bogus", typing=True)
    assert misread("before:foo", typing=True)
    assert misread("is:p rent", typing=True)
