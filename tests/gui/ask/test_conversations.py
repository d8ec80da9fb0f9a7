"""Conversations in the window: kept, listed, found, gone on with, renamed and deleted."""

from collections.abc import Callable
from concurrent.futures import Future

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.ask import LEARN_BY_ITSELF
from notebrain.ask.lessons import Batch
from notebrain.domain.conversations.conversation import Conversation, ConversationId
from notebrain.domain.conversations.learned import Candidate, Learned, Learns, id_of
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category, NoteId
from notebrain.gui.ask.controller import AskController
from notebrain.gui.ask.conversation_list import ConversationPanel, line
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core import dialogs
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.storage.conversations import learned
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

BOILER = "Boiler\n\nThe boiler was serviced on 3 March by Mr Huber."
QUESTION = "when was the boiler serviced?"
KEY = "who has the key?"

Take = Callable[..., NoteId]


class Asking:
    """The page with the list beside it."""

    def __init__(self, context: FakeContext, qtbot: QtBot) -> None:
        self.context = context
        self.controller = AskController(context, ReturnLocation(context.window), lambda _most: ())
        self._qtbot = qtbot
        context.actions[CommandId.ASK].trigger()

    @property
    def panel(self) -> ConversationPanel:
        return self.controller.keeper.panel

    def ask(self, question: str) -> Turn:
        page = self.controller.page
        page.field.setText(question)
        QTest.keyClick(page.field, Qt.Key.Key_Return)
        turn = page.turns[-1]
        self._qtbot.waitUntil(lambda: turn.answer is not None and turn.sources.is_whole)
        return turn

    def kept(self, query: str = "") -> list[Conversation]:
        return self.context.services.memory.conversations.listed(query, by_meaning=False)

    def finish(self) -> None:
        self.controller.page.clear.click()
        self._qtbot.waitUntil(lambda: "is over" in self.context.messages.text)

    def open_list(self, count: int) -> None:
        self.controller.page.list.click()
        self.shows(count)

    def shows(self, count: int) -> None:
        self._qtbot.waitUntil(lambda: self.panel.model.rowCount() == count)

    def choose(self, row: int) -> None:
        self.panel.list.setCurrentIndex(self.panel.model.index(row, 0))


@pytest.fixture
def asking(context: FakeContext, qtbot: QtBot, take: Take) -> Asking:
    take(BOILER)
    return Asking(context, qtbot)


def test_an_answer_is_stored_before_it_is_shown(asking: Asking, qtbot: QtBot) -> None:
    turn = asking.ask(QUESTION)

    (one,) = asking.kept()
    (stored,) = asking.context.services.memory.conversations.open(one.id).turns
    assert stored.answer == turn.answer
    asking.ask(KEY)
    assert asking.kept()[0].turns == 2


def test_an_answer_that_cannot_be_stored_is_shown_all_the_same(
    asking: Asking, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object, **_more: object) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(VaultError("The disk is full."))
        return failed

    monkeypatch.setattr(type(asking.context.services.memory.conversations), "keep", full)

    turn = asking.ask(QUESTION)

    assert turn.sentences
    qtbot.waitUntil(lambda: "could not be kept: The disk is full." in asking.context.messages.text)


def test_a_conversation_ends_with_the_window(asking: Asking, qtbot: QtBot) -> None:
    asking.ask(QUESTION)
    conversations = asking.context.services.memory.conversations
    (one,) = asking.kept()
    assert conversations.ended() == []

    asking.context.window.closing.emit()

    qtbot.waitUntil(lambda: conversations.ended() == [one.id])


def test_a_finished_conversation_is_summed_up_and_the_next_one_is_another(
    asking: Asking, qtbot: QtBot
) -> None:
    asking.ask(QUESTION)
    asking.finish()
    assert asking.controller.page.turns == []

    asking.ask(KEY)

    assert [one.title for one in asking.kept()] == [KEY, QUESTION]
    qtbot.waitUntil(lambda: "3 March" in asking.kept()[1].outcome)


def test_an_earlier_conversation_goes_on_where_it_ended(
    asking: Asking, qtbot: QtBot, clock: FakeClock
) -> None:
    asking.ask(QUESTION)
    asking.finish()
    asking.ask(KEY)
    asking.open_list(2)
    asking.choose(1)

    QTest.keyClick(asking.panel.list, Qt.Key.Key_Return)
    page = asking.controller.page
    qtbot.waitUntil(lambda: [turn.question.text() for turn in page.turns] == [QUESTION])
    assert page.turns[0].sentences
    qtbot.waitUntil(lambda: page.turns[0].sources.is_whole)
    assert page.turns[0].sources.rows
    clock.forward(minutes=1)
    asking.ask("and by whom?")

    assert [(one.title, one.turns) for one in asking.kept()] == [(QUESTION, 2), (KEY, 1)]


def test_a_source_that_changed_since_says_so(asking: Asking, qtbot: QtBot) -> None:
    turn = asking.ask(QUESTION)
    assert turn.answer is not None
    note = turn.answer.sources[0].quote.note_id
    asking.finish()
    asking.context.services.notes.append(note, "Sold.").result()

    asking.context.messages.press()  # Open

    page = asking.controller.page
    qtbot.waitUntil(lambda: bool(page.turns) and page.turns[0].sources.is_whole)
    assert page.turns[0].sources.rows[0].mark.text() == "changed since"


def test_the_list_is_searched_while_typing(asking: Asking, qtbot: QtBot) -> None:
    asking.ask(QUESTION)
    asking.finish()
    asking.ask(KEY)
    asking.open_list(2)

    asking.panel.field.setText("huber")

    asking.shows(1)
    assert asking.panel.model.data(asking.panel.model.index(0, 0)) == QUESTION
    asking.panel.field.setText("zeppelin")
    asking.shows(0)
    assert "No conversation" in asking.panel.nothing.text()
    QTest.keyClick(asking.panel.field, Qt.Key.Key_Escape)
    asking.shows(2)
    QTest.keyClick(asking.panel.field, Qt.Key.Key_Escape)
    assert not asking.panel.isVisible()
    assert asking.controller.page.field.hasFocus()


def test_a_conversation_gets_a_title_and_its_old_one_back(
    asking: Asking, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(*_given: object, **_more: object) -> str:
        return "Heating"

    monkeypatch.setattr(dialogs, "ask_text", answer)
    asking.ask(QUESTION)
    asking.open_list(1)
    asking.choose(0)

    QTest.keyClick(asking.panel.list, Qt.Key.Key_F2)

    qtbot.waitUntil(lambda: asking.context.messages.act == "Undo")
    assert [one.title for one in asking.kept()] == ["Heating"]
    asking.context.messages.press()
    qtbot.waitUntil(lambda: [one.title for one in asking.kept()] == [QUESTION])


def test_the_deleted_conversation_leaves_the_page_and_comes_back(
    asking: Asking, qtbot: QtBot
) -> None:
    asking.ask(QUESTION)
    asking.open_list(1)
    asking.choose(0)

    QTest.keyClick(asking.panel.list, Qt.Key.Key_Delete)

    asking.shows(0)
    assert asking.controller.page.turns == []
    assert "was deleted" in asking.context.messages.text
    asking.context.messages.press()
    asking.shows(1)
    page = asking.controller.page
    qtbot.waitUntil(lambda: [turn.question.text() for turn in page.turns] == [QUESTION])


@pytest.mark.styled
def test_a_narrow_window_shows_the_list_in_place_of_the_conversation(
    asking: Asking, qtbot: QtBot
) -> None:
    asking.context.window.resize(700, 600)
    asking.ask(QUESTION)
    asking.finish()
    asking.open_list(1)
    assert not asking.controller.page.isVisible()
    asking.choose(0)

    asking.panel.list.open_requested.emit()

    qtbot.waitUntil(lambda: bool(asking.controller.page.turns))
    assert asking.controller.page.isVisible()
    assert not asking.panel.isVisible()


def test_a_screen_reader_hears_what_a_conversation_came_to(asking: Asking) -> None:
    asking.ask(QUESTION)
    asking.open_list(1)

    index = asking.panel.model.index(0, 0)
    spoken = str(asking.panel.model.data(index, Qt.ItemDataRole.AccessibleTextRole))

    assert spoken.startswith(QUESTION)
    assert spoken.endswith(line(asking.kept()[0]))
    assert line(asking.kept()[0]) == "1 question"


class FakeReader:
    """A model that learned one thing."""

    may_read = True

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def learn(self, _conversation: object) -> Future[Batch]:
        learned: Future[Batch] = Future()
        learned.set_result(self._batch)
        return learned


@pytest.mark.parametrize("at_once", [False, True])
def test_what_was_learned_is_kept_at_once_only_if_the_user_wants_that(
    asking: Asking, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    services = asking.context.services
    services.settings.put(LEARN_BY_ITSELF, at_once).result()
    one = ConversationId("one")

    def put(text: str, note: NoteId | None = None) -> Learned:
        candidate = Candidate(Learns.MEMORY, text, text, text, True, Category.FACT, 3)
        found = Learned(
            id_of(one, candidate), one, candidate, "model", services.clock.now(), note=note
        )
        services.store.write(lambda db: learned.put(db, found)).result()
        return found

    note = services.notes.capture(Draft("The key is with Ben.")).result().note
    cards = (put("The boat is in the shed."), put("The key is with Ana.", note))
    assert services.memory.reader is not None  # also for the background, which has used it by now
    monkeypatch.setattr(services.memory, "reader", FakeReader(Batch(cards)))

    asking.ask(QUESTION)

    if not at_once:
        assert services.review.count() == 2
        assert asking.context.messages.shown == []
        return
    qtbot.waitUntil(lambda: asking.context.messages.text == "1 thing was learned")
    assert services.review.count() == 1  # a note says otherwise: the user decides
    asking.context.messages.press()
    qtbot.waitUntil(lambda: services.review.count() == 2)
