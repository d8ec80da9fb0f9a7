"""Words in other forms than the notes have them: endings, compounds, short for others."""

from typing import TYPE_CHECKING

import pytest

from notebrain.domain.search.types import Mode, SearchRequest

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault

NOTES = {
    "de": [
        "Heizung ablesen: 4711 am 31.12., und der Zähler ist links",
        "Die Häuser in der Ahornstraße werden gedämmt",
        "Autoversicherung bei der HUK, und die Nummer ist K-8812",
        "Bäckerei: das Brot ist um zehn schon weg",
    ],
    "fr": [
        "Les chevaux : le vétérinaire passe mardi pour le vaccin",
        "Le déploiement ne marche pas sans cette variable",
        "Le pain est chez Paul, dans la rue du port",
    ],
    "en": [
        "Blood pressure in the morning was 128 and the pulse 61",
        "Meeting with the roofers about the slates is on Friday",
        "The boiler was serviced in the autumn",
    ],
}


@pytest.mark.parametrize(
    ("language", "question", "wanted"),
    [
        ("de", "Heizungsablesung", 0),
        ("de", "Ahornstraße Haus", 1),
        ("de", "wo ist die Versicherung", 2),
        ("fr", "cheval", 0),
        ("fr", "déployer", 1),
        ("en", "boiler service", 2),
        ("en", "slates mtg", 1),
    ],
)
def test_a_note_is_found_by_another_form_of_its_words(
    vault: "Vault", language: str, question: str, wanted: int
) -> None:
    for text in NOTES[language]:
        vault.take(text)

    hits = vault.recall.search(SearchRequest(question, mode=Mode.KEYWORD)).hits

    assert hits
    assert NOTES[language][wanted].startswith(hits[0].snippet[:20])
    assert hits[0].marks


def test_what_a_word_is_short_for_counts_among_the_notes_found(vault: "Vault") -> None:
    vault.take("readings of the meters are in the blue folder, and the key is there too")
    vault.take(
        "Blood pressure readings of the week are in the blue folder, and the pills are there"
    )

    hits = vault.recall.search(SearchRequest("bp readings", mode=Mode.KEYWORD)).hits

    assert hits[0].snippet.startswith("Blood")
