"""What leaves this computer, and what is kept on it beside the notes."""

from notebrain.domain.messages import _
from notebrain.gui.settings.block import Block
from notebrain.gui.theme.theme import Theme


class PrivacyBlock(Block):
    """Says plainly where notes and searches go."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("What leaves this computer"), _("Privacy"))
        self.say(_("Nothing. There is no account, no statistics, and no look for updates."))
        self.say(
            _(
                "Notes, searches and the model that compares meanings stay here. A link in a note "
                "opens in your browser when you click it, and only then."
            )
        )
