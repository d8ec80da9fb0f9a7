"""The tokenizer: the reference's ids, for any text."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from notebrain.app.core.resources import resource
from notebrain.embedders.wordpiece import WordPiece

SAMPLES = json.loads(
    (Path(__file__).parents[2] / "data" / "wordpiece_ids.json").read_text(encoding="utf-8")
)["samples"]


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    vocabulary = resource("models", "english", "vocab.txt").read_text(encoding="utf-8")
    return WordPiece(vocabulary.removesuffix("\n").split("\n"))


@pytest.mark.parametrize(("text", "expected"), SAMPLES, ids=range(len(SAMPLES)))
def test_ids_equal_those_of_the_reference_tokenizer(
    tokenizer: WordPiece, text: str, expected: list[int]
) -> None:
    assert tokenizer.ids(text) == expected


@given(st.text())
def test_any_text_has_ids_of_the_vocabulary(text: str) -> None:
    tokenizer = WordPiece(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "##a", "b", "##b"])

    assert set(tokenizer.ids(text)) <= set(range(9))


def test_lone_surrogates_are_dropped(tokenizer: WordPiece) -> None:
    assert tokenizer.ids("no\ud800te") == tokenizer.ids("note")


@pytest.mark.slow
def test_words_already_seen_give_the_same_ids_after_the_memory_is_full() -> None:
    tokenizer = WordPiece(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"0123456789"])
    tokenizer._known = {f"w{n}": [] for n in range(100_000)}

    assert tokenizer.ids("x 1") == [1, 6]
