"""Counting the words of a question in a note."""

import pytest

from notebrain.domain.search.occurrences import Occurrences, is_short_form


def test_occurrences_are_counted_by_stem_beginning_or_anywhere() -> None:
    text = Occurrences("Plums", "plum, plums and plumage in the plumb-line")

    assert text.of("plum") == 2 + 2
    assert text.of("plu", prefix=True) == 2 + 4
    assert text.of_part("lum") == 2 + 4
    assert text.of("cherry") == 0


@pytest.mark.parametrize(
    ("word", "text", "languages"),
    [
        ("häuser", "das Haus", ("de",)),
        ("haus", "zwei Häuser", ("de",)),
        ("cheval", "deux chevaux", ("fr",)),
        ("déployer", "le déploiement", ("fr",)),
        ("afinado", "el afinador", ("es",)),
        ("huis", "twee huizen", ("nl",)),
        ("house", "two houses", ("en",)),
        ("häuser", "the house, das Haus", ("en", "de")),
    ],
)
def test_a_word_is_counted_in_any_form_of_its_language(
    word: str, text: str, languages: tuple[str, ...]
) -> None:
    assert Occurrences("", text).of(word, languages) == 1


@pytest.mark.parametrize(
    ("word", "question", "short"),
    [
        ("bp", "bp readings", True),
        ("appt", "gp appt", True),
        ("ni", "NI number", True),
        ("ni", "ni number", False),
        ("ni", "NI NUMBER", False),
        ("gas", "get gas", False),
        ("wifi", "home wifi key", False),
        ("größ", "größ", False),
        ("b", "b", False),
    ],
)
def test_a_word_looks_short_without_vowels_or_in_capitals(
    word: str, question: str, short: bool
) -> None:
    assert is_short_form(word, question) is short


@pytest.mark.parametrize(
    ("short", "text", "times"),
    [
        ("bp", "Blood pressure 128/82", 1),
        ("bp", "back pain, blood-pressure", 2),
        ("bp", "by post", 0),
        ("bp", "blood, pressure", 0),
        ("bp", "bishop", 0),
        ("appt", "appointment on Monday", 1),
        ("mtg", "a meeting", 1),
        ("mtg", "mtg", 0),
    ],
)
def test_a_short_word_is_found_in_first_letters_or_in_one_long_word(
    short: str, text: str, times: int
) -> None:
    assert Occurrences("", text).of_long_form(short) == times


def test_a_note_may_be_asked_whether_any_word_begins_with_a_letter() -> None:
    text = Occurrences("Plums", "Green, with a _yard")

    assert text.begin("p")
    assert text.begin("gr")
    assert text.begin("y")
    assert not text.begin("r")
