"""The page of syncing; nothing is asked for it."""

from datetime import datetime, timedelta

from notebrain.app.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync_overview import SyncOverview
from notebrain.domain.messages import _
from notebrain.domain.neurons import Coverage, RemoteNumbers, RemoteState
from notebrain.domain.note import NoteId
from notebrain.domain.ports import Space
from notebrain.gui.desk import Desk
from notebrain.gui.shots.shot import Shot, settle
from notebrain.gui.syncing.controller import SyncDesk
from notebrain.storage.syncing.failures import Failure
from notebrain.storage.syncing.runs import Run
from notebrain.storage.syncing.sharing import Left

_AT = datetime.fromisoformat("2026-11-19T14:02:00").astimezone()
_SPACE = Space("@cf/baai/bge-small-en-v1.5", "cls", 384)


def _show(desk: Desk, progress: SyncProgress, *failures: Failure) -> None:
    desk.bridge.publish(progress)
    settle()
    desk.actions[CommandId.SYNC].trigger()
    settle()
    found = desk.findChild(SyncDesk)
    if not isinstance(found, SyncDesk):
        raise TypeError(found)
    runs = [
        Run(_AT, sent=3, fetched=1),
        Run(_AT - timedelta(hours=2), sent=12, fetched=4, merged=1, conflicts=1),
        Run(
            _AT - timedelta(hours=3),
            problem=_(
                "Cloudflare cannot be reached. Everything is safe here and works; it will be tried again."
            ),
        ),
    ]
    notes = [(NoteId("one"), "Greenhouse heater settings", _AT)]
    found.page.show_overview(SyncOverview(None, Left(1_253, 31), notes, runs, failures, ()))
    found.page.show_numbers(
        RemoteNumbers(
            RemoteState.WORKING,
            budget=8_000,
            spent=2_140,
            resets_at=datetime.fromisoformat("2026-11-20T01:00:00").astimezone(),
            coverage=(Coverage(_SPACE, 1_284, 1_284), Coverage(_SPACE, 1_240, 1_284)),
        )
    )


def _in_sync(desk: Desk) -> None:
    _show(desk, SyncProgress(SyncState.IDLE, waiting=3, last_success=_AT))


def _trouble(desk: Desk) -> None:
    reason = _(
        "Cloudflare does not accept the token for this account."
        " Your notes are safe on this computer; check the token and the account ID."
    )
    large = _("This is too large for your Cloudflare account. It stays safe on this computer.")
    never = datetime(9999, 1, 1).astimezone()
    _show(
        desk,
        SyncProgress(SyncState.NEEDS_YOU, waiting=3, failed=1, last_success=_AT, reason=reason),
        Failure("one", "Scans of the old deeds", large, never),
    )


def _question(desk: Desk) -> None:
    _show(desk, SyncProgress(SyncState.ASKS_DELETION, asks=42, last_success=_AT))


SHOTS = (
    Shot("sync", _in_sync),
    Shot("sync-small", _in_sync, size=(1024, 640)),
    Shot("sync-trouble", _trouble),
    Shot("sync-question", _question),
)
