import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.context.tokens import most_tokens, weight_of

COUNTED = Path(__file__).parents[3] / "data" / "tokens" / "counted.json"
ROWS: list[tuple[str, dict[str, int]]] = [tuple(row) for row in json.loads(COUNTED.read_text())]


@pytest.mark.parametrize("vocabulary", ["cl100k_base", "o200k_base", "tekken", "mistral_v3"])
def test_no_text_has_more_tokens_than_the_bound_by_any_of_four_vocabularies(
    vocabulary: str,
) -> None:
    over = {
        text: counts[vocabulary] for text, counts in ROWS if counts[vocabulary] > most_tokens(text)
    }

    assert len(ROWS) > 150
    assert over == {}


def test_the_bound_of_prose_is_not_twice_what_the_widest_vocabulary_counts() -> None:
    for text, counts in ROWS[:3]:
        assert most_tokens(text) <= 2 * max(counts.values())


def test_codes_and_digits_and_other_scripts_take_more_than_words_do() -> None:
    words = most_tokens("remember the spare key ")
    for other in ("7f3c9e1b42aa4c0e9d1f5b7", "12345678901234567890123", "我" * 23, "😀" * 23):
        assert most_tokens(other) > 1.5 * words


@given(st.text(max_size=80), st.text(max_size=80))
def test_two_texts_are_no_more_than_each_alone(one: str, other: str) -> None:
    assert weight_of(f"{one}\n{other}") <= weight_of(one) + weight_of(other) + 1 + 1e-6


@given(st.text())
def test_any_text_has_a_bound(text: str) -> None:
    assert 3 <= most_tokens(text) <= 3 + 4 * max(1, len(text)) + 2


def test_halves_of_characters_have_a_bound() -> None:
    assert most_tokens("\ud800\udfff") >= 4
