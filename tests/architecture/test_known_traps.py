"""What other memory systems fell into, and the test here that holds each."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TRAPS = {
    "a near-equal address is dropped as a duplicate": (
        "unit/review/test_checker.py",
        "test_the_address_of_a_router_that_differs_in_a_digit_is_kept_and_asked_about",
    ),
    "a protected note swallows the new one": (
        "unit/review/test_checker.py",
        "test_a_note_beside_a_protected_one_is_kept_whatever_is_answered",
    ),
    "a merge cannot be undone": (
        "unit/review/test_answers.py",
        "test_a_merge_onto_a_long_note_is_undone_byte_for_byte",
    ),
    "a colour is taken for a tag": (
        "unit/domain/judge/test_opinion.py",
        "test_a_color_is_no_hashtag",
    ),
    "a colour becomes a tag of its note": (
        "unit/domain/notes/test_typed_tags.py",
        "test_a_tag_is_found_where_the_editor_colors_one",
    ),
    "a text a little longer than a piece loses its end": (
        "unit/domain/embedding/test_passages.py",
        "test_a_text_of_2801_characters_is_two_pieces_and_none_of_it_is_lost",
    ),
    "an emoji is cut in two": ("unit/domain/embedding/test_passages.py", "test_no_grapheme_is_cut"),
    "a half-life is none": (
        "unit/domain/search/ranking/test_ranking.py",
        "test_after_one_half_life_recency_is_exactly_one_half",
    ),
    "a date in the future counts more than now": (
        "unit/domain/search/ranking/test_ranking.py",
        "test_the_future_counts_as_now",
    ),
    "fresh noise buries the best match": (
        "unit/search/test_traps.py",
        "test_the_best_match_stays_first_among_weaker_fresh_notes",
    ),
    "one look at a note switches its age off": (
        "unit/search/test_traps.py",
        "test_being_opened_once_does_not_switch_age_off",
    ),
    "a typo displaces real words": (
        "unit/search/test_traps.py",
        "test_a_word_that_no_note_has_does_not_displace_those_that_notes_have",
    ),
    "an edited note is found by its old words": (
        "unit/search/test_traps.py",
        "test_an_edited_note_is_no_longer_found_by_its_old_words_nor_by_their_meaning",
    ),
    "a storm of refusals and a crash lose or double notes": (
        "e2e/test_vectors_survive_kills.py",
        "test_8000_notes_arrive_once_each_through_a_storm_and_three_kills",
    ),
    "a sign of patterns in a tag matches other tags": (
        "unit/search/test_traps.py",
        "test_signs_of_patterns_in_a_tag_stand_for_themselves",
    ),
    "dates are filtered after the best were taken": (
        "unit/search/test_traps.py",
        "test_a_date_is_asked_for_before_the_best_are_taken",
    ),
    "a tag finds only what has vectors": (
        "unit/search/test_traps.py",
        "test_a_note_that_is_not_indexed_yet_is_found_by_its_tag",
    ),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_every_known_trap_has_its_test(trap: str) -> None:
    file, name = TRAPS[trap]
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))

    assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
