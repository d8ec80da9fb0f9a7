"""Builds the desk of a window: chooses the panels."""

from notebrain.app.services import Services
from notebrain.gui.bridge import EventBridge
from notebrain.gui.desk import Desk
from notebrain.gui.desk_commands import bind_commands
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.theme.theme import Theme


def build_desk(services: Services, theme: Theme, bridge: EventBridge) -> Desk:
    """Return a desk with every panel and command in its place, not shown yet."""
    editor = EditorPanel(theme)
    search = SearchPanel(theme)
    desk = Desk(services, theme, bridge, editor=editor, search=search)
    bind_commands(desk)
    return desk
