"""The form of a tag."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.tags import clean_tag, clean_tags, fold_tag


@pytest.mark.parametrize(
    ("given_", "clean"),
    [
        (" #garden/ winter ", "garden/winter"),
        ("a//b/", "a/b"),
        ("#", ""),
        ("  ", ""),
        ("two  words", "two words"),
        ("nul\x00l", "nul l"),
        ("C#", "C#"),
    ],
)
def test_a_tag_is_cleaned(given_: str, clean: str) -> None:
    assert clean_tag(given_) == clean


@given(st.text(max_size=20))
def test_cleaning_twice_changes_nothing_more(name: str) -> None:
    once = clean_tag(name)

    assert clean_tag(once).lstrip("#") == once.lstrip("#")


def test_tags_are_each_kept_once_in_their_first_spelling_from_a_to_z() -> None:
    assert clean_tags(["b", "Äpfel", "", "äpfel", "B", "a"]) == ("a", "b", "Äpfel")


def test_case_and_accents_of_every_alphabet_fold() -> None:
    assert fold_tag("ÄPFEL") == fold_tag("a\u0308pfel")
    assert fold_tag("ΣΊΣΥΦΟΣ") == fold_tag("σίσυφος")
    assert fold_tag("a") != fold_tag("ä")
