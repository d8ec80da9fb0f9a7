"""Right and wrong words, with the user's languages and the words he taught."""

from notebrain.app.services import Services
from notebrain.app.settings.table import SPELL_LANGUAGES
from notebrain.app.system.spelling import Spelling
from tests.fakes.speller import FakeSpeller

WORDS = {"en_GB": "colour house", "de_DE": "Haus Farbe"}


def spelling(services: Services, *preferred: str) -> Spelling:
    return Spelling(services.settings, FakeSpeller(WORDS), preferred)


def test_a_word_is_right_in_any_language_of_the_system(services: Services) -> None:
    both = spelling(services, "en-GB", "de-AT")

    assert both.check(["colour", "Haus", "maison"]) == {
        "colour": True,
        "Haus": True,
        "maison": False,
    }


def test_the_users_choice_of_languages_comes_first(services: Services) -> None:
    services.settings.put(SPELL_LANGUAGES, "de, fr").result()

    assert spelling(services, "en-GB").check(["colour", "Haus"]) == {"colour": False, "Haus": True}


def test_without_a_dictionary_nothing_is_wrong(services: Services) -> None:
    assert spelling(services, "fi").check(["talo"]) == {"talo": True}


def test_a_taught_word_is_right_for_good(services: Services) -> None:
    spelling(services, "en-GB").teach("frobnicate")
    services.settings.put(SPELL_LANGUAGES, "").result()  # waits its turn behind the word

    later = spelling(services, "en-GB")

    assert later.check(["frobnicate", "Frobnicate", "frobnicated"]) == {
        "frobnicate": True,
        "Frobnicate": True,
        "frobnicated": False,
    }


def test_suggestions_are_few(services: Services) -> None:
    many = FakeSpeller({"en_GB": " ".join(f"h{number}" for number in range(20))})

    assert len(Spelling(services.settings, many, ["en-GB"]).suggest("hause")) == 6


def test_a_word_in_letters_without_a_dictionary_is_not_wrong(services: Services) -> None:
    assert spelling(services, "en-GB").check(["שלום", "привет", "haose"]) == {
        "שלום": True,
        "привет": True,
        "haose": False,
    }
