"""Values in front matter."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.front_matter import Value, read_value, write_list, write_text

texts = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize(
    ("value", "below", "expected"),
    [
        ("plain text", [], "plain text"),
        ("plain # comment", [], "plain"),
        ("c#sharp", [], "c#sharp"),
        ("'it''s' # comment", [], "it's"),
        (r'"a \"b\" \u00e9"', [], 'a "b" é'),
        (r'"\x41"', [], r"\x41"),
        (r'"\ud800"', [], "?"),
        ("", [], None),
        ("~", [], None),
        ("null", [], None),
        ('""', [], ""),
        ("[a, 'b, c', \"d\", e]", [], ("a", "b, c", "d", "e")),
        ("[]", [], ()),
        ("[a,", ["  b,", "  c]"], ("a", "b", "c")),
        ("[a, b", [], ("a", "b")),
        ("", ["- a", "- 'b'", "-", "  - c # x"], ("a", "b", "c")),
        ("# comment", ["  - a"], ("a",)),
        (">-", ["  two", "  lines"], "two lines"),
        ("first", ["  second"], "first second"),
    ],
)
def test_the_forms_of_note_programs_are_read(value: str, below: list[str], expected: Value) -> None:
    assert read_value(value, below) == expected


@given(texts)
def test_a_written_text_is_read_back_and_stands_on_one_line(text: str) -> None:
    written = write_text(text)

    assert read_value(written, []) == text
    assert len(written.splitlines()) == 1


@pytest.mark.slow
@given(st.lists(texts))
def test_a_written_list_is_read_back(items: list[str]) -> None:
    assert read_value(write_list(items), []) == tuple(items)


@given(st.text(), st.lists(st.text(), max_size=4))
def test_any_value_is_read_as_something(value: str, below: list[str]) -> None:
    assert read_value(value, below) is None or read_value(value, below) is not None
