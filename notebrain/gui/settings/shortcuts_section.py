"""The section of the settings for shortcuts."""

from notebrain.app.commands.keymap import Keys
from notebrain.app.commands.table import name_of
from notebrain.domain.i18n import _
from notebrain.gui.core.actions import Actions
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.shortcuts.panel import ShortcutsPanel
from notebrain.gui.theme.theme import Theme


class ShortcutsBlock(Block):
    """Shows the panel below its title; the search of the settings finds it by every command."""

    place = Place.WHOLE

    def __init__(self, theme: Theme, keys: Keys, actions: Actions) -> None:
        super().__init__(
            theme, _("Commands and their keys"), *(name_of(row) for row in actions.rows)
        )
        self.panel = ShortcutsPanel(theme, keys, actions)
        self.column.addWidget(self.panel)

    def narrow(self, query: str) -> None:
        """Show only the commands that match a search; all of them if the group itself matches."""
        if not self.panel.search(query):
            self.panel.search("")
