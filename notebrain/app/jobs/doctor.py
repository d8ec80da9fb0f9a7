"""Checking a vault, backing it up, and restoring it."""

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import gettempdir

from notebrain.app.account.vault_clock import VaultClock, asks_the_user, doubt_text
from notebrain.app.core.clock import SystemClock, UuidIds
from notebrain.app.core.findings import Finding, Severity
from notebrain.app.core.paths import command_to_type, data_folder
from notebrain.app.core.resources import resource
from notebrain.app.maintenance.damage_texts import repair_words, with_way_out
from notebrain.app.maintenance.file_care import FileCare
from notebrain.app.maintenance.file_findings import file_findings, lacking_text
from notebrain.app.notes.profile_texts import block_name
from notebrain.app.services import INDEXER_LOCK, WINDOW_LOCK
from notebrain.app.settings.setting import Settings
from notebrain.app.sync.texts import loss_text
from notebrain.app.system.machine import machine_findings
from notebrain.domain.errors import DamagedVault, NoteBrainError, Unwritable, VaultError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.vault_time import Doubt
from notebrain.embedders.bundled import BUNDLED
from notebrain.embedders.local import LocalEmbedder
from notebrain.storage.connection import Connection, connect, connect_untouched, damaged, in_words
from notebrain.storage.embedding import vectors
from notebrain.storage.file_lock import Lease
from notebrain.storage.maintenance import backup, backup_files, health, text_hashes, vault_mark
from notebrain.storage.maintenance.backup_files import LackingFile
from notebrain.storage.repair import rescue, text_repair
from notebrain.storage.room import hindrance, hindrance_text
from notebrain.storage.store import BACKUP_FOLDER, FILE_NAME, Store
from notebrain.storage.sync import inventory
from notebrain.storage.writer import outcome

_MOST_NAMED = 50


class Doctor:
    """Examines the vault in a folder, even if the vault does not open."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = data_folder(folder)
        self._given = folder
        self._clock = SystemClock()
        self._models = [
            LocalEmbedder(resource("models", model.name), model) for model in BUNDLED.values()
        ]

    @property
    def _vault(self) -> Path:
        return self.folder / FILE_NAME

    @property
    def _backups(self) -> Path:
        return self.folder / BACKUP_FOLDER

    def examine(self, environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
        """Check everything, the vault first; changes nothing."""
        if vault_mark.is_fresh(self._vault, self._backups):
            text = _("There are no notes in {folder} yet.").format(folder=self.folder)
            yield Finding("file", Severity.HINT, text)
        else:
            yield from self._vault_findings()
        yield self._backup_finding()
        yield from machine_findings(self.folder, self._models, environ)

    def back_up(self) -> Path:
        """Copy the vault, which may be in use, and return the path of the copy."""
        self._must_exist()
        with in_words(self._vault), closing(connect(self._vault)) as db:
            return backup.make(db, self._backups, at=self._clock.now(), reason="by-hand")

    def go_back(self, to: Path) -> Path:
        """Replace the vault with a backup, after backing the vault up; return that new backup.

        Raises:
            VaultError: The backup does not open, the vault cannot be copied, or NoteBrain is running.
        """
        with self._alone():
            if not backup.is_good(to):
                raise VaultError(_("The backup {backup} cannot be opened.").format(backup=to))
            self._must_exist()
            with in_words(self._vault), closing(connect(self._vault)) as db:
                now = self._clock.now()
                made = backup.make(db, self._backups, at=now, reason="before-restore")
            replaced = backup.restore(to, self._vault, at=now)
            if replaced is not None:
                for suffix in ("", "-wal", "-shm"):  # the backup made before contains all of it
                    replaced.with_name(replaced.name + suffix).unlink(missing_ok=True)
            return made

    @contextmanager
    def _alone(self) -> Generator[None, None, None]:
        """Make sure that no other process uses the vault."""
        with ExitStack() as stack:
            for name in (WINDOW_LOCK, INDEXER_LOCK):
                lease = Lease(self.folder / name)
                stack.callback(lease.release)
                if not lease.acquire():
                    raise VaultError(
                        _("NoteBrain is running on these notes. Close it, then try again.")
                    )
            yield

    def rescue(
        self, folder: Path, *, keep_going: Callable[[], bool] = lambda: True
    ) -> rescue.RescueReport:
        """Create a new vault in `folder` from everything readable here; the file here is not written to.

        Raises:
            VaultError: The folder is not empty, or cannot be written.
        """
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise VaultError(
                _("{folder} is not empty. Choose a new folder for the rescued notes.").format(
                    folder=folder
                )
            )
        into = Store.open(folder, clock=self._clock)
        try:
            report = rescue.rescue(
                self._vault,
                self._backups,
                into,
                now=self._clock.now(),
                ids=UuidIds(),
                keep_going=keep_going,
            )
            backup_files.rescue(self._vault, self._backups, into.path)
            FileCare(into, Settings(into), self._clock).tidy()
            return report
        finally:
            into.close()

    def missing_files(self) -> Sequence[LackingFile]:
        """Return the files that will be missing once the newest good backup is restored, by name."""
        newest = backup.newest_good(self._backups, now=self._clock.now())
        return [] if newest is None else backup_files.lacking(newest.path, self._vault)

    def newer_in(self, file: Path) -> int:
        """Return how many readable notes of a damaged file are newer than in the vault."""
        with in_words(self._vault), closing(connect_untouched(self._vault)) as db:
            return len(rescue.newer_notes(file, db))

    def newer_than(self, copy: Path) -> int:
        """Return how many readable notes of the damaged vault are newer than in this backup."""
        with in_words(copy), closing(connect_untouched(copy)) as db:
            return len(rescue.newer_notes(self._vault, db))

    def add_newer(self, file: Path) -> Sequence[NoteId]:
        """Import the readable notes of a damaged file that are newer than in the vault; return them.

        Raises:
            VaultError: The file does not exist, or the vault does not open.
        """
        if not file.is_file():
            raise VaultError(_("There is no file {path}.").format(path=file))
        store = Store.open(self.folder, clock=self._clock)
        try:
            with store.read() as db:
                newer = rescue.newer_notes(file, db)
            now = self._clock.now()
            added = outcome(store.write(lambda db: rescue.add_newer(db, newer, now=now))).notes
            FileCare(store, Settings(store), self._clock).tidy()
            return added
        finally:
            store.close()

    def restore(self) -> tuple[backup.Backup, Path | None]:
        """Replace the vault, damaged or not, with the newest good copy.

        Return that copy and the new location of the replaced file, or None if there was none.

        Raises:
            VaultError: There is no good copy, or NoteBrain is running.
        """
        with self._alone():
            newest = backup.newest_good(self._backups, now=self._clock.now())
            if newest is None:
                raise VaultError(
                    _("No backup in {folder} can be opened.").format(folder=self._backups)
                )
            return newest, backup.restore(newest.path, self._vault, at=self._clock.now())

    def restore_texts(self) -> Sequence[text_repair.Repair]:
        """Replace damaged texts with those from the backups; return every damaged text and what was found for it.

        Raises:
            VaultError: The file is so damaged that its texts cannot be reached.
        """
        self._must_exist()
        store = Store.open(self.folder, clock=self._clock)
        try:
            with store.read() as db:
                self._must_be_sound(db)
                found = text_hashes.inspect(db).damaged
            repairs = text_repair.find(found, self._backups)
            now = self._clock.now()
            outcome(store.write(lambda db: text_repair.apply(db, repairs, at=now)))
            store.complete_words()
            return repairs
        finally:
            store.close()

    def confirm_date(self) -> int:
        """Accept this computer's date as right; return how many notes leave the trash as a result.

        Raises:
            UserError: The vault has an account, whose time decides.
        """
        self._must_exist()
        store = Store.open(self.folder, clock=self._clock)
        try:
            return VaultClock(store, self._clock).confirm()
        finally:
            store.close()

    def rebuild_word_index(self) -> None:
        """Rebuild the word index from the notes; others can save meanwhile."""
        self._must_exist()
        store = Store.open(self.folder, clock=self._clock)
        try:
            outcome(store.rebuild_words())
        finally:
            store.close()

    def _must_exist(self) -> None:
        if vault_mark.is_fresh(self._vault, self._backups):
            raise VaultError(_("There are no notes in {folder} yet.").format(folder=self.folder))
        vault_mark.refuse_lost(self._vault, self._backups)

    def _vault_findings(self) -> Iterator[Finding]:
        try:
            store = Store.open(self.folder, clock=self._clock)
        except NoteBrainError as error:
            yield Finding("file", Severity.BAD, self._error_text(error))
            return
        try:
            yield from self._store_findings(store)
        except NoteBrainError as error:
            yield Finding("file", Severity.BAD, self._error_text(error))
        finally:
            store.close()

    def _store_findings(self, store: Store) -> Iterator[Finding]:
        with store.read() as db:
            self._must_be_sound(db)
            text = _("The notes file {path} can be opened and is intact.").format(path=self._vault)
            yield Finding("file", Severity.GOOD, text)
            state = text_hashes.inspect(db)
            yield from self._texts(state)
            yield from self._blocks(text_hashes.damaged_blocks(db))
            yield from _links(health.loose_links(db), self._command("doctor --restore-backup"))
            rebuild, index = self._command("doctor --rebuild-words"), self._command("index")
            if (what := hindrance(self.folder)) is not None:
                yield Finding("room", Severity.BAD, hindrance_text(what, self.folder))
            yield self._words(db, rebuild, state)
            yield from file_findings(db, self._vault, self._command("files check"))
            yield _queue(health.queue_state(db), index)
            yield self._clock_finding(store)
            spaces = [model.space for model in self._models]
            chosen = vectors.chosen(db, spaces)
            yield _vectors(health.vector_state(db, chosen), index)
            loss = inventory.loss(db)
            if loss is not None:
                repair = self._command("verify --repair")
                yield Finding("account", Severity.BAD, f"{loss_text(loss)} ({repair})")

    def _words(self, db: Connection, rebuild: str, state: text_hashes.TextState) -> Finding:
        # a copy is compared; if the vault leaves no room for it, the system's temporary folder may
        for place in (self.folder, Path(gettempdir())):
            try:
                return _words(health.word_index_fault(db, place), rebuild, state)
            except (OSError, Unwritable):
                continue
        text = _(
            "The word index was not compared with the notes because there is no room for a copy."
        )
        return Finding("words", Severity.HINT, text)

    def _clock_finding(self, store: Store) -> Finding:
        clock = VaultClock(store, self._clock)
        reading, now = clock.reading(), self._clock.now()
        if reading.doubt is None:
            text = (
                _("The clock of this computer agrees with your account's.")
                if clock.connected
                else _("The date of this computer, {day}, looks right.")
            )
            return Finding("clock", Severity.GOOD, text.format(day=f"{now.astimezone():%Y-%m-%d}"))
        text = doubt_text(reading, now)
        if asks_the_user(reading):
            command = self._command("doctor --confirm-date")
            text = f"{text} {_('If the date is right: {command}').format(command=command)}"
        bad = reading.doubt is Doubt.OFF
        return Finding("clock", Severity.BAD if bad else Severity.HINT, text)

    def _must_be_sound(self, db: Connection) -> None:
        fault = health.file_fault(db)
        if fault is None and (missing := health.missing_parts(db)):
            fault = _("missing: {names}").format(names=", ".join(missing))
        if fault is not None:
            raise damaged(self._vault, fault)

    def _texts(self, state: text_hashes.TextState) -> Iterator[Finding]:
        if not state.damaged:
            yield Finding("texts", Severity.GOOD, _all_whole(state))
            return
        repairs = text_repair.find(state.damaged, self._backups)
        for repair in repairs[:_MOST_NAMED]:
            yield Finding("texts", Severity.BAD, repair_words(repair))
        more = len(repairs) - _MOST_NAMED
        if more > 0:
            text = ngettext("{n} more text is damaged.", "{n} more texts are damaged.", more)
            yield Finding("texts", Severity.BAD, text.format(n=more))
        if any(repair.whole for repair in repairs):
            text = _("{command} restores what the backups have of it.")
            command = self._command("doctor --restore-texts")
            yield Finding("texts", Severity.HINT, text.format(command=command))

    def _blocks(self, damaged: Sequence[tuple[str, bool]]) -> Iterator[Finding]:
        """Say which blocks of the profile are damaged; nothing if all are whole."""
        for key, earlier in damaged[:_MOST_NAMED]:
            text = (
                _("An earlier text of {block} is damaged: {command}")
                if earlier
                else _("The text of {block} is damaged. An earlier one may be whole: {command}")
            )
            command = self._command(f"profile history {key}")
            yield Finding(
                "texts", Severity.BAD, text.format(block=block_name(key), command=command)
            )

    def _command(self, words: str) -> str:
        """Return a command that helps, for the notes this doctor was asked to check."""
        return command_to_type(words, self._given)

    def _error_text(self, error: NoteBrainError) -> str:
        if not isinstance(error, DamagedVault):
            return str(error)
        if (
            error.backup is None
            and (newest := backup.newest_good(self._backups, now=self._clock.now())) is not None
        ):
            error.backup = str(newest.path)
        return with_way_out(error, self._given)

    def _backup_finding(self) -> Finding:
        copies = backup.list_backups(self._backups, now=self._clock.now())
        if not copies:
            text = _("There is no backup yet; {command} makes one.")
            command = self._command("doctor --backup")
            return Finding("backups", Severity.HINT, text.format(command=command))
        text = ngettext("{n} backup, of {day}", "{n} backups, the newest of {day}", len(copies))
        day = f"{copies[0].made_at.astimezone():%Y-%m-%d %H:%M}"
        lacking = lacking_text(copies[0].path)
        severity = Severity.BAD if lacking else Severity.GOOD
        return Finding("backups", severity, text.format(n=len(copies), day=day) + lacking)


def _all_whole(state: text_hashes.TextState) -> str:
    text = ngettext(
        "{n} note (also counting the trash) and {earlier} earlier versions are as they were written.",
        "{n} notes (also counting the trash) and {earlier} earlier versions are as they were written.",
        state.notes,
    ).format(n=state.notes, earlier=state.revisions)
    if not state.unhashed:
        return text
    lacking = ngettext(
        "{n} text from an older NoteBrain has no hash yet; the open window adds it.",
        "{n} texts from an older NoteBrain have no hash yet; the open window adds them.",
        state.unhashed,
    )
    return f"{text} {lacking.format(n=state.unhashed)}"


def _links(loose: Sequence[tuple[str, int]], command: str) -> Iterator[Finding]:
    for table, rows in loose:
        text = ngettext(
            "{n} row of the table {table} belongs to a note that does not exist; {command} goes back to the newest "
            "backup.",
            "{n} rows of the table {table} belong to notes that do not exist; {command} goes back to the newest "
            "backup.",
            rows,
        )
        yield Finding("links", Severity.BAD, text.format(n=rows, table=table, command=command))


def _words(fault: str | None, command: str, state: text_hashes.TextState) -> Finding:
    if fault is None:
        return Finding("words", Severity.GOOD, _("The word index matches the notes."))
    if state.damaged:
        text = _("The word index does not match the notes ({fault}), some of which are damaged.")
        return Finding("words", Severity.BAD, text.format(fault=fault))
    text = _(
        "The word index does not match the notes ({fault}). The notes are safe; {command} rebuilds the index."
    )
    return Finding("words", Severity.BAD, text.format(fault=fault, command=command))


def _queue(queue: health.QueueState, command: str) -> Finding:
    if queue.failed:
        text = ngettext(
            "{n} note could not be indexed; NoteBrain will try again: {error}",
            "{n} notes could not be indexed; NoteBrain will try again: {error}",
            queue.failed,
        )
        return Finding("queue", Severity.BAD, text.format(n=queue.failed, error=queue.error))
    if queue.waiting or queue.substrings:
        text = ngettext(
            "{n} note is waiting to be indexed; the open window or {command} does this.",
            "{n} notes are waiting to be indexed; the open window or {command} does this.",
            max(queue.waiting, queue.substrings),
        )
        n = max(queue.waiting, queue.substrings)
        return Finding("queue", Severity.HINT, text.format(n=n, command=command))
    return Finding("queue", Severity.GOOD, _("Nothing is waiting to be indexed."))


def _vectors(vectors: health.VectorState, command: str) -> Finding:
    lost = vectors.lacking + vectors.forgotten
    if lost:
        text = ngettext(
            "{n} note is missing from the meaning index; {command} adds it.",
            "{n} notes are missing from the meaning index; {command} adds them.",
            lost,
        )
        return Finding("vectors", Severity.HINT, text.format(n=lost, command=command))
    text = ngettext(
        "Every indexed note has its vectors; {n} vector is kept for undo.",
        "Every indexed note has its vectors; {n} vectors are kept for undo.",
        vectors.unused,
    )
    return Finding("vectors", Severity.GOOD, text.format(n=vectors.unused))
