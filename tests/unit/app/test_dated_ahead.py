"""Notes of a computer whose clock was ahead: they age like any other, from the day on which they came."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.app.account.vault_clock import VaultClock
from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import Hit, SearchRequest
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def services(tmp_path: Path, clock: FakeClock) -> Iterator[Services]:
    services = open_services(tmp_path / "vault", clock=clock, embedder=FakeEmbedder())
    VaultClock(services.store, clock).check()
    yield services
    services.close()


def take(services: Services, text: str, *, days_ahead: float = 0) -> NoteId:
    at = services.clock.now() + timedelta(days=days_ahead)
    return services.notes.capture(Draft(text, created_at=at)).result().note


def check(services: Services) -> None:
    """Look at the clock, as every start and every round of the background does."""
    VaultClock(services.store, services.clock).check()


def hits(services: Services) -> dict[NoteId, Hit]:
    found = services.search.words(SearchRequest("plums")).hits
    return {hit.note_id: hit for hit in found}


@pytest.mark.parametrize("days_ahead", [40, 3653])
def test_a_note_dated_ahead_ages_from_the_day_on_which_it_came(
    services: Services, clock: FakeClock, days_ahead: float
) -> None:
    ahead, right = take(services, "ripe plums", days_ahead=days_ahead), take(services, "sour plums")
    came = clock.now()
    check(services)
    clock.forward(days=30)

    found = hits(services)

    assert found[ahead].why.age_days == found[right].why.age_days == 30
    assert found[ahead].why.age == found[right].why.age
    assert found[ahead].updated_at == came
    # what the note itself carries, and what the account has of it, stays
    assert services.library.note(ahead).updated_at == came + timedelta(days=days_ahead)


def test_the_date_of_an_edit_counts_again(services: Services, clock: FakeClock) -> None:
    note = take(services, "ripe plums", days_ahead=40)
    check(services)
    clock.forward(days=30)

    services.notes.append(note, "more").result()

    assert hits(services)[note].why.age_days == 0


def test_by_a_date_of_its_own_that_is_doubted_a_vault_judges_no_note(
    services: Services, clock: FakeClock
) -> None:
    note = take(services, "ripe plums")
    clock.forward(days=-900)
    check(services)
    clock.forward(days=930)

    assert hits(services)[note].why.age_days == 30


def test_it_comes_back_on_home_when_it_is_old(services: Services, clock: FakeClock) -> None:
    ahead = take(services, "ripe plums", days_ahead=9000)
    check(services)
    clock.forward(days=800)

    shown = services.home.content(None, now=clock.now()).resurfaced

    assert shown is not None
    assert shown.id == ahead


def test_the_row_goes_with_its_note(services: Services) -> None:
    note = take(services, "ripe plums", days_ahead=40)
    check(services)

    def remove(db: Connection) -> int:
        notes.remove(db, [note])
        left: int = db.execute("select count(*) from dated_ahead").fetchone()[0]
        return left

    assert services.store.write(remove).result() == 0
