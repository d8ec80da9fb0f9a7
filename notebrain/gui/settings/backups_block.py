"""When the notes were backed up last, and the way to the backups."""

from datetime import datetime

from notebrain.app.command import CommandId
from notebrain.domain.messages import _
from notebrain.gui import dates
from notebrain.gui.desk import Desk
from notebrain.gui.settings.block import Block


class BackupsBlock(Block):
    """Names the newest backup, and opens the page of all of them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            desk.theme, _("Backups"), _("Restore, take single notes back, back up now")
        )
        self._desk = desk
        self.newest = self.say("")
        (self.open_button,) = self.offer((_("Backups…"), desk.actions[CommandId.BACKUPS].trigger))

    def refresh(self) -> None:
        """Show when the newest backup was made."""
        self._desk.reader.read("newest backup", self._desk.services.backups.newest_at, self._tell)

    def _tell(self, moment: datetime | None) -> None:
        when = dates.full(moment) if moment else ""
        text = _("The newest backup is of {when}") if moment else _("There is no backup yet.")
        self.newest.setText(text.format(when=when))
