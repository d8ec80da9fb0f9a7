"""Comparing the account with this computer, for callers that wait for the result."""

import asyncio
from collections.abc import Callable

from notebrain.app.services import Services, indexer_lease
from notebrain.app.sync.compare import Verification
from notebrain.domain.errors import Unavailable, UserError
from notebrain.domain.i18n import _


def run_verify(
    services: Services,
    progress: Callable[[int], object] = lambda _notes: None,
    keep_going: Callable[[], bool] = lambda: True,
    *,
    repair: bool = False,
    read_back: bool = False,
) -> Verification:
    """Compare, and repair the differences if requested; arguments and errors are those of `AccountComparison.run`."""
    if services.cloud.connection is None:
        raise UserError(
            _(
                "These notes are not connected to an account. Connect one with: notebrain account connect"
            )
        )
    lease = indexer_lease(services.folder)
    if not lease.acquire():
        raise Unavailable(
            _(
                "NoteBrain is open with these notes and syncs them. Compare there, on the Sync page, or close it "
                "and try again."
            )
        )
    try:
        return asyncio.run(
            _whole(services, progress, keep_going, repair=repair, read_back=read_back)
        )
    finally:
        lease.release()


async def _whole(
    services: Services,
    progress: Callable[[int], object],
    keep_going: Callable[[], bool],
    *,
    repair: bool,
    read_back: bool,
) -> Verification:
    try:
        return await services.cloud.verifying().run(
            progress, keep_going, repair=repair, read_back=read_back
        )
    finally:
        await services.cloud.account.close()
