"""A wrong regular expression is told in words."""

import pytest

from notebrain.domain.text.find import fault_in_words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("missing closing parenthesis", "A parenthesis is missing"),
        ("unmatched closing parenthesis", "one too many"),
        ("missing terminating ] for character class", "A ] is missing"),
        ("\\ at end of pattern", "ends with a \\"),
        ("quantifier does not follow a repeatable item", "nothing to repeat"),
        ("something nobody foresaw", "incomplete"),
    ],
)
def test_a_fault_is_told_in_the_users_words(said: str, words: str) -> None:
    assert words in fault_in_words(said)
