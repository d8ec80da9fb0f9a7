"""The features of a window, in the order they load.

Each is imported when its turn comes, because together they take a third of the start. None blocks the window for more
than about 40 ms, which is why the search is split into four.
"""

import uuid
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING

from notebrain.app.services import Services
from notebrain.app.settings.table import TEXT_MODE
from notebrain.gui.app.close_guard import CloseGuard
from notebrain.gui.app.deferred_loading import DeferredLoader
from notebrain.gui.app.window_builder import BareWindow
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.editor.controller import EditorController
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.home.controller import HomeController
from notebrain.gui.note_list.trash import Trash
from notebrain.gui.notes.navigation import NavigationController
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.sidebar.workspace_menu import WorkspaceController
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.commands import ShownKeys, bind_commands
from notebrain.gui.window.pages import NarrowLayout

if TYPE_CHECKING:
    from notebrain.gui.ask.controller import AskController
    from notebrain.gui.attachments.controller import AttachmentController
    from notebrain.gui.beside.controller import BesideController
    from notebrain.gui.editor.spell_checker import SpellChecker
    from notebrain.gui.links.link_opener import LinkOpener
    from notebrain.gui.output.shared_files import SharedFiles
    from notebrain.gui.programs.server import ProgramServer
    from notebrain.gui.quick_capture.controller import QuickCaptureController
    from notebrain.gui.quick_search.controller import QuickSearchController
    from notebrain.gui.review.controller import ReviewController
    from notebrain.gui.search.controller import SearchController
    from notebrain.gui.tray.controller import TrayController


class AppWindow(BareWindow):
    """A window with its features; those that others use are attributes."""

    search: "SearchController"
    beside: "BesideController"
    review: "ReviewController | None" = None

    def __init__(
        self,
        services: Services,
        theme: Theme,
        events: EventBridge,
        editor: EditorPanel,
        open_notes: OpenNotes,
    ) -> None:
        super().__init__(services, theme, events, editor)
        self.open_notes = open_notes
        open_notes.left.connect(self.browser.on_left)
        context, acts = self.context, self.acts
        bind_commands(context, self.window, self.notes, acts, self.exchange)
        NarrowLayout(context, self.window, editor, self.notes, self.stack)
        WorkspaceController(context, self.sidebar.switcher)
        EditorController(context, editor, acts, self.note_menu)
        Trash(context, self.notes)
        NavigationController(context, editor, self.notes.view, self.return_location, self.visits)
        AppearanceController(context)
        ShownKeys(context, self.sidebar, self.notes.steps, self.welcome)
        HomeController(context, editor, acts, self.keys, self.status)
        CloseGuard(context, self.window, editor, has_tray=lambda: self.tray.has_tray)
        self.loader = DeferredLoader(context, [partial(load, self) for load in FEATURES])
        self.loader.finished.connect(self.browser.repeat_news)

    @cached_property
    def quick_capture(self) -> "QuickCaptureController":
        """The capture window, which may be requested before its turn to load comes."""
        from notebrain.gui.quick_capture.controller import QuickCaptureController

        made = QuickCaptureController(self.context, self.editor, self.acts, self.attachments.adder)
        made.over.connect(self._on_capture_over)
        return made

    @cached_property
    def quick_search(self) -> "QuickSearchController":
        """The quick search window, which nothing needs before it is requested."""
        from notebrain.gui.quick_search.controller import QuickSearchController

        return QuickSearchController(
            self.context,
            self.editor,
            capture=self._ask_capture,
            ask=self._ask_question,
            open_conversation=self._open_conversation,
        )

    @cached_property
    def asking(self) -> "AskController":
        """The page that answers questions; the quick search may request it before its turn to load comes."""
        from notebrain.gui.ask.controller import AskController

        return AskController(self.context, self.return_location, self.notes.few_selected)

    def _ask_question(self, question: str) -> None:
        self.asking.open_with(question)

    def _open_conversation(self, conversation: str) -> None:
        self.asking.open_conversation(conversation)

    def _ask_capture(self, text: str = "") -> None:
        self.quick_capture.ask(text)

    def _on_capture_over(self) -> None:
        if "quick_search" in vars(self):  # it may have opened the capture window
            self.quick_search.over.emit()

    def small_windows(self) -> "list[QuickCaptureController | QuickSearchController]":
        """Return the small windows that were requested so far."""
        made = vars(self)
        return [made[name] for name in ("quick_capture", "quick_search") if name in made]

    @cached_property
    def tray(self) -> "TrayController":
        """The icon in the tray; the window may be closed before its turn to load comes."""
        from notebrain.gui.tray.controller import TrayController

        return TrayController(self.context, capture=self._ask_capture, review=lambda: self.review)

    @cached_property
    def program_server(self) -> "ProgramServer":
        """Answers other programs over HTTP while the user wants it."""
        from notebrain.gui.programs.server import ProgramServer

        return ProgramServer(self.context)

    @cached_property
    def spelling(self) -> "SpellChecker":
        """Checks the notes in all editors."""
        from notebrain.gui.editor.spell_checker import SpellChecker

        return SpellChecker(self.context, self.editor)

    @cached_property
    def shared_files(self) -> "SharedFiles":
        """Files that other programs can take."""
        from notebrain.gui.output.shared_files import SharedFiles

        services = self.context.services
        return SharedFiles(services.folder / "shared", lambda: services.exporter)

    @cached_property
    def attachments(self) -> "AttachmentController":
        """Adds, shows and opens the files of notes."""
        from notebrain.gui.attachments.controller import AttachmentController
        from notebrain.gui.output.shared_files import clipboard_data

        made = AttachmentController(
            self.context, self.active, self.open_notes, self.shared_files.copy, clipboard_data
        )
        self.link_opener.open_file = made.open
        self.link_opener.targets.absent_file = made.states.absence
        made.states.changed.connect(self.link_opener.targets.look_at_files)
        return made

    @cached_property
    def link_opener(self) -> "LinkOpener":
        """Opens addresses and links to notes."""
        from notebrain.gui.links.link_opener import LinkOpener
        from notebrain.gui.links.targets import LinkTargets

        targets = self.open_notes.formats.links = LinkTargets(self.context, self.context.side)
        return LinkOpener(self.context, self.active, targets)


def build_window(
    services: Services, theme: Theme, events: EventBridge, *, at_once: bool = True
) -> AppWindow:
    """Return a window that is not shown yet.

    Args:
        at_once: Load every feature now; otherwise those that the first paint does not need follow it.
    """
    notes = OpenNotes(
        theme,
        services.notes,
        events,
        new_session=lambda: str(uuid.uuid4()),
        on_key=services.typing.key,
    )
    notes.set_mode(TextMode(services.settings.get(TEXT_MODE)))
    editor = EditorPanel(theme, notes, now=services.clock.now)
    window = AppWindow(services, theme, events, editor, notes)
    notes.setParent(window.window)
    if at_once:
        window.loader.finish()
    return window


def _writing_aids(window: AppWindow) -> None:
    from notebrain.gui.editor.commands import FocusMode, FormatCommands
    from notebrain.gui.editor.completion import TagCompletion
    from notebrain.gui.editor.header_buttons import add_note_buttons
    from notebrain.gui.editor.new_note import TypingAhead
    from notebrain.gui.editor.text_modes import TextModes

    context, editor = window.context, window.editor
    TypingAhead(context, editor)
    FormatCommands(context, window.active)
    TextModes(context, window.open_notes)
    add_note_buttons(context, window.active, editor)
    TagCompletion(context, editor)
    FocusMode(context, editor, (window.sidebar, window.notes, window.side, window.status))


def _chosen_notes(window: AppWindow) -> None:
    from notebrain.gui.editor.commands import InlineTagSuggestions
    from notebrain.gui.inspector.controller import InspectorController
    from notebrain.gui.inspector.selection import SelectionController
    from notebrain.gui.window.commands import NoteCommands
    from notebrain.gui.window.edit_commands import EditCommands

    context, editor, acts = window.context, window.editor, window.acts
    selection = SelectionController(
        context, window.notes, window.active, window.stack, acts, window.note_menu
    )
    InspectorController(context, window.active, acts, selection)
    NoteCommands(context, window.active)
    EditCommands(context, acts)
    InlineTagSuggestions(context, editor, acts)


def _review(window: AppWindow) -> None:
    from notebrain.gui.review.controller import ReviewController
    from notebrain.gui.review.note_hint import ReviewHint

    window.review = ReviewController(window.context, window.sidebar, window.acts)
    ReviewHint(window.context, window.editor, window.acts, window.review.show_card)


def _loading(module: str) -> Callable[[AppWindow], object]:
    """Return a step that loads a module; without it, the feature that needs it would load all at once."""
    return lambda _window: import_module(module)


def _search(window: AppWindow) -> None:
    from notebrain.gui.preview.hit_preview import HitPreviewController
    from notebrain.gui.search.controller import SearchController
    from notebrain.gui.window.notices import HealthNotices

    window.search = SearchController(
        window.context,
        window.editor,
        window.sidebar,
        window.acts,
        window.return_location,
        window.status,
    )
    HitPreviewController(
        window.context,
        window.search.panel,
        window.link_opener,
        window.attachments.page_images,
    )
    notices = HealthNotices(window.context, window.strip)
    window.search.panel.failed.connect(notices.on_search_failed)


def _commands(window: AppWindow) -> None:
    from notebrain.gui.command_palette.controller import CommandPaletteOpener

    CommandPaletteOpener(window.context, window.active, window.visits)


def _found_in_note(window: AppWindow) -> None:
    from notebrain.gui.editor.find_in_note import FindCommands

    FindCommands(window.context, window.active)


def _large_notes(window: AppWindow) -> None:
    from notebrain.gui.editor.large_notes import LargeNotes

    large_notes = LargeNotes(window.context, window.exchange.ask_export)
    window.editor.whole_requested.connect(large_notes.read)
    window.editor.export_requested.connect(large_notes.export)


def _links(window: AppWindow) -> None:
    from notebrain.gui.editor.completion import LinkCompletion
    from notebrain.gui.links.controller import LinksController, LinkUpdater
    from notebrain.gui.preview.controller import PreviewController

    opener = window.link_opener
    context, editor, acts = window.context, window.editor, window.acts
    LinksController(context, window.active, acts, opener)
    LinkUpdater(context, editor, acts)
    LinkCompletion(context, editor)
    PreviewController(context, window.active, opener, window.attachments.page_images)


def _attachments(window: AppWindow) -> None:
    from notebrain.gui.attachments.files_controller import FilesController

    show_entry, save = window.sidebar.show_files, window.editor.flush
    FilesController(window.context, window.attachments, show_entry, window.acts, save)


def _ask(window: AppWindow) -> None:
    panel = window.search.panel
    panel.ask_requested.connect(window.asking.open_with)
    panel.summary_requested.connect(window.asking.sum_up)
    panel.conversation_requested.connect(window.asking.open_conversation)


def _profile(window: AppWindow) -> None:
    from notebrain.gui.profile.controller import ProfileController

    ProfileController(window.context, window.acts)


def _procedures(window: AppWindow) -> None:
    from notebrain.gui.procedures.controller import ProceduresController

    ProceduresController(window.context, window.sidebar.show_procedures)


def _output(window: AppWindow) -> None:
    from notebrain.gui.output.controller import OutputController

    OutputController(
        window.context,
        window.active,
        window.notes,
        window.acts,
        window.exchange,
        window.shared_files,
    )


def _beside(window: AppWindow) -> None:
    from notebrain.gui.beside.controller import BesideController
    from notebrain.gui.beside.editor import EditorTools

    tools = EditorTools(
        window.active,
        window.open_notes,
        window.acts,
        window.note_menu,
        window.link_opener,
        window.spelling,
        window.attachments,
        window.exchange.ask_export,
    )
    window.beside = BesideController(window.context, window.stack, tools)


def _history(window: AppWindow) -> None:
    from notebrain.gui.history.controller import HistoryController

    HistoryController(window.context, window.active, window.stack, window.acts)


def _sidebar_aids(window: AppWindow) -> None:
    from notebrain.gui.sidebar.drop_target import DropController
    from notebrain.gui.sidebar.tag_menu import TagMenuController

    DropController(window.context, window.sidebar, window.acts)
    TagMenuController(window.context, window.sidebar, window.acts)


def _templates(window: AppWindow) -> None:
    from notebrain.gui.command_palette.template_picker import TemplatePicker

    TemplatePicker(window.context, window.active)


def _spelling(window: AppWindow) -> None:
    _ = window.spelling


def _settings(window: AppWindow) -> None:
    from notebrain.gui.backups.controller import BackupsController
    from notebrain.gui.settings.controller import SettingsController
    from notebrain.gui.sync.controller import SyncController

    open_link = window.link_opener.open
    settings = SettingsController(window.context, window.keys, open_link, window.program_server)
    SyncController(window.context, window.sidebar, window.status, settings, open_link)
    BackupsController(window.context, window.leave_for)


def _capture(window: AppWindow) -> None:
    _ = window.quick_capture


def _tray(window: AppWindow) -> None:
    from notebrain.gui.settings.hotkey_watcher import HotkeyWatcher
    from notebrain.gui.tray.notifications import DesktopNotifications

    context = window.context
    DesktopNotifications(context, window.tray)
    HotkeyWatcher(context)


def _programs(window: AppWindow) -> None:
    from notebrain.gui.programs.watch import ProgramWatch

    ProgramWatch(window.context)


FEATURES: Sequence[Callable[[AppWindow], object]] = (
    _writing_aids,
    _chosen_notes,
    _review,
    _loading("notebrain.gui.search.panel"),
    _loading("notebrain.domain.search.dates.queries"),
    _loading("notebrain.search.service"),
    _loading("notebrain.gui.preview.hit_preview"),
    _search,
    _commands,
    _found_in_note,
    _large_notes,
    _links,
    _attachments,
    _ask,
    _profile,
    _procedures,
    _output,
    _history,
    _sidebar_aids,
    _templates,
    _spelling,
    _beside,
    _settings,
    _capture,
    _tray,
    _programs,
)
