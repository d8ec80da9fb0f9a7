"""Watch that the account still has everything it had, and exchange what the computers report of themselves."""

from collections.abc import Awaitable, Callable
from functools import partial

from notebrain.domain.embedding.usage import day_of
from notebrain.domain.errors import CloudTakenBack
from notebrain.domain.ports import Clock
from notebrain.domain.sync.computers import Myself, Others, clean_name
from notebrain.domain.sync.rules import account_rolled_back, lost_something
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.sync import account, computers, inventory
from notebrain.storage.sync.account import Lost
from notebrain.sync.context import SyncContext
from notebrain.sync.pull import Fetcher


class AccountWatch:
    """Runs work as long as the account has lost nothing.

    Args:
        host: The name of this computer if the user gave it none; if empty, other computers see no name.
    """

    def __init__(self, clock: Clock, host: str) -> None:
        self._clock = clock
        self._host = host

    async def run(
        self, context: SyncContext, fetcher: Fetcher, work: Callable[[], Awaitable[int]]
    ) -> int:
        """Run a round's work as long as the account still has everything it had.

        Raises:
            CloudTakenBack: It does not; this is recorded, and no more requests are made until it is compared.
        """
        known = context.read(account.get)
        if known is not None and known.lost:
            raise lost_something() if known.lost is Lost.SOMETHING else account_rolled_back()
        before = None if known is None else known.mark
        context.remote.mark = before
        reports = context.remote.computers
        now = self._clock.now()
        if context.read(partial(computers.has_use, at=now)):
            reports.unreported += await context.write(partial(computers.report_use, at=now))
        reports.myself = context.read(
            partial(self._myself, device=context.device, others=reports.others)
        )
        try:
            return await work()
        except CloudTakenBack as error:
            if error.lost:
                await fetcher.survey()
            if not error.lost or context.read(inventory.loss) is None:
                lost = Lost.SOMETHING if error.lost else Lost.ALL_AFTER
                await context.write(lambda db: account.has_lost(db, lost))
            raise
        finally:
            mark = context.remote.mark
            if mark is not None and mark != before:
                await context.write(lambda db: account.save_mark(db, mark))
            others, day = reports.others, day_of(self._clock.now())
            if others is not None and context.read(
                partial(computers.is_news, others=others, day=day)
            ):
                await context.write(partial(computers.put_others, others=others, day=day))

    def _myself(self, db: Connection, *, device: str, others: Others | None) -> Myself:
        """Return this computer's report for the others, with its usage for the account's current day."""
        today = day_of(self._clock.now())
        name = computers.own_name(db) or clean_name(self._host)
        day = today if others is None else others.day
        return Myself(device, name, day, usage.spent(db, today))
