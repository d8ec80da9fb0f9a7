from datetime import UTC, datetime, timedelta

from notebrain.app.notes.titles import Titles
from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.text.fuzzy import Fuzzy

NOW = datetime(2026, 11, 19, tzinfo=UTC)


def titles(*texts: str) -> Titles:
    return Titles([(key, text, "Personal", -key) for key, text in enumerate(texts)])


def found(among: Titles, query: str, limit: int = 10) -> list[str]:
    *_before, last = among.find(Fuzzy(query), limit)
    return [title.text for title in last]


def test_titles_are_found_by_parts_of_their_words() -> None:
    among = titles("Greenhouse heater", "Gas: supplier and delivery", "Cabin: gas, water, wood")

    assert found(among, "gas") == ["Gas: supplier and delivery", "Cabin: gas, water, wood"]
    assert found(among, "gr he") == ["Greenhouse heater"]
    assert found(among, "zebra") == []


def test_of_two_notes_that_fit_alike_the_newer_one_comes_first() -> None:
    among = titles("Plan A", "Plan B", "Plan C")

    assert found(among, "plan", limit=2) == ["Plan A", "Plan B"]


def test_a_note_viewed_lately_comes_before_one_that_fits_a_little_better() -> None:
    among = titles("Plan for the photos", "Holiday plan", "Planning poker", "Plan")

    *_before, last = among.find(Fuzzy("plan"), 10, recent={1})

    assert [title.text for title in last][:2] == ["Plan", "Holiday plan"]


def test_letters_that_stand_apart_are_tried_where_parts_find_few() -> None:
    among = titles("Green house plan", "Ghpx")

    assert found(among, "ghp") == ["Ghpx", "Green house plan"]
    assert found(among, "ghp", limit=1) == ["Ghpx"]


def test_many_titles_are_looked_through_in_steps() -> None:
    among = titles(*(f"Log {number}" for number in range(4_500)), "Log of the ferry")

    steps = list(among.find(Fuzzy("ferry"), 5))

    assert len(steps) > 3
    assert [title.text for title in steps[-1]] == ["Log of the ferry"]
    assert steps[0] == []


def test_the_titles_of_a_vault_are_those_of_its_notes_the_newest_first(tmp_path) -> None:
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

        read = library.titles()

        assert [title.text for title in read.recent(5)] == ["New", "Old"]
        assert [row.id for row in library.rows([title.key for title in read.recent(5)])] == [
            new,
            old,
        ]
        assert len(library.titles(1)) == 1
        assert read.recent(1)[0].workspace == "Work"
        assert read.recent(1)[0].updated_at == NOW + timedelta(hours=1)
    finally:
        services.close()
