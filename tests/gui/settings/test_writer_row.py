"""The setting of the model that answers: what the account has, with its cost."""

from concurrent.futures import Future
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.account.model_answers import ModelAnswers
from notebrain.app.settings.ask import ASK_MODEL
from notebrain.domain.grounding.writing_models import LARGE, SMALL, WritingModel, chosen
from notebrain.gui.settings.writer_row import WriterRow
from notebrain.gui.widgets.combo_box import Choice
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

OTHER = WritingModel("@cf/maker/other-24b-instruct", 24_000, 30_000, 50_000)


class FakeModels:
    offered: tuple[WritingModel, ...] = (SMALL, LARGE)
    is_due = True

    def of(self, name: str) -> WritingModel:
        return chosen(name, self.offered)


class FakeAnswers:
    """An account whose catalog is read when the test says so."""

    choices = ModelAnswers.choices
    likely_neurons = ModelAnswers.likely_neurons

    def __init__(self, *, connected: bool = True) -> None:
        self.connected = connected
        self.reading: list[Future[None]] = []
        self.models = FakeModels()

    def refresh_models(self) -> Future[None]:
        self.reading.append(Future())
        return self.reading[-1]


@pytest.fixture
def answers(context: FakeContext, monkeypatch: pytest.MonkeyPatch) -> FakeAnswers:
    answers = FakeAnswers()
    monkeypatch.setattr(type(context.services.cloud), "answers", answers)
    return answers


@pytest.fixture
def row(context: FakeContext, answers: FakeAnswers, qtbot: QtBot) -> WriterRow:
    row = WriterRow(context)
    qtbot.addWidget(row)
    return row


def offered(row: WriterRow) -> list[str]:
    assert isinstance(row.control.part, Choice)
    return [row.control.part.itemText(at) for at in range(row.control.part.count())]


def shown(row: WriterRow) -> str:
    assert isinstance(row.control.part, Choice)
    return row.control.part.currentText()


def test_it_offers_the_shipped_models_with_their_cost_until_the_catalog_is_there(
    row: WriterRow, answers: FakeAnswers, qtbot: QtBot
) -> None:
    assert offered(row) == ["Llama 3.1 8B, about 18 neurons", "Llama 3.3 70B, about 116 neurons"]
    assert shown(row).startswith("Llama 3.3 70B")

    answers.models.offered = (SMALL, OTHER, replace(LARGE, neurons_in=40_000))
    answers.reading[0].set_result(None)

    qtbot.waitUntil(lambda: len(offered(row)) == 3)
    assert shown(row) == "Llama 3.3 70B, about 158 neurons"


def test_the_account_is_asked_once_while_it_answers(row: WriterRow, answers: FakeAnswers) -> None:
    row.refresh()
    row.refresh()

    assert len(answers.reading) == 1


def test_a_choice_is_kept(row: WriterRow, context: FakeContext) -> None:
    row.control.chosen.emit(SMALL.name)

    assert context.settings.get(ASK_MODEL) == SMALL.name
    assert shown(row).startswith("Llama 3.1 8B")


def test_what_answers_in_place_of_a_model_that_is_gone_is_shown(
    row: WriterRow, context: FakeContext
) -> None:
    context.settings.put(ASK_MODEL, "@cf/maker/gone")

    assert shown(row).startswith("Llama 3.3 70B")


def test_an_account_that_cannot_be_asked_leaves_the_list_as_it_is(
    row: WriterRow, answers: FakeAnswers, qtbot: QtBot
) -> None:
    answers.reading[0].set_exception(RuntimeError("closing"))
    answers.models.is_due = False
    row.refresh()

    assert len(offered(row)) == 2


def test_without_an_account_nothing_is_asked(
    context: FakeContext, answers: FakeAnswers, qtbot: QtBot
) -> None:
    answers.connected = False
    row = WriterRow(context)
    qtbot.addWidget(row)

    assert answers.reading == []
    assert len(offered(row)) == 2
