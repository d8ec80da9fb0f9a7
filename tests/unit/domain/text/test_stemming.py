"""Stems of words in seven languages."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.languages import STOP_WORDS
from notebrain.domain.text.stemming import beginnings, index_form, stem


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "note notes noted noting"),
        ("de", "haus häuser hauses häusern"),
        ("de", "ablesen ablesung"),
        ("fr", "déployer déploiement"),
        ("fr", "cheval chevaux"),
        ("es", "afinado afinador"),
        ("it", "casa case"),
        ("pt", "vacina vacinas"),
        ("nl", "huis huizen"),
    ],
)
def test_forms_of_a_word_have_one_stem_and_are_found_by_its_beginnings(
    language: str, words: str
) -> None:
    first, *others = words.split()

    for other in others:
        assert stem(first, language) == stem(other, language)
        assert other.startswith(tuple(beginnings(first, language)))


def test_different_words_have_different_stems() -> None:
    assert len({stem(word) for word in ("note", "not", "gas", "gatsby")}) == 4


@given(st.text(max_size=40), st.sampled_from(sorted(STOP_WORDS)))
def test_no_word_is_too_strange(word: str, language: str) -> None:
    assert word.lower().startswith(tuple(beginnings(word.lower(), language)))
    assert stem(word.lower(), language) is not None


def test_the_index_knows_no_accents_and_english_endings_only() -> None:
    assert index_form("Cafés".lower()) == "cafe"
    assert index_form("häuser") == "hauser"
