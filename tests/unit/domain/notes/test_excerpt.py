"""What of a very long note is shown at first."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.excerpt import beginning_of


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        ("one\ntwo\nthr", "one\ntwo\n"),
        ("one\r\ntwo\r\nth", "one\r\ntwo\r\n"),
        ("one\r\ntwo\r", "one\r\n"),
        ("one\rtwo\rth", "one\rtwo\r"),
        ("one\rtwo\r", "one\r"),  # the line feed of it may be the next byte
        ("a single line", "a single line"),
        ("\n", "\n"),
    ],
)
def test_a_beginning_ends_with_a_line(head: str, shown: str) -> None:
    assert beginning_of(head.encode()) == shown


@given(text=st.text(st.sampled_from("aé漢😀"), min_size=2), data=st.data())
def test_a_single_line_ends_with_a_whole_character(text: str, data: st.DataObject) -> None:
    raw = text.encode()
    size = data.draw(st.integers(1, len(raw)))

    shown = beginning_of(raw[:size])

    assert text.startswith(shown)
    assert size - len(shown.encode()) < 4


@given(text=st.text(st.sampled_from("aé😀\r\n"), min_size=1), data=st.data())
def test_a_beginning_is_the_text_up_to_there_and_cuts_no_line_end_in_two(
    text: str, data: st.DataObject
) -> None:
    raw = text.encode()

    shown = beginning_of(raw[: data.draw(st.integers(1, len(raw)))])

    assert text.startswith(shown)
    assert not (shown.endswith("\r") and text[len(shown) :].startswith("\n") and "\n" in shown)
