"""Everything about syncing, read at once for the sync page."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime

from notebrain.app.account.connection import Connection, connection_in
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_CONNECTION, FILES_DAY_MB
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.computers import Computer
from notebrain.domain.sync.file_estimate import FileEstimate, estimate
from notebrain.domain.sync.file_transfer import MEGABYTE
from notebrain.domain.sync.reports import (
    KEPT_ELSEWHERE,
    Failure,
    HeldChange,
    Left,
    Receipt,
    ReceiptKind,
    Run,
    Shared,
)
from notebrain.storage.store import Store
from notebrain.storage.sync import account, computers, file_transfers, incoming, log, sharing
from notebrain.storage.sync.incoming import Why
from notebrain.storage.sync.outgoing_notes import NoteSource

GOING = 20
"""How many of the notes to be removed are named; nobody reads a longer list."""
_RUNS, _FAILURES, _RECEIPTS, _NOTES, _WAITING = 30, 50, 30, 200, 5


@dataclass(frozen=True, slots=True)
class SyncOverview:
    """The state of the vault and its account.

    Attributes:
        connection: The connected account; if None, everything else is from earlier.
        left: How much is in the account.
        notes: Id, title and last change of the newest notes there.
        runs: The last rounds that did something, newest first.
        failures: What the account did not accept.
        receipts: What was removed from the account, newest first.
        files_taken_back: How many files were removed from it with these notes, and their bytes.
        going: Titles of the notes that would be removed from this computer, the first ones from A to Z.
        kept: Notes that another computer keeps to itself and what happened to the copies here, newest first.
        waiting: Titles of the notes that are to be sent, the first ones.
        aside: Changes from other computers that could not be applied here.
        removing: The names of the computers that removed the notes in `going`.
        computers: The computers of the vault, this one first.
    """

    connection: Connection | None
    left: Left
    notes: Sequence[tuple[NoteId, str, datetime]]
    runs: Sequence[Run]
    failures: Sequence[Failure]
    receipts: Sequence[Receipt]
    going: Sequence[str] = ()
    aside: Sequence[HeldChange] = ()
    removing: Sequence[str] = ()
    computers: Sequence[Computer] = ()
    kept: Sequence[Receipt] = ()
    waiting: Sequence[str] = ()
    files_taken_back: tuple[int, int] = (0, 0)


class SyncOverviews:
    """Reads the overview; do not call it on the window's thread."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    def read(self) -> SyncOverview:
        """Return the current state."""
        connection = connection_in(self._settings.get(ACCOUNT_CONNECTION))
        with self._store.read() as db:
            return SyncOverview(
                connection=connection,
                left=sharing.left(db),
                notes=sharing.list_left(db, limit=_NOTES),
                runs=log.last(db, limit=_RUNS),
                failures=log.all_of(db, limit=_FAILURES),
                receipts=log.last_receipts(db, ReceiptKind.TAKEN_OUT, limit=_RECEIPTS),
                going=incoming.titles(db, Why.DELETES, limit=GOING),
                kept=log.last_receipts(db, *KEPT_ELSEWHERE, limit=_RECEIPTS),
                waiting=NoteSource().waiting_titles(db, limit=_WAITING),
                aside=incoming.set_aside(db, limit=_FAILURES),
                removing=incoming.removing(db),
                computers=computers.known(db),
                files_taken_back=file_transfers.taken_back(db),
            )

    def of_note(self, note_id: NoteId) -> Shared:
        """Return where a note is besides this computer."""
        with self._store.read() as db:
            return sharing.of(db, note_id)

    def files(self, bytes_s: float | None = None) -> FileEstimate:
        """Return what sending the files takes that are not in the account; without one, all that would go there.

        Args:
            bytes_s: The speed of the line as it was measured; None if it was not.
        """
        with self._store.read() as db:
            connected = account.get(db) is not None
            sizes = file_transfers.sizes_to_send(db, connected=connected)
            there = file_transfers.standing(db).sent_bytes if connected else 0
        day_bytes = self._settings.get(FILES_DAY_MB) * MEGABYTE
        return estimate(sizes, there_bytes=there, bytes_s=bytes_s, day_bytes=day_bytes)

    def retry(self) -> Future[Changes]:
        """Send everything again that the account did not accept, and retry what was set aside."""
        return self._store.write(sharing.retry)
