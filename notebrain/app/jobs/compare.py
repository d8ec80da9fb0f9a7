"""Comparing the account with this computer, for callers that wait for the result."""

import asyncio
from collections.abc import Callable

from notebrain.app.services import INDEXER_LOCK, Services
from notebrain.app.sync.compare import Verification
from notebrain.domain.errors import Unavailable, UserError
from notebrain.domain.i18n import _
from notebrain.storage.file_lock import Lease


def run_verify(
    services: Services,
    progress: Callable[[int], object] = lambda _notes: None,
    keep_going: Callable[[], bool] = lambda: True,
    *,
    repair: bool = False,
) -> Verification:
    """Compare, and repair the differences if requested; arguments and errors are those of `AccountComparison.run`."""
    if services.cloud.connection is None:
        raise UserError(
            _(
                "These notes are connected to no account. Connect one with: notebrain account connect"
            )
        )
    lease = Lease(services.folder / INDEXER_LOCK)
    if not lease.take():
        raise Unavailable(
            _(
                "NoteBrain is open on these notes, and syncs them. Compare there, on the page Sync; or close it, then"
                " try again."
            )
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
    try:
        return await services.cloud.verifying().run(progress, keep_going, repair=repair)
    finally:
        await services.cloud.account.close()
