"""The features of a window, in the order they load.

Each is imported when its turn comes, because together they take a third of the start. None blocks the window for more
than about 40 ms, which is why the search is split into four.
"""

import uuid
from collections.abc import Sequence
from importlib import import_module

from notebrain.app.services import Services
from notebrain.gui.app.close_guard import CloseGuard
from notebrain.gui.app.deferred_loading import DeferredLoader, Piece
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.core.event_bridge import EventBridge
from notebrain.gui.editor.controller import EditorController
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.home.controller import HomeController
from notebrain.gui.notes.navigation import NavigationController
from notebrain.gui.notes.trash import Trash
from notebrain.gui.settings.appearance import AppearanceController
from notebrain.gui.sidebar.workspace_menu import Workspaces
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window.commands import ShownKeys, bind_commands
from notebrain.gui.window.narrow_layout import NarrowLayout


def build_desk(
    services: Services, theme: Theme, bridge: EventBridge, *, at_once: bool = True
) -> Desk:
    """Return a desk whose window is not shown yet.

    Args:
        at_once: Load every feature now; otherwise those that the first paint does not need follow it.
    """
    editor = EditorPanel(
        theme,
        services.capture,
        bridge,
        now=services.clock.now,
        new_session=lambda: str(uuid.uuid4()),
        on_key=services.typing.key,
    )
    desk = Desk(services, theme, bridge, editor=editor)
    bind_commands(desk)
    NarrowLayout(desk)
    Workspaces(desk)
    EditorController(desk)
    Trash(desk)
    NavigationController(desk)
    AppearanceController(desk)
    ShownKeys(desk)
    HomeController(desk)
    CloseGuard(desk)
    furnishing = DeferredLoader(desk, FEATURES)
    if at_once:
        furnishing.finish()
    return desk


def _review(desk: Desk) -> None:
    from notebrain.gui.review.controller import ReviewController
    from notebrain.gui.review.note_hint import ReviewHint

    ReviewHint(desk, ReviewController(desk).show_card)


def _chosen_notes(desk: Desk) -> None:
    from notebrain.gui.editor.tag_suggestions import InlineTagSuggestions
    from notebrain.gui.inspector.controller import InspectorController
    from notebrain.gui.inspector.selection import SelectionController
    from notebrain.gui.window.commands import NoteCommands

    InspectorController(desk, SelectionController(desk))
    NoteCommands(desk)
    InlineTagSuggestions(desk)


def _writing_aids(desk: Desk) -> None:
    from notebrain.gui.editor.completion import TagCompleting
    from notebrain.gui.editor.focus_mode import WritingMode
    from notebrain.gui.editor.format_commands import FormatCommands
    from notebrain.gui.notes.new_note import TypingAhead

    TypingAhead(desk)
    FormatCommands(desk)
    TagCompleting(desk)
    WritingMode(desk)


def _hits(_desk: Desk) -> None:
    import_module("notebrain.gui.search.results")


def _ranking(_desk: Desk) -> None:
    import_module("notebrain.gui.search.panel")


def _recall(_desk: Desk) -> None:
    import_module("notebrain.search.service")


def _search(desk: Desk) -> None:
    from notebrain.gui.search.controller import SearchController
    from notebrain.gui.window.notices import HealthNotices

    SearchController(desk)
    HealthNotices(desk)


def _commands(desk: Desk) -> None:
    from notebrain.gui.command_palette.controller import Commanding

    Commanding(desk)


def _links(desk: Desk) -> None:
    from notebrain.gui.editor.completion import LinkCompleting
    from notebrain.gui.links.controller import Linking
    from notebrain.gui.links.link_opener import LinkOpener
    from notebrain.gui.links.link_updater import Renaming
    from notebrain.gui.preview.controller import Previewing

    opener = LinkOpener(desk)
    Renaming(desk, Linking(desk, opener).pane)
    LinkCompleting(desk)
    Previewing(desk, opener)


def _found_in_note(desk: Desk) -> None:
    from notebrain.gui.editor.find.controller import FindInNote

    FindInNote(desk)


def _long_notes(desk: Desk) -> None:
    from notebrain.gui.editor.large_notes import LongNotes

    LongNotes(desk)


def _spelling(desk: Desk) -> None:
    from notebrain.gui.editor.spelling.checker import SpellChecking

    SpellChecking(desk)


def _history(desk: Desk) -> None:
    from notebrain.gui.history.controller import History

    History(desk)


def _sidebar_aids(desk: Desk) -> None:
    from notebrain.gui.sidebar.drop_target import DropController
    from notebrain.gui.sidebar.tag_menu import TagMenuController

    DropController(desk)
    TagMenuController(desk)


def _templates(desk: Desk) -> None:
    from notebrain.gui.command_palette.template_picker import Templating

    Templating(desk)


def _capture(desk: Desk) -> None:
    from notebrain.gui.quick_capture.controller import flow_of

    flow_of(desk)


def _tray(desk: Desk) -> None:
    from notebrain.gui.settings.hotkey_watcher import HotkeyWatch
    from notebrain.gui.tray.controller import staying_of
    from notebrain.gui.tray.notifications import DesktopNotifications

    staying_of(desk)
    DesktopNotifications(desk)
    HotkeyWatch(desk)


def _settings(desk: Desk) -> None:
    from notebrain.gui.backups.controller import BackupsDesk
    from notebrain.gui.settings.controller import SettingsDesk
    from notebrain.gui.sync.controller import SyncDesk

    SyncDesk(desk, SettingsDesk(desk))
    BackupsDesk(desk)


FEATURES: Sequence[Piece] = (
    _writing_aids,
    _chosen_notes,
    _review,
    _hits,
    _ranking,
    _recall,
    _search,
    _commands,
    _found_in_note,
    _long_notes,
    _links,
    _history,
    _sidebar_aids,
    _templates,
    _spelling,
    _settings,
    _capture,
    _tray,
)
