"""Remove files from the account that no computer of the vault needs any more, once all of them agree.

A removal that is interrupted is repeated by the next computer that checks.
"""

from asyncio import to_thread
from collections.abc import Collection, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.leaving_files import Leaving, Report
from notebrain.domain.sync.remote_files import RemoteFiles
from notebrain.storage.connection import Connection
from notebrain.storage.sync import file_transfers, leaving_files
from notebrain.sync.context import KeepGoing, SyncContext

_TURNS: Final = 3
"""How often one check reports: to read, to announce, and to see its own announcement."""


class LeavingFiles:
    """One computer's part in removing files from the account.

    Args:
        machine: Identifies this copy of the vault.
        days: How many days a file stays unused before it may leave; 0 if it stays forever.
    """

    def __init__(
        self, context: SyncContext, remote: RemoteFiles, *, machine: str, days: int
    ) -> None:
        self._context = context
        self._remote = remote
        self._computer = sha256((machine or context.device).encode()).hexdigest()[:16]
        self._days = days

    async def withdraw(self, shas: Sequence[Sha], keep_going: KeepGoing) -> None:
        """Remove the files from the account whose notes stay on this computer now.

        No other computer is asked. If a note of one uses the file and is not known here yet, that computer misses it in
        the account within a day, and sends it again.

        Raises:
            CloudError: The account did not answer; the rest is removed later.
        """
        for sha in shas:
            if not keep_going():
                return
            await self._remote.remove(sha)
            at = self._context.clock.now()
            await self._context.write(partial(file_transfers.put_withdrawn, sha=sha, at=at))

    async def register(self) -> None:
        """Become known to the other computers, before any note of theirs comes here.

        Raises:
            CloudError: The account did not answer.
        """
        await self._report(Report(self._computer))

    async def agree(self, keep_going: KeepGoing) -> Sequence[str]:
        """Tell the other computers what is and is not needed here; return what all agree may leave.

        Everything written in the account must have been fetched, so that what other computers' notes use is known here.

        Raises:
            CloudError: The account did not answer; the next check asks again.
        """
        said = await self._report(Report(self._computer))
        for _turn in range(_TURNS):
            due = self._context.read(partial(leaving_files.due, days=self._days))
            waiting = [sha for sha in due if sha not in said.announced]
            needed = await self._needed([*said.announced, *waiting])
            new = [sha for sha in waiting if sha not in needed]
            kept = [sha for sha in said.announced if sha in needed]
            seen = said.computers.get(self._computer)
            if not (new or kept) and seen is not None and seen.number >= said.last:
                break
            if not keep_going():
                return []
            said = await self._report(Report(self._computer, said.last, new, kept))
            await self._context.write(partial(leaving_files.put_announced, shas=new))
        return said.agreed

    async def remove(self, agreed: Sequence[str], keep_going: KeepGoing) -> None:
        """Remove files from the account.

        Raises:
            CloudError: The account did not answer; the next check continues.
        """
        gone: list[str] = []
        try:
            for sha in agreed:
                if not keep_going():
                    return
                if self._context.read(partial(leaving_files.is_needed, sha=sha)):
                    continue  # since a moment ago
                await self._remote.remove(sha)
                await self._context.write(partial(leaving_files.put_gone, sha=Sha(sha)))
                gone.append(sha)
        finally:
            if gone:
                await self._report(Report(self._computer, ended=gone))

    async def _needed(self, shas: Collection[str]) -> set[str]:
        if not shas:
            return set()

        def act(db: Connection) -> set[str]:
            return leaving_files.needed(db, shas)

        return await to_thread(self._context.read, act)  # reads every text that names a file

    async def _report(self, report: Report) -> Leaving:
        return await self._context.ask(self._context.remote.leaving_files(report))
