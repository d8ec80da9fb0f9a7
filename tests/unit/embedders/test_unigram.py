"""The tokenizer of the multilingual model."""

import pytest
from hypothesis import given, strategies as st

from notebrain.app.core.resources import resource
from notebrain.embedders.unigram import Unigram

MARKS = ["<s>", "<pad>", "</s>", "<unk>"]
PIECES = [*MARKS, "\u2581no", "te", "\u2581note", "s", "\u2581", "n", "o"]
SCORES = [0.0, 0.0, 0.0, 0.0, -2.0, -2.0, -3.0, -1.0, -1.0, -4.0, -4.0]


@pytest.fixture(scope="module")
def shipped() -> Unigram:
    return Unigram.read(resource("models", "multilingual", "tokenizer.npz"))


def small(replaced: dict[int, str] | None = None) -> Unigram:
    return Unigram(PIECES, SCORES, -9.0, replaced or {})


def pieces_of(unigram: Unigram, text: str) -> list[str]:
    return [PIECES[number] for number in unigram.ids(text)]


def test_a_word_becomes_the_pieces_with_the_highest_total() -> None:
    assert pieces_of(small(), "notes") == ["\u2581note", "s"]
    assert pieces_of(small(), "nos") == ["\u2581no", "s"]


def test_neighboring_unknown_characters_are_one_piece() -> None:
    assert pieces_of(small(), "xyzs") == ["\u2581", "<unk>", "s"]


def test_characters_are_replaced_and_spaces_merged_before_the_text_is_split() -> None:
    assert pieces_of(small({ord("\n"): " ", ord("N"): "n"}), "No \n\n note") == [
        "\u2581no",
        "\u2581note",
    ]


def test_the_marks_are_no_text(shipped: Unigram) -> None:
    assert {0, 1, 2} & set(shipped.ids("<s> <pad> </s>")) == set()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", []),
        (
            "Der Ersatzschlüssel liegt unter dem Topf",
            [1289, 147337, 104433, 141, 18433, 3809, 742, 4552, 419],
        ),
        ("the spare key", [70, 60949, 20666]),
        ("日本語", [6, 85326]),
        ("Où est la clé ?", [180, 8051, 436, 21, 94641, 702]),
    ],
)
def test_known_texts_have_the_pieces_of_the_reference(
    shipped: Unigram, text: str, ids: list[int]
) -> None:
    assert shipped.ids(text) == ids


@given(st.text(max_size=60))
def test_any_text_is_split_and_always_alike(shipped: Unigram, text: str) -> None:
    ids = shipped.ids(text)

    assert ids == shipped.ids(text)
    assert all(2 < number < 207_606 for number in ids)


@given(st.text("abß中é\u0301 \n", max_size=30))
def test_composed_and_decomposed_letters_give_the_same_pieces(shipped: Unigram, text: str) -> None:
    import unicodedata

    assert shipped.ids(unicodedata.normalize("NFD", text)) == shipped.ids(
        unicodedata.normalize("NFC", text)
    )
