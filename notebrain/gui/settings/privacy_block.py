"""What leaves this computer, and what is kept on it beside the notes."""

from dataclasses import replace

from notebrain.domain.messages import _, ngettext
from notebrain.gui import dates
from notebrain.gui.desk import Desk
from notebrain.gui.settings.block import Block
from notebrain.gui.theme.theme import Theme


class PrivacyBlock(Block):
    """Says plainly where notes and searches go."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("What leaves this computer"), _("Privacy"))
        self.say(_("Nothing. There is no account, no statistics, and no check for updates."))
        self.say(
            _(
                "Notes, searches and the model that compares meanings stay here. A link in a note "
                "opens in your browser when you click it, and only then."
            )
        )


class SearchHistoryBlock(Block):
    """Says how many searches are remembered, and forgets them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, _("Recent searches"), _("Search history"))
        self._desk = desk
        self.state = self.say("")
        (self.clear,) = self.offer((_("Clear recent searches"), self._on_clear))
        self.refresh()

    def refresh(self) -> None:
        """Say how many there are now."""
        count = len(self._desk.services.searches.kept.recent)
        text = ngettext(
            "{n} search is remembered, in this vault only. Saved searches stay when you clear it.",
            "{n} searches are remembered, in this vault only. Saved searches stay when you clear them.",
            count,
        ).format(n=dates.number(count))
        self.state.setText(text if count else _("No search is remembered."))
        self.clear.setEnabled(count > 0)

    def _on_clear(self) -> None:
        searches = self._desk.services.searches
        searches.keep(replace(searches.kept, recent=()))
        self.refresh()
        self._desk.status.tell_plain(_("Recent searches are cleared"))
