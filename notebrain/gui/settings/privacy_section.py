"""The sections on what leaves this computer, and on the search history stored on it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.settings.section import Block

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class PrivacyBlock(Block):
    """Says plainly where notes and searches go."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.theme, _("What leaves this computer"), _("Privacy"))
        self._desk = desk
        self.leaves = self.say("")
        self.stays = self.say("")
        self.refresh()

    def refresh(self) -> None:
        """Say what applies now: with an account, notes go there, and nowhere else."""
        link = _("A link in a note opens in your browser when you click it, and only then.")
        if self._desk.services.cloud.connection is None:
            self.leaves.setText(
                _("Nothing. There is no account, no statistics, and no check for updates.")
            )
            stays = _("Notes, searches and the model that compares meanings stay here.")
        else:
            self.leaves.setText(
                _(
                    "Your notes, to your own Cloudflare account, except those that are marked to stay on this computer."
                    " There are no statistics and no check for updates."
                )
            )
            stays = _("The token for the account stays with the passwords of this computer.")
        self.stays.setText(f"{stays} {link}")


class SearchHistoryBlock(Block):
    """Shows how many searches are remembered, and lets the user delete them."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.theme, _("Recent searches"), _("Search history"))
        self._desk = desk
        self.state = self.say("")
        (self.clear,) = self.offer((_("Clear recent searches"), self._on_clear))
        self.refresh()

    def refresh(self) -> None:
        """Show the current number."""
        count = len(self._desk.services.searches.kept.recent)
        text = ngettext(
            "{n} search is remembered, in this vault only. Saved searches stay when you clear it.",
            "{n} searches are remembered, in this vault only. Saved searches stay when you clear them.",
            count,
        ).format(n=date_format.number(count))
        self.state.setText(text if count else _("No search is remembered."))
        self.clear.setEnabled(count > 0)

    def _on_clear(self) -> None:
        searches = self._desk.services.searches
        searches.keep(replace(searches.kept, recent=()))
        self.refresh()
        self._desk.status.tell_plain(_("Recent searches are cleared"))
