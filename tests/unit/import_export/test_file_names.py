"""File names for every system."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.file_names import Names, safe_name
from notebrain.import_export.exporter import note_path


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bread", "Bread"),
        ('a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j"),
        ("  . hidden . ", "hidden"),
        ("con", "con_"),
        ("NUL.txt", "NUL_.txt"),
        ("com1", "com1_"),
        ("console", "console"),
        ("..", "Note"),
        ("", "Note"),
        ("two\nlines\x00", "two-lines-"),
        ("e\u0301", "é"),
        ("\ud800", "-"),
    ],
)
def test_names_are_as_like_the_title_as_every_system_allows(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.text())
def test_any_title_makes_a_name_that_every_system_takes(text: str) -> None:
    name = safe_name(text)

    assert 0 < len(name.encode()) <= 210
    assert not set(name) & set('<>:"/\\|?*\x00\n\r')
    assert not name.startswith(".")
    assert name == name.rstrip(". ")


@pytest.mark.parametrize(
    ("source", "title", "path"),
    [
        ("typed", "Bread", "Bread.md"),
        ("typed", "Bread.md", "Bread.md"),
        ("import:food/oven/bread.md", "Bread", "food/oven/bread.md"),
        ("import:bread.markdown", "Bread", "bread.md"),
        ("import:../../etc/passwd", "x", "etc/passwd.md"),
        ("import:/root/.ssh/key.md", "x", "root/ssh/key.md"),
    ],
)
def test_notes_go_where_they_came_from_else_under_their_title(
    source: str, title: str, path: str
) -> None:
    assert note_path(source, title) == path


def test_no_two_notes_get_one_name_where_case_does_not_count() -> None:
    names = Names()

    given_out = [names.unused(path) for path in ("a.md", "A.md", "a.md", "a 2.md", "b/a.md")]

    assert given_out == ["a.md", "A 2.md", "a 3.md", "a 2 2.md", "b/a.md"]
