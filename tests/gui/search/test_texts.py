"""What the search says in words."""

from dataclasses import replace

import pytest

from notebrain.domain.search.query_parts import chips_of, without_part
from notebrain.domain.search.types import SearchResult
from notebrain.gui.search import texts
from notebrain.gui.search.decay_curve import days_at, position_of
from tests.fakes.recall import make_hit


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (-1, "today"), (0.9, "today"), (1, "1 day"), (21, "21 days"), (35, "5 weeks"),
        (96, "3 months"), (400, "13 months"), (800, "2 years"),
    ],
)  # fmt: skip
def test_ages_are_said_as_one_says_them(days, text):
    assert texts.age(days) == text


def test_the_numbers_shown_multiply_out():
    hit = make_hit("A", keyword=0.777, meaning=0.713, alpha=0.7, age=0.894, importance=4)

    terms, score = texts.sum_of(hit.why)
    product = 1.0
    for factor in terms.split(" × "):
        product *= float(factor)

    assert f"{product:.2f}" == score == texts.score(hit)


@pytest.mark.parametrize("summed", [False, True])
def test_a_note_outside_of_the_time_shows_its_factor(summed):
    hit = make_hit("A", keyword=0.8, meaning=0.6, days=30)
    hit = replace(hit, why=replace(hit.why, weighted_sum=summed, dates=0.3))

    terms, score = texts.sum_of(hit.why)

    assert terms.endswith(" × 0.30")
    assert score == texts.score(hit)
    assert texts.parts(hit)[-1].number == "× 0.30"


def test_the_memory_profile_is_shown_as_a_sum():
    hit = make_hit("A", keyword=0.8, meaning=0.6, days=30)
    hit = replace(hit, why=replace(hit.why, weighted_sum=True, importance=0.6, frequency=0.2))

    terms, score = texts.sum_of(hit.why)

    assert terms == "0.40 × 0.70 + 0.30 × 0.60 + 0.20 × 0.50 + 0.10 × 0.20"
    assert score == "0.58"
    assert [part.name for part in texts.parts(hit)][-3:] == ["Importance", "Age", "Use"]


def test_pinned_notes_have_no_age():
    parts = texts.parts(make_hit("A", pinned=True))

    assert [part.source for part in parts if part.name == "Age"] == ["pinned"]


def test_far_ranks_are_numbers():
    assert texts.why_title(1) == "Why this note is second"
    assert texts.why_title(11) == "Why this note is number 12"


def test_a_hit_is_read_aloud_whole():
    hit = make_hit("Gas", days=21, older=(make_hit("Old"),))

    said = texts.sentence(hit, joined=True)

    assert said == (
        "Gas. 21 days. Something about gas.. score 0.50. found by meaning. 1 older version"
    )


@pytest.mark.parametrize("days", [1, 7, 30, 90, 365])
def test_the_axis_gives_back_the_days_it_was_given(days):
    assert days_at(position_of(days)) == days


def test_a_filter_is_taken_out_of_the_query():
    query = 'gas tag:"my garden" bottle'

    assert without_part(query, chips_of(query)[0]) == "gas bottle"


def test_meaning_is_not_named_where_it_had_no_part():
    hits = (make_hit("A", keyword=1.0, meaning=0.0),)
    by_words = SearchResult(query="gas", hits=hits, indexed_done=0, indexed_total=9)

    assert texts.found(by_words, 0).text == "1 note by words."


def test_a_list_without_words_claims_neither_a_match_nor_a_score():
    hit = make_hit("Gas", keyword=0, meaning=0)
    listed = replace(hit, why=replace(hit.why, listed=True, match=1.0))
    answer = SearchResult("is:pinned", (listed, listed), 2, 2)

    assert (
        texts.found(answer, 0).text == texts.found_by_words(answer).text == "2 notes, newest first."
    )
    assert "score" not in texts.sentence(listed, joined=False)


def test_a_note_that_repeats_a_better_hit_shows_its_factor():
    hit = make_hit("A", keyword=0.8, meaning=0.6)
    hit = replace(hit, why=replace(hit.why, repeats=0.57))

    terms, score = texts.sum_of(hit.why)

    assert terms == "0.70 × 1.00 × 1.00 × 0.57"
    assert score == "0.40"
    assert texts.parts(hit)[-1].name == "Repeats"
