"""Finding a note in the small window, by keys."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.events import HotkeyName, HotkeyPressed, QuickSearchAsked
from notebrain.app.services import Services
from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import flow_of as capture_of
from notebrain.gui.quick_search.controller import QuickSearchFlow, flow_of
from notebrain.gui.quick_search.model import FoundRow, NewRow
from notebrain.gui.quick_search.window import MOST_ROWS
from tests.fakes.recall import FakeRecall, make_hit

pytestmark = pytest.mark.gui

NOTES = (
    "Gas bottle went empty after 26 days",
    "Greenhouse heater runs on gas",
    "Ferry back: last boat 21:15",
)


@pytest.fixture
def desk(open_desk: Callable[[], Desk], services: Services) -> Desk:
    for text in NOTES:
        services.capture.capture(Draft(text)).result()
    return open_desk()


@pytest.fixture
def flow(desk: Desk) -> QuickSearchFlow:
    return flow_of(desk)


@pytest.fixture
def recall(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> FakeRecall:
    fake = FakeRecall()
    monkeypatch.setattr(desk.services, "recall", fake)
    return fake


def desk_window(flow: QuickSearchFlow) -> QWidget:
    desk = flow.parent()
    assert isinstance(desk, Desk)
    return desk.window


def ask(flow: QuickSearchFlow, qtbot: QtBot, text: str = "") -> None:
    if not flow.window.isVisible():  # offscreen, hiding a window gives the focus to no other
        desk_window(flow).activateWindow()
        qtbot.waitUntil(desk_window(flow).isActiveWindow)
    flow.ask(text)
    qtbot.waitUntil(flow.window.isActiveWindow)
    qtbot.waitUntil(flow.window.edit.hasFocus)


def press(flow: QuickSearchFlow, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(flow.window.edit, key, held or Qt.KeyboardModifier.NoModifier)


def titles(flow: QuickSearchFlow) -> list[str]:
    return [row.text for row in flow.window.model.rows]


def look_for(flow: QuickSearchFlow, qtbot: QtBot, text: str) -> None:
    """Type a query and wait for its whole answer."""
    QTest.keyClicks(flow.window.edit, text)
    qtbot.waitUntil(lambda: answered(flow, text))


def answered(flow: QuickSearchFlow, text: str) -> bool:
    return flow.window.edit.text() == text and not flow.busy


def current(flow: QuickSearchFlow) -> str:
    return flow.window.current.text if flow.window.current is not None else ""


def test_without_a_query_the_notes_edited_last_are_listed(
    flow: QuickSearchFlow, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    qtbot.waitUntil(lambda: len(titles(flow)) == len(NOTES))

    assert set(titles(flow)) == set(NOTES)
    assert "Edited last" in flow.window.said.text


def test_the_chosen_note_opens_in_the_window_ready_to_be_written_in(
    flow: QuickSearchFlow, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "gas")
    assert set(titles(flow)[:2]) == set(NOTES[:2])
    press(flow, Qt.Key.Key_Down)
    wanted = titles(flow)[1]
    assert current(flow) == wanted

    press(flow, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == wanted)
    qtbot.waitUntil(desk.window.isActiveWindow)
    qtbot.waitUntil(desk.editor.view.hasFocus)
    assert not flow.window.isVisible()


def test_a_recent_note_opens_too(flow: QuickSearchFlow, desk: Desk, qtbot: QtBot) -> None:
    ask(flow, qtbot)
    qtbot.waitUntil(lambda: bool(titles(flow)))
    wanted = titles(flow)[-1]
    press(flow, Qt.Key.Key_Up)
    press(flow, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == wanted)


def test_a_click_opens_a_note(flow: QuickSearchFlow, desk: Desk, qtbot: QtBot) -> None:
    ask(flow, qtbot)
    qtbot.waitUntil(lambda: bool(titles(flow)))
    wanted, view = titles(flow)[1], flow.window.view
    place = view.visualRect(flow.window.model.index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == wanted)


def test_ctrl_enter_copies_the_text_of_the_note_and_puts_the_window_away(
    flow: QuickSearchFlow, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "ferry")
    before = desk.editor.view.toPlainText()
    with qtbot.waitSignal(flow.over):
        press(flow, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "Ferry back: last boat 21:15"
    assert not flow.window.isVisible()
    assert desk.editor.view.toPlainText() == before


def test_esc_puts_the_window_away_and_the_query_waits_to_be_typed_over(
    flow: QuickSearchFlow, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "gas")
    with qtbot.waitSignal(flow.over):
        press(flow, Qt.Key.Key_Escape)
    assert not flow.window.isVisible()

    ask(flow, qtbot)
    assert flow.window.edit.selectedText() == "gas"
    look_for(flow, qtbot, "ferry")
    assert current(flow) == "Ferry back: last boat 21:15"


def test_the_call_again_puts_the_window_away(flow: QuickSearchFlow, qtbot: QtBot) -> None:
    ask(flow, qtbot)
    flow.ask()

    assert not flow.window.isVisible()


def test_the_hotkey_and_the_word_of_another_process_call_it(
    flow: QuickSearchFlow, desk: Desk, qtbot: QtBot
) -> None:
    desk.bridge.publish(HotkeyPressed(HotkeyName.SEARCH))
    qtbot.waitUntil(flow.window.isVisible)

    desk.bridge.publish(QuickSearchAsked("ferry"))
    qtbot.waitUntil(lambda: answered(flow, "ferry"))

    assert current(flow) == "Ferry back: last boat 21:15"


def test_what_is_nowhere_begins_a_note_in_the_capture_window(
    flow: QuickSearchFlow, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "zzyzx road")
    assert flow.window.model.rows == [NewRow("zzyzx road")]

    press(flow, Qt.Key.Key_Return)

    capture = capture_of(desk)
    qtbot.waitUntil(capture.window.isVisible)
    assert capture.window.text.stored == "zzyzx road"
    assert not flow.window.isVisible()


def test_the_user_is_through_only_when_the_note_that_was_begun_is_left(
    flow: QuickSearchFlow, desk: Desk, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "zzyzx road")
    with qtbot.assertNotEmitted(flow.over):
        press(flow, Qt.Key.Key_Return)
    with qtbot.waitSignal(flow.over):
        QTest.keyClick(capture_of(desk).window.text, Qt.Key.Key_Escape)


def test_meaning_joins_below_and_the_chosen_note_stays_where_it_is(
    recall: FakeRecall, desk: Desk, qtbot: QtBot
) -> None:
    a, b, c, d = (make_hit(name) for name in ("A", "B", "C", "D"))
    recall.by_words, recall.by_both = (a, b, c), (d, c, b, a)
    recall.meaning_may_answer.clear()
    flow = flow_of(desk)
    ask(flow, qtbot)
    QTest.keyClicks(flow.window.edit, "what")
    qtbot.waitUntil(lambda: titles(flow) == ["A", "B", "C"])
    assert flow.window.said.busy
    press(flow, Qt.Key.Key_Down)

    recall.meaning_may_answer.set()
    qtbot.waitUntil(lambda: not flow.window.said.busy)

    assert titles(flow) == ["A", "B", "D", "C"]
    assert current(flow) == "B"
    assert [row.joined for row in flow.window.model.rows if isinstance(row, FoundRow)] == [
        False,
        False,
        True,
        False,
    ]


def test_enter_before_the_answer_means_the_best_of_it(
    recall: FakeRecall, desk: Desk, take: Callable[..., NoteId], qtbot: QtBot
) -> None:
    note = desk.services.library.note(take("Found at last"))
    hit = make_hit(str(note.id))
    recall.by_words = (hit,)
    flow = flow_of(desk)
    ask(flow, qtbot)
    QTest.keyClicks(flow.window.edit, "found")
    press(flow, Qt.Key.Key_Return)
    assert flow.window.isVisible()

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "Found at last")
    assert not flow.window.isVisible()


def test_it_says_when_there_is_no_meaning(recall: FakeRecall, desk: Desk, qtbot: QtBot) -> None:
    recall.by_words = (make_hit("A"),)
    recall.answer = replace(recall.answer, degraded="No model is on this computer.")
    flow = flow_of(desk)
    ask(flow, qtbot)
    look_for(flow, qtbot, "what")

    assert flow.window.said.text == "1 note by words. No model is on this computer."
    assert titles(flow) == ["A"]


def test_a_search_that_fails_is_said_and_offers_nothing(
    recall: FakeRecall, desk: Desk, qtbot: QtBot
) -> None:
    recall.failure = UserError("The disk went away.")
    flow = flow_of(desk)
    ask(flow, qtbot)
    QTest.keyClicks(flow.window.edit, "what")
    qtbot.waitUntil(lambda: "The disk went away." in flow.window.said.text)
    press(flow, Qt.Key.Key_Return)

    assert titles(flow) == []
    assert flow.window.isVisible()


def test_a_note_that_is_gone_by_now_is_said_to_be_gone(
    recall: FakeRecall, desk: Desk, qtbot: QtBot
) -> None:
    recall.by_words = (make_hit("never-was"),)
    flow = flow_of(desk)
    ask(flow, qtbot)
    look_for(flow, qtbot, "what")
    press(flow, Qt.Key.Key_Return)

    assert flow.window.said.text == "This note is gone"
    assert flow.window.isVisible()


def test_a_vault_that_cannot_be_read_is_told_in_the_quick_search_itself(
    flow: QuickSearchFlow, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_what: object, **_how: object) -> None:
        raise UserError("The file cannot be read.")

    ask(flow, qtbot)
    qtbot.waitUntil(lambda: flow.window.current_note is not None)
    monkeypatch.setattr(services.library, "note", fail)
    press(flow, Qt.Key.Key_Return)
    assert flow.window.said.text == "The file cannot be read."
    assert flow.window.isVisible()

    flow.leave()
    monkeypatch.setattr(services.library, "rows", fail)
    flow.ask()
    qtbot.waitUntil(lambda: flow.window.said.text == "This search failed: The file cannot be read.")


def test_the_window_is_as_high_as_its_rows_up_to_the_most(
    recall: FakeRecall, desk: Desk, qtbot: QtBot
) -> None:
    flow = flow_of(desk)
    ask(flow, qtbot)
    heights: list[int] = []
    counts = (1, 3, MOST_ROWS, MOST_ROWS + 5)
    for count in counts:
        recall.by_words = tuple(make_hit(str(one)) for one in range(count))
        flow.window.edit.clear()
        look_for(flow, qtbot, f"query {count}")
        assert len(titles(flow)) == count
        heights.append(flow.window.height())

    assert heights[0] < heights[1] < heights[2] == heights[3]


def test_a_screen_reader_hears_the_chosen_note_through_the_field(
    flow: QuickSearchFlow, qtbot: QtBot
) -> None:
    ask(flow, qtbot)
    look_for(flow, qtbot, "ferry")

    assert flow.window.edit.accessibleName() == "Search your notes"
    assert "Ferry back: last boat 21:15" in flow.window.edit.accessibleDescription()
