"""Which texts say nothing by which they could be found."""

import pytest

from notebrain.domain.search.query import says_nothing


@pytest.mark.parametrize("text", ["x", "", "x x", "1", "?!", "\n- a\n"])
def test_single_letters_and_signs_say_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize("text", ["Go", "42", "x is a letter", "猫", "☎ home"])
def test_a_word_says_something(text: str) -> None:
    assert not says_nothing(text)
