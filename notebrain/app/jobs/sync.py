"""Syncing until nothing is left to do, in this process or in the open window, for callers that wait."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from notebrain.app.account.connection import connection_in
from notebrain.app.account.vault_clock import VaultClock, account_doubt
from notebrain.app.background.maintenance import Upkeep
from notebrain.app.core.instance import MessageKind, send_message
from notebrain.app.core.paths import socket_path
from notebrain.app.services import Services, indexer_lease
from notebrain.app.settings.table import ACCOUNT_CONNECTION, SYNC_PAUSED
from notebrain.app.sync.overview import GOING
from notebrain.domain.errors import Unavailable, UserError
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import NO_FILES, FileStanding
from notebrain.domain.sync.remote import Renewal
from notebrain.domain.sync.reports import FailedPart, Failure, HeldChange, Loss
from notebrain.indexing.batches import written
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms
from notebrain.storage.sync import (
    account,
    file_transfers,
    incoming,
    inventory,
    log,
    outgoing_counts,
    sharing,
)
from notebrain.storage.sync.incoming import Why
from notebrain.sync.round_result import Round

# A note edited a moment ago is sent once it has rested.
_WORTH_WAITING_S = 3.0
# The window only acknowledges the message; the result of the round is in the vault's log.
_CHECK_S = 0.25
# The window may have to finish a round first and does not answer meanwhile.
_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class SyncReport:
    """The result of a run.

    Attributes:
        sent, fetched, merged, conflicts, withdrawn, requests: As `sync.outcome.Round` counts them, over all rounds.
        asks: How many notes would be removed from this computer; they stay until the user confirms.
        going: The titles of the first of them.
        waiting: What is still to be sent.
        failed: What the account does not accept, and why.
        problem: What blocks syncing, as a sentence for the user, or None.
        aside: Changes from other computers that could not be applied here.
        loss: What the account has lost.
        lost: The titles of the first notes in the loss.
        renewal: How far the account is in the move to the current layout, if one was needed.
        elsewhere: Whether the open window did the work, so that only its log has the details.
        last_reached: When the account last answered this computer, None for never.
        files_sent, files_fetched: As `sent` and `fetched`, for the files of notes.
        files: How many files are in the account, are still to be sent, or are not here.
        upkeep: Why no backup could be made, as a sentence for the user, or None.
        clock: That this computer's clock is wrong, as a sentence for the user, or None.
    """

    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    withdrawn: int = 0
    requests: int = 0
    asks: int = 0
    waiting: int = 0
    failed: tuple[Failure, ...] = ()
    problem: str | None = None
    renewal: Renewal | None = None
    elsewhere: bool = False
    going: tuple[str, ...] = ()
    aside: tuple[HeldChange, ...] = ()
    last_reached: datetime | None = None
    loss: Loss | None = None
    lost: tuple[str, ...] = ()
    clock: str | None = None
    upkeep: str | None = None
    files_sent: int = 0
    files_fetched: int = 0
    files: FileStanding = NO_FILES

    @property
    def settled(self) -> bool:
        """Whether the account and this computer have the same content."""
        faults = any(not change.newer for change in self.aside)
        unsent = any(part.what is not FailedPart.OPINION for part in self.failed)
        open_ = self.problem or self.waiting or unsent or self.asks or self.loss
        return not (open_ or faults)


Progress = Callable[[SyncReport], object]


def run_sync(
    services: Services,
    progress: Progress = lambda _report: None,
    keep_going: Callable[[], bool] = lambda: True,
    *,
    delete: bool | None = None,
) -> SyncReport:
    """Sync until nothing is left to do; if another process is syncing, ask it to do that and follow it.

    Args:
        progress: Called after every round.
        keep_going: Called between requests; once it returns False, the call returns and finished work is kept.
        delete: The answer if another computer removed many notes: delete them here too, or keep them.

    Raises:
        UserError: The vault is not connected to an account, or has no token for it.
        Unavailable: Another process is working on the vault, and it is not a window that could be asked.
    """
    if connection_in(services.settings.get(ACCOUNT_CONNECTION)) is None:
        raise UserError(_not_connected())
    lease = indexer_lease(services.folder)
    if not lease.acquire():
        return _by_the_window(services, progress, keep_going, delete)
    try:
        VaultClock(services.store, services.clock).check()
        report = asyncio.run(_whole(services, progress, keep_going, delete))
        upkeep = Upkeep(services.store, services.indexer, services.clock)
        return replace(report, upkeep=upkeep.try_daily(keep_going))
    finally:
        lease.release()


async def _whole(
    services: Services,
    progress: Progress,
    keep_going: Callable[[], bool],
    delete: bool | None,
) -> SyncReport:
    syncing = services.cloud.make_syncing(lambda: True)
    if delete is not None:
        syncing.answer_deletions(delete=delete)
    report = SyncReport()
    await written(services.store, sharing.retry)  # a user who types the command wants a retry
    try:
        await asyncio.sleep(_until_rested_s(services))
        while keep_going():
            done = await syncing.once(keep_going)
            report = _with(services, report, done)
            progress(report)
            if _goes_on(done):
                continue
            if (
                done.problem is not None
                or not report.waiting
                or (done.wait_s or 0) > _WORTH_WAITING_S
            ):
                break
            await asyncio.sleep(done.wait_s or 0)
        if keep_going() and report.problem is None:
            vectors = services.cloud.make_indexing(lambda: True)
            await vectors.to_the_end(keep_going)
            report = replace(report, failed=_standing(services).failed)
    finally:
        await services.cloud.account.close()
    return report


def _goes_on(done: Round) -> bool:
    """Return whether the next round continues at once: with files, or with the move to the current layout."""
    if done.problem is not None:
        return False
    return done.files_go_on or (done.renewal is not None and not done.renewal.finished)


def _until_rested_s(services: Services) -> float:
    """Return how long recent edits still have to rest: sent together with the others, they need no extra request."""
    now = services.clock.now()
    with services.store.read() as db:
        next_ms = outgoing_counts.next_ms(db, now=now)
    rest_s = 0.0 if next_ms is None else (next_ms - to_ms(now)) / 1000
    return rest_s if rest_s <= _WORTH_WAITING_S else 0.0


def _with(services: Services, before: SyncReport, done: Round) -> SyncReport:
    standing = _standing(services)
    return replace(
        standing,
        sent=before.sent + done.sent,
        fetched=before.fetched + done.fetched,
        merged=before.merged + done.merged,
        conflicts=before.conflicts + done.conflicts,
        withdrawn=before.withdrawn + done.withdrawn,
        requests=before.requests + done.requests,
        files_sent=before.files_sent + done.files_sent,
        files_fetched=before.files_fetched + done.files_fetched,
        asks=done.asks,
        problem=None if done.problem is None else str(done.problem),
        renewal=done.renewal or before.renewal,
        last_reached=done.reached or standing.last_reached,
    )


def _standing(services: Services) -> SyncReport:
    with services.store.read() as db:
        known = account.get(db)
        return SyncReport(
            last_reached=None if known is None else known.last_reached,
            waiting=outgoing_counts.counts(db).waiting,
            failed=tuple(log.all_of(db)),
            going=tuple(incoming.titles(db, Why.DELETES, limit=GOING)),
            aside=tuple(incoming.set_aside(db)),
            loss=inventory.loss(db),
            lost=tuple(inventory.lost_titles(db, limit=GOING)),
            clock=account_doubt(vault_time.get(db)),
            files=file_transfers.standing(db),
        )


def _by_the_window(
    services: Services,
    progress: Progress,
    keep_going: Callable[[], bool],
    delete: bool | None,
) -> SyncReport:
    if delete is not None:
        raise Unavailable(_("The open window is asking about the removed notes; answer there."))
    if services.settings.get(SYNC_PAUSED):
        raise UserError(_("Syncing is paused in the open window; resume it there."))
    began = services.clock.now()
    if not send_message(socket_path(services.folder), MessageKind.SYNC):
        raise Unavailable(
            _("Another NoteBrain is working on these notes. Try again when it is done.")
        )
    give_up_at = time.monotonic() + _PATIENCE_S
    enough_at: float | None = None
    while keep_going() and time.monotonic() < give_up_at:
        report, over = _seen(services, began)
        progress(report)
        if over and enough_at is None:
            enough_at = time.monotonic() + _WORTH_WAITING_S
        if over and (report.settled or report.problem or time.monotonic() > (enough_at or 0)):
            return report
        time.sleep(_CHECK_S)
    return replace(
        _standing(services), elsewhere=True, problem=_("The window has not finished yet.")
    )


def _seen(services: Services, began: datetime) -> tuple[SyncReport, bool]:
    """Return the state of syncing in the window, and whether the requested round is over."""
    with services.store.read() as db:
        return _log_since(db, began)


def _log_since(db: Connection, began: datetime) -> tuple[SyncReport, bool]:
    known = account.get(db)
    since = [run for run in log.last(db, limit=20) if run.at >= began]
    problem = since[0].problem if since else None
    done = known is None or (known.last_success is not None and known.last_success >= began)
    report = SyncReport(
        sent=sum(run.sent for run in since),
        fetched=sum(run.fetched for run in since),
        merged=sum(run.merged for run in since),
        conflicts=sum(run.conflicts for run in since),
        requests=sum(run.requests for run in since),
        asks=incoming.count(db, Why.DELETES) if done else 0,
        waiting=outgoing_counts.counts(db).waiting,
        failed=tuple(log.all_of(db)),
        problem=problem,
        elsewhere=True,
        going=tuple(incoming.titles(db, Why.DELETES, limit=GOING)),
        aside=tuple(incoming.set_aside(db)),
        last_reached=None if known is None else known.last_reached,
        loss=inventory.loss(db),
        lost=tuple(inventory.lost_titles(db, limit=GOING)),
        clock=account_doubt(vault_time.get(db)),
        files=file_transfers.standing(db),
    )
    return report, done or problem is not None


def _not_connected() -> str:
    return _(
        "These notes are not connected to an account. Connect one with: notebrain account connect"
    )
