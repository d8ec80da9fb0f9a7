"""Comparing the account with this computer from end to end, and putting right what differs."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from notebrain.app.connection import connection_in
from notebrain.app.services import INDEXER_LOCK, Services
from notebrain.app.settings import ACCOUNT_CONNECTION
from notebrain.domain.errors import CloudTakenBack, Interrupted, Unavailable, UserError
from notebrain.domain.messages import _
from notebrain.storage.lease import Lease
from notebrain.storage.syncing.drift import Drift
from notebrain.sync.outcome import Round
from notebrain.sync.verifying import Difference


@dataclass(frozen=True, slots=True)
class Verification:
    """What was compared and found.

    Attributes:
        notes: How many notes the account has.
        differences: Every thing that differs.
        vectors: How many vectors the account's index has; None where it was not looked at.
        vectors_missing, vectors_unwanted: How many it lacks, and how many it has of notes that have no place there.
        repaired: Whether what differs was put right.
        lost: What the account has lost, as a sentence for the user; None where it has all that it had.
    """

    notes: int
    differences: tuple[Difference, ...] = field(default=())
    vectors: int | None = None
    vectors_missing: int = 0
    vectors_unwanted: int = 0
    repaired: bool = False
    lost: str | None = None

    @property
    def counts(self) -> Mapping[Drift, int]:
        """How many things differ in which way."""
        return Counter(one.drift for one in self.differences)

    @property
    def sound(self) -> bool:
        """Whether nothing differs, or nothing does any more."""
        differs = self.differences or self.vectors_missing or self.vectors_unwanted or self.lost
        return self.repaired or not differs


def run_verify(
    services: Services,
    progress: Callable[[int], object] = lambda _notes: None,
    keep_going: Callable[[], bool] = lambda: True,
    *,
    repair: bool = False,
) -> Verification:
    """Sync, read everything in the account, compare it with what is here, and put right what differs if wanted.

    Args:
        progress: Called with the number of notes read so far.

    Raises:
        CloudError: The account did not answer.
        UserError: The vault is connected to no account.
        Unavailable: Another process works on the vault.
        Interrupted: `keep_going` said no.
    """
    if connection_in(str(services.settings.get(ACCOUNT_CONNECTION))) is None:
        raise UserError(
            _(
                "These notes are connected to no account. Connect one with: notebrain account connect"
            )
        )
    lease = Lease(services.folder / INDEXER_LOCK)
    if not lease.take():
        raise Unavailable(
            _("NoteBrain is open on these notes, and syncs them. Close it, then try again.")
        )
    try:
        return asyncio.run(_whole(services, progress, keep_going, repair=repair))
    finally:
        lease.release()


async def _whole(
    services: Services,
    progress: Callable[[int], object],
    keep_going: Callable[[], bool],
    *,
    repair: bool,
) -> Verification:
    syncing = services.cloud.make_syncing(lambda: True)
    try:
        done = await syncing.once(keep_going)
        lost = done.problem if isinstance(done.problem, CloudTakenBack) else None
        if lost is None:
            _without_problem(done)
        engine = await syncing.engine()
        compared = await engine.compare(keep_going, progress)
        _go_on(keep_going)
        if repair and (compared.differences or lost):
            await engine.repair(compared.differences)
            _without_problem(await syncing.once(keep_going))
        found = Verification(
            compared.there,
            tuple(compared.differences),
            repaired=repair,
            lost=None if lost is None else str(lost),
        )
        return await _with_vectors(services, found, repair=repair)
    finally:
        await services.cloud.account.close()


async def _with_vectors(services: Services, found: Verification, *, repair: bool) -> Verification:
    from dataclasses import replace

    remote = await services.cloud.account.remote()
    if remote is None:
        return found
    local, space = services.model.space, remote.embedder.space
    points = services.cloud.indexing.points
    drift = await points.drift(remote.index, local=local, space=space)
    if repair and (drift.missing or drift.unwanted):
        await points.repair(drift, remote.index, space)
    return replace(
        found,
        vectors=drift.there,
        vectors_missing=len(drift.missing),
        vectors_unwanted=len(drift.unwanted),
    )


def _without_problem(done: Round) -> None:
    if done.problem is not None:
        raise done.problem


def _go_on(keep_going: Callable[[], bool]) -> None:
    if not keep_going():
        raise Interrupted(_("Stopped; nothing was changed."))
