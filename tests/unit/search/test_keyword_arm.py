"""The keyword arm in vaults where some words are common."""

from typing import TYPE_CHECKING

import pytest

from notebrain.domain.search.query import parse
from notebrain.domain.search.ranking.scores import rarity
from notebrain.search.keyword_arm import KeywordArm, KeywordMatch
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
    vault: "Vault", query: str, *, typing: bool = False
) -> tuple[KeywordMatch, dict[int, float]]:
    with vault.store.read() as db:
        match = KeywordArm().find(db, parse(query, typing=typing), None, frozenset())
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
        match = KeywordArm().find(db, parse(COMMON), frozenset({3, 4}), frozenset({4}))

    assert set(match.base) == {3}


def test_a_word_being_typed_counts_wherever_it_begins_one(large: "Vault") -> None:
    _, found = scores(large, f"{COMMON} kingf", typing=True)
    _, short = scores(large, f"{COMMON} heron ki", typing=True)

    assert set(found) == {7}
    assert set(short) == {8, 9}


def test_rarer_words_weigh_more_and_never_nothing() -> None:
    assert rarity(1, notes=100) > rarity(40, notes=100) > rarity(99, notes=100) > 0
    assert rarity(5, notes=0) > 0


def test_the_index_knows_its_size_without_counting(large: "Vault") -> None:
    with large.store.read() as db:
        size = fts.size(db)

    assert size.notes == NOTES + 1
    assert 9 < size.average_length < 12
