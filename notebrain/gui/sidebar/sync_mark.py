"""How syncing stands, as the sidebar says it: quietly while all is well, and with a number where something is left."""

from dataclasses import dataclass

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync.texts import state_text

_WELL = ("cloud", "muted")
_ICONS = {
    SyncState.WAITING: ("cloud-off", "warning"),
    SyncState.NEEDS_YOU: ("circle-alert", "danger"),
    SyncState.ASKS_DELETION: ("triangle-alert", "warning"),
    SyncState.PAUSED: ("pause", "warning"),
}


@dataclass(frozen=True, slots=True)
class SyncMark:
    """What stands at the entry.

    Attributes:
        ink: The token of the colour of the icon; muted for the colour of all others.
        count: What waits, is asked about or could not be sent; 0 for nothing to tell.
        said: The same in words, for a screen reader.
    """

    icon: str
    ink: str
    count: int
    said: str


def sync_mark(progress: SyncProgress, reached: str = "") -> SyncMark:
    """Return the mark of a state.

    Args:
        reached: The time at which the account last answered, as the reader writes times.
    """
    icon, ink = _ICONS.get(progress.state, _WELL)
    said = state_text(progress, reached)
    if progress.state is SyncState.ASKS_DELETION:
        return SyncMark(icon, ink, progress.asks, said)
    if progress.failed:
        if progress.state not in _ICONS:
            icon, ink = "triangle-alert", "warning"
        return SyncMark(icon, ink, progress.failed, said)
    return SyncMark(icon, ink, progress.waiting, said)
