"""What is told of syncing."""

from datetime import datetime

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync_words import loss_text
from notebrain.app.vault_clock import account_doubt
from notebrain.domain.errors import CloudConfig, CloudTakenBack, CloudWaits
from notebrain.storage import vault_time
from notebrain.storage.store import Store
from notebrain.storage.sync import account, incoming, inventory, outgoing_counts
from notebrain.storage.sync.incoming import Why
from notebrain.sync.round_result import Round

_WITH_REASON = (SyncState.WAITING, SyncState.NEEDS_YOU)


def state_after(done: Round) -> SyncState:
    """Return how it stands after a round."""
    if done.problem is None:
        return SyncState.ASKS_DELETION if done.asks else SyncState.IDLE
    waits = isinstance(done.problem, CloudWaits) and not isinstance(done.problem, CloudConfig)
    return SyncState.WAITING if waits else SyncState.NEEDS_YOU


def standing(store: Store) -> SyncProgress:
    """Return what the account does not know yet, for who runs no background."""
    return progress(store, SyncState.IDLE, None, None)


def progress(store: Store, state: SyncState, last: Round | None, fault: str | None) -> SyncProgress:
    """Return how far the account knows what is here.

    Args:
        last: The last round.
        fault: What stood in the way of the one after it.
    """
    with store.read() as db:
        known = account.get(db)
        counts = outgoing_counts.NOTHING if known is None else outgoing_counts.counts(db)
        asks = incoming.count(db, Why.DELETES) if last is not None and last.asks else 0
        loss = None if known is None else inventory.loss(db)
        time = vault_time.get(db)
    problem = None if last is None else last.problem
    reason = str(problem) if fault is None and problem is not None else fault
    if loss is not None and state in (SyncState.IDLE, SyncState.ASKS_DELETION):
        state, reason = SyncState.NEEDS_YOU, loss_text(loss)
    return SyncProgress(
        state,
        waiting=counts.waiting,
        failed=counts.failed,
        asks=asks,
        last_success=None if known is None else known.last_success,
        last_reached=_last_reached(known, last),
        reason=reason if state in _WITH_REASON else None,
        renewal=None if last is None else last.renewal,
        lost=loss is not None or (fault is None and isinstance(problem, CloudTakenBack)),
        clock=None if known is None else account_doubt(time),
    )


def _last_reached(known: account.Connected | None, last: Round | None) -> datetime | None:
    if known is None or last is None or last.reached is None:
        return None if known is None else known.last_reached
    return last.reached
