"""Literal quotes: where a text stands in a note."""

import unicodedata

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.grounding.quotes import Passage, Quote, find, normal, quotable, stands
from notebrain.domain.notes.note import NoteId

LETTERS = st.text(
    st.sampled_from("abc ä\n\te\u0301\u0308한\u1112\u1161\u11ab\U0001f600\u202e]["), max_size=80
)


def passage(text: str, start: int = 0, number: int = 1) -> Passage:
    return Passage(number, NoteId("a"), 3, "Title", text, start)


def found(wanted: str, text: str, start: int = 0) -> Quote | None:
    place = find(wanted, [passage(text, start)])
    return None if place is None else place[1]


@given(LETTERS, LETTERS, LETTERS, st.sampled_from(["NFC", "NFD"]))
@example("", "abc abc abc e\u0301", "", "NFC")
def test_what_is_found_stands_at_its_place_in_the_body(
    before: str, wanted: str, after: str, form: str
) -> None:
    body = (
        "xxxxxx\n"
        + before
        + unicodedata.normalize("NFD" if form == "NFC" else "NFC", wanted)
        + after
    )
    asked = unicodedata.normalize("NFC" if form == "NFC" else "NFD", wanted)

    quote = found(asked, body[7:], 7)

    if quote is not None:
        assert normal(quote.text) == normal(asked)
        assert body[quote.start : quote.end] == quote.text
        assert stands(quote, body)


@given(
    st.text(st.sampled_from("abcdé \n\U0001f600\u202e"), min_size=1, max_size=60), st.integers(0, 5)
)
def test_every_part_of_a_text_is_found_however_its_blanks_look(text: str, blanks: int) -> None:
    words = text.split()
    asked = (" " * blanks + "\n").join(words)

    if 12 <= len(" ".join(words)) <= 240:
        assert found(asked, f"zz\n{text}\nzz") is not None


@given(st.text(max_size=40), st.text(max_size=40), st.integers(0, 50), st.integers(-5, 60))
def test_nothing_stands_where_the_body_says_otherwise(
    body: str, text: str, start: int, length: int
) -> None:
    quote = Quote(NoteId("a"), 1, start, start + length, text)

    if stands(quote, body):
        assert normal(body[start : start + length]) == normal(text) != ""


@pytest.mark.parametrize(
    ("wanted", "text", "is_quote"),
    [
        ("too short", "It is too short a text", False),
        ("Yes.", "Will he?\nYes.\nGood.", True),  # a whole line
        ("Yes.", "Yes. No.", False),
        ("twelve chars", "exactly twelve chars here", True),
        ("a" * 240, "a" * 300, True),
        ("a" * 241, "a" * 300, False),
        ("a" * 300, "a" * 300, True),  # a whole line
        ("", "text", False),
        ("\n \t", "text \n \t text", False),
        ("other words than these", "text of a note", False),
    ],
)
def test_a_quote_has_12_to_240_characters_or_is_a_whole_line(
    wanted: str, text: str, is_quote: bool
) -> None:
    assert (found(wanted, text) is not None) == is_quote


def test_of_several_places_the_first_passage_counts() -> None:
    passages = [
        passage("nothing", number=1),
        passage("the same words", 5, 2),
        passage("the same words", 9, 3),
    ]

    place = find("the same words", passages)

    assert place is not None
    assert place[0].number == 2
    assert (place[1].start, place[1].end, place[1].revision) == (5, 19, 3)


def test_a_note_of_300_000_characters_is_searched() -> None:
    text = "word \U0001f600 e\u0301 \u202e " * 30_000 + "the needle is here"

    quote = found("the  needle\nis here", text)

    assert quote is not None
    assert text[quote.start : quote.end] == "the needle is here"


def test_half_of_a_character_put_together_is_no_quote() -> None:
    assert found("long enough cafe", "long enough cafe\u0301") is None


@given(st.text(st.sampled_from("ab. \n"), min_size=1, max_size=600), st.data())
def test_a_sentence_becomes_a_range_that_may_be_quoted(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    if not text[start:end].strip():
        return

    first, last = quotable(text, start, end)

    assert 0 <= first < last <= len(text)
    assert last - first <= 240
