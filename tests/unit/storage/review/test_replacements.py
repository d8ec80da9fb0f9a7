"""What seems to be replaced is kept for the search, as long as both notes exist and nobody has said otherwise."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.notes import notes
from notebrain.storage.review import replacements
from notebrain.storage.review.replacements import Replacement
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.trash import purge


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path / "vault", clock=FakeClock(), embedder=FakeEmbedder())


@pytest.fixture
def keys(services: Services) -> list[int]:
    """Three versions of one fact."""
    taken = [services.notes.capture(Draft(f"Gate code {n}")).result().note for n in range(3)]
    with services.store.read() as db:
        return [notes.key_of(db, note) for note in taken]


def put(services: Services, key: int, *found: Replacement, others: Sequence[int] = ()) -> None:
    services.store.write(lambda db: replacements.put(db, key, others, found)).result()


def successors(services: Services, keys: list[int], *, least: float = 0.5) -> dict[int, int]:
    with services.store.read() as db:
        return replacements.successors(db, keys, least=least)


def test_the_last_of_several_replacements_counts(services: Services, keys: list[int]) -> None:
    first, second, third = keys
    put(services, first, Replacement(first, third, 0.8), Replacement(first, second, 0.9))

    assert successors(services, keys) == {first: third}
    assert successors(services, keys, least=0.85) == {first: second}
    assert successors(services, [first, second]) == {first: second}  # the last one was not found
    assert successors(services, [second, third]) == {}


def test_a_new_comparison_replaces_what_an_older_one_found_about_the_note(
    services: Services, keys: list[int]
) -> None:
    first, second, third = keys
    put(services, first, Replacement(first, second, 0.9))
    put(services, third, Replacement(second, third, 0.9))
    with services.store.read() as db:
        assert sorted(replacements.beside(db, second)) == [first, third]

    put(services, second, others=[third])  # of the first one, nothing new is known
    assert successors(services, keys) == {first: second}

    put(services, first, others=[second, third])
    assert successors(services, keys) == {}


def test_what_is_gone_for_good_takes_its_replacements_along(
    services: Services, keys: list[int]
) -> None:
    first, second, _third = keys
    put(services, first, Replacement(first, second, 0.9))
    with services.store.read() as db:
        newer = notes.get_by_key(db, second)
    assert newer is not None
    services.notes.forget([newer.id]).result()

    assert successors(services, keys) == {}
    with services.store.read() as db:
        assert replacements.beside(db, first) == []

    purge(services.store, [newer.id])

    with services.store.read() as db:
        assert db.execute("select count(*) from replacement").fetchone()[0] == 0
