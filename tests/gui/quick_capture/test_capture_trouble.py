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
from notebrain.gui.app.features import AppWindow
from notebrain.gui.app.standalone_window import StandaloneSession
from notebrain.gui.attachments.file_adder import FileAdder
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.quick_capture import saved_notice
from notebrain.gui.quick_capture.controller import QuickCaptureController
from tests.fakes.capturing import ask, draft_on_disk, keep, kept, press, put_out_of_sight, write
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui

FULL = VaultError("The disk is full.")


@pytest.fixture
def app(open_window: Callable[[], AppWindow]) -> AppWindow:
    return open_window()


@pytest.fixture
def controller(
    context: FakeContext, editor: EditorPanel, acts: NoteActions
) -> QuickCaptureController:
    return QuickCaptureController(
        context, editor, acts, FileAdder(context, lambda _field, _sha: None)
    )


@pytest.fixture
def ended(app: AppWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the program that shows nothing but the capture window was ended."""
    put_out_of_sight(app, qtbot)
    ended: list[bool] = []
    monkeypatch.setattr(app.window, "end", lambda: ended.append(True))
    StandaloneSession(app).ask(Message(MessageKind.CAPTURE))
    return ended


def refused(*_what: object) -> Future[Changes]:
    future: Future[Changes] = Future()
    future.set_exception(FULL)
    return future


def keep_alone(controller: QuickCaptureController, qtbot: QtBot, text: str) -> None:
    write(controller, text)
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)


def test_an_undo_that_fails_is_told_where_it_was_asked_for_and_can_be_tried_again(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keep(controller, qtbot, "Not that")
    with monkeypatch.context() as patch:
        patch.setattr(services.notes, "forget", refused)
        QTest.mouseClick(controller.notice.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(controller.notice.isVisible)
    assert controller.notice.accessibleName() == "Could not undo. The disk is full."
    assert len(kept(services)) == 1

    QTest.mouseClick(controller.notice.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: kept(services) == [])


def test_alone_the_program_ends_once_the_failed_undo_was_told(
    app: AppWindow,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    controller = app.quick_capture
    monkeypatch.setattr(services.notes, "forget", refused)
    monkeypatch.setattr(saved_notice, "_TROUBLE_STAYS_MS", 1)
    keep_alone(controller, qtbot, "Not that")
    assert not ended

    QTest.mouseClick(controller.notice.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: bool(ended))
    assert controller.notice.accessibleName() == "Could not undo. The disk is full."


def test_alone_an_unsaved_note_stays_in_sight_and_esc_keeps_its_draft(
    app: AppWindow,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    controller = app.quick_capture
    monkeypatch.setattr(services.notes, "capture", refused)
    write(controller, "Keep me")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.window.trouble.isVisible)
    assert controller.window.isVisible()
    assert not ended

    press(controller, Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: bool(ended))
    assert draft_on_disk(services) == "Keep me"


def test_alone_a_draft_that_cannot_be_kept_brings_the_window_back_once(
    app: AppWindow,
    services: Services,
    ended: list[bool],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    controller = app.quick_capture
    monkeypatch.setattr(services.capture_drafts, "save", refused)
    write(controller, "Half a thought")
    press(controller, Qt.Key.Key_Escape)
    qtbot.waitUntil(controller.window.trouble.isVisible)
    assert controller.window.isVisible()
    assert controller.window.text.stored == "Half a thought"
    assert not ended

    press(controller, Qt.Key.Key_Escape)

    assert ended  # which asks whether the words may be lost


def question(app: AppWindow) -> QMessageBox | None:
    return next((one for one in app.window.findChildren(QMessageBox) if one.isVisible()), None)


def test_closing_asks_at_once_about_a_draft_that_cannot_be_saved(
    app: AppWindow,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    controller = app.quick_capture
    monkeypatch.setattr(services.capture_drafts, "save", refused)
    ask(controller, qtbot)
    write(controller, "Half a thought")
    press(controller, Qt.Key.Key_Escape)
    qtbot.waitUntil(controller.window.trouble.isVisible)
    press(controller, Qt.Key.Key_Escape)
    assert not controller.window.isVisible()

    assert not app.window.close()
    qtbot.waitUntil(lambda: question(app) is not None)  # less than the ten seconds of patience
    box = question(app)
    assert box is not None
    box.button(QMessageBox.StandardButton.Cancel).click()

    qtbot.waitUntil(controller.window.isVisible)
    assert controller.window.text.stored == "Half a thought"
    assert app.window.isVisible()


def test_repeats_and_workspaces_are_not_read_on_the_windows_thread(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on: dict[str, threading.Thread] = {}
    repeats, workspaces = services.notes.repeats, services.library.workspaces

    def look(text: str) -> object:
        on["repeats"] = threading.current_thread()
        return repeats(text)

    def names() -> object:
        on["workspaces"] = threading.current_thread()
        return workspaces()

    monkeypatch.setattr(services.notes, "repeats", look)
    monkeypatch.setattr(services.library, "workspaces", names)
    keep(controller, qtbot, "Bread")

    assert set(on) == {"repeats", "workspaces"}
    assert threading.main_thread() not in on.values()


def test_a_vault_that_cannot_tell_of_repeats_saves_the_note_and_says_so(
    controller: QuickCaptureController,
    context: FakeContext,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_text: str) -> list[NoteId]:
        raise VaultError("The file cannot be read.")

    monkeypatch.setattr(services.notes, "repeats", fail)
    keep(controller, qtbot, "Bread")

    assert [note.body for note in kept(services)] == ["Bread"]
    assert controller.notice.accessibleName() == "Saved, not checked for repeats: Bread"
    assert context.messages.text == "The file cannot be read."


@pytest.fixture
def slow_reading(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nobody knows of repeats before this is set."""
    free = threading.Event()

    def wait(_text: str) -> list[NoteId]:
        free.wait(60)
        return [NoteId("too late")]

    monkeypatch.setattr(services.notes, "repeats", wait)
    yield free
    free.set()


def test_a_slow_search_for_repeats_does_not_hold_the_note_up(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    slow_reading: threading.Event,
) -> None:
    keep(controller, qtbot, "Bread")

    assert [note.body for note in kept(services)] == ["Bread"]
    assert not slow_reading.is_set()


def test_a_workspace_that_a_link_names_is_taken_only_if_it_is_there(
    controller: QuickCaptureController, services: Services, qtbot: QtBot
) -> None:
    services.notes.capture(Draft("Here", workspace="Work")).result()
    controller.ask("One", workspace="Nowhere")
    controller.ask("Two", workspace="Work")
    qtbot.waitUntil(lambda: controller.window.foot.workspace.text() == "Work")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)

    assert {note.workspace for note in kept(services)} == {"Work"}


def test_workspaces_that_cannot_be_read_leave_the_window_as_it_was(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> list[str]:
        raise VaultError("The file cannot be read.")

    monkeypatch.setattr(services.library, "workspaces", fail)
    ask(controller, qtbot)
    qtbot.waitUntil(lambda: "could not be read" in controller.window.foot.state.text())
    write(controller, "Bread")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)

    assert [note.body for note in kept(services)] == ["Bread"]


def test_a_kept_draft_that_cannot_be_read_is_told_and_does_not_stand_in_the_way(
    controller: QuickCaptureController,
    services: Services,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> CaptureDraft:
        raise UserError("The file cannot be read.")

    monkeypatch.setattr(services.capture_drafts, "get", fail)
    ask(controller, qtbot)
    assert "draft cannot be read" in controller.window.trouble.text.text()

    write(controller, "Bread")
    press(controller, Qt.Key.Key_Return)
    qtbot.waitUntil(controller.notice.isVisible)

    assert [note.body for note in kept(services)] == ["Bread"]
