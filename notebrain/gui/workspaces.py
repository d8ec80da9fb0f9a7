"""Choosing and making workspaces from the menu under their name."""

from PySide6.QtCore import QObject

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Counts
from notebrain.gui import dialogs
from notebrain.gui.desk import Desk
from notebrain.gui.pages import HOME
from notebrain.gui.workspace_menu import WorkspaceMenu


class Workspaces(QObject):
    """Connects the switcher of a desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._menu = WorkspaceMenu(desk.actions, desk.window)
        self._menu.chosen.connect(self._on_chosen)
        self._menu.new_asked.connect(self._on_new)
        desk.sidebar.switcher.setMenu(self._menu)
        desk.browser.counted.connect(self._on_counted)

    def _on_counted(self, counts: Counts) -> None:
        self._menu.tell(counts.workspaces, self._desk.browser.workspace)

    def _on_chosen(self, name: str) -> None:
        """Show a workspace; Home stays Home."""
        page = self._desk.pages.current
        self._desk.browser.show_workspace(name)
        if page == HOME:
            self._desk.pages.show(HOME)

    def _on_new(self) -> None:
        self._desk.tasks.start(self._ask())

    async def _ask(self) -> None:
        """Ask for a name; the workspace itself is made with its first note."""
        desk = self._desk
        name = await dialogs.ask_text(
            desk.tasks, desk.window, title=_("New workspace"), label=_("Name of the workspace")
        )
        if name:
            desk.browser.show_workspace(name)
