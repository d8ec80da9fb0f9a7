"""Builds the desk of a window: chooses the panels."""

import uuid
from concurrent.futures import ThreadPoolExecutor

from notebrain.app.services import Services
from notebrain.gui.arranging import Arranging
from notebrain.gui.backups.controller import BackupsDesk
from notebrain.gui.bridge import EventBridge
from notebrain.gui.choosing import Choosing
from notebrain.gui.closing import Closing
from notebrain.gui.commanding import Commanding
from notebrain.gui.desk import Desk
from notebrain.gui.desk_commands import bind_commands
from notebrain.gui.dropping import Dropping
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.find_in_note import FindInNote
from notebrain.gui.formatting import Formatting
from notebrain.gui.history.controller import History
from notebrain.gui.homing import Homing
from notebrain.gui.inspecting import Inspecting
from notebrain.gui.links.completing import LinkCompleting
from notebrain.gui.links.linking import Linking
from notebrain.gui.links.opening import LinkOpener
from notebrain.gui.links.renaming import Renaming
from notebrain.gui.mending import Mending
from notebrain.gui.preview.previewing import Previewing
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.searching import Searching, recent_notes
from notebrain.gui.settings.opening import SettingsDesk
from notebrain.gui.shown_keys import ShownKeys
from notebrain.gui.spelling import SpellChecking
from notebrain.gui.tag_completing import TagCompleting
from notebrain.gui.tagging import Tagging
from notebrain.gui.taste import Taste
from notebrain.gui.templates.templating import Templating
from notebrain.gui.theme.theme import Theme
from notebrain.gui.trash import Trash
from notebrain.gui.travelling import Travelling
from notebrain.gui.workspaces import Workspaces
from notebrain.gui.writing import Writing
from notebrain.gui.writing_mode import WritingMode


def build_desk(services: Services, theme: Theme, bridge: EventBridge) -> Desk:
    """Return a desk with every panel and command in its place, not shown yet."""
    editor = EditorPanel(
        theme,
        services.capture,
        bridge,
        now=services.clock.now,
        new_session=lambda: str(uuid.uuid4()),
    )
    # two: the words of the next query need not wait for the meaning of the last one
    searchers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="search")
    search = SearchPanel(
        theme,
        services.recall,
        searchers,
        bridge,
        now=services.clock.now,
        recent=lambda: recent_notes(services.library),
    )
    desk = Desk(services, theme, bridge, editor=editor, search=search, searchers=searchers)
    bind_commands(desk)
    Arranging(desk)
    Inspecting(desk, Choosing(desk))
    Workspaces(desk)
    Writing(desk)
    Formatting(desk)
    History(desk)
    opener = LinkOpener(desk)
    Linking(desk, opener)
    Renaming(desk)
    LinkCompleting(desk)
    Previewing(desk, opener)
    Templating(desk)
    FindInNote(desk)
    TagCompleting(desk)
    WritingMode(desk)
    Searching(desk)
    Trash(desk)
    Travelling(desk)
    Commanding(desk)
    Taste(desk)
    SettingsDesk(desk)
    ShownKeys(desk)
    Homing(desk)
    Dropping(desk)
    Tagging(desk)
    SpellChecking(desk)
    BackupsDesk(desk)
    Mending(desk)
    Closing(desk)
    return desk
