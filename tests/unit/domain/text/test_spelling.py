"""Which words are looked up, and in which languages."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.spelling import can_be_checked, chosen, plain, words_in


def looked_up(line: str, *skipped: tuple[int, int]) -> list[str]:
    return [line[start:end] for start, end in words_in(line, skipped)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("The quick fox", ["The", "quick", "fox"]),
        ("don’t, it's", ["don’t", "it's"]),
        ("naïve Überraschung", ["naïve", "Überraschung"]),
        ("a b c", []),
        ("NASA and the EU", ["and", "the"]),
        ("iPhone, NoteBrain, camelCase", []),
        ("see https://example.org/a-page and ada@example.org", ["see", "and"]),
        ("in /usr/share/dict or C:\\Users\\ada", ["in", "or"]),
        ("open main.py, not snake_case", ["open", "not"]),
        ("either/or", ["either", "or"]),
        ("tagged #work today", ["tagged", "today"]),
        ("4th of July, v2, x86", ["of", "July"]),
        ("x" * 61, []),
        ("", []),
    ],
)
def test_only_prose_is_looked_up(line: str, words: list[str]) -> None:
    assert looked_up(line) == words


def test_what_is_no_prose_by_its_look_is_left_out() -> None:
    line = "run `gti status` now"

    assert looked_up(line, (4, 16)) == ["run", "now"]


@given(st.text(max_size=200))
def test_ranges_lie_in_the_line_in_order(line: str) -> None:
    ranges = list(words_in(line))

    assert ranges == sorted(ranges)
    assert all(0 <= start < end <= len(line) for start, end in ranges)


def test_a_word_is_looked_up_with_a_straight_apostrophe() -> None:
    assert plain("don’t") == "don't"


@pytest.mark.parametrize(
    ("wanted", "there", "found"),
    [
        (["de-AT"], ["de_AT", "de_DE"], ["de_AT"]),
        (["de-AT"], ["de_DE", "en_US"], ["de_DE"]),
        (["de"], ["de_AT", "de_BE", "de_DE"], ["de_DE"]),
        (["en-GB", "en", "de"], ["de_DE", "en_GB", "en_US"], ["en_GB", "de_DE"]),
        (["en"], ["en_AU", "en_US"], ["en_US"]),
        (["en"], ["en_AU", "en_ZA"], ["en_AU"]),
        (["en", "de"], ["de_DE", "en_GB", "en_US"], ["en_US", "en_GB", "de_DE"]),
        (["fr"], ["de_DE"], []),
        (["en_US", "en"], ["en", "en_US"], ["en_US"]),
        (["en", "en_US", "de"], ["de", "en", "en_US"], ["en_US", "de"]),
        (["en"], ["en", "en_US"], ["en"]),
        ([], ["de_DE"], []),
    ],
)
def test_the_nearest_dictionary_of_a_language_is_taken(
    wanted: list[str], there: list[str], found: list[str]
) -> None:
    assert chosen(wanted, there) == found


@pytest.mark.parametrize(
    ("word", "languages", "checked"),
    [
        ("naïve", ["fr_FR"], True),
        ("naïve", ["ru_RU"], False),
        ("привет", ["en_GB", "de_DE"], False),
        ("привет", ["en_GB", "ru_RU"], True),
        ("здраво", ["sr"], True),
        ("zdravo", ["sr"], True),
        ("שלום", ["en_GB"], False),
        ("שלום", ["he_IL"], True),
        ("مرحبا", ["de_DE"], False),
        ("日本語", ["en_GB"], False),
        ("한국어", ["ko"], True),
        ("\u041f\u0070\u0438\u0432", ["ru_RU"], False),  # the second letter is a Latin one
        ("word", [], False),
        ("\U00016800\U00016801", ["en_GB"], False),  # of a script that no dictionary is written in
    ],
)
def test_a_word_is_checked_only_by_dictionaries_of_its_letters(
    word: str, languages: list[str], checked: bool
) -> None:
    assert can_be_checked(word, languages) is checked
