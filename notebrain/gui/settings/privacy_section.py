"""The sections on what leaves this computer, and on the search history stored on it."""

from dataclasses import replace

from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.settings.section import Block, Place


class PrivacyBlock(Block):
    """Says plainly where notes and searches go."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("What leaves this computer"), _("Privacy"))
        self._context = context
        self.leaves = self.add_text("")
        self.stays = self.add_text("")
        self.refresh()

    def refresh(self) -> None:
        """Show what applies now: with an account, notes go there, and nowhere else."""
        link = _("A link in a note opens in your browser only when you click it.")
        if self._context.services.cloud.connection is None:
            self.leaves.setText(_("Nothing. No account, no statistics, no update checks."))
            stays = _("Notes, searches and the model that compares meanings stay here.")
        else:
            self.leaves.setText(
                _(
                    "Your notes and the blocks about you, to your own Cloudflare account, except what you marked to "
                    "stay on this computer. There are no statistics and no update checks."
                )
            )
            stays = _("The account token is kept with this computer’s passwords.")
        self.stays.setText(f"{stays} {link}")


class SearchHistoryBlock(Block):
    """Shows how many searches are remembered, and lets the user delete them."""

    place = Place.SIDE

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("Recent searches"), _("Search history"))
        self._context = context
        self.state = self.add_text("")
        (self.clear,) = self.offer((_("Clear recent searches"), self._on_clear))
        self.refresh()

    def refresh(self) -> None:
        """Show the current number."""
        count = len(self._context.services.searches.kept.recent)
        text = ngettext(
            "{n} search is remembered, in this vault only. Saved searches stay when you clear it.",
            "{n} searches are remembered, in this vault only. Saved searches stay when you clear them.",
            count,
        ).format(n=date_format.number(count))
        self.state.setText(text if count else _("No searches are remembered."))
        self.clear.setEnabled(count > 0)

    def _on_clear(self) -> None:
        searches = self._context.services.searches
        searches.save(replace(searches.kept, recent=()))
        self.refresh()
        self._context.messages.show_info(_("Recent searches cleared"))
