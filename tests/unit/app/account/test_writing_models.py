"""Which models of the account can answer: from its catalog, kept for a day and for times without a connection."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from notebrain.app.account.writing_models import WritingModels
from notebrain.app.settings.ask import ASK_MODEL, ASK_MODELS, ASK_MODELS_READ
from notebrain.app.settings.setting import Settings
from notebrain.domain.errors import CloudTransient
from notebrain.domain.grounding.writing_models import LARGE, SMALL, WritingModel
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from notebrain.domain.sync.remote import Remote

OTHER = WritingModel("@cf/maker/other-24b-instruct", 24_000, 30_000, 50_000)


class Catalog:
    """An account that has these models, or does not answer."""

    def __init__(self, *models: WritingModel) -> None:
        self.models: Sequence[WritingModel] = models
        self.read = 0
        self.away = False

    async def writing_models(self) -> Sequence[WritingModel]:
        self.read += 1
        if self.away:
            raise CloudTransient("away")
        return self.models


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path, clock: FakeClock) -> Iterator[Settings]:
    store = Store.open(tmp_path / "vault", clock=clock)
    yield Settings(store)
    store.close()


@pytest.fixture
def models(settings: Settings, clock: FakeClock) -> WritingModels:
    return WritingModels(settings, clock)


def refresh(models: WritingModels, catalog: Catalog) -> None:
    asyncio.run(models.refresh(cast("Remote", catalog)))


def test_without_a_catalog_the_shipped_ones_are_offered(models: WritingModels) -> None:
    assert list(models.offered) == [SMALL, LARGE]
    assert models.chosen == LARGE
    assert models.is_due


def test_the_catalog_is_read_once_a_day(models: WritingModels, clock: FakeClock) -> None:
    catalog = Catalog(LARGE, OTHER)

    refresh(models, catalog)
    refresh(models, catalog)
    assert catalog.read == 1
    assert list(models.offered) == [OTHER, LARGE]

    clock.forward(days=1)
    refresh(models, catalog)
    assert catalog.read == 2


def test_prices_are_those_of_the_catalog(models: WritingModels) -> None:
    dearer = replace(LARGE, neurons_in=40_000)

    refresh(models, Catalog(dearer))

    assert models.chosen == dearer


def test_an_account_that_does_not_answer_changes_nothing(
    models: WritingModels, clock: FakeClock
) -> None:
    catalog = Catalog(OTHER)
    refresh(models, catalog)
    catalog.away = True
    clock.forward(days=2)

    refresh(models, catalog)
    refresh(models, catalog)

    assert list(models.offered) == [OTHER]
    assert catalog.read == 2  # a second question need not wait for it again


def test_an_empty_catalog_is_not_believed(models: WritingModels) -> None:
    refresh(models, Catalog())

    assert list(models.offered) == [SMALL, LARGE]


def test_a_clock_that_was_set_back_does_not_stop_it(
    models: WritingModels, clock: FakeClock
) -> None:
    refresh(models, Catalog(LARGE))

    clock.forward(days=-30)

    assert models.is_due


def test_in_place_of_a_model_that_is_gone_the_default_answers(
    models: WritingModels, settings: Settings
) -> None:
    settings.put(ASK_MODEL, "@cf/maker/gone").result(10)

    refresh(models, Catalog(LARGE, OTHER))

    assert models.chosen == LARGE


def test_if_the_default_is_gone_too_the_best_that_costs_no_more_answers(
    models: WritingModels,
) -> None:
    dear = WritingModel("@cf/maker/dear", 24_000, 400_000, 900_000)

    refresh(models, Catalog(SMALL, dear, OTHER))
    assert models.chosen == OTHER


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "[[]]", "[[1,2,3,4]]", '[["a","b",1,2]]', '[["a",24000,0,0]]', "[" * 9_999]
)  # fmt: skip
def test_a_damaged_list_is_as_none(models: WritingModels, settings: Settings, text: str) -> None:
    settings.put(ASK_MODELS, text).result(10)

    assert list(models.offered) == [SMALL, LARGE]


@pytest.mark.parametrize("text", ["yesterday", "2026-11-26", "9999-99-99T00:00:00"])
def test_a_damaged_day_is_as_none(models: WritingModels, settings: Settings, text: str) -> None:
    settings.put(ASK_MODELS_READ, text).result(10)

    assert models.is_due


def test_nothing_is_read_where_there_is_no_catalog(models: WritingModels) -> None:
    class Without:
        writing_models: Any = None

    asyncio.run(models.refresh(cast("Remote", Without())))

    assert models.is_due
