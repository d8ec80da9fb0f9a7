"""The sync engine: each round fetches the account's changes and sends what changed here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from notebrain.domain.backoff import retry_after
from notebrain.domain.errors import CloudError, CloudWaits
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.sync.file_transfer import FileChoices
from notebrain.domain.sync.remote import RemoteVault, RemoteVectors, Renewal
from notebrain.domain.sync.remote_files import RemoteFiles
from notebrain.domain.sync.reports import Run
from notebrain.domain.sync.vault_time import AccountTime
from notebrain.storage import settings, vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sql import from_ms, to_ms
from notebrain.storage.store import Store
from notebrain.storage.sync import (
    account,
    file_transfers,
    incoming,
    inventory,
    log,
    outgoing_counts,
    outgoing_removals,
    twins,
)
from notebrain.storage.sync.account import Lost
from notebrain.storage.sync.incoming import Why
from notebrain.sync.account_watch import AccountWatch
from notebrain.sync.compare import Comparison, Difference, Verifier
from notebrain.sync.context import Busy, KeepGoing, OnConflict, SyncContext
from notebrain.sync.files import FileMover, OnMoving
from notebrain.sync.leaving_files import LeavingFiles
from notebrain.sync.pull import Fetcher
from notebrain.sync.push import Sender, forgotten_vectors
from notebrain.sync.round_result import Round
from notebrain.sync.types import Conflict
from notebrain.version import __version__

POLL_S = 60.0
"""How often to check the account when nothing happens here."""
_NEEDS_THE_USER_S = 900.0
_CHECK_AGAIN_S = 5.0
_LEAST_S = 0.05
# Other rounds run in between: a step takes a second or two.
_STEPS_AT_ONCE = 8
_REACHED_KEPT = timedelta(minutes=5)
"""How outdated the recorded time of the last answer may be: it is not worth a write every minute."""
_TIME_IS_NEWS = timedelta(hours=1)


def _never(_note_id: str) -> bool:
    return False


def as_card(db: Connection, conflict: Conflict) -> None:
    """Store the other text as a card, in the transaction that merged it; it is in the note's history, too."""
    cards.put_conflict(
        db,
        note_id=NoteId(conflict.note_id),
        theirs=conflict.theirs.body,
        theirs_title=conflict.theirs.title,
        base=None if conflict.base is None else conflict.base.body,
        at=from_ms(conflict.theirs.updated_at),
        device=conflict.device,
        here="" if (known := account.get(db)) is None else known.device,
    )


@dataclass(frozen=True, slots=True)
class Places:
    """Where the engine finds the account.

    Attributes:
        vectors: None leaves the vectors of removed notes to other code.
        files: None leaves files where they are.
    """

    vault: RemoteVault
    vectors: RemoteVectors | None = None
    files: RemoteFiles | None = None


def _goes_on(renewal: Renewal | None) -> bool:
    return renewal is not None and not renewal.finished


class SyncEngine:
    """Keeps one vault and the user's account in sync.

    Only one engine at a time may work on a vault. A round may be canceled or killed at any moment: what was sent
    without an answer is sent again exactly as it was, and what was fetched is applied once.

    Args:
        file_choices: Returns what the user allows for files.
        on_moving: Is told how far a file is on its way.
        busy: Returns whether the user is typing in a note, whose text is then left alone; called on any thread.
        on_conflict: Stores both texts of a note for the user to see.
        machine: Identifies this copy of the vault; a copy of it gets its own device name.
        program: The version of this program: what another version could not apply is retried.
        account_time: Returns the account's time report.
        host: The name of this computer if the user gave it none; if empty, other computers see no name.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        remote: RemoteVault,
        *,
        vectors: RemoteVectors | None = None,
        files: RemoteFiles | None = None,
        file_choices: Callable[[], FileChoices] = FileChoices,
        on_moving: OnMoving = lambda _moving: None,
        busy: Busy = _never,
        on_conflict: OnConflict = as_card,
        machine: str = "",
        program: str = __version__,
        account_time: Callable[[], AccountTime | None] = lambda: None,
        host: str = "",
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._places = Places(remote, vectors, files)
        self._file_choices = file_choices
        self._on_moving = on_moving
        self._busy = busy
        self._on_conflict = on_conflict
        self._machine = machine
        self._program = program
        self._account_time = account_time
        self._watch = AccountWatch(clock, host)
        self._problems = 0
        self._reached: datetime | None = None

    async def round(
        self,
        keep_going: KeepGoing = lambda: True,
        *,
        listen: bool = True,
        send_first: bool = False,
    ) -> Round:
        """Fetch the account's changes and send what changed here, until both are equal.

        Nothing happens while the vault is not connected.

        Args:
            keep_going: Called between requests; False ends the round.
            listen: Fetch first; otherwise changes are sent in one request, and others' writes are fetched later.
            send_first: Send before fetching, and do not fetch if the answer shows that nobody else has written.

        Raises:
            VaultError: The vault cannot be read or written; nothing is lost.
        """
        context = await self._context()
        if context is None:
            return Round()
        fetcher = Fetcher(context, self._ids)
        files = self._mover(context)
        problem: CloudError | None = None
        asks = 0
        renewal: Renewal | None = None
        try:
            asks = await self._watch.run(
                context,
                fetcher,
                lambda: self._work(
                    context, fetcher, files, keep_going, listen=listen, first=send_first
                ),
            )
            renewal = await self._renew(context, keep_going)
        except CloudError as error:
            problem = error
            asks = context.read(lambda db: incoming.count(db, Why.DELETES))
        self._reached = context.tally.reached or self._reached
        files_go_on = problem is None and files is not None and files.goes_on
        done = replace(
            context.tally.round(),
            asks=asks,
            problem=problem,
            files_go_on=files_go_on,
            wait_s=_LEAST_S if files_go_on or _goes_on(renewal) else self._wait_s(context, problem),
            renewal=renewal,
            reached=self._reached,
        )
        if done.did_something or _is_news(context.read(account.get), done):
            await context.write(lambda db: self._note_down(db, done))
        await self._store_time(context)
        return done

    async def answer_deletions(self, *, delete: bool) -> int:
        """Apply removals of many notes, or keep these notes and send them again; return how many."""
        context = await self._context()
        if context is None:
            return 0
        number = await context.write(partial(incoming.answer, delete=delete))
        await Fetcher(context, self._ids).apply_held()
        return number

    async def withdraw(self, keep_going: KeepGoing = lambda: True) -> None:
        """Remove from the account what is due for removal, without sending anything else.

        Raises:
            CloudError: The account did not answer; removals sent before that are done.
        """
        context = await self._context()
        if context is None:
            return
        fetcher = Fetcher(context, self._ids)
        sender = Sender(context, fetcher, only_removals=True)

        async def work() -> int:
            await sender.send(keep_going)
            await self._forget_vectors(context)
            if (files := self._mover(context)) is not None:
                here = context.read(file_transfers.to_withdraw)
                await files.leaving.withdraw(here, lambda: True)
            return 0

        await self._watch.run(context, fetcher, work)

    async def compare(
        self,
        keep_going: KeepGoing = lambda: True,
        progress: Callable[[int], object] = lambda _read: None,
    ) -> Comparison:
        """Compare everything in the account with everything here, with one request per 500 notes.

        Raises:
            CloudError: The account did not answer.
        """
        context = await self._context()
        if context is None:
            return Comparison(0, ())
        context.remote.mark = None  # compare its present state
        return await Verifier(context).compare(keep_going, progress)

    async def repair(self, differences: Sequence[Difference]) -> None:
        """Resolve differences; the next round sends what is to be sent.

        If the account has lost something, this computer treats its content as unknown, and so will the others: nothing
        is removed, and both texts are kept where they differ.

        Raises:
            CloudError: The account did not answer.
        """
        context = await self._context()
        known = None if context is None else context.read(account.get)
        if context is None or known is None:
            return
        context.remote.mark = None
        if known.lost is not Lost.ALL_AFTER and any(
            difference.is_loss for difference in differences
        ):
            await context.ask(context.remote.invalidate_marks())
            await context.write(account.delete_mark)
        if known.lost is not Lost.ALL_AFTER:
            await Fetcher(context, self._ids).survey()
            await context.write(inventory.send_again)
        if known.lost:
            await Fetcher(context, self._ids).join_anew(known)
        else:
            await Verifier(context).repair(differences)

    async def _work(
        self,
        context: SyncContext,
        fetcher: Fetcher,
        files: FileMover | None,
        keep_going: KeepGoing,
        *,
        listen: bool,
        first: bool,
    ) -> int:
        await fetcher.apply_held()
        joined = self._joined(context)
        if files is not None and not joined:
            await files.leaving.register()
        sender = Sender(context, fetcher, hold=None if files is None else files.hold)
        alone = not context.read(
            twins.has_unsent
        )  # another computer may have sent the same files first
        listen = listen or not alone
        if joined and first and alone:
            await sender.send(keep_going)
            listen = listen and not sender.is_abreast
        if (listen or not joined) and not await fetcher.listen(keep_going):
            return context.read(lambda db: incoming.count(db, Why.DELETES))
        await fetcher.count()
        asks = await fetcher.decide()
        await self._join(context, keep_going)
        if files is not None and (listen or not joined):
            await files.check_daily(keep_going)
        await sender.send(keep_going)
        if files is not None:
            while await files.send_some(keep_going):
                await sender.send(keep_going)
            await sender.send(keep_going)  # nothing waits for a file that cannot go
        await self._forget_vectors(context)
        await fetcher.count()
        asks = asks or await fetcher.decide()
        if files is not None:
            await files.fetch_some(keep_going)
        return asks

    def _mover(self, context: SyncContext) -> FileMover | None:
        remote = self._places.files
        if remote is None:
            return None
        days = self._file_choices().unused_days
        leaving = LeavingFiles(context, remote, machine=self._machine, days=days)
        return FileMover(context, remote, self._file_choices, leaving, self._on_moving)

    async def _renew(self, context: SyncContext, keep_going: KeepGoing) -> Renewal | None:
        """Upgrade the account toward the current layout; return the progress, or None if there is nothing to do."""
        renewal: Renewal | None = None
        for _step in range(_STEPS_AT_ONCE):
            step = await context.remote.renew() if keep_going() else None
            if step is None:
                break
            context.tally.requests += 1
            renewal = step
        return renewal

    async def _store_time(self, context: SyncContext) -> None:
        """Store the account's time report if it is new."""
        account, stored = self._account_time(), context.read(vault_time.get)
        if account is None:
            return
        before = None if stored is None else stored.account
        same = before is not None and before.agrees is account.agrees
        if before is None or not same or abs(account.at - before.at) > _TIME_IS_NEWS:
            await context.write(lambda db: vault_time.put_account_time(db, account))

    async def _context(self) -> SyncContext | None:
        with self._store.read() as db:
            known = account.get(db)
        if known is None:
            return None
        context = SyncContext(
            self._store,
            self._clock,
            self._places.vault,
            self._busy,
            self._on_conflict,
            known.device,
            self._program,
        )
        if known.machine != self._machine:
            device = self._ids.new(self._clock.now())
            await context.write(lambda db: self._become_another(db, device))
            context.device = device
        return context

    def _become_another(self, db: Connection, device: str) -> None:
        """Give this copy of a vault its own device name and a computer name different from the original's."""
        account.rename_device(db, device=device, machine=self._machine)
        settings.put(db, settings.OWN_NAME, None)

    def _joined(self, context: SyncContext) -> bool:
        known = context.read(account.get)
        return known is not None and known.joined

    async def _join(self, context: SyncContext, keep_going: KeepGoing) -> None:
        """Queue the notes that were never sent to the account, once it was fetched completely."""
        if not context.read(account.has_unqueued):
            return
        await context.write(account.mark_joined)
        while keep_going() and await context.write(account.queue_some):
            pass

    async def _forget_vectors(self, context: SyncContext) -> None:
        vectors = self._places.vectors
        while vectors is not None and (ids := context.read(forgotten_vectors)):
            await context.ask(vectors.remove(ids))
            at = self._clock.now()
            await context.write(partial(outgoing_removals.without_vectors, note_ids=ids, at=at))

    def _wait_s(self, context: SyncContext, problem: CloudError | None) -> float:
        if problem is None:
            self._problems = 0
            return self._rest_s(context)
        self._problems += 1
        if not isinstance(problem, CloudWaits):
            return _NEEDS_THE_USER_S
        own = retry_after(self._problems - 1).total_seconds() / 6
        return own if problem.retry_after_s is None else max(problem.retry_after_s, 1.0)

    def _rest_s(self, context: SyncContext) -> float:
        """Return the seconds until there is something to do, at most until the next check of the account."""
        now = self._clock.now()
        next_ms = context.read(lambda db: outgoing_counts.next_ms(db, now=now))
        rest_s = POLL_S if next_ms is None else (next_ms - to_ms(now)) / 1000
        if context.read(lambda db: incoming.count(db, Why.BUSY)):
            rest_s = min(rest_s, _CHECK_AGAIN_S)
        return min(POLL_S, max(_LEAST_S, rest_s))

    def _note_down(self, db: Connection, done: Round) -> None:
        now = self._clock.now()
        if done.reached is not None:
            account.mark_reached(db, done.reached)
        if not done.did_something:
            return
        problem = None if done.problem is None else str(done.problem)
        log.add(
            db,
            Run(
                now,
                done.sent,
                done.fetched,
                done.merged,
                done.conflicts,
                done.requests,
                problem,
                fetched_items=done.fetched_items,
                sent_items=done.sent_items,
                files_sent=done.files_sent,
                files_fetched=done.files_fetched,
            ),
            done.devices,
        )
        if problem is None:
            account.mark_success(db, now)


def _is_news(known: account.Connected | None, done: Round) -> bool:
    """Return whether the time of the account's answer should be recorded."""
    if known is None or done.reached is None:
        return False
    return known.last_reached is None or abs(done.reached - known.last_reached) > _REACHED_KEPT
