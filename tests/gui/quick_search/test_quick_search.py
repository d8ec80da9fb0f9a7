"""Finding a note in the small window, by keys."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from notebrain.app.events import HotkeyName, HotkeyPressed, QuickSearchAsked
from notebrain.app.services import Services
from notebrain.ask.service import AskRequest
from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.quick_search.controller import QuickSearchController
from notebrain.gui.quick_search.model import AskRow, FoundRow, NewRow
from notebrain.gui.quick_search.window import MOST_ROWS
from notebrain.gui.window.pages import ASK
from tests.fakes.capturing import ask
from tests.fakes.context import FakeContext
from tests.fakes.recall import FakeRecall, make_hit

pytestmark = pytest.mark.gui

NOTES = (
    "Gas bottle went empty after 26 days",
    "Greenhouse heater runs on gas",
    "Ferry back: last boat 21:15",
)


@pytest.fixture
def services(services: Services) -> Services:
    """A vault with some notes."""
    for text in NOTES:
        services.notes.capture(Draft(text)).result()
    return services


@pytest.fixture
def app(services: Services, open_window: Callable[[], AppWindow]) -> AppWindow:
    return open_window()


@pytest.fixture
def controller(context: FakeContext, editor: EditorPanel) -> QuickSearchController:
    def nothing(_text: str) -> None:
        return None

    return QuickSearchController(
        context, editor, capture=nothing, ask=nothing, open_conversation=nothing
    )


@pytest.fixture
def recall(services: Services, monkeypatch: pytest.MonkeyPatch) -> FakeRecall:
    fake = FakeRecall()
    monkeypatch.setattr(services, "search", fake)
    return fake


def press(
    controller: QuickSearchController, key: Qt.Key, held: Qt.KeyboardModifier | None = None
) -> None:
    QTest.keyClick(controller.window.edit, key, held or Qt.KeyboardModifier.NoModifier)


def titles(controller: QuickSearchController) -> list[str]:
    """Return the titles of the rows, without the offer below them to ask a question."""
    return [row.text for row in controller.window.model.rows if not isinstance(row, AskRow)]


def search_for(controller: QuickSearchController, qtbot: QtBot, text: str) -> None:
    """Type a query and wait for its whole answer."""
    QTest.keyClicks(controller.window.edit, text)
    qtbot.waitUntil(lambda: answered(controller, text))


def answered(controller: QuickSearchController, text: str) -> bool:
    return controller.window.edit.text() == text and not controller.busy


def current(controller: QuickSearchController) -> str:
    return controller.window.current.text if controller.window.current is not None else ""


def test_without_a_query_the_notes_edited_last_are_listed(
    controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    qtbot.waitUntil(lambda: len(titles(controller)) == len(NOTES))

    assert set(titles(controller)) == set(NOTES)
    assert "Recently edited" in controller.window.status.text


def test_the_chosen_note_opens_in_the_window_ready_to_be_written_in(
    app: AppWindow, qtbot: QtBot
) -> None:
    controller = app.quick_search
    ask(controller, qtbot)
    search_for(controller, qtbot, "gas")
    assert set(titles(controller)[:2]) == set(NOTES[:2])
    press(controller, Qt.Key.Key_Down)
    wanted = titles(controller)[1]
    assert current(controller) == wanted

    press(controller, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == wanted)
    qtbot.waitUntil(app.window.isActiveWindow)
    qtbot.waitUntil(app.editor.view.hasFocus)
    assert not controller.window.isVisible()


def test_a_recent_note_opens_too(
    controller: QuickSearchController, editor: EditorPanel, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    qtbot.waitUntil(lambda: bool(titles(controller)))
    wanted = titles(controller)[-1]
    press(controller, Qt.Key.Key_Up)
    press(controller, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: editor.view.toPlainText() == wanted)


def test_a_click_opens_a_note(
    controller: QuickSearchController, editor: EditorPanel, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    qtbot.waitUntil(lambda: bool(titles(controller)))
    wanted, view = titles(controller)[1], controller.window.view
    place = view.visualRect(controller.window.model.index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    qtbot.waitUntil(lambda: editor.view.toPlainText() == wanted)


def test_ctrl_enter_copies_the_text_of_the_note_and_puts_the_window_away(
    controller: QuickSearchController, editor: EditorPanel, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    search_for(controller, qtbot, "ferry")
    before = editor.view.toPlainText()
    with qtbot.waitSignal(controller.over):
        press(controller, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "Ferry back: last boat 21:15"
    assert not controller.window.isVisible()
    assert editor.view.toPlainText() == before


def test_esc_puts_the_window_away_and_the_query_waits_to_be_typed_over(
    controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    search_for(controller, qtbot, "gas")
    with qtbot.waitSignal(controller.over):
        press(controller, Qt.Key.Key_Escape)
    assert not controller.window.isVisible()

    ask(controller, qtbot)
    assert controller.window.edit.selectedText() == "gas"
    search_for(controller, qtbot, "ferry")
    assert current(controller) == "Ferry back: last boat 21:15"


def test_the_call_again_puts_the_window_away(
    controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    controller.ask()

    assert not controller.window.isVisible()


def test_the_hotkey_and_the_word_of_another_process_call_it(app: AppWindow, qtbot: QtBot) -> None:
    controller = app.quick_search
    app.events.publish(HotkeyPressed(HotkeyName.SEARCH))
    qtbot.waitUntil(controller.window.isVisible)

    app.events.publish(QuickSearchAsked("ferry"))
    qtbot.waitUntil(lambda: answered(controller, "ferry"))

    assert current(controller) == "Ferry back: last boat 21:15"


def test_what_is_nowhere_begins_a_note_in_the_capture_window(app: AppWindow, qtbot: QtBot) -> None:
    controller = app.quick_search
    ask(controller, qtbot)
    search_for(controller, qtbot, "zzyzx road")
    assert controller.window.model.rows == [NewRow("zzyzx road"), AskRow("zzyzx road")]

    press(controller, Qt.Key.Key_Return)

    capture = app.quick_capture
    qtbot.waitUntil(capture.window.isVisible)
    assert capture.window.text.stored == "zzyzx road"
    assert not controller.window.isVisible()


def test_the_last_row_asks_the_notes_what_was_searched_for(app: AppWindow, qtbot: QtBot) -> None:
    controller = app.quick_search
    ask(controller, qtbot)
    search_for(controller, qtbot, "when is gas paid?")
    press(controller, Qt.Key.Key_Up)
    assert current(controller) == "Ask your notes “when is gas paid?”"

    press(controller, Qt.Key.Key_Return)

    qtbot.waitUntil(app.window.isActiveWindow)
    assert app.context.pages.current == ASK
    assert [turn.question.text() for turn in app.asking.page.turns] == ["when is gas paid?"]
    assert not controller.window.isVisible()


def test_filters_alone_ask_nothing(controller: QuickSearchController, qtbot: QtBot) -> None:
    ask(controller, qtbot)
    search_for(controller, qtbot, "is:pinned ")

    assert not any(isinstance(row, AskRow) for row in controller.window.model.rows)


def test_the_user_is_through_only_when_the_note_that_was_begun_is_left(
    app: AppWindow, qtbot: QtBot
) -> None:
    controller = app.quick_search
    ask(controller, qtbot)
    search_for(controller, qtbot, "zzyzx road")
    with qtbot.assertNotEmitted(controller.over):
        press(controller, Qt.Key.Key_Return)
    with qtbot.waitSignal(controller.over):
        QTest.keyClick(app.quick_capture.window.text, Qt.Key.Key_Escape)


def test_meaning_joins_in_its_place_and_a_note_moved_to_stays_chosen(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    a, b, c, d = (make_hit(name) for name in ("A", "B", "C", "D"))
    recall.by_words, recall.by_both = (a, b, c), (d, c, b, a)
    recall.meaning_may_answer.clear()
    ask(controller, qtbot)
    QTest.keyClicks(controller.window.edit, "what")
    qtbot.waitUntil(lambda: titles(controller) == ["A", "B", "C"])
    assert controller.window.status.busy
    press(controller, Qt.Key.Key_Down)

    recall.meaning_may_answer.set()
    qtbot.waitUntil(lambda: not controller.window.status.busy)

    assert titles(controller) == ["D", "C", "B", "A"]
    assert current(controller) == "B"
    assert [row.joined for row in controller.window.model.rows if isinstance(row, FoundRow)] == [
        True,
        False,
        False,
        False,
    ]


def test_enter_before_the_answer_means_the_best_of_it(
    recall: FakeRecall,
    controller: QuickSearchController,
    editor: EditorPanel,
    services: Services,
    take: Callable[..., NoteId],
    qtbot: QtBot,
) -> None:
    note = services.library.note(take("Found at last"))
    hit = make_hit(str(note.id))
    recall.by_words = (hit,)
    ask(controller, qtbot)
    QTest.keyClicks(controller.window.edit, "found")
    press(controller, Qt.Key.Key_Return)
    assert controller.window.isVisible()

    qtbot.waitUntil(lambda: editor.view.toPlainText() == "Found at last")
    assert not controller.window.isVisible()


def test_it_says_when_there_is_no_meaning(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    recall.by_words = (make_hit("A"),)
    recall.answer = replace(recall.answer, degraded="No model is on this computer.")
    ask(controller, qtbot)
    search_for(controller, qtbot, "what")

    assert controller.window.status.text == "1 note by words. No model is on this computer."
    assert titles(controller) == ["A"]


def test_a_search_that_fails_is_said_and_offers_nothing(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    recall.failure = UserError("The disk went away.")
    ask(controller, qtbot)
    QTest.keyClicks(controller.window.edit, "what")
    qtbot.waitUntil(lambda: "The disk went away." in controller.window.status.text)
    press(controller, Qt.Key.Key_Return)

    assert titles(controller) == []
    assert controller.window.isVisible()


def test_a_note_that_is_gone_by_now_is_said_to_be_gone(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    recall.by_words = (make_hit("never-was"),)
    ask(controller, qtbot)
    search_for(controller, qtbot, "what")
    press(controller, Qt.Key.Key_Return)

    assert controller.window.status.text == "This note is gone"
    assert controller.window.isVisible()


def test_a_vault_that_cannot_be_read_is_told_in_the_quick_search_itself(
    controller: QuickSearchController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_what: object, **_how: object) -> None:
        raise UserError("The file cannot be read.")

    ask(controller, qtbot)
    qtbot.waitUntil(lambda: controller.window.current_note is not None)
    monkeypatch.setattr(services.library, "note", fail)
    press(controller, Qt.Key.Key_Return)
    assert controller.window.status.text == "The file cannot be read."
    assert controller.window.isVisible()

    controller.leave()
    monkeypatch.setattr(services.library, "rows", fail)
    controller.ask()
    qtbot.waitUntil(
        lambda: controller.window.status.text == "This search failed: The file cannot be read."
    )


def test_the_window_is_as_high_as_its_rows_up_to_the_most(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    heights: list[int] = []
    counts = (1, 3, MOST_ROWS, MOST_ROWS + 5)
    for count in counts:
        recall.by_words = tuple(make_hit(str(one)) for one in range(count))
        controller.window.edit.clear()
        search_for(controller, qtbot, f"query {count}")
        assert len(titles(controller)) == count
        heights.append(controller.window.height())

    assert heights[0] < heights[1] < heights[2] == heights[3]


def test_a_screen_reader_hears_the_chosen_note_through_the_field(
    controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    search_for(controller, qtbot, "ferry")

    assert controller.window.edit.accessibleName() == "Search your notes"
    assert "Ferry back: last boat 21:15" in controller.window.edit.accessibleDescription()


def test_each_kind_of_row_has_its_icon_and_says_its_kind(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    recall.by_words = (
        make_hit("Words", words=("gas",)),
        make_hit("Pinned", words=("gas",), pinned=True),
        make_hit("Local", words=("gas",), local_only=True),
        make_hit("Near", meaning=1.0),
        replace(make_hit("Old", words=("gas",)), outdated=True),
    )
    ask(controller, qtbot)

    search_for(controller, qtbot, "gas")

    rows = controller.window.model.rows
    assert [row.icon for row in rows if isinstance(row, FoundRow)] == [
        "file-text",
        "pin",
        "lock",
        "text-search",
        "history",
    ]
    spoken = controller.window.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "pinned" in spoken


def test_a_note_of_one_line_is_not_quoted_below_its_title(
    controller: QuickSearchController, qtbot: QtBot
) -> None:
    ask(controller, qtbot)
    search_for(controller, qtbot, "ferry")

    row = controller.window.current

    assert isinstance(row, FoundRow)
    assert row.title == NOTES[2]
    assert row.quote == ""


def test_what_is_far_from_the_best_hit_and_only_near_in_meaning_is_left_out(
    recall: FakeRecall, controller: QuickSearchController, qtbot: QtBot
) -> None:
    best = make_hit("Best", keyword=1.0, meaning=1.0, words=("gas",))
    recall.by_words = (best,)
    recall.by_both = (best, make_hit("Far", keyword=0.0, meaning=0.4))
    ask(controller, qtbot)

    search_for(controller, qtbot, "gas")

    assert titles(controller) == ["Best"]
    assert controller.window.status.text.startswith("1 note")


def test_a_conversation_is_opened_where_questions_are_asked(app: AppWindow, qtbot: QtBot) -> None:
    conversations = app.context.services.memory.conversations
    one = conversations.begin()
    answer = app.context.services.asking.ask(AskRequest("Which gas bottle?"))
    conversations.keep(one, 0, answer, at=app.context.services.clock.now()).result()
    controller = app.quick_search
    controller.ask()
    search_for(controller, qtbot, "bottle is:conversation")
    assert titles(controller) == ["Which gas bottle?"]
    assert not any(isinstance(row, AskRow) for row in controller.window.model.rows)

    press(controller, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert controller.window.isVisible()  # there is no text to copy
    press(controller, Qt.Key.Key_Return)

    assert app.context.pages.current == ASK
    qtbot.waitUntil(lambda: [turn.question for turn in app.asking.page.turns] != [])
    assert not controller.window.isVisible()
