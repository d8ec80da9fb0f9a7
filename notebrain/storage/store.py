"""An open vault, with reads on any thread and writes through a single one."""

import logging
import sqlite3
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from notebrain.domain.errors import (
    DamagedVault,
    Interrupted,
    NoteBrainError,
    Unwritable,
    VaultError,
)
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.storage import privacy
from notebrain.storage.connection import (
    Connection,
    connect,
    connect_to_read,
    connect_untouched,
    damaged,
    explain,
    in_words,
)
from notebrain.storage.maintenance import vault_mark
from notebrain.storage.readers import Readers
from notebrain.storage.schema import version
from notebrain.storage.writer import Writer, outcome

if TYPE_CHECKING:
    from notebrain.domain.notes.retention import Retention
    from notebrain.domain.ports import Clock
    from notebrain.storage.schema.memory_copy import MemoryCopy
    from notebrain.storage.schema.migrations import Migration

T = TypeVar("T")
log = logging.getLogger("notebrain.storage")

FILE_NAME = "notebrain.db"
BACKUP_FOLDER = "backups"
OURS = (
    *("notebrain.db*", "notebrain-*", BACKUP_FOLDER, "logs", "check-*"),
    *("*.lock", "in-use", vault_mark.MARK, "window.port", privacy.FILES_FOLDER),
)
"""Patterns for the names of this program's files in a vault's folder."""
_NEXT_TRY_S = 5.0
"""How long to wait before retrying an update that lacked disk space."""
# Steps of SQLite between two calls of `keep_going`: about 10 ms.
_CHECK_STEPS = 100_000


class Store:
    """The vault in one folder.

    Each read sees a consistent state; a write is one transaction and is durable once its future has a result.
    Subscribers are notified of every commit of this process, on the writer's thread.
    """

    def __init__(
        self,
        path: Path,
        backups: Path,
        clock: "Clock",
        copy: "MemoryCopy | None" = None,
        steps: "Sequence[Migration] | None" = None,
    ) -> None:
        self.path = path
        self.backups = backups
        self._clock = clock
        self._subscribers: list[Callable[[Changes], None]] = []
        self._damage: DamagedVault | None = None
        self._copy, self._steps, self._refused_at = copy, steps, monotonic()
        self._readers = Readers(path, copy)
        self.on_wait: Callable[[str], object] = lambda _text: None
        """Called on the writer's thread with a sentence when a write waits long for another program, and with "" when
        the wait is over."""
        self._seen: tuple[Connection, int] | None = None
        self._writer = Writer(path, self._committed, self._explained, self._waits, self._leave_copy)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: "Clock",
        steps: "Sequence[Migration] | None" = None,
    ) -> "Store":
        """Open the vault in `folder`, creating it if there is none and migrating its schema.

        Args:
            clock: Dates the backup made before an older schema is migrated, and identifies backups with a date in the
                future.
            steps: Other migrations than the program's own, for tests.

        Raises:
            NewerVault: The vault was written by a newer program; it is left untouched.
            DamagedVault: The file is damaged or lost; names the newest backup that opens.
            VaultError: The folder cannot be read or written, or the file is not a vault.
        """
        path, backups = folder / FILE_NAME, folder / BACKUP_FOLDER
        make_folder(folder)
        privacy.mend(folder, OURS)
        try:
            vault_mark.refuse_lost(path, backups)
            copy = _brought_up_to_date(path, backups, clock, steps)
        except DamagedVault as error:
            raise _with_backup(error, backups, clock) from error
        vault_mark.put(path)
        return cls(path, backups, clock, copy, steps)

    @contextmanager
    def read(self, *, much: bool = False) -> Generator[Connection, None, None]:
        """Provide this thread's read connection; all reads inside one block see the same state.

        Keep blocks short: the write-ahead log cannot be moved into the file while one is open.

        Args:
            much: Keep more of the file in memory until `shrink`, for repeated reads all over it.

        Raises:
            DamagedVault: The file is damaged; names the newest backup that opens.
            VaultError: The file cannot be read, or the vault is closed.
        """
        try:
            with self._readers.read(much=much) as db:
                yield db
        except sqlite3.Error as error:
            raise self._explained(error, self.path) from error

    def write(self, act: Callable[[Connection], T]) -> Future[T]:
        """Queue one act for the writer; see `Writer.submit`."""
        return self._writer.submit(act)

    def _leave_copy(self) -> None:
        """Migrate the vault before the first write if there was no room for that when it was opened.

        Raises:
            Unwritable: There is still no room, or there was none a moment ago: each attempt makes a backup first.
        """
        copy = self._copy
        if copy is None:
            return
        if monotonic() - self._refused_at < _NEXT_TRY_S:
            raise copy.refusal
        self._refused_at = monotonic()
        _bring_up_to_date(self.path, self.backups, self._clock, self._steps)
        self._copy = None
        self._readers.leave_copy()
        copy.close()

    def write_in_turn(self, acts: Sequence[Callable[[Connection], Changes]]) -> Future[Changes]:
        """Queue acts one after the other, each in its own transaction, so that other writes can run in between.

        Used for acts on so many notes that a single transaction would block others for too long. The future gets the
        combined changes, or the error of the first act that failed; the acts before it stay done.
        """
        whole: Future[Changes] = Future()
        waiting = iter(acts)
        so_far: list[Changes] = []

        def go_on(done: Future[Changes]) -> None:
            error = done.exception()
            if error is not None:
                whole.set_exception(error)
                return
            so_far.append(done.result())
            following = next(waiting, None)
            if following is None:
                whole.set_result(_together(so_far))
            else:
                self.write(following).add_done_callback(go_on)

        self.write(next(waiting)).add_done_callback(go_on)
        return whole

    def write_while(self, act: Callable[[Connection], bool]) -> Future[None]:
        """Run an act again and again, each time in its own transaction, until it returns False."""
        whole: Future[None] = Future()

        def go_on(done: Future[bool]) -> None:
            error = done.exception()
            if error is not None:
                whole.set_exception(error)
            elif done.result():
                self.write(act).add_done_callback(go_on)
            else:
                whole.set_result(None)

        self.write(act).add_done_callback(go_on)
        return whole

    def rebuild_words(self) -> Future[None]:
        """Rebuild the word index from the notes in short steps; the substring index follows in the background."""
        from notebrain.storage.maintenance import health
        from notebrain.storage.search import text_index

        is_emptied = False

        def step(db: Connection) -> bool:
            nonlocal is_emptied
            if is_emptied:
                return text_index.renew_some_words(db)
            health.begin_words_anew(db)
            is_emptied = True
            return True

        return self.write_while(step)

    def complete_words(self) -> None:
        """Wait until a word index that is being rebuilt contains every note.

        Raises:
            NoteBrainError: The vault cannot be written.
        """
        from notebrain.storage.search import text_index

        with self.read() as db:
            if not text_index.missing_words(db):
                return
        outcome(self.write_while(text_index.renew_some_words))

    def _waits(self, reason: str) -> None:
        self.on_wait(reason)

    def subscribe(self, listener: Callable[[Changes], None]) -> None:
        """Call `listener` on the writer's thread after every commit that returned `Changes`; it must not block."""
        self._subscribers.append(listener)

    def data_version(self) -> int:
        """Return a number that changes with every commit, including those of other processes such as the command line.

        Numbers from different threads cannot be compared.
        """
        return self._readers.data_version()

    def changed_elsewhere(self) -> "Future[bool]":
        """Find out whether another process has committed since this was last asked; True the first time.

        Also True while writes are under way or queued: they may be waiting for another program.
        """
        asked = self._writer.ask_if_idle(self._is_new)
        if asked is None:
            asked = Future[bool]()
            asked.set_result(True)
        return asked

    def _is_new(self, db: Connection) -> bool:
        # on the writer's connection, this number does not change with its own commits
        seen, self._seen = self._seen, (db, db.execute("pragma data_version").fetchone()[0])
        return seen is None or seen[0] is not db or seen[1] != self._seen[1]

    def check(self, keep_going: Callable[[], bool]) -> bool:
        """Read and check the whole file on its own connection; return False if only the word index is damaged.

        Raises:
            DamagedVault: The file is damaged; names the newest backup that opens.
            Interrupted: `keep_going` returned False.
        """
        try:
            with closing(connect_to_read(self.path)) as db:
                db.set_progress_handler(lambda: not keep_going(), _CHECK_STEPS)
                answer: str = db.execute("pragma quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_INTERRUPT":
                raise Interrupted(_("The check was stopped.")) from error
            raise self._explained(error, self.path) from error
        except sqlite3.Error as error:
            raise self._explained(error, self.path) from error
        from notebrain.storage.maintenance import health

        if answer != "ok" and not health.is_of_words(answer):
            raise _with_backup(damaged(self.path), self.backups, self._clock)
        return answer == "ok"

    def back_up(
        self,
        at: datetime,
        *,
        reason: str,
        keep_going: Callable[[], bool] = lambda: True,
        retention: "Retention | None" = None,
        progress: Callable[[float], object] = lambda _done: None,
    ) -> Path:
        """Back up the vault on its own connection; return the path of the copy.

        Args:
            retention: Which older backups to keep; None uses the default of `backup.make`.

        Raises:
            VaultError: The copy cannot be written.
            Interrupted: `keep_going` returned False.
        """
        from notebrain.domain.notes.retention import DEFAULT_RETENTION
        from notebrain.storage.maintenance import backup

        with closing(connect(self.path)) as db:
            return backup.make(
                db,
                self.backups,
                at=at,
                reason=reason,
                keep_going=keep_going,
                retention=retention or DEFAULT_RETENTION,
                progress=progress,
            )

    def check_place(self) -> None:
        """Check that the vault is still where it was when this was asked, or something written, for the first time.

        Raises:
            VaultError: It was moved or deleted.
        """
        self._writer.check_place()

    def shrink(self) -> None:
        """Release memory that only speeds up the next reads; may be called on any thread."""
        self._readers.shrink()

    def close(self) -> None:
        """Finish the queued writes, wait for reads under way, and close the file."""
        self._writer.close()
        self._readers.close()
        if self._copy is not None:
            self._copy.close()

    def _explained(self, error: sqlite3.Error, path: Path) -> NoteBrainError:
        explained = explain(error, path)
        if not isinstance(explained, DamagedVault):
            return explained
        # Finding a good backup reads it completely, so do it only once even if a list hits the damage at every paint.
        if self._damage is None:
            self._damage = _with_backup(explained, self.backups, self._clock)
        return DamagedVault(str(explained), backup=self._damage.backup)

    def _committed(self, result: object) -> None:
        if not isinstance(result, Changes):
            return
        for listener in self._subscribers:
            try:
                listener(result)
            except Exception:
                log.exception("a listener failed; the write it heard of is safe")


def make_folder(folder: Path) -> None:
    """Create the folder of a vault unless it exists.

    Raises:
        VaultError: It cannot be created; says why.
    """
    try:
        privacy.make_folder(folder)
    except OSError as error:
        raise VaultError(
            _("The folder {folder} cannot be created: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error


def _together(changes: Sequence[Changes]) -> Changes:
    first, *others = changes
    for one in others:
        first |= one
    return first


def _with_backup(error: DamagedVault, backups: Path, clock: "Clock") -> DamagedVault:
    """Return the error with the newest backup that opens, which the front ends can offer."""
    from notebrain.storage.maintenance import backup

    good = backup.newest_good(backups, now=clock.now())
    return DamagedVault(
        str(error), backup=None if good is None else str(good.path), trace=error.trace
    )


def _brought_up_to_date(
    path: Path, backups: Path, clock: "Clock", steps: "Sequence[Migration] | None"
) -> "MemoryCopy | None":
    """Migrate the schema, or return a copy in memory for reading if the disk prevents that."""
    try:
        _bring_up_to_date(path, backups, clock, steps)
    except Unwritable as refusal:
        if not path.exists():
            raise
        from notebrain.storage.schema.memory_copy import MemoryCopy

        try:
            return MemoryCopy(path, refusal, steps)
        except sqlite3.Error:
            raise refusal from None
    return None


def _bring_up_to_date(
    path: Path, backups: Path, clock: "Clock", steps: "Sequence[Migration] | None"
) -> None:
    newest = version.NEWEST if steps is None else len(steps)
    with in_words(path):
        if path.exists():
            with closing(connect_untouched(path)) as db:
                version.check(db, known=newest)
        with closing(connect_to_read(path)) as db:
            if version.schema_version(db) == newest:
                return
        with closing(connect(path)) as db:
            if version.schema_version(db) != newest:
                _migrate(db, backups, clock, steps)


def _migrate(
    db: Connection, backups: Path, clock: "Clock", steps: "Sequence[Migration] | None"
) -> None:
    from notebrain.storage.maintenance import backup
    from notebrain.storage.schema import migrations

    def back_up() -> None:
        made.append(backup.make(db, backups, at=clock.now(), reason="before-update"))

    made: list[Path] = []
    try:
        migrations.migrate(db, before=back_up, migrations=steps or migrations.MIGRATIONS)
    except BaseException:
        # nothing changed: the next attempt makes the same backup and needs the space
        for path in made:
            path.unlink(missing_ok=True)
        raise
