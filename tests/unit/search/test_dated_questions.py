"""Searching with a question that names a time."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.search.ranking.scores import OUTSIDE_DATES
from notebrain.domain.search.types import ProfileName, SearchRequest, SearchResult
from notebrain.search.gatherer import LEAST_CHOSEN

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault


def ids(result: SearchResult) -> list[str]:
    return [hit.note_id for hit in result.hits]


def test_notes_of_the_time_come_first_and_others_are_not_hidden(vault: "Vault") -> None:
    outside = vault.take("Plumber fixed the boiler, the plumber was quick", days_ago=100)
    inside = vault.take("Plumber came about the sink, paid in cash on the spot", days_ago=14)

    result = vault.search("plumber two weeks ago")

    assert ids(result) == [inside, outside]
    assert [hit.why.dates for hit in result.hits] == [1.0, OUTSIDE_DATES]
    assert result.dates is not None
    assert result.dates.text == "two weeks ago"


def test_the_parts_work_out_to_the_score_outside_of_the_time(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler", days_ago=100, importance=5)

    (hit,) = vault.search("plumber yesterday").hits

    why = hit.why
    assert why.dates < 1
    assert hit.score == pytest.approx(why.match * why.age * why.importance * why.dates)


def test_a_note_of_the_time_is_not_lowered_by_its_age(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler", days_ago=0)
    inside = vault.take("Plumber came about the sink", days_ago=365)

    hit = vault.search("plumber a year ago", profile=ProfileName.STRICT).hits[0]

    assert (hit.note_id, hit.why.age) == (inside, 1.0)


def test_the_words_of_the_time_are_not_looked_for(vault: "Vault") -> None:
    vault.take("Call the bank yesterday or lose the rate", days_ago=50)
    wanted = vault.take("Plumber was here", days_ago=1)

    assert ids(vault.search("plumber yesterday", mode="keyword")) == [wanted]


def test_a_date_in_the_text_counts_as_the_note_s_own(vault: "Vault") -> None:
    year = vault.clock.now().year - 1
    other = vault.take(f"Car service {year - 1}: brakes and brakes and car service", days_ago=3)
    wanted = vault.take(f"Car service {year}: oil and a new tire for the winter", days_ago=2)

    assert ids(vault.search(f"car service {year}")) == [wanted, other]


def test_no_version_inside_the_time_is_folded(vault: "Vault") -> None:
    older = vault.take("Rent for the flat is 960 euros a month", days_ago=400)
    newer = vault.take("Rent for the flat is now 985 euros a month", days_ago=10)
    folded = vault.search("rent for the flat")
    assert ids(folded) == [newer]

    result = vault.search("rent for the flat a year ago")

    assert ids(result) == [older, newer]


def test_a_question_for_a_time_alone_lists_its_notes_newest_first(vault: "Vault") -> None:
    first = vault.take("Ran five kilometers", days_ago=1.3, importance=5)
    second = vault.take("Lunch with Ana", days_ago=1.1, indexed=False)
    vault.take("Watched a film", days_ago=3)

    result = vault.search("what did I do yesterday")

    assert ids(result) == [second, first]
    assert not result.abstained
    assert result.dates is not None
    assert result.dates.only


def test_notes_that_name_the_day_are_listed_with_it(vault: "Vault") -> None:
    day = vault.clock.now() - timedelta(days=40)
    wanted = vault.take(f"Dentist on {day:%Y-%m-%d} at nine", days_ago=90)

    assert ids(vault.search(f"{day:%Y-%m-%d}")) == [wanted]


def test_words_of_a_time_without_notes_are_words(vault: "Vault") -> None:
    wanted = vault.take("What did I do yesterday is a song", days_ago=400)

    result = vault.search("yesterday")

    assert ids(result) == [wanted]
    assert result.dates is None


def test_filters_hide_and_the_time_ranks(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler", days_ago=100)
    wanted = vault.take("Plumber came about the sink", days_ago=14)

    assert ids(vault.search("plumber two weeks ago after:2020")) != []
    result = vault.search(f"plumber two weeks ago after:{vault.clock.now():%Y-%m-%d}")
    assert wanted not in ids(result)
    assert result.dates is None


def test_the_time_can_be_turned_off(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler", days_ago=14)

    result = vault.recall.search(
        SearchRequest("plumber fixed boiler two weeks ago", read_dates=False)
    )

    assert result.dates is None
    assert [hit.why.dates for hit in result.hits] == [1.0]


def test_a_note_of_the_time_is_found_behind_many_better_matches(vault: "Vault") -> None:
    wanted = vault.take("plumber plumber here", days_ago=1)
    for number in range(LEAST_CHOSEN + 20):
        vault.take(f"plumber plumber plumber {number}", days_ago=60 + number)

    assert ids(vault.search("plumber yesterday", limit=5))[0] == wanted


def test_a_new_order_keeps_the_time(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler, the plumber was quick", days_ago=100)
    vault.take("Plumber came about the sink", days_ago=14)
    request = SearchRequest("plumber two weeks ago", alpha=0.9)
    vault.recall.search(SearchRequest("plumber two weeks ago"))

    reranked, searched = vault.recall.rerank(request), vault.recall.search(request)

    assert reranked.hits == searched.hits
    assert reranked.dates == searched.dates


def test_words_alone_know_the_time_too(vault: "Vault") -> None:
    vault.take("Plumber fixed the boiler, the plumber was quick", days_ago=100)
    inside = vault.take("Plumber came about the sink", days_ago=14)

    result = vault.recall.words(SearchRequest("Plumber vor zwei Wochen", typing=True))

    assert ids(result)[0] == inside
    assert result.dates is not None
