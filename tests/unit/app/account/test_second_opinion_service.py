"""The model in the account is asked in the background, and only where there is an account and the user wants it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from notebrain.app.account.second_opinion_service import SecondOpinionService
from notebrain.app.settings.review import REVIEW_ASKS
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import SYNC_PAUSED
from notebrain.domain.review.second_opinion import Asks, SecondOpinionModel
from notebrain.indexing.second_opinions import Arbitration, Step
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from notebrain.app.account.lazy_remote import RemoteProvider


class Door:
    """An account that is connected or not."""

    def __init__(self) -> None:
        self.connection: object | None = object()
        self.arbiter = object()
        self.opened = 0
        self.closed = False

    async def remote(self) -> object:
        self.opened += 1
        return self

    async def close(self) -> None:
        self.closed = True


class Steps:
    """Answers steps as told, and notes down how it was asked."""

    def __init__(self) -> None:
        self.asked: list[Asks] = []
        self.left = 2

    async def step(self, arbiter: SecondOpinionModel, asks: Asks) -> Step:
        self.asked.append(asks)
        self.left -= 1
        return Step(worked=self.left >= 0)


class Background:
    """Second opinions with everything around them made up."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.settings = Settings(store)
        self.door, self.steps = Door(), Steps()
        self.leads, self.busy = True, False
        self.judging = SecondOpinionService(
            cast("Arbitration", self.steps),
            cast("RemoteProvider", self.door),
            self.settings,
            clock,
            leads=lambda: self.leads,
            busy=lambda: self.busy,
        )

    def turn(self) -> float | None:
        return asyncio.run(self.judging.turn())


@pytest.fixture
def background(tmp_path: Path) -> Iterator[Background]:
    clock = FakeClock()
    store = Store.open(tmp_path / "vault", clock=clock)
    yield Background(store, clock)
    store.close()


def test_cards_are_asked_about_one_after_the_other_until_none_is_left(
    background: Background,
) -> None:
    assert [background.turn() for _ in range(3)] == [0, 0, None]
    assert background.steps.asked == [Asks.UNSURE] * 3


def test_without_an_account_or_where_it_is_not_wanted_nothing_is_opened(
    background: Background,
) -> None:
    background.settings.put(REVIEW_ASKS, "never").result()
    assert background.turn() is None
    background.settings.put(REVIEW_ASKS, "always").result()
    background.settings.put(SYNC_PAUSED, True).result()
    assert background.turn() is None
    background.settings.put(SYNC_PAUSED, False).result()
    background.door.connection = None
    assert background.turn() is None
    assert background.door.opened == 0
    background.door.connection = object()
    assert background.turn() == 0
    assert background.steps.asked == [Asks.ALWAYS]


def test_new_notes_and_other_processes_go_first(background: Background) -> None:
    background.busy = True
    assert background.turn()
    background.busy, background.leads = False, False
    assert background.turn()
    assert background.steps.asked == []


def test_who_waits_for_it_gets_all_that_can_be_asked_and_the_account_closed(
    background: Background,
) -> None:
    asyncio.run(background.judging.to_the_end())

    assert len(background.steps.asked) == 3
    assert background.door.closed
