"""Reports problems and repairs of background tasks in the status line, with what the user can do about them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.account.vault_clock import VaultClock
from notebrain.app.commands.command import CommandId
from notebrain.app.events import BackupFailed, DateDoubted, TrashRemoved, WordsDamaged
from notebrain.domain.errors import DamagedWords
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class HealthNotices(QObject):
    """Reports failed backups and a damaged word index, and repairs the index."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._mending = False
        self._was_mended = False
        desk.bridge.happened.connect(self._on_event)
        desk.search.failed.connect(self._on_search_failed)

    def repair(self) -> None:
        """Rebuild the word index."""
        if self._mending:
            return
        self._mending = True
        desk = self._desk
        desk.strip.begin(_("Repairing the word index"), stoppable=False)
        desk.bridge.when_done(desk.services.repair_words(), self._on_mended, failed=self._on_failed)

    def confirm_date(self) -> None:
        """Accept the date of this computer as correct, as the user confirmed."""
        desk = self._desk
        clock = VaultClock(desk.services.store, desk.services.clock)
        desk.reader.read("date", clock.confirm, self._on_confirmed)

    def _on_confirmed(self, _going: int) -> None:
        self._desk.status.tell_plain(_("The date counts again"))

    def _on_mended(self, _nothing: None) -> None:
        self._mending = False
        done = _("The word index is whole again.")
        self._desk.strip.end(done, details=False, failed=False)
        self._desk.status.tell_plain(_("The word index was repaired"))

    def _on_failed(self, error: Exception) -> None:
        self._mending = False
        self._desk.strip.end(str(error), details=False, failed=True)

    def _on_search_failed(self, error: Exception) -> None:
        if isinstance(error, DamagedWords):
            self._on_event(WordsDamaged())

    def _on_event(self, event: object) -> None:
        status = self._desk.status
        match event:
            case WordsDamaged() if not self._was_mended:
                # automatically once: if that does not help, the user decides
                self._was_mended = True
                self.repair()
            case WordsDamaged():
                text = _("The word index is damaged. Your notes are safe.")
                status.tell_problem(text, _("Repair the word index"), self.repair)
            case BackupFailed(message):
                open_them = self._desk.actions[CommandId.BACKUPS].trigger
                status.tell_problem(message, _("Backups…"), open_them)
            case DateDoubted(message):
                status.tell_problem(message, _("The date is right"), self.confirm_date)
            case TrashRemoved(count):
                text = ngettext(
                    "{n} note was deleted for good: its days in the trash were over",
                    "{n} notes were deleted for good: their days in the trash were over",
                    count,
                )
                status.tell_plain(text.format(n=date_format.number(count)))
            case _:
                pass
