"""What is typed in the window, letter by letter, ends with what the command line finds."""

from itertools import product
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.search.types import SearchRequest, SearchResult

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault

THINGS = ["car", "van", "key", "keys to the shed", "gas", "Gatsby", "carrots", "pin"]
PLACES = ["with Ola", "in the van", "at the garage", "by the pond", "behind the oak"]
QUESTIONS = [
    f"{words} {last}"
    for words, last in product(
        ["where is my", "who has the", "get", "what about", "the", "Ola and the", "is", "or"],
        ["car", "van", "key", "gas", "ga", "gat", "pin", "oak", "pond", "ola", "x", "it"],
    )
] + [f"{thing} {place}" for thing, place in product(THINGS, PLACES)]
QUESTIONS += [f"{one} {other}" for one, other in product(THINGS, THINGS) if one != other]
QUESTIONS += ["carrots", "Gatsby", "shed", "gara", "garage", "key?", "van?", "pond", "book"]
QUESTIONS += ["what did I do last week", "car in March", "keys yesterday", "the van in 2026"]
QUESTIONS += ["is my car", "my key", "the gas", "Ola has", "has Ola", "the van?", "oak or pond"]


@pytest.fixture
def cellar(vault: "Vault") -> "Vault":
    for number, (thing, place) in enumerate(product(THINGS, PLACES)):
        vault.take(f"The {thing} is {place}, since Monday {number}")
    return vault


def found(result: SearchResult) -> list[tuple[str, float, str]]:
    return [(hit.note_id, round(hit.score, 9), hit.snippet) for hit in result.shown]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_two_hundred_questions_find_the_same_both_ways(cellar: "Vault", every: int) -> None:
    assert len(QUESTIONS) >= 200
    begun: set[str] = set()
    for question in QUESTIONS[::every]:
        beginnings = (question[:length] for length in range(1, len(question) + 1))
        for begin in (one for one in beginnings if one not in begun):
            cellar.recall.words(SearchRequest(begin, typing=True))
            begun.add(begin)
        typed = cellar.recall.search(SearchRequest(question, typing=True))
        asked = cellar.recall.search(SearchRequest(question))

        assert found(typed) == found(asked), question


def test_a_question_that_ends_in_a_short_word_is_ranked(cellar: "Vault") -> None:
    first = cellar.recall.words(SearchRequest("where is my car", typing=True)).hits[0]

    assert first.title.startswith("The car is")


def test_a_part_of_a_word_counts_far_less_than_a_whole_word(vault: "Vault") -> None:
    vault.take("Pumpernickel with butter")
    whole = vault.take("Nickel is rare")

    (first, *_rest) = vault.recall.words(SearchRequest("nickel")).hits

    assert first.note_id == whole


def test_a_finished_word_no_longer_finds_longer_ones(cellar: "Vault") -> None:
    typed = cellar.recall.words(SearchRequest("get gas", typing=True)).hits
    finished = cellar.recall.search(SearchRequest("get gas", typing=True)).hits

    assert all(hit.words == ("gas",) for hit in finished if hit.why.keyword)
    assert typed
