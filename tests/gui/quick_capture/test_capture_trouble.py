"""The capture window, and the notice after it, when the disk does not do what it should."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from notebrain.app.core.instance import Message, MessageKind
from notebrain.app.notes.capture_draft import CaptureDraft
from notebrain.app.services import Services
from notebrain.domain.errors import UserError, VaultError
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.standalone_window import StandaloneSession
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture import saved_notice
from notebrain.gui.quick_capture.controller import QuickCaptureController, flow_of
from tests.fakes.capturing import ask, draft_on_disk, keep, kept, press, put_out_of_sight, write

pytestmark = pytest.mark.gui

FULL = VaultError("The disk is full.")


@pytest.fixture
def desk(open_desk: Callable[[], Desk]) -> Desk:
    return open_desk()


@pytest.fixture
def flow(desk: Desk) -> QuickCaptureController:
    return flow_of(desk)


@pytest.fixture
def ended(desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the program that shows nothing but the capture window was ended."""
    put_out_of_sight(desk, qtbot)
    ended: list[bool] = []
    monkeypatch.setattr(desk.window, "end", lambda: ended.append(True))
    StandaloneSession(desk).ask(Message(MessageKind.CAPTURE))
    return ended


def refused(*_what: object) -> Future[Changes]:
    future: Future[Changes] = Future()
    future.set_exception(FULL)
    return future


def keep_alone(flow: QuickCaptureController, qtbot: QtBot, text: str) -> None:
    write(flow, text)
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)


def test_an_undo_that_fails_is_told_where_it_was_asked_for_and_can_be_tried_again(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(flow, qtbot, "Not that")
    with monkeypatch.context() as patch:
        patch.setattr(services.capture, "forget", refused)
        QTest.mouseClick(flow.notice.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(flow.notice.isVisible)
    assert flow.notice.accessibleName() == "Not undone. The disk is full."
    assert len(kept(services)) == 1

    QTest.mouseClick(flow.notice.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: kept(services) == [])


def test_alone_the_program_ends_once_the_failed_undo_was_told(
    flow: QuickCaptureController,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services.capture, "forget", refused)
    monkeypatch.setattr(saved_notice, "_TROUBLE_STAYS_MS", 1)
    keep_alone(flow, qtbot, "Not that")
    assert not ended

    QTest.mouseClick(flow.notice.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: bool(ended))
    assert flow.notice.accessibleName() == "Not undone. The disk is full."


def test_alone_a_note_that_cannot_be_saved_stays_in_sight_and_esc_ends_with_its_draft_kept(
    flow: QuickCaptureController,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services.capture, "capture", refused)
    write(flow, "Keep me")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.window.trouble.isVisible)
    assert flow.window.isVisible()
    assert not ended

    press(flow, Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: bool(ended))
    assert draft_on_disk(services) == "Keep me"


def test_alone_a_draft_that_cannot_be_kept_brings_the_window_back_once(
    flow: QuickCaptureController,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services.capture_drafts, "keep", refused)
    write(flow, "Half a thought")
    press(flow, Qt.Key.Key_Escape)
    qtbot.waitUntil(flow.window.trouble.isVisible)
    assert flow.window.isVisible()
    assert flow.window.text.stored == "Half a thought"
    assert not ended

    press(flow, Qt.Key.Key_Escape)

    assert ended  # which asks whether the words may be lost


def question(desk: Desk) -> QMessageBox | None:
    return next((one for one in desk.window.findChildren(QMessageBox) if one.isVisible()), None)


def test_closing_asks_at_once_where_a_draft_cannot_be_kept_and_shows_the_words_to_who_stays(
    flow: QuickCaptureController,
    desk: Desk,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services.capture_drafts, "keep", refused)
    ask(flow, qtbot)
    write(flow, "Half a thought")
    press(flow, Qt.Key.Key_Escape)
    qtbot.waitUntil(flow.window.trouble.isVisible)
    press(flow, Qt.Key.Key_Escape)
    assert not flow.window.isVisible()

    assert not desk.window.close()
    qtbot.waitUntil(lambda: question(desk) is not None)  # less than the ten seconds of patience
    box = question(desk)
    assert box is not None
    box.button(QMessageBox.StandardButton.Cancel).click()

    qtbot.waitUntil(flow.window.isVisible)
    assert flow.window.text.stored == "Half a thought"
    assert desk.window.isVisible()


def test_repeats_and_workspaces_are_not_read_on_the_windows_thread(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    on: dict[str, threading.Thread] = {}
    repeats, workspaces = services.capture.repeats, services.library.workspaces

    def look(text: str) -> object:
        on["repeats"] = threading.current_thread()
        return repeats(text)

    def names() -> object:
        on["workspaces"] = threading.current_thread()
        return workspaces()

    monkeypatch.setattr(services.capture, "repeats", look)
    monkeypatch.setattr(services.library, "workspaces", names)
    keep(flow, qtbot, "Bread")

    assert set(on) == {"repeats", "workspaces"}
    assert threading.main_thread() not in on.values()


def test_a_vault_that_cannot_tell_of_repeats_saves_the_note_and_says_so(
    flow: QuickCaptureController,
    desk: Desk,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_text: str) -> list[NoteId]:
        raise VaultError("The file cannot be read.")

    monkeypatch.setattr(services.capture, "repeats", fail)
    keep(flow, qtbot, "Bread")

    assert [note.body for note in kept(services)] == ["Bread"]
    assert flow.notice.accessibleName() == "Saved, repeats not checked: Bread"
    assert desk.status.saved.text() == "The file cannot be read."


@pytest.fixture
def slow_reading(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nobody knows of repeats before this is set."""
    free = threading.Event()

    def wait(_text: str) -> list[NoteId]:
        free.wait(60)
        return [NoteId("too late")]

    monkeypatch.setattr(services.capture, "repeats", wait)
    yield free
    free.set()


def test_a_slow_search_for_repeats_does_not_hold_the_note_up(
    flow: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    slow_reading: threading.Event,
) -> None:
    keep(flow, qtbot, "Bread")

    assert [note.body for note in kept(services)] == ["Bread"]
    assert not slow_reading.is_set()


def test_a_workspace_that_a_link_names_is_taken_only_if_it_is_there(
    flow: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.capture.capture(Draft("Here", workspace="Work")).result()
    flow.ask("One", workspace="Nowhere")
    flow.ask("Two", workspace="Work")
    qtbot.waitUntil(lambda: flow.window.foot.workspace.text() == "Work")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)

    assert {note.workspace for note in kept(services)} == {"Work"}


def test_workspaces_that_cannot_be_read_leave_the_window_as_it_was(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> list[str]:
        raise VaultError("The file cannot be read.")

    monkeypatch.setattr(services.library, "workspaces", fail)
    ask(flow, qtbot)
    qtbot.waitUntil(lambda: "could not be read" in flow.window.foot.state.text())
    write(flow, "Bread")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)

    assert [note.body for note in kept(services)] == ["Bread"]


def test_a_kept_draft_that_cannot_be_read_is_told_and_does_not_stand_in_the_way(
    flow: QuickCaptureController, services: Services, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> CaptureDraft:
        raise UserError("The file cannot be read.")

    monkeypatch.setattr(services.capture_drafts, "get", fail)
    ask(flow, qtbot)
    assert "draft that was kept cannot be read" in flow.window.trouble.text.text()

    write(flow, "Bread")
    press(flow, Qt.Key.Key_Return)
    qtbot.waitUntil(flow.notice.isVisible)

    assert [note.body for note in kept(services)] == ["Bread"]
