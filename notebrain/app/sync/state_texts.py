"""Texts about the state of syncing.

Apart because the window shows one before its first paint, while the other texts load a lot of code.
"""

from typing import Final

from notebrain.app.events import SyncProgress, SyncState
from notebrain.domain.i18n import _, marked, ngettext, number, shown

_BRIEF: Final = 400


def state_text(progress: SyncProgress, reached: str = "") -> str:
    """Return the state in a few words: what is unsent, and when the account last answered.

    Args:
        reached: The time of that answer in the reader's format; empty leaves it out.
    """
    state = progress.state
    if state is SyncState.OFF:
        return _("No account: notes stay on this computer")
    unsent = [failed_text(progress.failed)] if progress.failed and state is SyncState.IDLE else []
    if progress.waiting:
        unsent.append(waiting_text(progress.waiting))
    if state is SyncState.IDLE and not unsent and progress.clock:
        return _("In sync, but the clock of this computer is wrong")
    if state is SyncState.IDLE and not unsent:
        return _("In sync at {time}").format(time=reached) if reached else _("In sync")
    parts = unsent if state is SyncState.IDLE else [shown(_STATES[state]), *unsent]
    if reached and state not in (SyncState.WORKING, SyncState.ELSEWHERE):
        parts.append(_("account last reached at {time}").format(time=reached))
    return ", ".join(parts)


def brief(reason: str) -> str:
    """Return the first sentence or two of a reason, for small places; the sync page shows all of it."""
    return reason if len(reason) <= _BRIEF else reason[: _BRIEF - 1] + "…"


def waiting_text(count: int) -> str:
    """Return how much is still to be sent."""
    text = ngettext("{n} change waiting", "{n} changes waiting", count)
    return text.format(n=number(count))


def failed_text(count: int) -> str:
    """Return how much the account does not accept."""
    text = ngettext("{n} change could not be sent", "{n} changes could not be sent", count)
    return text.format(n=number(count))


_STATES = {
    SyncState.WORKING: marked("Syncing"),
    SyncState.WAITING: marked("Cloudflare cannot be reached"),
    SyncState.NEEDS_YOU: marked("Syncing needs your attention"),
    SyncState.ASKS_DELETION: marked("Syncing has a question"),
    SyncState.PAUSED: marked("Syncing is paused"),
    SyncState.ELSEWHERE: marked("Another NoteBrain is syncing these notes"),
}
