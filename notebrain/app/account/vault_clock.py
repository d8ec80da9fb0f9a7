"""The clock for permanent deletion, which stops while there is reason to doubt the date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from notebrain.app.account.connection import connection_in
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION, TRASH_DAYS
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import Doubt, Reading, VaultTime, confirmed, read
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.files import unused
from notebrain.storage.notes import trash
from notebrain.storage.notes.trash import Trashed
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ClockCheck:
    """The result of a look at the clock.

    Attributes:
        running: How long the vault has been in use since its last backup. The time between two looks counts as at most
            one day and never as negative, whatever the dates say, so it works both for a window that stays open and for
            commands that run briefly from time to time.
        kept: Whether it was saved; if so, the trash was checked as well.
    """

    reading: Reading
    running: timedelta
    kept: bool


class VaultClock:
    """Reads this computer's clock and what the account said about the time."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._settings = Settings(store)
        self._last_doubt: Doubt | None = None
        self._began = False

    @property
    def connected(self) -> bool:
        """Whether the vault has an account, whose time decides."""
        return connection_in(self._settings.get(ACCOUNT_CONNECTION)) is not None

    def reading(self) -> Reading:
        """Return what the clock says now; writes nothing."""
        with self._store.read() as db:
            return self._check(db, self._clock.now()).reading

    def check(self) -> ClockCheck:
        """Read the clock, and save the result from time to time: at the first look, and whenever the doubt changes."""
        now = self._clock.now()
        with self._store.read() as db:
            checked, known = self._check(db, now), vault_time.get(db)
        due = known is None or abs(now - known.looked_at) >= vault_time.CHECK_EVERY
        if self._began and not due and checked.reading.doubt is self._last_doubt:
            return checked
        self._began, self._last_doubt = True, checked.reading.doubt
        return outcome(self._store.write(lambda db: self._save(db, now)))

    def overdue(self, checked: ClockCheck) -> Sequence[Trashed]:
        """Return the notes whose time in the trash is over; none while there is reason to doubt the date."""
        days = self._settings.get(TRASH_DAYS)
        if checked.reading.doubt is not None:
            return []
        # what another computer deleted permanently goes, whatever is set here
        before = checked.reading.time.passed - days * _DAY if days > 0 else trash.LONG_AGO
        with self._store.read() as db:
            return trash.overdue(db, before=before)

    def confirm(self) -> int:
        """Accept the date because the user says it is right; return how many notes leave the trash as a result.

        Raises:
            UserError: The vault has an account, whose time decides.
        """
        if self.connected:
            raise UserError(
                _(
                    "These notes are connected to an account, whose clock decides. Set the clock of this computer "
                    "correctly, then sync."
                )
            )
        now = self._clock.now()

        def act(db: Connection) -> None:
            known = vault_time.get(db)
            if known is not None:
                time = confirmed(known.time, now)
                vault_time.put(db, time, running=known.running_at(now), looked_at=now)

        outcome(self._store.write(act))
        with self._store.read() as db:
            return len(self.overdue(self._check(db, now)))

    def _check(self, db: Connection, now: datetime) -> ClockCheck:
        known = vault_time.get(db)
        account = None if known is None else known.account
        time = VaultTime(timedelta(), now) if known is None else known.time
        reading = read(time, now, connected=self.connected, account=account)
        return ClockCheck(
            reading, timedelta() if known is None else known.running_at(now), kept=False
        )

    def _save(self, db: Connection, now: datetime) -> ClockCheck:
        checked = self._check(db, now)
        time = checked.reading.time
        vault_time.put(db, time, running=checked.running, looked_at=now)
        trash.record_new(db, passed=time.passed)
        unused.record_new(db, passed=time.passed, now=now)
        if checked.reading.doubt is None:
            vault_time.record_dated_ahead(db, now=now)
        return ClockCheck(checked.reading, checked.running, kept=True)


def doubt_text(reading: Reading, now: datetime) -> str:
    """Return why this computer's date is in doubt and what follows; empty if it is not.

    Args:
        now: The date according to this computer.
    """
    if reading.doubt is None:
        return ""
    if reading.doubt is Doubt.UNHEARD:
        return _(
            "For at least a day, your account has not reported the time. Until it does, nothing is removed from the "
            "trash automatically."
        )
    days = round(abs(reading.by) / _DAY)
    text = _difference(reading, days).format(day=f"{now.astimezone():%Y-%m-%d}", n=number(days))
    if asks_the_user(reading):
        return (
            f"{text} {_('Until this is settled, nothing is removed from the trash automatically.')}"
        )
    return f"{text} {_('Set the clock correctly. Until then, nothing is removed from the trash automatically.')}"


def _difference(reading: Reading, days: int) -> str:
    match reading.doubt, reading.by > timedelta():
        case Doubt.OFF, True:
            return ngettext(
                "The clock of this computer ({day}) is {n} day ahead of your account's.",
                "The clock of this computer ({day}) is {n} days ahead of your account's.",
                days,
            )
        case Doubt.OFF, False:
            return ngettext(
                "The clock of this computer ({day}) is {n} day behind your account's.",
                "The clock of this computer ({day}) is {n} days behind your account's.",
                days,
            )
        case _, True:
            return ngettext(
                "The date of this computer ({day}) is {n} day after the last one NoteBrain saw here.",
                "The date of this computer ({day}) is {n} days after the last one NoteBrain saw here.",
                days,
            )
        case _:
            return ngettext(
                "The date of this computer ({day}) is {n} day before the last one NoteBrain saw here.",
                "The date of this computer ({day}) is {n} days before the last one NoteBrain saw here.",
                days,
            )


def asks_the_user(reading: Reading) -> bool:
    """Return whether the user can settle it by confirming the date."""
    return reading.doubt in (Doubt.JUMPED, Doubt.BEHIND)


def account_doubt(known: vault_time.StoredTime | None) -> str | None:
    """Return that this computer's clock is wrong, as a sentence, if the account's last answer said so."""
    account = None if known is None else known.account
    if known is None or account is None or account.agrees:
        return None
    return doubt_text(Reading(known.time, Doubt.OFF, account.ahead), account.at)
