"""Compare the files in the account with those here, by their hashes, and mend what differs by sending it again."""

from asyncio import to_thread, wrap_future
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from notebrain.domain.errors import (
    CloudAuth,
    CloudFilesOff,
    CloudMissing,
    Interrupted,
    VaultError,
)
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.ports import Clock
from notebrain.domain.sync.file_transfer import FileFacts
from notebrain.domain.sync.remote_files import Part, RemoteFiles, StoredFile
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.store import Store
from notebrain.storage.sync import file_transfers as transfers
from notebrain.sync.context import KeepGoing

_PIECE: Final = 1_048_576


class FileDrift(StrEnum):
    """How a file in the account differs from the one here."""

    MISSING_THERE = "file missing there"
    """It was sent, and the account does not have all of it any more."""
    DAMAGED_THERE = "file damaged there"
    """A part of it is another one in the account."""
    CHANGED_HERE = "file changed here"
    """The bytes here are no longer those that were added."""


@dataclass(frozen=True, slots=True)
class FileDifference:
    """A file that differs; `is_here` says whether this computer can mend it by sending it again."""

    drift: FileDrift
    sha: Sha
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class FileComparison:
    """What was compared.

    Attributes:
        files: How many files the account has that notes name.
        read_back: Whether they were fetched to compare every byte, rather than compared by the account's hashes.
        nowhere: How many files notes name that are neither here nor in the account.
        why: Why files could not be compared, as a sentence for the user; empty if they were.
    """

    files: int = 0
    read_back: bool = False
    differences: Sequence[FileDifference] = field(default=())
    nowhere: int = 0
    why: str = ""


class FileVerifier:
    """Compares files while nobody else on this computer works with the account.

    Args:
        remote: The files in the account.
    """

    def __init__(self, store: Store, clock: Clock, remote: RemoteFiles) -> None:
        self._store = store
        self._clock = clock
        self._remote = remote
        self._blobs = Blobs.beside(store.path)

    async def compare(
        self,
        keep_going: KeepGoing,
        progress: Callable[[int], object] = lambda _files: None,
        *,
        read_back: bool = False,
    ) -> FileComparison:
        """Return the differences without changing anything.

        The account's list has a hash of every part, so that comparing takes one request for each thousand parts.

        Args:
            progress: Called with the number of files compared so far.
            read_back: Fetch every file, too, in case the account's hashes are right and its bytes are not.

        Raises:
            CloudError: The account did not answer.
            Interrupted: `keep_going` returned False.
        """
        try:
            there = await self._remote.stored()
        except (CloudFilesOff, CloudAuth) as error:
            return FileComparison(why=str(error))
        with self._store.read() as db:
            known = {sha: one for sha, one in transfers.facts(db).items() if one.is_shared}
            names = {sha: _name(db, sha) for sha in known}
        differences: list[FileDifference] = []
        compared = nowhere = 0
        for sha, facts in known.items():
            if not keep_going():
                raise Interrupted(_("Stopped; nothing was changed."))
            if not facts.is_here and not facts.is_there and sha not in there:
                nowhere += 1
                continue
            drift = await self._drift(sha, facts, there, keep_going, read_back=read_back)
            if drift is not None:
                differences.append(FileDifference(drift, sha, names[sha], facts.is_here))
            compared += sha in there
            progress(compared)
        return FileComparison(compared, read_back, tuple(differences), nowhere)

    async def _drift(
        self,
        sha: Sha,
        facts: FileFacts,
        there: Mapping[str, StoredFile],
        keep_going: KeepGoing,
        *,
        read_back: bool,
    ) -> FileDrift | None:
        stored = there.get(sha, StoredFile(sha))
        if not stored.has_list:
            return FileDrift.MISSING_THERE if facts.is_there else None
        if sorted(stored.parts) != list(range(len(stored.parts))):
            return FileDrift.DAMAGED_THERE
        if facts.is_here:
            drift = await to_thread(_compared, self._blobs.path(sha), sha, stored)
            if drift is not None:
                return drift
        if not read_back:
            return None
        try:
            with TemporaryFile(dir=self._store.path.parent) as into:
                await self._remote.receive(sha, into, keep_going=keep_going)
        except CloudMissing:  # a damaged file is one of them
            return FileDrift.DAMAGED_THERE
        except OSError as error:
            text = _("There is no room to fetch a file and compare it: {reason}.")
            raise VaultError(text.format(reason=error.strerror or error)) from error
        return None

    async def repair(self, differences: Sequence[FileDifference], keep_going: KeepGoing) -> None:
        """Mend what differs: send again what the account lacks, fetch again what was changed here.

        What is missing goes with the next round. A damaged file goes at once and anew, part for part, because its
        hashes in the account may be right; only a list that was read back counts.

        Raises:
            CloudError: The account did not answer; what was mended by then stays mended.
            Interrupted: `keep_going` returned False.
        """
        for difference in differences:
            sha, drift = difference.sha, difference.drift
            if drift is FileDrift.CHANGED_HERE:
                fault = [(sha, Fault.CHANGED)]
                await self._write(partial(attachments.set_fault, faults=fault))
                continue
            await self._write(partial(transfers.put_unsent, sha=sha))
            if drift is FileDrift.DAMAGED_THERE and difference.is_here:
                await self._send_anew(sha, keep_going)

    async def _send_anew(self, sha: Sha, keep_going: KeepGoing) -> None:
        try:
            with self._blobs.path(sha).open("rb") as source:
                moved = await self._remote.send(
                    sha, source, there=StoredFile(sha), keep_going=keep_going
                )
        except OSError:
            return  # the next round says why it cannot be sent
        if moved.is_whole:
            now = self._clock.now()
            await self._write(partial(transfers.put_sent, sha=sha, at=now))

    async def _write(self, act: Callable[[Connection], object]) -> None:
        await wrap_future(self._store.write(act))


def _name(db: Connection, sha: Sha) -> str:
    known = attachments.get(db, sha)
    return (attachments.named(db, sha) if known is None else known.name) or sha[:12]


def _compared(path: Path, sha: Sha, stored: StoredFile) -> FileDrift | None:
    """Compare a file with the parts that the account lists; blocks."""
    whole, drift = sha256(), None
    try:
        with path.open("rb") as source:
            for number in range(len(stored.parts)):
                body = source.read(stored.parts[number].size)
                whole.update(body)
                if stored.parts[number].fits(Part.of(body)) is False:
                    drift = FileDrift.DAMAGED_THERE
            while rest := source.read(_PIECE):
                whole.update(rest)
                drift = FileDrift.DAMAGED_THERE
    except OSError:
        return FileDrift.CHANGED_HERE
    return drift if whole.hexdigest() == sha else FileDrift.CHANGED_HERE
