"""What the tests of the window share."""

import gc
import os

# before Qt is loaded; a run under a real display sets its own
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import numpy  # noqa: F401 - pytest.approx looks for it and fails if a thread of the window is just importing it
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from notebrain.app.background.worker import Worker
from notebrain.app.commands.command import CommandId, Scope
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import Services
from notebrain.app.settings.remembered import WINDOW
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.background_events import Background
from notebrain.gui.app.deferred_loading import collect_garbage
from notebrain.gui.app.features import AppWindow, build_window
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.editor import spell_checker as checker
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.theme import theme as theme_module
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.system.spelling import EnchantSpeller
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext, fake_context

Take = Callable[..., NoteId]
PATIENCE_MS = 30_000


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    return ["notebrain"]


class PatientQtBot(QtBot):
    """Waits half a minute for a condition: a busy machine is no fault of the window."""

    def waitUntil(  # noqa: N802 - pytest-qt's name
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(  # noqa: N802 - pytest-qt's name
        self, signal: SignalInstance, *, timeout: int = PATIENCE_MS, **more: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientQtBot:
    return PatientQtBot(request)


@pytest.fixture(scope="module", autouse=True)
def garbage_is_collected_here() -> Iterator[None]:
    """Let no other thread destroy what the tests leave, see `GarbageCollector`."""
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def no_window_stays() -> Iterator[None]:
    """Take away the windows a test leaves: every later change of theme would dress them again, a second for each."""
    before = _windows()
    gc.disable()
    yield
    # Popups last: a completer deletes its own, without asking whether somebody else has done so.
    for popups in (False, True):
        for window in _windows() - before:
            if (window.windowType() is Qt.WindowType.Popup) is popups:
                window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    collect_garbage()


@pytest.fixture(scope="session")
def dictionaries() -> EnchantSpeller:
    return EnchantSpeller()


@pytest.fixture(autouse=True)
def read_dictionaries_once(dictionaries: EnchantSpeller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all windows look words up in the same dictionaries: to read them takes a fifth of opening a window."""
    monkeypatch.setattr(checker, "_enchant", lambda: dictionaries)


@pytest.fixture(autouse=True)
def no_style_sheet(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the style sheet out, which takes half of opening a window; a test marked `styled` has it.

    Whether everything fits and is painted with it is asked of every screen in `app/test_every_screen_fits.py`.
    """
    if request.node.get_closest_marker("styled") is None:
        monkeypatch.setattr(theme_module, "stylesheet", lambda *_of: "")


@pytest.fixture(scope="session", autouse=True)
def empty_clipboard() -> Iterator[None]:
    """Empty the clipboard at the end: offscreen, Qt deletes it after Python has ended, and what Python made crashes."""
    yield
    if QApplication.instance() is not None:
        QApplication.clipboard().clear()


def _windows() -> set[QWidget]:
    return set(QApplication.topLevelWidgets()) if QApplication.instance() else set()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp, ThemeMode.LIGHT)
    yield theme
    theme.deleteLater()


@pytest.fixture
def take(services: Services, clock: FakeClock) -> Take:
    """Take a note, a minute after the one before."""

    def take(body: str, **more: Any) -> NoteId:
        clock.forward(minutes=1)
        return services.notes.capture(Draft(body, **more)).result().note

    return take


@pytest.fixture
def context(services: Services, theme: Theme, qtbot: QtBot) -> Iterator[FakeContext]:
    """What one feature is given, in an empty window that is shown: for tests of one feature alone."""
    made = fake_context(services, theme)
    made.window.resize(1280, 820)
    made.window.show()
    made.window.activateWindow()
    qtbot.waitUntil(made.window.isActiveWindow)
    yield made
    made.close()


@pytest.fixture
def acts(services: Services, context: FakeContext) -> NoteActions:
    """What is done to notes and can be undone; the window shows it, and Ctrl+Z works."""
    acts = NoteActions(services.notes, context.events, services.shredder.remove, context.window)
    for told in (acts.done, acts.undone):
        told.connect(context.window.show_done)
        told.connect(context.messages.show_info)
    acts.failed.connect(context.on_error)
    context.actions.bind(CommandId.UNDO_FILING, acts.undo)
    context.actions.bind(CommandId.REDO_FILING, acts.redo)
    return acts


@pytest.fixture
def editor(services: Services, context: FakeContext) -> EditorPanel:
    """The editor, which shows the note that the navigator is at."""
    notes = OpenNotes(
        context.theme,
        services.notes,
        context.events,
        new_session=lambda: str(uuid.uuid4()),
        on_key=services.typing.key,
        parent=context.window,
    )
    editor = EditorPanel(context.theme, notes, now=services.clock.now)
    context.set_scope(Scope.TEXT, editor.view)
    context.navigator.editor = editor
    context.window.put(editor)
    return editor


@pytest.fixture
def active(context: FakeContext, editor: EditorPanel) -> ActiveEditor:
    """The editor in use, which is the only one."""
    return ActiveEditor(context, editor)


@pytest.fixture
def background(context: FakeContext) -> Worker:
    """The background of the context: it indexes, compares and syncs from now on."""
    context.worker.start()
    return context.worker


@pytest.fixture
def open_window(
    services: Services, theme: Theme, qtbot: QtBot
) -> Iterator[Callable[[], AppWindow]]:
    """Open the window on the vault as it is now."""
    opened: list[tuple[AppWindow, Background]] = []

    def open_window() -> AppWindow:
        bridge = EventBridge()
        app = build_window(services, theme, bridge)
        opened.append((app, Background(app, make_worker(services, bridge))))
        first = not services.settings.get(WINDOW)
        app.start()
        if first:
            app.window.resize(1280, 820)  # as drawn; the screen there is may be smaller

        def is_active() -> bool:
            # another window that comes back takes the focus on a screen that is not there
            app.window.activateWindow()
            return app.window.isActiveWindow()

        qtbot.waitUntil(is_active)
        return app

    yield open_window
    for app, background in opened:
        app.window.hide()
        background.stop()
        app.close()
        app.window.deleteLater()
    # now and here: left to the garbage collector, its timers would end on whichever thread that runs
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
