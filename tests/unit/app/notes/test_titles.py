from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.notes import titles
from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.notes.service import Edit
from notebrain.storage.notes import titles as storage_titles
from notebrain.storage.notes.titles import TitleRow, forms
from notebrain.storage.writer import outcome

NOW = datetime(2026, 11, 19, tzinfo=UTC)


class Vault:
    """Notes of which each is older than the one before."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.library = brain.services.library
        self.keys: list[int] = []

    def take(self, *texts: str) -> None:
        for title in texts:
            at = NOW - timedelta(hours=len(self.keys))
            draft = Draft("words", title=title, created_at=at)
            note = outcome(self.brain.services.notes.capture(draft)).note
            self.keys.append(self.library.key_of(note))

    def found(self, query: str, limit: int = 10, recent: tuple[int, ...] = ()) -> list[str]:
        found = self.library.find_titles(Fuzzy(query), limit, recent=recent)
        return [title.text for title in found]


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Brain(open_services(tmp_path / "vault")) as brain:
        yield Vault(brain)


def test_titles_are_found_by_parts_of_their_words(vault: Vault) -> None:
    vault.take("Greenhouse heater", "Gas: supplier and delivery", "Cabin: gas, water, wood")

    assert vault.found("gas") == ["Gas: supplier and delivery", "Cabin: gas, water, wood"]
    assert vault.found("gr he") == ["Greenhouse heater"]
    assert vault.found("house") == ["Greenhouse heater"]
    assert vault.found("zebra") == []
    assert vault.found(" ") == []


def test_case_and_accents_do_not_matter(vault: Vault) -> None:
    vault.take("ÄPFEL für Żaneta", "Straße", "Ελλάδα", "東京の地図", "Apfelmus")

    assert vault.found("apfel") == ["ÄPFEL für Żaneta", "Apfelmus"]
    assert vault.found("Zan FÜR") == ["ÄPFEL für Żaneta"]
    assert vault.found("strasse") == ["Straße"]
    assert vault.found("ελλαδα") == ["Ελλάδα"]
    assert vault.found("京の") == ["東京の地図"]


@pytest.mark.parametrize("sign", [*"%_\\*?[]'\"^-"])
def test_signs_of_patterns_stand_for_themselves(vault: Vault, sign: str) -> None:
    vault.take(f"a{sign}b {sign}cat", "a b c", "axb xcat")

    assert vault.found(f"a{sign}b") == [f"a{sign}b {sign}cat"]
    assert vault.found(f"a{sign}{sign}c")[:1] in ([], [f"a{sign}b {sign}cat"])


def test_a_very_long_query_finds_nothing_and_does_no_harm(vault: Vault) -> None:
    vault.take("Plan")

    assert vault.found("a" * 100_000) == []
    assert vault.found("plan " * 1_000) == ["Plan"]
    assert vault.found("x y z " * 1_000) == []


def test_of_two_notes_that_fit_alike_the_newer_one_comes_first(vault: Vault) -> None:
    vault.take("Plan A", "Plan B", "Plan C")

    assert vault.found("plan", limit=2) == ["Plan A", "Plan B"]


def test_an_old_note_that_fits_best_is_among_those_that_are_scored(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(titles, "_MOST_SCORED", 3)
    vault.take(*(f"Log {number} of a planning meeting" for number in range(9)), "Plan")

    assert vault.found("plan", limit=3)[0] == "Plan"


def test_a_note_viewed_lately_comes_before_one_that_fits_a_little_better(vault: Vault) -> None:
    vault.take("Plan for the photos", "Holiday plan", "Planning poker", "Plan")

    assert vault.found("plan", recent=(vault.keys[1],))[:2] == ["Plan", "Holiday plan"]


def test_letters_that_stand_apart_are_tried_where_parts_find_few(vault: Vault) -> None:
    vault.take("Green house plan", "Ghpx", "(green) Hops-plan", "Enough on pages")

    assert vault.found("ghp") == ["Ghpx", "Green house plan", "(green) Hops-plan"]
    assert vault.found("ghp", limit=1) == ["Ghpx"]
    assert vault.found("gp ouse") == ["Green house plan"]


def test_a_title_is_found_and_in_order_by_what_it_was_changed_to(vault: Vault) -> None:
    vault.take("Älter", "Mitte")
    services = vault.brain.services
    first = vault.library.rows(vault.keys[:1])[0].id

    outcome(services.notes.edit(first, Edit("Größer\n\nwords", session="s")))
    outcome(services.notes.rename(first, "Zürich"))

    assert vault.found("alter") == []
    assert vault.found("zurich") == ["Zürich"]
    with services.store.read() as db:
        rows = db.execute("select title, title_key, title_folded from note").fetchall()
    assert [forms(title) for title, *_forms in rows] == [(key, folded) for _, key, folded in rows]


def test_the_trash_is_not_searched(vault: Vault) -> None:
    vault.take("Plan")

    outcome(vault.brain.services.notes.forget([vault.library.rows(vault.keys)[0].id]))

    assert vault.found("plan") == []
    assert vault.found("pn") == []


def test_the_titles_of_a_vault_are_those_of_its_notes_the_newest_first(tmp_path: Path) -> None:
    services = open_services(tmp_path / "vault")
    try:
        old, new, gone = (
            services.notes.capture(
                Draft(text, workspace="Work", created_at=NOW + timedelta(hours=hours))
            )
            .result()
            .note
            for hours, text in enumerate(("Old", "New", "Gone"))
        )
        services.notes.forget([gone]).result()
        library = services.library

        newest = library.newest_titles(5)

        assert [title.text for title in newest] == ["New", "Old"]
        assert [row.id for row in library.rows([title.key for title in newest])] == [new, old]
        assert library.newest_titles(1) == newest[:1]
        assert newest[0].workspace == "Work"
        assert newest[0].updated_at == NOW + timedelta(hours=1)
    finally:
        services.close()


@pytest.mark.parametrize("limit", [2, 5, 100])
@pytest.mark.parametrize("query", ["a", "b", "an", "a b", "x"])
def test_the_newest_titles_alone_give_the_same_as_all_of_them(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, query: str, limit: int
) -> None:
    words = ("apple", "banana", "a box", "cab", "an apple b", "box a", "Bach", "other")
    vault.take(*(f"{words[number % len(words)]} {number}" for number in range(40)))
    recent = (vault.keys[17], vault.keys[30])

    def read(newest: int) -> list[TitleRow]:
        monkeypatch.setattr(storage_titles, "_NEWEST", newest)
        with vault.brain.services.store.read() as db:
            return storage_titles.with_parts(db, query.split(), first=recent, limit=limit)

    assert read(20) == read(1) == read(1_000)


def test_abbreviations_are_looked_for_in_the_newest_titles_that_may_contain_them(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(titles, "_MOST_READ", 2)
    vault.take("Getting started, day 1", "Getting some dinner", "Going south daily")

    assert sorted(vault.found("gsd")) == ["Getting some dinner", "Getting started, day 1"]
