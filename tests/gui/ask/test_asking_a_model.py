"""Letting a model answer in the window: only once allowed, piece by piece, with Stop, and with what was sent."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED
from notebrain.ask.model_answer import Freshness, ModelText, Prepared
from notebrain.ask.written_answer import WrittenAnswer, turns_of
from notebrain.domain.grounding.answers import Answer, AnswerSentence
from notebrain.domain.notes.note import NoteId
from notebrain.gui.ask.controller import AskController
from notebrain.gui.ask.page import AskPage
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core import dialogs
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.notes.service import Filing
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

BOILER = "Boiler\n\nThe boiler was serviced on 3 March by Mr Huber.\n\nHe changed the seal."
MODEL = "@cf/maker/writer"

Take = Callable[..., NoteId]


class FakeAnswers:
    """An account whose model says what the test wants."""

    def __init__(self, *, connected: bool = True, allowed: bool = True) -> None:
        self.connected = connected
        self.allowed = allowed
        self.asked: list[dict[str, Any]] = []
        self.future: Future[WrittenAnswer] = Future()
        self.stopped = 0

    def likely_neurons(self, passages: int) -> float:
        return 10.0 * passages

    def choices(self, _passages: int) -> list[tuple[str, str]]:
        return [(MODEL, "Writer"), ("@cf/maker/other", "Other, about 7 neurons")]

    def ask(self, quotes: Answer, earlier: Any = (), **more: Any) -> "FakeAnswers":
        self.asked.append({"quotes": quotes, "earlier": earlier, **more})
        self.future = Future()
        return self

    def stop(self) -> None:
        self.stopped += 1

    def write(self, text: str) -> None:
        """Write a piece, as the account's thread does."""
        self.asked[-1]["on_text"](text)

    def end(self, text: str, *, supported: bool = True, reason: str | None = None) -> None:
        """End the answer with one sentence."""
        quotes: Answer = self.asked[-1]["quotes"]
        sentence = AnswerSentence(text, (1,) if supported else (), supported=supported)
        answer = replace(quotes, sentences=(sentence,), model=MODEL, neurons=12.4, degraded=reason)
        said = ModelText(text, MODEL, 12.4, reason, False, Prepared(None))
        self.future.set_result(WrittenAnswer(answer, quotes, said, {1: Freshness.CHANGED}))


@pytest.fixture
def ask(context: FakeContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, take: Take):
    """Return what asks a question, with an account that answers as the given one does."""
    take(BOILER)

    def ask(answers: FakeAnswers) -> Turn:
        monkeypatch.setattr(type(context.services.cloud), "answers", answers)
        controller = AskController(context, ReturnLocation(context.window), lambda _most: ())
        context.actions[CommandId.ASK].trigger()
        controller.page.field.setText("when was the boiler serviced?")
        QTest.keyClick(controller.page.field, Qt.Key.Key_Return)
        turn = controller.page.turns[-1]
        qtbot.waitUntil(lambda: turn.answer is not None and turn.sources.is_whole)
        return turn

    return ask


def test_the_answer_grows_and_is_then_shown_with_its_quotes(ask, qtbot: QtBot) -> None:
    answers = FakeAnswers()
    turn = ask(answers)
    assert not turn.stop.isHidden()

    answers.write("It was serviced")
    qtbot.waitUntil(lambda: turn.written.text() == "It was serviced")
    before = [*turn.sentences, *turn.sources.rows]
    answers.end("It was serviced on 3 March.")
    qtbot.waitUntil(lambda: turn.answer.model == MODEL and turn.sources.is_whole)

    assert not any(isValid(part) and part.isVisibleTo(turn) for part in before)
    assert turn.model.text() == "Ask another model…"
    (said,) = turn.sentences
    assert "It was serviced on 3 March." in said.text()
    assert turn.written.isHidden()
    assert turn.stop.isHidden()
    assert "writer in your account, for 12 neurons" in turn.state.text()
    assert turn.sources.rows[0].mark.text() == "changed since"
    assert not turn.sources.rows[0].quote.isHidden()


def test_what_a_model_says_beyond_its_quotes_is_marked(ask, qtbot: QtBot) -> None:
    answers = FakeAnswers()
    turn = ask(answers)

    answers.end("It costs 240 €.", supported=False)
    qtbot.waitUntil(lambda: turn.answer.model == MODEL)

    assert "no quote says this" in turn.sentences[0].text()


def test_stop_ends_it_and_keeps_what_came(ask, qtbot: QtBot) -> None:
    answers = FakeAnswers()
    turn = ask(answers)

    turn.stop.click()
    answers.end("It was", reason="The answer is incomplete: You stopped it.")
    qtbot.waitUntil(lambda: turn.answer.model == MODEL)

    assert answers.stopped == 1
    assert "You stopped it." in turn.state.text()


def test_no_model_is_asked_without_an_account(ask) -> None:
    answers = FakeAnswers(connected=False)

    turn = ask(answers)

    assert answers.asked == []
    assert turn.model.isHidden()


@pytest.mark.parametrize("yes", [True, False])
def test_the_first_time_the_user_is_asked_what_may_leave(
    ask, context: FakeContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, yes: bool
) -> None:
    answers = FakeAnswers(allowed=False)
    questions: list[str] = []

    async def confirm(*_args: object, text: str, **_more: object) -> bool:
        questions.append(text)
        return yes

    monkeypatch.setattr(dialogs, "confirm", confirm)
    turn = ask(answers)
    assert answers.asked == []

    turn.model.click()
    qtbot.waitUntil(lambda: bool(questions))

    assert "never sent" in questions[0]
    qtbot.waitUntil(lambda: context.services.settings.get(ASK_MODEL_ALLOWED) is yes)
    assert len(answers.asked) == (1 if yes else 0)


def test_a_cleared_conversation_ends_its_answer(ask, qtbot: QtBot) -> None:
    answers = FakeAnswers()
    turn = ask(answers)

    turn.deleteLater()
    qtbot.waitUntil(lambda: answers.stopped == 1)


@pytest.mark.parametrize("local", ["not", "then", "now"])
def test_an_earlier_answer_goes_along_only_if_all_its_notes_may_leave(
    ask, context: FakeContext, qtbot: QtBot, take: Take, local: str
) -> None:
    answers = FakeAnswers()
    if local == "then":
        take("Boiler key\n\nThe boiler was serviced by the neighbor on 9 May.", local_only=True)
    turn = ask(answers)
    answers.end("It was serviced on 3 March.")
    qtbot.waitUntil(lambda: turn.answer.model == MODEL)
    if local == "now":
        notes = [source.quote.note_id for source in turn.answer.sources]
        context.services.notes.file(notes, Filing(local_only=True)).result()

    page = turn.parent()
    while not isinstance(page, AskPage):
        page = page.parent()
    page.field.setText("when was the boiler serviced again?")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(answers.asked) == 2)

    turns = turns_of(context.services.store, answers.asked[1]["earlier"])
    assert bool(turns) is (local == "not")


def test_what_was_sent_is_shown_once_and_is_the_last(ask, qtbot: QtBot) -> None:
    answers = FakeAnswers()
    turn = ask(answers)
    shown: list[object] = []
    turn.sent_requested.disconnect()
    turn.sent_requested.connect(shown.append)
    for name in ("first", "second"):
        turn.keep_sent(SimpleNamespace(sent=name))

    turn.sent.click()

    assert shown == ["second"]


def test_the_models_to_ask_again_are_those_of_the_account_with_their_cost(
    ask, qtbot: QtBot
) -> None:
    answers = FakeAnswers()
    turn = ask(answers)
    answers.end("It was serviced on 3 March.")
    qtbot.waitUntil(lambda: turn.answer.model == MODEL)

    turn.model.click()
    (menu,) = turn.model.findChildren(QMenu)
    assert [act.text() for act in menu.actions()] == ["Writer", "Other, about 7 neurons"]

    menu.actions()[1].trigger()
    assert answers.asked[-1]["model"] == "@cf/maker/other"
