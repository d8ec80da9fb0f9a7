"""The page of syncing; nothing is asked for it."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from notebrain.app.account.vault_clock import doubt_text
from notebrain.app.commands.command import CommandId
from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.sync.compare import Verification
from notebrain.app.sync.overview import SyncOverview
from notebrain.app.sync.texts import loss_text
from notebrain.cloud.error_codes import Service, Verdict
from notebrain.cloud.error_texts import Answer, problem
from notebrain.domain.embedding.usage import Coverage, RemoteNumbers, RemoteState
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.domain.sync.computers import Computer
from notebrain.domain.sync.file_estimate import estimate
from notebrain.domain.sync.file_transfer import FileStanding, FileWait, MovingFile, rest_text
from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import Failure, HeldChange, Left, Loss, Receipt, ReceiptKind, Run
from notebrain.domain.sync.rules import lost_something
from notebrain.domain.sync.vault_time import Doubt, Reading, VaultTime
from notebrain.gui.sync.controller import SyncController
from notebrain.gui.sync.page import SyncPage
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.compare import Difference
from screenshots.shot import Shot, settle

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_AT = datetime.fromisoformat("2026-11-19T14:02:00").astimezone()
_SPACE = Space("@cf/baai/bge-small-en-v1.5", "cls", 384)


_KEPT = (
    Receipt(_AT, "one", ReceiptKind.TO_TRASH, "Greenhouse heater settings"),
    Receipt(_AT, "two", ReceiptKind.STAYS, "Lime trees in autumn"),
)
_ASIDE = (
    HeldChange(
        Name(Kind.NOTE, "three"),
        "Scans of the old deeds",
        newer=False,
        fault="KeyError (apply.py:9)",
    ),
    HeldChange(Name(Kind.CARD, "four"), "", newer=True, fault=None),
)


_WAITING = ("Greenhouse heater settings", "Team sync moves to Wednesdays")


def _page(app: "AppWindow") -> SyncPage:
    found = app.window.findChild(SyncController)
    if not isinstance(found, SyncController):
        raise TypeError(found)
    return found.page


def _show(
    app: "AppWindow", progress: SyncProgress, *failures: Failure, told_of_others: bool = False
) -> SyncPage:
    app.events.publish(progress)
    settle()
    app.actions[CommandId.SYNC].trigger()
    settle()
    page = _page(app)
    runs = [
        Run(
            _AT,
            sent=3,
            fetched=2,
            fetched_items=(Name(Kind.NOTE, "one"), Name(Kind.CARD, "c")),
            sent_items=(
                Name(Kind.NOTE, "two"),
                Name(Kind.NOTE, "three"),
                Name(Kind.SETTING, "s"),
            ),
            titles={
                "one": "Greenhouse heater settings",
                "two": "Lentil dal, the good version",
                "three": "Choir: bring for Saturday",
            },
            writers={"one": "Laptop", "c": "Laptop"},
        ),
        Run(
            _AT - timedelta(hours=2),
            sent=12,
            fetched=4,
            merged=1,
            conflicts=1,
            fetched_items=(Name(Kind.NOTE, "two"), Name(Kind.NOTE, "three")),
            titles={"two": "Lentil dal, the good version", "three": "Ferry back: last boat 21:15"},
        ),
        Run(_AT - timedelta(hours=2, minutes=30), files_sent=14, files_fetched=1),
        Run(
            _AT - timedelta(hours=3),
            problem=_(
                "Cloudflare cannot be reached. Everything is safe here and works; NoteBrain will try again."
            ),
        ),
    ]
    notes = [(NoteId("one"), "Greenhouse heater settings", _AT)]
    page.show_overview(
        SyncOverview(None, Left(1_253, 31), notes, runs, failures, (), aside=_ASIDE, kept=_KEPT)
        if told_of_others
        else SyncOverview(
            None,
            Left(1_253, 31),
            notes,
            runs,
            failures,
            (),
            waiting=_WAITING,
            files_taken_back=(2, 3_100_000),
            going=("Choir: bring for Saturday",),
            removing=("Desk",),
            computers=(
                Computer("Laptop", is_here=True),
                Computer("Desk", _AT - timedelta(minutes=4)),
                Computer("Phone"),
            ),
        )
    )
    page.show_numbers(
        RemoteNumbers(
            RemoteState.WORKING,
            budget=8_000,
            spent=2_140,
            resets_at=datetime.fromisoformat("2026-11-20T01:00:00").astimezone(),
            coverage=(Coverage(_SPACE, 1_284, 1_284), Coverage(_SPACE, 1_240, 1_284)),
        )
    )
    return page


def _in_sync(app: "AppWindow") -> None:
    _show(app, SyncProgress(SyncState.IDLE, waiting=3, last_success=_AT, last_reached=_AT))


def _files_go(app: "AppWindow") -> None:
    going = MovingFile(Sha("a" * 64), "Garden in June.mp4", True, 48_000_000, 310_000_000)
    there = FileStanding(212, 640_000_000, waiting=3, waiting_bytes=318_000_000, missing=1)
    _show(
        app,
        SyncProgress(
            SyncState.WORKING, last_success=_AT, last_reached=_AT, files=there, moving=going
        ),
    )


def _files_metered(app: "AppWindow") -> None:
    reason = rest_text(FileWait.METERED)
    waiting = FileStanding(
        waiting=2_310, waiting_bytes=4_100_000_000, why=FileWait.METERED, reason=reason
    )
    page = _show(
        app, SyncProgress(SyncState.IDLE, last_success=_AT, last_reached=_AT, files=waiting)
    )
    page.files.show_estimate(estimate([1_774_892] * 2_310))


def _files_wait(app: "AppWindow") -> None:
    reason = problem(Verdict.FILES_OFF, Answer(Service.R2, 403), now=_AT)
    waiting = FileStanding(
        waiting=12, waiting_bytes=34_000_000, why=FileWait.OFF, reason=str(reason)
    )
    _show(app, SyncProgress(SyncState.IDLE, last_success=_AT, last_reached=_AT, files=waiting))


def _trouble(app: "AppWindow") -> None:
    reason = _(
        "Cloudflare does not accept the token for this account."
        " Your notes are safe on this computer; check the token and the account ID."
    )
    large = _("This is too large for your Cloudflare account. It stays safe on this computer.")
    never = datetime(9999, 1, 1).astimezone()
    _show(
        app,
        SyncProgress(
            SyncState.NEEDS_YOU,
            waiting=3,
            failed=1,
            last_success=_AT,
            last_reached=_AT,
            reason=reason,
        ),
        Failure("one", "Scans of the old deeds", large, never),
    )


def _question(app: "AppWindow") -> None:
    _show(app, SyncProgress(SyncState.ASKS_DELETION, asks=42, last_success=_AT, last_reached=_AT))


def _others(app: "AppWindow") -> None:
    _show(
        app, SyncProgress(SyncState.IDLE, last_success=_AT, last_reached=_AT), told_of_others=True
    )


def _lost(app: "AppWindow") -> None:
    reason = str(lost_something())
    page = _show(app, SyncProgress(SyncState.NEEDS_YOU, waiting=3, reason=reason, lost=True))
    page.enter(True)


def _vanished(app: "AppWindow") -> None:
    reason = loss_text(Loss(notes=80, of=81, others=2))
    _show(
        app,
        SyncProgress(
            SyncState.NEEDS_YOU, last_success=_AT, last_reached=_AT, reason=reason, lost=True
        ),
    )


def _out_of_reach(app: "AppWindow") -> None:
    app.events.publish(SyncProgress(SyncState.WAITING, waiting=3, last_reached=_AT))
    settle()


def _wrong_clock(app: "AppWindow") -> None:
    off = Reading(VaultTime(timedelta(), _AT), Doubt.OFF, timedelta(days=40))
    _show(
        app,
        SyncProgress(
            SyncState.IDLE, last_success=_AT, last_reached=_AT, clock=doubt_text(off, _AT)
        ),
    )


def _comparing(app: "AppWindow") -> None:
    page = _show(app, SyncProgress(SyncState.IDLE, last_success=_AT, last_reached=_AT))
    page.begin_comparing(repair=False)
    page.comparing.show_read_count(840)


def _compared(app: "AppWindow") -> None:
    _comparing(app)
    differences = (
        Difference(Drift.MISSING_THERE, Name(Kind.NOTE, "one"), None),
        Difference(Drift.CONTENT, Name(Kind.NOTE, "two"), "r"),
        Difference(Drift.MISSING_HERE, Name(Kind.NOTE, "three"), "r"),
    )
    titles = {"one": "Greenhouse heater settings", "two": "Lime trees in autumn"}
    _page(app).show_compared(Verification(1_253, differences, titles, 2_108, vectors_missing=4))


def _repaired(app: "AppWindow") -> None:
    _comparing(app)
    difference = Difference(Drift.MISSING_THERE, Name(Kind.NOTE, "one"), None)
    titles = {"one": "Greenhouse heater settings"}
    _page(app).show_compared(Verification(1_253, (difference,), titles, 2_108, repaired=True))


SHOTS = (
    Shot("sync-others", _others),
    Shot("sync-lost", _lost),
    Shot("sync-vanished", _vanished),
    Shot("sync-clock", _wrong_clock),
    Shot("status-out-of-reach", _out_of_reach, size=(1024, 640)),
    Shot("sync-comparing", _comparing),
    Shot("sync-compared", _compared),
    Shot("sync-repaired", _repaired),
    Shot("sync", _in_sync),
    Shot("sync-small", _in_sync, size=(1024, 640)),
    Shot("sync-files", _files_go),
    Shot("sync-files-metered", _files_metered),
    Shot("sync-files-metered-narrow", _files_metered, size=(900, 640), large=False),
    Shot("sync-files-off", _files_wait, size=(900, 640)),
    Shot("sync-trouble", _trouble),
    Shot("sync-question", _question),
)
