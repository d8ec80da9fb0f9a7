"""The whole background of a program that stays open, beside an account: a note goes there, and a question too."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.events import Event, NotesChanged, VectorsProgress
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import Services, open_services
from notebrain.app.settings.review import REVIEW_ASKS
from notebrain.app.settings.search import SEARCH_MODEL
from notebrain.app.settings.table import NEURON_BUDGET
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.draft import Draft
from notebrain.domain.review.cards import Card, CardKind, pair_id
from notebrain.domain.search.types import Mode, SearchRequest
from notebrain.storage.review import cards
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
        monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
        yield standin


@pytest.fixture
def services(tmp_path: Path, account: Standin) -> Iterator[Services]:
    services = open_services(tmp_path / "vault", embedder=FakeEmbedder())
    yield services
    services.close()


async def connect(services: Services, account: Standin) -> None:
    prospect = await services.cloud.account.preview(account.token, account.account)
    await services.cloud.account.connect(prospect)


@pytest.mark.slow
def test_a_note_and_a_question_go_to_the_account_of_an_open_program(
    services: Services, account: Standin
) -> None:
    settled = threading.Event()

    def hear(event: Event) -> None:
        idle = isinstance(event, VectorsProgress) and event.state is RemoteState.IDLE
        if idle and "the cat sat on the mat" in account.ai.embedded:
            settled.set()

    bridge = Listeners()
    bridge.add(hear)
    worker = make_worker(services, bridge)
    worker.start()
    try:
        services.cloud.submit(connect(services, account)).result(20)
        note = services.notes.capture(Draft("the cat sat on the mat")).result().note
        assert settled.wait(20), account.ai.embedded
        services.settings.put(SEARCH_MODEL, "account").result()

        found = services.search.search(SearchRequest("a cat", mode=Mode.MEANING))

        assert account.ai.embedded[-1] == "a cat"
        assert found.degraded is None
        assert [hit.note_id for hit in found.hits] == [note]
        assert (found.indexed_done, found.indexed_total) == (1, 1)
        numbers = services.cloud.vectors.numbers()
        assert numbers.state is RemoteState.IDLE
        assert numbers.coverage[1].whole
        assert 0 < numbers.spent < 1
        # with nothing left for the day the model on this computer answers, and says so
        services.settings.put(NEURON_BUDGET, 0).result()
        told = services.search.search(SearchRequest("a mat", mode=Mode.MEANING))
        assert account.ai.embedded[-1] == "a cat"
        assert [hit.note_id for hit in told.hits] == [note]
        assert told.degraded is not None
        assert "budget of 0 neurons" in told.degraded
        assert "model on this computer searched" in told.degraded
        assert services.cloud.vectors.numbers().spent == numbers.spent
    finally:
        worker.stop()


@pytest.mark.slow
def test_the_account_gives_a_second_opinion_on_a_card_of_an_open_program(
    services: Services, account: Standin
) -> None:
    settled, judged = threading.Event(), threading.Event()

    def hear(event: Event) -> None:
        if isinstance(event, NotesChanged) and event.changes.act is Act.REVIEW:
            judged.set()
        idle = isinstance(event, VectorsProgress) and event.state is RemoteState.IDLE
        if idle and len(account.ai.embedded) > 1:
            settled.set()

    account.ai.script({"relation": "duplicate", "confidence": 0.8, "quotes": []})
    bodies = "Ann cares for the pump", "The pump is in good hands"
    older, newer = (services.notes.capture(Draft(one)).result().note for one in bodies)
    hashes = [repeat_hash(one) for one in bodies]
    card = Card(
        pair_id(older, newer),
        CardKind.FLAGGED,
        older,
        newer,
        hashes[0],
        hashes[1],
        0.5,
        services.clock.now(),
    )
    bridge = Listeners()
    bridge.add(hear)
    worker = make_worker(services, bridge)
    worker.start()
    try:
        services.cloud.submit(connect(services, account)).result(20)
        assert settled.wait(20)
        while services.review.checks_wait():  # a check of the notes would take the card back
            threading.Event().wait(0.01)
        services.store.write(lambda db: cards.put(db, card)).result()
        services.settings.put(REVIEW_ASKS, "unsure").result()  # the background hears of it
        assert judged.wait(30)
        with services.store.read() as db:
            told = cards.get(db, card.id)
        assert (told.kind, told.judged_by) == (
            CardKind.DUPLICATE,
            "llama-3.3-70b-instruct-fp8-fast",
        )
    finally:
        worker.stop()
