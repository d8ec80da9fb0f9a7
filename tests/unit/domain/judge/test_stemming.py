"""Words with one root, and texts and names that are German."""

import pytest

from notebrain.domain.judge import stemming
from notebrain.domain.judge.stemming import are_german, base, bases, is_german_name, root, words


@pytest.mark.parametrize(
    ("word", "shortest"),
    [
        ("sitting", "sit"),
        ("sits", "sit"),
        ("running", "run"),
        ("parties", "parti"),
        ("party", "parti"),
        ("day", "day"),
        ("days", "day"),
        ("egg", "egg"),
        ("glass", "glas"),
        ("grass", "gras"),
        ("zoo", "zoo"),
    ],
)
def test_a_root_has_no_ending_no_doubled_consonant_and_no_final_y(word: str, shortest: str) -> None:
    assert root(word) == shortest


@pytest.mark.parametrize(
    "same",
    ["child children kid kids", "run ran running jog", "buy bought purchase", "foot feet", "happy glad"],
)  # fmt: skip
def test_irregular_forms_and_synonyms_have_one_base(same: str) -> None:
    assert len(bases(same)) == 1
    assert bases(same) == {base(same.split(maxsplit=1)[0])}


def test_words_of_a_line_are_named_by_its_first() -> None:
    assert stemming._named_by_first("runs ran\n\ndogs cats") == {
        "run": "run",
        "ran": "run",
        "dog": "dog",
        "cat": "dog",
    }


def test_other_words_have_other_bases() -> None:
    assert len(bases("dog cat tree rent gate")) == 5
    assert words("one\ntwo  one") == {"one", "two"}


@pytest.mark.parametrize(
    ("texts", "german"),
    [
        (["Der Hund ist bei Anna"], True),
        (["The dog is with Anna"], False),
        (["Fähre nach Kiel"], True),
        (["ÜBUNG"], True),
        (["(Der) *Hund*"], True),
        (["Rent 900"], False),
        ([""], False),
        # an umlaut and a word of each language
        (["Müller is"], False),
        (["Müller is der"], True),
        # a short note is read like the other one
        (["Miete 900", "Die Miete ist 900"], True),
        (["The rent is the same", "Die Miete ist"], False),
        (["word " * 400 + "der die das", ""], False),
    ],
)
def test_function_words_and_umlauts_tell_german_texts(texts: list[str], german: bool) -> None:
    assert are_german(*texts) is german


@pytest.mark.parametrize(
    ("before", "word", "name"),
    [
        ("Frau", "Schneider", True),
        ("frau", "Schneider", True),
        ("heißt", "Rex", True),
        ("Hotel", "Wohnung", True),
        ("in", "Kassel", True),
        ("In", "Kassel", True),
        ("nach", "Fulda", True),
        ("der", "Kassel", False),
        ("", "Kassel", False),
        ("in", "Arbeit", False),
        ("in", "Wohnung", False),
        ("in", "Gesellschaft", False),
        ("bei", "REGEN", False),
    ],
)
def test_the_word_before_tells_a_german_name(before: str, word: str, name: bool) -> None:
    assert is_german_name(word, before) is name
