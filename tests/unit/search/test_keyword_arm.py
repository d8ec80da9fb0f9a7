"""The keyword arm in vaults where some words are common."""

from typing import TYPE_CHECKING

import pytest

from notebrain.domain.search.query import parse
from notebrain.domain.search.ranking.scores import rarity
from notebrain.search.keyword_arm import KeywordArm, Shown
from notebrain.search.keyword_match import KeywordMatch
from notebrain.storage.search import fts

if TYPE_CHECKING:
    from notebrain.storage.connection import Connection
    from tests.unit.search.conftest import Vault

COMMON = "apple berry cherry damson elder figs grape hazel"
NOTES = 700


@pytest.fixture
def large(vault: "Vault") -> "Vault":
    """Seven hundred notes that share eight words: together more than the arm reads whole."""
    vault.take("sample")

    def act(db: "Connection") -> None:
        for place in range(NOTES):
            rare = " kingfisher" if place == 5 else " heron heron" if place in (6, 7) else ""
            again = {6: " quince", 7: " grape"}.get(place, "")
            db.execute(
                """insert into note (id, workspace, title, title_is_set, body, front_matter, snippet,
                category, importance, pinned, local_only, source, created_at, updated_at)
                values (?, 'Personal', ?, 0, ?, '', '', 'general', 3, 0, 0, 'typed', ?, ?)""",
                (
                    f"large{place}",
                    COMMON if place == 9 else f"Fruit {place}",
                    COMMON + rare + again,
                    place,
                    place,
                ),
            )

    vault.store.write(act).result()
    return vault


def scores(
    vault: "Vault", query: str, *, typing: bool = False, enough: int = 40
) -> tuple[KeywordMatch, dict[int, float]]:
    with vault.store.read() as db:
        asked = parse(query, typing=typing)
        match = KeywordArm().find(db, asked, Shown(None, frozenset()), enough=enough)
        return match, match.rate(db, match.best()).scores


def test_common_words_do_not_choose_notes_but_score_them(large: "Vault") -> None:
    match, found = scores(large, f"{COMMON} heron")

    assert set(found) == {8, 9}
    assert found[9] > found[8]
    assert len(match.counted) == 8


def test_a_query_of_common_words_only_is_not_pruned_to_nothing(large: "Vault") -> None:
    _, found = scores(large, COMMON)

    assert len(found) >= 300
    assert max(found, key=found.__getitem__) == 11, "the title has the words too"


def test_the_newest_notes_are_read_even_where_a_filter_leaves_few(large: "Vault") -> None:
    with large.store.read() as db:
        may_show = Shown(frozenset({3, 4}), frozenset({4}))
        match = KeywordArm().find(db, parse(COMMON), may_show, enough=40)

    assert set(match.base) == {3}


def test_a_word_being_typed_counts_wherever_it_begins_one(large: "Vault") -> None:
    _, found = scores(large, f"{COMMON} kingf", typing=True)
    _, short = scores(large, f"{COMMON} heron ki", typing=True)

    assert set(found) == {7}
    assert set(short) == {8, 9}


def test_a_note_with_all_words_comes_before_one_with_a_word_more_often(large: "Vault") -> None:
    _, found = scores(large, "heron quince")

    assert max(found, key=found.__getitem__) == 8
    assert found[8] >= found[9] > 0


def test_a_word_that_no_note_has_prefers_none(large: "Vault") -> None:
    match, found = scores(large, "heron quince zzgarbled")

    assert match.every == frozenset()
    assert set(found) == {8, 9}


def test_notes_with_some_of_the_words_are_left_out_where_enough_have_all(large: "Vault") -> None:
    match, found = scores(large, "heron quince", enough=1)
    everything, _ = scores(large, "heron quince", enough=2)

    assert set(found) == {8}
    assert set(match.base) == {8}
    assert set(everything.base) == {8, 9}


def test_the_score_of_a_note_is_the_same_whichever_way_it_was_found(large: "Vault") -> None:
    _, few = scores(large, "heron quince apple", enough=1)
    _, many = scores(large, "heron quince apple", enough=1_000)

    assert few[8] == pytest.approx(many[8])


def test_the_first_letters_of_a_word_do_not_have_to_be_in_a_note(large: "Vault") -> None:
    match, _ = scores(large, "heron quince ki", typing=True)

    assert match.every == {8}


def test_rarer_words_weigh_more_and_never_nothing() -> None:
    assert rarity(1, notes=100) > rarity(40, notes=100) > rarity(99, notes=100) > 0
    assert rarity(5, notes=0) > 0


def test_the_index_knows_its_size_without_counting(large: "Vault") -> None:
    with large.store.read() as db:
        size = fts.size(db)

    assert size.notes == NOTES + 1
    assert 9 < size.average_length < 12
