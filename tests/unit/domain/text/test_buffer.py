"""An edit in the editor touches nothing else in the stored text."""

import pytest
from hypothesis import example, given, strategies as st

from notebrain.domain.text.buffer import TextMap
from notebrain.domain.text.pieces import LONG_LINE, PIECE, units_of

ODD = "ab \n\r\u00a0\u2028\u2029\x00\x07\x85\t\ufeff\ufffe\ufffc\ufffd\ufdd0\ufdd1\U0001f600\u0301"
texts = st.text(st.sampled_from(ODD + "\ud83d\ude00"), max_size=30)
typed = st.text(st.sampled_from("ab\n\u00a0\u2028\U0001f600\ufffd"), max_size=8)


def lines(text: str) -> list[str]:
    """The lines of a stored text, as a reader of the file sees them."""
    for end in ("\r\n", "\r", "\u2029"):
        text = text.replace(end, "\n")
    return text.split("\n")


def unit_index(shown: str, index: int) -> int:
    return units_of(shown[:index])


@given(texts)
@example("\ufffe\ufeffa\r\n\r\r\n\nb")
def test_what_was_opened_is_stored_as_it_was(stored):
    assert TextMap.of(stored).stored == stored


@given(texts)
def test_the_shown_text_has_nothing_a_text_widget_would_change(stored):
    shown = TextMap.of(stored).shown

    assert not set(shown) & set("\r\u2029\ufdd0\ufdd1\ufeff\ufffe")
    assert not any(0xD800 <= ord(char) < 0xE000 for char in shown)
    assert shown.count("\n") == len(lines(stored)) - 1


@given(texts, st.data())
def test_an_edit_keeps_everything_outside_it(stored, data):
    before = TextMap.of(stored)
    shown = before.shown
    start = data.draw(st.integers(0, len(shown)))
    end = data.draw(st.integers(start, len(shown)))
    added = data.draw(typed)
    unit, removed = unit_index(shown, start), unit_index(shown[start:end], end - start)
    head = before.stored_between(0, unit)
    tail = before.stored_between(unit + removed, before.units)

    after = before.edited(unit, removed, added)

    assert after.shown == shown[:start] + added + shown[end:]
    assert after.units == units_of(after.shown)
    # two line ends that meet must stay two: then, and only then, one byte beside the edit changes
    if not (after.stored.startswith(head) and after.stored.endswith(tail)):
        assert head.endswith("\r")
        assert after.stored.startswith(head[:-1] + "\n")
        assert after.stored.endswith(tail)
    assert TextMap.of(after.stored).shown.count("\n") == after.shown.count("\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_new_line_ends_like_the_others(end):
    text = TextMap.of(f"one{end}two")

    edited = text.edited(text.units, 0, "\nthree")

    assert edited.stored == f"one{end}two{end}three"


def test_in_a_mixed_note_a_new_line_ends_like_the_line_before_it():
    text = TextMap.of("a\nb\r\nc\nd\ne")

    edited = text.edited(text.shown.index("c"), 0, "x\n")

    assert edited.stored == "a\nb\r\nx\r\nc\nd\ne"


def test_two_line_ends_that_meet_stay_two():
    text = TextMap.of("a\rb\nc\n")

    edited = text.edited(2, 1, "")

    assert edited.shown == "a\n\nc\n"
    assert TextMap.of(edited.stored).shown == edited.shown


def test_indenting_lines_keeps_their_line_ends_although_the_edit_spans_them():
    text = TextMap.of("one\r\ntwo\nthree\r\nfour\nfive")

    edited = text.edited(0, text.units, text.shown.replace("t", "  t"))

    assert edited.stored == "one\r\n  two\n  three\r\nfour\nfive"


def test_indenting_many_lines_keeps_their_line_ends_too():
    stored = "".join(f"line number {n}" + ("\r\n" if n % 3 else "\n") for n in range(200))
    text = TextMap.of(stored)

    edited = text.edited(0, text.units, text.shown.replace("line", "  line"))

    assert edited.stored == stored.replace("line", "  line")


def test_lines_taken_out_of_the_middle_of_a_long_edit_leave_the_others_alone():
    stored = "".join(f"line number {n}" + ("\r\n" if n % 3 else "\n") for n in range(200))
    text = TextMap.of(stored)

    edited = text.edited(0, text.units, text.shown.replace("line number 50\n", ""))

    assert edited.stored == stored.replace("line number 50\r\n", "")


def test_halves_of_a_character_that_come_one_after_the_other_become_one():
    text = TextMap.of("ab").edited(1, 0, "\ud83d")

    edited = text.edited(2, 0, "\ude00")

    assert edited.stored == "a\U0001f600b"
    assert edited.units == 4


def test_a_span_never_cuts_a_character_into_halves():
    text = TextMap.of("a\U0001f600b")

    assert text.widened(2, 0) == (1, 2)
    assert text.widened(1, 1) == (1, 2)
    assert text.widened(1, 2) == (1, 2)
    assert text.widened(0, 4) == (0, 4)


def test_an_edit_that_changes_nothing_gives_the_same_text():
    text = TextMap.of("a\r\nb\nc")

    assert text.edited(0, 3, "a\nb") is text


@pytest.mark.slow
@given(st.integers(0, 10_000), st.integers(0, 3_000), st.integers(0, 9_000))
def test_long_texts_are_edited_piece_by_piece(start, removed, added):
    stored = "äb\U0001f600\r\n" * 1_500
    before = TextMap.of(stored)
    start, removed = before.widened(min(start, before.units), min(removed, before.units - start))
    raw = before.shown.encode("utf-16-le")
    removed = max(0, min(removed, before.units - start))
    expected = (raw[: start * 2] + b"x\0" * added + raw[(start + removed) * 2 :]).decode(
        "utf-16-le"
    )

    after = before.edited(start, removed, "x" * added)

    assert after.shown == expected
    assert after.stored == expected.replace("\n", "\r\n")
    assert all(len(piece.shown) <= 2 * PIECE for piece in after.pieces)


@given(texts, st.data())
def test_an_offset_in_the_stored_text_has_its_place_in_the_editor(stored, data):
    text = TextMap.of(stored)
    offset = data.draw(st.integers(0, len(stored)))
    inside_crlf = stored[:offset].endswith("\r") and stored[offset:].startswith("\n")

    unit = text.unit_at(offset)

    if not inside_crlf:
        assert text.stored_between(0, unit) == stored[:offset]


def test_all_of_a_text_can_be_removed_and_typed_again():
    text = TextMap.of("a\r\nb")

    empty = text.edited(0, text.units, "")
    again = empty.edited(0, 0, "x\ny")

    assert empty.stored == ""
    assert again.stored == "x\r\ny"


def test_a_very_long_line_is_shown_in_parts_and_stored_as_one():
    stored = "word " * 20_000

    text = TextMap.of(stored)

    assert max(map(len, text.shown.split("\n"))) <= LONG_LINE
    assert text.stored == stored
    assert text.stored_between(0, text.units) == stored
    assert text.unit_at(len(stored)) == text.units


def test_long_lines_are_parted_wherever_they_are_and_short_ones_never():
    short, long = "a" * (LONG_LINE - 1), "b " * LONG_LINE

    shown = TextMap.of(f"{short}\n{long}\n\n{short}\n{long}").shown

    lines = shown.split("\n")
    assert lines.count(short) == 2
    assert max(map(len, lines)) < LONG_LINE
    assert shown.replace("\n", "") == f"{short}{long}{short}{long}"


def test_an_edit_in_a_parted_line_keeps_it_one_line():
    stored = "first\r\n" + "x" * 50_000
    text = TextMap.of(stored)

    edited = text.edited(20_000, 0, "y").edited(30_000, 0, "\n")

    assert edited.stored.count("y") == 1
    assert edited.stored.replace("y", "").replace("\r\n", "") == "first" + "x" * 50_000
    assert edited.stored.count("\r\n") == 2
    assert edited.stored.count("\n") == 2
