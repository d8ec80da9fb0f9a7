"""Send the files of notes to the account, and fetch those that are not here, in portions beside the notes.

A file that cannot go or come says why and waits; notes never wait for it. Nothing here ends a round of syncing.
"""

import os
from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from notebrain.domain.backoff import retry_after
from notebrain.domain.errors import (
    ChangedFile,
    CloudAuth,
    CloudDamaged,
    CloudError,
    CloudFilesOff,
    CloudMissing,
    CloudOffline,
    CloudQuota,
    CloudThrottle,
    CloudTooLarge,
    CloudWaits,
    Interrupted,
    VaultError,
)
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.sync.file_transfer import (
    FileChoices,
    FileWait,
    MovingFile,
    cap_text,
    elsewhere_text,
    no_room_text,
    rest_after,
    rest_text,
    unreadable_text,
)
from notebrain.domain.sync.remote_files import Moved, Progress, RemoteFiles, StoredFile
from notebrain.storage import privacy
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments, uses
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs, Staged, discard
from notebrain.storage.sql import NEVER_FROM
from notebrain.storage.sync import file_transfers as transfers, leaving_files
from notebrain.storage.sync.file_transfers import ASK_AGAIN, FileToFetch, FileToSend
from notebrain.sync.context import KeepGoing, SyncContext, log
from notebrain.sync.leaving_files import LeavingFiles

ROUND_BYTES: Final = transfers.AHEAD_BYTES
"""How much one round moves, and a part more, before it turns to the notes again."""
_LEAST_BYTES: Final = ROUND_BYTES // 32
"""What even an empty file counts: its requests take as long."""
_AT_ONCE: Final = 8
_MANY, _MOST_FAILURES, _MOST_CALLS = 4, 3, 16
_RESTS: Final = (FileWait.PAUSED, FileWait.METERED)

OnMoving = Callable[[MovingFile | None], object]
"""Is told how far a file is; None when none is on its way."""


class FileMover:
    """Moves files in one round.

    Args:
        leaving: Removes files from the account that nobody needs.
        choices: Returns what the user allows; asked again while a file is on its way.
        on_moving: Is told how far a file is.

    Attributes:
        leaving: As given.
        goes_on: Whether there is more to move at once.
    """

    def __init__(
        self,
        context: SyncContext,
        remote: RemoteFiles,
        choices: Callable[[], FileChoices],
        leaving: LeavingFiles,
        on_moving: OnMoving = lambda _moving: None,
    ) -> None:
        self._context = context
        self._remote = remote
        self.leaving = leaving
        self._ask_choices = choices
        self._on_moving = on_moving
        self._blobs = Blobs.beside(context.store.path)
        self._left = ROUND_BYTES
        self._failures = 0
        self._is_over = False
        self._moved = 0  # bytes of the file that is on its way
        self.goes_on = False

    @property
    def _choices(self) -> FileChoices:
        return self._ask_choices()

    async def hold(self) -> None:
        """Decide for which files notes have to wait; called before each choice of what to send."""
        now = self._context.clock.now()
        await self._end_pause(now)

        def found(db: Connection) -> tuple[set[Sha], set[Sha]]:
            paused = transfers.is_paused(db, now=now)
            return transfers.held(db), set() if paused else transfers.to_hold(db, now=now)

        before, after = self._context.read(found)
        if before != after:
            await self._context.write(partial(transfers.hold, shas=after))

    async def _end_pause(self, now: datetime) -> None:
        """Forget what files waited for if they need not wait any longer; pause them if the user wants that."""
        why = self._context.read(transfers.paused_by)
        if await self._rests(why) or why is None:
            return
        is_over = not self._context.read(partial(transfers.is_paused, now=now))
        is_over = is_over or why in _RESTS or (why is FileWait.CAP and self._day_left() != 0)
        if is_over:
            await self._context.write(transfers.end_pause)

    async def check_daily(self, keep_going: KeepGoing) -> None:
        """Once a day, compare the account's files with those here, and remove those that no computer needs.

        Everything written in the account must have been fetched.
        """
        now = self._context.clock.now()
        if not self._context.read(partial(leaving_files.is_check_due, now=now)):
            return
        asks = self._context.read(leaving_files.has_asked) and not self._is_shut(now)
        if asks and (there := await self._stored()) is not None:
            await self._context.write(partial(leaving_files.update_unused, there=there))
            here = self._context.read(partial(transfers.only_here, shas=there))
            await self._withdraw(here, keep_going)  # also what is left of one that was on its way
        try:
            agreed = await self.leaving.agree(keep_going)
        except CloudWaits:  # the next round asks again
            return
        except CloudError as error:
            log.warning("files that may leave the account: %s", error)
            agreed = ()
        try:
            if agreed and not self._is_shut(now):
                await self.leaving.remove(agreed, keep_going)
        except CloudError as error:
            await self._stop(error)
        # after an outage, the account is asked again
        if keep_going() and self._context.read(transfers.paused_by) is not FileWait.ACCOUNT:
            await self._context.write(partial(leaving_files.put_checked, at=now))

    async def _rests(self, before: FileWait | None = None) -> bool:
        """Return whether the user paused files; until they resume, all files wait."""
        rest = self._choices.rest
        if rest is FileWait.NONE:
            return False
        self._is_over = True
        if before is not rest:
            await self._pause(rest, rest_text(rest), NEVER_FROM)
        return True

    async def send_some(self, keep_going: KeepGoing) -> bool:
        """Send the next few files; return whether notes may wait for them no longer, and more may go."""
        now = self._context.clock.now()
        if self._has_to_wait(now):
            return False
        await self._withdraw(self._context.read(transfers.to_withdraw), keep_going)
        due = self._context.read(partial(transfers.to_send, now=now, limit=_AT_ONCE))
        if not due or self._is_over:
            return False
        there = await self._stored() if len(due) >= _MANY else None
        await self._context.write(partial(transfers.begin, shas=[file.sha for file in due]))
        for file in due:
            if not await self._may_move(keep_going):
                break
            await self._send(file, there, keep_going)
        return not self._is_over

    async def _withdraw(self, shas: Sequence[Sha], keep_going: KeepGoing) -> None:
        try:
            await self.leaving.withdraw(shas, keep_going)
        except CloudError as error:
            await self._stop(error)

    async def fetch_some(self, keep_going: KeepGoing) -> None:
        """Fetch files that notes name and that are not here, as far as the user wants them."""
        now = self._context.clock.now()
        if self._has_to_wait(now):
            return
        files = self._context.read(partial(transfers.to_fetch, now=now))
        if not any(self._is_wanted(file) and file.is_due for file in files):
            return
        there = await self._stored()
        if there is None:
            return
        sizes = {
            file.sha: there[file.sha].size
            for file in files
            if file.sha in there and there[file.sha].has_list
        }
        if any(file.size != sizes.get(file.sha, file.size) for file in files):
            await self._context.write(partial(transfers.put_sizes, sizes=sizes))
            files = self._context.read(partial(transfers.to_fetch, now=now))
        wanted = [file for file in files if self._is_wanted(file)]
        await self._are_elsewhere(
            [file.sha for file in wanted if file.is_due and file.sha not in sizes]
        )
        for file in wanted:
            if file.sha in sizes and (file.is_due or file.why is FileWait.ELSEWHERE):
                if not await self._may_move(keep_going):
                    return
                await self._fetch(file, keep_going)

    def _has_to_wait(self, now: datetime) -> bool:
        return self._is_over or self._context.read(partial(transfers.is_paused, now=now))

    def _is_shut(self, now: datetime) -> bool:
        """Return whether the account must not be asked about files; what moves no bytes needs no allowance or room."""
        waits = self._context.read(transfers.paused_by)
        return self._has_to_wait(now) and waits not in (FileWait.CAP, FileWait.ROOM)

    def _is_wanted(self, file: FileToFetch) -> bool:
        return self._choices.fetches(file.size, wanted=file.wanted)

    async def _stored(self) -> Mapping[str, StoredFile] | None:
        """Return what the account has, or None if it does not say; what it lacks of what was sent goes again."""
        try:
            there = await self._remote.stored()
        except CloudError as error:
            await self._stop(error)
            return None
        whole = {sha: one.size for sha, one in there.items() if one.has_list}
        now = self._context.clock.now()
        await self._context.write(partial(transfers.check, there=whole, at=now))
        return there

    async def _may_move(self, keep_going: KeepGoing) -> bool:
        """Return whether another file may begin; one that may not today, or not in this round, comes later."""
        if self._is_over or not keep_going():
            self._is_over = True
        elif await self._rests():
            pass
        elif self._left <= 0:
            self.goes_on = self._is_over = True
        elif self._day_left() == 0:
            tomorrow = _next_day(self._context.clock.now())
            await self._pause(FileWait.CAP, cap_text(self._choices.day_bytes), tomorrow)
        return not self._is_over

    def _day_left(self) -> int | None:
        """Return how many bytes may be moved today, or None for any amount."""
        if not self._choices.day_bytes:
            return None
        day = self._context.clock.now().toordinal()
        moved = self._context.read(partial(transfers.moved_on, day=day))
        return max(0, self._choices.day_bytes - moved)

    def _at_most(self, size: int) -> int:
        # each call reads the whole file to check it, so a large one gets more at once
        most, day = max(self._left, size // _MOST_CALLS), self._day_left()
        return most if day is None else min(most, day)

    def _goes_on(self, keep_going: KeepGoing) -> bool:
        return keep_going() and self._choices.rest is FileWait.NONE

    # one file

    async def _send(
        self, file: FileToSend, there: Mapping[str, StoredFile] | None, keep_going: KeepGoing
    ) -> None:
        known = None if there is None else there.get(file.sha, StoredFile(file.sha))

        def goes_on() -> bool:
            # a note may be made local only while its file is on its way
            shared = partial(transfers.is_shared, sha=file.sha)
            return self._goes_on(keep_going) and self._context.read(shared)

        self._begin(file.sha, file.name, file.size, goes=True)
        try:
            if not goes_on():
                return
            with self._blobs.path(file.sha).open("rb") as source:
                moved = await self._remote.send(
                    file.sha,
                    source,
                    there=known,
                    at_most=self._at_most(file.size),
                    on_progress=self._progress(file.sha, file.name, goes=True),
                    keep_going=goes_on,
                )
            await self._has_moved(file.sha, moved)
        except Interrupted:
            await self._count(self._moved)
            if self._moved and not self._context.read(partial(transfers.is_shared, sha=file.sha)):
                await self._withdraw([file.sha], keep_going)  # its note became local only meanwhile
        except ChangedFile:
            await self._count(self._moved)
            fault = [(file.sha, Fault.CHANGED)]
            await self._context.write(partial(attachments.set_fault, faults=fault))
        except OSError as error:
            await self._count(self._moved)
            await self._put_off(file.sha, FileWait.UNREADABLE, unreadable_text(file.name, error))
        except CloudError as error:
            await self._count(self._moved)
            await self._failed(file.sha, error)
        finally:
            self._on_moving(None)

    async def _fetch(self, file: FileToFetch, keep_going: KeepGoing) -> None:
        name = self._context.read(partial(_name_of, sha=file.sha))
        self._begin(file.sha, name, file.size or 0, goes=False)
        try:
            with _opened(self._blobs.coming(file.sha)) as into:
                moved = await self._remote.receive(
                    file.sha,
                    into,
                    at_most=self._at_most(file.size or 0),
                    on_progress=self._progress(file.sha, name, goes=False),
                    keep_going=lambda: self._goes_on(keep_going),
                )
            if not moved.is_whole:
                await self._has_moved(file.sha, moved)
                return
            staged = await to_thread(self._blobs.arrived, file.sha, name)
            await self._count(moved.moved)
            await self._context.write(partial(self._keep, staged=staged))
            discard(staged.path)  # it was added here meanwhile
        except Interrupted:
            await self._count(self._moved)
        except (OSError, VaultError) as error:
            await self._count(self._moved)
            reason = str(error) if isinstance(error, VaultError) else no_room_text(name, error)
            await self._pause(FileWait.ROOM, reason, self._context.clock.now() + ASK_AGAIN)
        except CloudError as error:
            await self._count(self._moved)
            await self._failed(file.sha, error)
        finally:
            self._on_moving(None)

    def _keep(self, db: Connection, staged: Staged) -> Changes:
        """Add a file that has arrived to the vault; its notes show it from now on."""
        now = self._context.clock.now()
        known = attachments.described(staged.sha, staged.size, staged.head, staged.name, now=now)
        is_changed = attachments.fault_of(db, staged.sha) is Fault.CHANGED
        self._blobs.keep(staged, anew=is_changed)
        attachments.add(db, known)
        transfers.put_sent(db, staged.sha, at=now)
        notes = [note for note, _title, _trashed in uses.notes_with(db, staged.sha)]
        self._context.tally.files_fetched += 1
        return touched(Act.SYNC, notes, filing=False)

    def _begin(self, sha: Sha, name: str, size: int, *, goes: bool) -> None:
        self._moved = 0
        self._on_moving(MovingFile(sha, name, goes, 0, size))

    def _progress(self, sha: Sha, name: str, *, goes: bool) -> Callable[[Progress], object]:
        def report(progress: Progress) -> None:
            self._moved = progress.moved
            self._on_moving(MovingFile(sha, name, goes, progress.done, progress.total))

        return report

    async def _has_moved(self, sha: Sha, moved: Moved) -> None:
        """Record what one call did for a file that is sent, or that has not arrived completely."""
        await self._count(moved.moved)
        if not moved.is_whole:
            self._left = 0
            self.goes_on = True
            return
        self._failures = 0
        self._context.tally.files_sent += 1
        at = self._context.clock.now()
        await self._context.write(partial(transfers.put_sent, sha=sha, at=at))

    async def _count(self, size: int) -> None:
        self._left -= max(size, _LEAST_BYTES)
        if size and self._choices.day_bytes:
            day = self._context.clock.now().toordinal()
            await self._context.write(partial(transfers.count_moved, day=day, size=size))

    # what is in the way

    async def _failed(self, sha: Sha, error: CloudError) -> None:
        """Let one file wait, or all of them if the account is the reason."""
        match error:
            case CloudFilesOff() | CloudAuth() | CloudOffline() | CloudThrottle() | CloudQuota():
                await self._stop(error)
            case CloudDamaged():
                await self._put_off(sha, FileWait.DAMAGED, str(error))
            case CloudMissing():
                await self._put_off(sha, FileWait.ELSEWHERE, str(error))
            case CloudTooLarge():
                await self._put_off(sha, FileWait.TOO_LARGE, str(error))
            case _:
                await self._put_off(sha, FileWait.FAILED, str(error))
                self._failures += 1
                if self._failures >= _MOST_FAILURES:
                    await self._stop(error)

    async def _stop(self, error: CloudError) -> None:
        """Move no files for a while; notes still sync."""
        why, wait = rest_after(error)
        at_most = ASK_AGAIN if wait is None else min(wait, ASK_AGAIN)
        await self._pause(why, str(error), self._context.clock.now() + at_most)

    async def _pause(self, why: FileWait, reason: str, until: datetime) -> None:
        self._is_over = True
        await self._context.write(partial(transfers.pause, why=why, reason=reason, until=until))

    async def _put_off(self, sha: Sha, why: FileWait, reason: str) -> None:
        now = self._context.clock.now()

        def act(db: Connection) -> None:
            soon = why in (FileWait.ELSEWHERE, FileWait.FAILED)
            wait = retry_after(transfers.attempts(db, sha)) if soon else ASK_AGAIN
            transfers.put_off(db, sha, why, reason, until=now + min(wait, ASK_AGAIN))

        await self._context.write(act)

    async def _are_elsewhere(self, shas: Sequence[Sha]) -> None:
        """Let files wait that the account does not have yet."""
        if not shas:
            return
        now = self._context.clock.now()

        def act(db: Connection) -> None:
            for sha in shas:
                wait = min(retry_after(transfers.attempts(db, sha)), ASK_AGAIN)
                transfers.put_off(db, sha, FileWait.ELSEWHERE, elsewhere_text(), until=now + wait)

        await self._context.write(act)


def _opened(path: Path) -> BinaryIO:
    """Open the part of a file that has arrived, or a new file."""
    handle = privacy.opener(str(path), os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0))
    return os.fdopen(handle, "r+b")


def _name_of(db: Connection, sha: Sha) -> str:
    known = attachments.get(db, sha)
    return attachments.named(db, sha) if known is None else known.name


def _next_day(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
