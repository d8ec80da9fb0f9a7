"""Telling languages by their function words."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.languages import STOP_WORDS, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where is my car?", "en"),
        ("plumber said it is the pump, he will be back on Monday", "en"),
        ("Der Ersatzschlüssel liegt unter dem Topf", "de"),
        ("wann ist der Elternabend", "de"),
        ("Le code du portail est 4411", "fr"),
        ("¿Dónde está la llave del garaje?", "es"),
        ("Il codice del cancello è 4411, non dimenticare", "it"),
        ("O código do portão é 4411, não esquecer", "pt"),
        ("De sleutel van de schuur ligt bij de buren", "nl"),
        ("Zahnarzt Dienstag 14 Uhr", None),
        ("milk, eggs, bread", None),
        ("4411", None),
        ("", None),
    ],
)
def test_a_line_tells_its_language_or_nothing(text: str, language: str | None) -> None:
    assert language_of(text) == language


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    assert language_of(text) in {None, *STOP_WORDS}


@given(st.sampled_from(sorted(STOP_WORDS)), st.randoms(use_true_random=False))
def test_a_dozen_function_words_tell_their_own_language(language: str, luck) -> None:
    own = [word for word in STOP_WORDS[language] if is_of_one_language(word) and word.isalpha()]

    assert language_of(" ".join(luck.sample(sorted(own), 12))) == language


def is_of_one_language(word: str) -> bool:
    return sum(word in words for words in STOP_WORDS.values()) == 1
