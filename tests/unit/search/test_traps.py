"""What other memory systems got wrong in searching, each reproduced in their issues or code."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.notes.service import Edit
from notebrain.storage.notes import notes
from notebrain.storage.review import queue
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault


def found(vault: "Vault", query: str, **options: object) -> list[str]:
    return [hit.note_id for hit in vault.search(query, **options).hits]


@pytest.mark.parametrize("days", [7, 20, 90])
def test_the_best_match_stays_first_among_weaker_fresh_notes(vault: "Vault", days: int) -> None:
    best = vault.take("The plumber for the boiler is Ms Okafor", days_ago=days)
    for number in range(14):
        vault.take(f"Asked about the boiler again, neighbour {number}", days_ago=0.1)

    assert found(vault, "plumber for the boiler")[0] == best


def test_being_opened_once_does_not_switch_age_off(vault: "Vault") -> None:
    old = vault.take("The plumber is Ms Okafor", days_ago=200)
    before = vault.search("plumber").hits[0]

    vault.store.write(
        lambda db: db.execute("update note set access_count = 1 where id = ?", (old,))
    ).result()

    after = vault.search("plumber").hits[0]
    assert before.why.age < 1
    assert after.why.age == before.why.age
    assert after.score == before.score


@pytest.mark.parametrize("typos", ["flta", "flta nottary wiessenbach", "flta xqzt zzyx qwrt vbnk"])
def test_a_word_that_no_note_has_does_not_displace_those_that_notes_have(
    vault: "Vault", typos: str
) -> None:
    wanted = vault.take("The notary for the flat was Dr. Weissenbach")
    for number in range(12):
        vault.take(f"Filler {number} about gardens, weather and trains")

    assert found(vault, f"{typos} notary", mode=Mode.KEYWORD)[0] == wanted


def test_an_edited_note_is_no_longer_found_by_its_old_words_nor_by_their_meaning(
    tmp_path: Path,
) -> None:
    clock, embedder = FakeClock(), FakeEmbedder()
    services = open_services(tmp_path / "vault", clock=clock, embedder=embedder)
    try:
        note = services.notes.capture(Draft("Okafor has the spare key")).result().note
        _index(services, clock)
        with services.store.read() as db:
            (before,) = queue.all_vectors(db, notes.key_of(db, note), embedder.space)
        edit = Edit("It lies under a stone", session="s", resting=True)
        services.notes.edit(note, edit).result()
        _index(services, clock)

        for mode in Mode:
            assert not services.search.search(SearchRequest("Okafor", mode=mode)).hits
        assert [hit.note_id for hit in services.search.search(SearchRequest("stone")).hits] == [
            note
        ]
        with services.store.read() as db:
            (after,) = queue.all_vectors(db, notes.key_of(db, note), embedder.space)
        assert after != before
    finally:
        services.close()


def _index(services: Services, clock: FakeClock) -> None:
    clock.forward(seconds=3)
    while services.indexer.step():
        pass


@pytest.mark.parametrize(("tag", "other"), [("50%", "50x"), ("a_b", "axb")])
def test_signs_of_patterns_in_a_tag_stand_for_themselves(
    vault: "Vault", tag: str, other: str
) -> None:
    wanted = vault.take("Bread with caraway", tags=(tag,))
    vault.take("Bread with walnuts", tags=(other,))

    assert found(vault, f"bread tag:{tag}") == [wanted]


@pytest.mark.slow
def test_a_date_is_asked_for_before_the_best_are_taken(vault: "Vault") -> None:
    wanted = vault.take("Bread, flat and thin", days_ago=400)
    for number in range(300):
        vault.take(f"Bread bread, the best bread of all, number {number}", days_ago=1)

    assert found(vault, "bread before:2026-03") == [wanted]


def test_a_note_that_is_not_indexed_yet_is_found_by_its_tag(vault: "Vault") -> None:
    wanted = vault.take("Bread with caraway", tags=("baking",), indexed=False)

    assert found(vault, "tag:baking") == [wanted]
    assert found(vault, "bread tag:baking") == [wanted]
