"""The order of titles."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.collation import title_key


@pytest.mark.parametrize(
    "ordered",
    [
        ["apfel", "Äpfel", "Apfelbaum", "Birne"],
        ["Mass", "Maß", "Masse"],
        ["Öl", "Omelett", "Zoo"],
        ["Łódź", "Lund", "Lyon"],
        ["Note 9", "Note 10", "Note 100"],
        ["„Abend“", "Bad", "(Café)", "Dal"],
        ["Zebra", "…", ""],
        ["Ægir", "Ærø", "Alf"],
    ],
)
def test_titles_stand_where_a_reader_looks_for_them(ordered: list[str]) -> None:
    assert [title_key(title) for title in ordered] == sorted(map(title_key, ordered))


@given(st.text(max_size=40))
def test_case_and_the_way_of_writing_accents_make_no_difference(title: str) -> None:
    assert title_key(title) == title_key(unicodedata.normalize("NFC", title))
    assert title_key(title)
