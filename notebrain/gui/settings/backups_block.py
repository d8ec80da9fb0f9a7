"""When the notes were backed up last, and the way to the backups."""

from datetime import datetime

from notebrain.app.account.vault_clock import VaultClock, asks_the_user, doubt_text
from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.domain.sync.vault_time import Reading
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
        self._clock = VaultClock(desk.services.store, desk.services.clock)
        self.newest = self.say("")
        self.clock = self.say("", ink="warning")
        self.open_button, self.date_button = self.offer(
            (_("Backups…"), desk.actions[CommandId.BACKUPS].trigger),
            (_("The date is right"), self._on_date),
        )
        self._tell_clock(None)

    def refresh(self) -> None:
        """Show when the newest backup was made, and what speaks against the date of this computer."""
        self._desk.reader.read("newest backup", self._desk.services.backups.newest_at, self._tell)
        self._desk.reader.read("date", self._clock.reading, self._tell_clock)

    def _on_date(self) -> None:
        self._desk.reader.read("date", self._clock.confirm, lambda _going: self.refresh())

    def _tell_clock(self, reading: Reading | None) -> None:
        now = self._desk.services.clock.now()
        text = "" if reading is None else doubt_text(reading, now)
        self.clock.setText(text)
        self.clock.setVisible(bool(text))
        self.date_button.setVisible(reading is not None and asks_the_user(reading))

    def _tell(self, moment: datetime | None) -> None:
        when = dates.full(moment) if moment else ""
        text = _("The newest backup is of {when}") if moment else _("There is no backup yet.")
        self.newest.setText(text.format(when=when))
