"""An open vault: reads on any thread, writes through one."""

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
    from notebrain.domain.notes.retention import Keep
    from notebrain.domain.ports import Clock
    from notebrain.storage.schema.memory_copy import MemoryCopy
    from notebrain.storage.schema.migrations import Migration

T = TypeVar("T")
log = logging.getLogger("notebrain.storage")

FILE_NAME = "notebrain.db"
BACKUP_FOLDER = "backups"
OURS = (
    *("notebrain.db*", "notebrain-*", BACKUP_FOLDER, "logs", "check-*"),
    *("*.lock", "in-use", vault_mark.MARK, "window.port"),
)
"""Patterns of the names in the folder of a vault that are this program's."""
_NEXT_TRY_S = 5.0
"""How long an update that had no room is not tried again."""
# Steps of SQLite between two questions whether to go on: about 10 ms.
_CHECK_STEPS = 100_000


class Store:
    """The vault in one folder.

    Reads see one consistent state each; a write is one transaction and is durable once its future has a result.
    Subscribers hear of every commit of this process, on the writer's thread.
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
        """Called on the writer's thread when a write waits long for another program, with who that is, and with "" when
        the wait is over."""
        self._writer = Writer(path, self._committed, self._explained, self._waits, self._leave_copy)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: "Clock",
        steps: "Sequence[Migration] | None" = None,
    ) -> "Store":
        """Open the vault in `folder`, making it if there is none and bringing its schema up to date.

        Args:
            clock: Dates the backup that is made before an older schema is brought up to date, and tells which backups
                carry a date that has not come yet.
            steps: Other migrations than the program's own, for tests.

        Raises:
            NewerVault: A newer program wrote it; it is left untouched.
            DamagedVault: The file is damaged, or lost; names the newest backup that opens.
            VaultError: The folder cannot be read or written, or the file is not ours.
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
        """Give this thread's read connection; everything read inside one block is of one moment.

        Keep blocks short: while one is open, the write-ahead log cannot be folded into the file.

        Args:
            much: It reads all over the file, and will again: keep more of it in memory until `shrink`.

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
        """Bring the vault up to date before the first write, where there was no room for that when it was opened.

        Raises:
            Unwritable: There still is none, or was not a moment ago: each try wants to make a backup first.
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
        """Queue acts one after the other, each a transaction of its own, so that other writes come between them.

        For acts on so many notes that one transaction would hold up everybody. The future has the changes of all, or
        the error of the first that failed; those before it stay done.
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
        """Queue an act again and again, each time as a transaction of its own, until it returns False."""
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
        """Make the word index anew from the notes, in short steps; the substring index follows in the background."""
        from notebrain.storage.maintenance import health
        from notebrain.storage.search import word_index

        is_emptied = False

        def step(db: Connection) -> bool:
            nonlocal is_emptied
            if is_emptied:
                return word_index.renew_some(db)
            health.begin_words_anew(db)
            is_emptied = True
            return True

        return self.write_while(step)

    def complete_words(self) -> None:
        """Wait until a word index that is being made anew has every note.

        Raises:
            NoteBrainError: The vault cannot be written.
        """
        from notebrain.storage.search import word_index

        with self.read() as db:
            if not word_index.missing(db):
                return
        outcome(self.write_while(word_index.renew_some))

    def _waits(self, reason: str) -> None:
        self.on_wait(reason)

    def subscribe(self, listener: Callable[[Changes], None]) -> None:
        """Call `listener` after every commit that returned `Changes`, on the writer's thread; it must not wait."""
        self._subscribers.append(listener)

    def data_version(self) -> int:
        """Return a number that changes with every commit, also of other processes, e.g. the command line's.

        Numbers of different threads cannot be compared.
        """
        return self._readers.data_version()

    def check(self, keep_going: Callable[[], bool]) -> bool:
        """Read the whole file and check it, on a connection of its own; False if only the word index is damaged.

        Raises:
            DamagedVault: It is damaged; names the newest backup that opens.
            Interrupted: `keep_going` said no.
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
        keep: "Keep | None" = None,
        progress: Callable[[float], object] = lambda _done: None,
    ) -> Path:
        """Copy the vault into its backups, on a connection of its own; return the copy's path.

        Args:
            keep: Which of the older copies stay; None keeps as many as `backup.make` does by itself.

        Raises:
            VaultError: The copy cannot be written.
            Interrupted: `keep_going` said no.
        """
        from notebrain.domain.notes.retention import DEFAULT_KEEP
        from notebrain.storage.maintenance import backup

        with closing(connect(self.path)) as db:
            return backup.make(
                db,
                self.backups,
                at=at,
                reason=reason,
                keep_going=keep_going,
                keep=keep or DEFAULT_KEEP,
                progress=progress,
            )

    def shrink(self) -> None:
        """Give back memory that only makes the next reads quicker; any thread may call it."""
        self._readers.shrink()

    def close(self) -> None:
        """Finish the queued writes, wait for reads under way, and let go of the file."""
        self._writer.close()
        self._readers.close()
        if self._copy is not None:
            self._copy.close()

    def _explained(self, error: sqlite3.Error, path: Path) -> NoteBrainError:
        explained = explain(error, path)
        if not isinstance(explained, DamagedVault):
            return explained
        # Looking for a good backup reads it whole: once is enough for a list that meets the damage at every paint.
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
    """Make the folder of a vault, unless it is there.

    Raises:
        VaultError: It cannot be made; says why.
    """
    try:
        privacy.make_folder(folder)
    except OSError as error:
        raise VaultError(
            _("The folder {folder} cannot be made: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error


def _together(changes: Sequence[Changes]) -> Changes:
    first, *others = changes
    for one in others:
        first |= one
    return first


def _with_backup(error: DamagedVault, backups: Path, clock: "Clock") -> DamagedVault:
    """Return the error with the newest backup that opens, for the front ends to offer."""
    from notebrain.storage.maintenance import backup

    good = backup.newest_good(backups, now=clock.now())
    return DamagedVault(
        str(error), backup=None if good is None else str(good.path), trace=error.trace
    )


def _brought_up_to_date(
    path: Path, backups: Path, clock: "Clock", steps: "Sequence[Migration] | None"
) -> "MemoryCopy | None":
    """Bring the schema up to date; where the disk does not let it, return a copy in memory to read from."""
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
        # nothing changed: the next attempt makes a backup of the same, and needs the room
        for path in made:
            path.unlink(missing_ok=True)
        raise
