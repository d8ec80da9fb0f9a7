"""Every feature can be built from a context and the panels it names, without the window that shows it."""

import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal

from notebrain.app.commands.keymap import Keys
from notebrain.app.services import Services
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.gui.app.features import FEATURES, AppWindow
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.import_export.controller import ImportExportController
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.note_list.model import ListSource, NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.pages import EditorStack
from notebrain.gui.window.status_bar import StatusBar
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui


class Parts(SimpleNamespace):
    """Has what features name as an attribute; those created on first use are created as in the window."""

    quick_capture = vars(AppWindow)["quick_capture"]
    quick_search = vars(AppWindow)["quick_search"]
    tray = vars(AppWindow)["tray"]
    link_opener = vars(AppWindow)["link_opener"]
    spelling = vars(AppWindow)["spelling"]
    shared_files = vars(AppWindow)["shared_files"]
    attachments = vars(AppWindow)["attachments"]
    asking = vars(AppWindow)["asking"]
    program_server = vars(AppWindow)["program_server"]
    _ask_capture = vars(AppWindow)["_ask_capture"]
    _on_capture_over = vars(AppWindow)["_on_capture_over"]


class Searched(QObject):
    """The search page as the page for questions sees it."""

    ask_requested = Signal(str)
    summary_requested = Signal(str, list)
    conversation_requested = Signal(str)


@pytest.fixture
def parts(services: Services, theme: Theme, context: FakeContext) -> Parts:
    """The panels that features name, each alone; nothing here is a window that shows them."""
    notes_open = OpenNotes(
        theme,
        services.notes,
        context.events,
        new_session=lambda: str(uuid.uuid4()),
        on_key=services.typing.key,
        parent=context.window,
    )
    editor = EditorPanel(theme, notes_open, now=services.clock.now)
    notes = NoteListPanel(theme, NoteListModel(ListSource(services.library)), services.clock.now)
    acts = NoteActions(services.notes, context.events, services.shredder.remove, context.window)
    strip = ProgressStrip(theme)
    return Parts(
        context=context,
        editor=editor,
        active=ActiveEditor(context, editor),
        open_notes=notes_open,
        notes=notes,
        acts=acts,
        strip=strip,
        sidebar=Sidebar(theme),
        status=StatusBar(theme),
        side=context.side,
        stack=EditorStack(editor),
        keys=Keys(services.settings),
        visits=NavigationHistory(),
        return_location=ReturnLocation(context.window),
        note_menu=NoteMenu(context, acts),
        search=SimpleNamespace(panel=Searched()),
        exchange=ImportExportController(context, strip, acts),
        leave_for=lambda _backup: None,
        review=None,
    )


@pytest.mark.parametrize("load", FEATURES, ids=lambda load: load.__name__.strip("_"))
def test_a_feature_needs_a_context_and_what_it_names(
    load: Callable[[AppWindow], None], parts: Parts
) -> None:
    load(cast("AppWindow", parts))

    assert parts.context.failures == []
