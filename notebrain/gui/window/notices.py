"""Reports problems and repairs of background tasks in the status line, with what the user can do about them."""

from functools import partial
from typing import assert_never

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import (
    BackupFailed,
    DateDoubted,
    Health,
    ProgramStopped,
    ProgramWrote,
    TrashRemoved,
    WordsDamaged,
)
from notebrain.domain.errors import DamagedWords
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.programs.texts import stopped_text, wrote_text
from notebrain.gui.programs.watch import allow_more


class HealthNotices(QObject):
    """Reports failed backups and a damaged word index, and repairs the index."""

    def __init__(self, context: Context, strip: ProgressStrip) -> None:
        super().__init__(context.window)
        self._context = context
        self._strip = strip
        self._mending = False
        self._was_mended = False
        context.events.health.connect(self._on_health)

    def repair(self) -> None:
        """Rebuild the word index."""
        if self._mending:
            return
        self._mending = True
        self._strip.begin(_("Repairing the word index"), stoppable=False)
        self._context.events.when_done(
            self._context.services.store.rebuild_words(), self._on_mended, failed=self._on_failed
        )

    def confirm_date(self) -> None:
        """Accept the date of this computer as correct, as the user confirmed."""
        from notebrain.app.account.vault_clock import VaultClock  # brings what speaks with accounts

        clock = VaultClock(self._context.services.store, self._context.services.clock)
        self._context.reader.read("date", clock.confirm, self._on_confirmed)

    def _on_confirmed(self, _going: int) -> None:
        self._context.messages.show_info(_("The date is trusted again"))

    def _on_mended(self, _nothing: None) -> None:
        self._mending = False
        done = _("The word index works again.")
        self._strip.end(done, details=False, failed=False)
        self._context.messages.show_info(_("The word index was repaired"))

    def _on_failed(self, error: Exception) -> None:
        self._mending = False
        self._strip.end(str(error), details=False, failed=True)

    def on_search_failed(self, error: Exception) -> None:
        """Repair the word index if a search met its damage."""
        if isinstance(error, DamagedWords):
            self._on_health(WordsDamaged())

    def _on_health(self, event: Health) -> None:
        status = self._context.messages
        match event:
            case WordsDamaged() if not self._was_mended:
                # automatically once: if that does not help, the user decides
                self._was_mended = True
                self.repair()
            case WordsDamaged():
                text = _("The word index is damaged. Your notes are safe.")
                status.show_problem(text, _("Repair the word index"), self.repair)
            case BackupFailed(message):
                open_them = self._context.actions[CommandId.BACKUPS].trigger
                status.show_problem(message, _("Backups…"), open_them)
            case DateDoubted(message):
                status.show_problem(message, _("The date is correct"), self.confirm_date)
            case TrashRemoved(count):
                text = ngettext(
                    "{n} note was deleted for good after its time in the trash",
                    "{n} notes were deleted for good after their time in the trash",
                    count,
                )
                status.show_info(text.format(n=date_format.number(count)))
            case ProgramWrote(program):
                show_them = self._context.actions[CommandId.PROGRAMS].trigger
                status.show_offer(wrote_text(program), _("Show"), show_them, passing=True)
            case ProgramStopped(program):
                more = partial(allow_more, self._context)
                status.show_offer(stopped_text(program), _("Allow more"), more, passing=True)
            case _:
                assert_never(event)
