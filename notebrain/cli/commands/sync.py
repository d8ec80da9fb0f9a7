"""Keeping the notes and the account in sync: `sync`."""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.json.files import file_estimate, file_standing
from notebrain.cli.json.notes import stamp
from notebrain.cli.terminal import ProgressLine, Terminal, printable, stoppable
from notebrain.domain.i18n import _, ngettext

if TYPE_CHECKING:
    from notebrain.app.jobs.sync import SyncReport
    from notebrain.domain.sync.reports import Loss


_PAUSES = {"pause-files": True, "resume-files": None}
"""What each act makes of the setting."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("status", *_PAUSES),
        help=_("show what waits, without asking the account; or pause and resume files"),
    )
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument(
        "--remove",
        action="store_const",
        dest="delete",
        const=True,
        help=_("remove notes here, too, that another computer removed, however many"),
    )
    answers.add_argument(
        "--keep",
        action="store_const",
        dest="delete",
        const=False,
        help=_("keep notes that another computer removed, and send them again"),
    )
    add_json(parser)


def _details() -> str:
    return _(
        "The open window does this in the background. Ctrl+C stops; what is done stays done, and\nthe next run "
        "continues from there. If another computer removed more than 20 notes or a\ntenth of them, nothing is "
        "removed here until you choose --remove or --keep.\n\nsync status also says what sending the files would take."
        "\nsync pause-files pauses pictures and files until sync resume-files; notes still sync."
    )


def _status(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.sync.file_texts import estimate_lines
    from notebrain.app.sync.service import standing
    from notebrain.app.sync.texts import unsent_lines

    with terminal.services() as services:
        unsent = standing(services.store)
        estimate = services.cloud.overviews.files()
    if args.json:
        terminal.document(
            {
                "waiting": unsent.waiting,
                "failed": unsent.failed,
                "last_reached": unsent.last_reached and stamp(unsent.last_reached),
                "files": file_standing(unsent.files),
                "files_estimate": file_estimate(estimate),
            }
        )
        return EXIT_DONE
    for line in (*unsent_lines(unsent), *estimate_lines(estimate)):
        terminal.write_line(printable(line))
    return EXIT_DONE


def _rest(args: argparse.Namespace, terminal: Terminal) -> int:
    """Pause or resume files."""
    from notebrain.app.core.vault_file import outcome
    from notebrain.app.settings.table import FILES_PAUSED

    paused = _PAUSES[args.what]
    with terminal.services() as services:
        outcome(services.settings.put(FILES_PAUSED, paused))
        services.notify_window()
        if not paused and services.cloud.connection is not None:
            services.cloud.sync_soon()
    if args.json:
        terminal.document({"files_paused": bool(paused)})
    else:
        text = (
            _("Files are paused; notes still sync.")
            if paused
            else _("Files continue with the next sync.")
        )
        terminal.write_line(text)
    return EXIT_DONE


def _sync(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.what == "status":
        return _status(args, terminal)
    if args.what is not None:
        return _rest(args, terminal)
    from notebrain.app.jobs.sync import run_sync

    line = ProgressLine()

    def show(report: "SyncReport") -> None:
        text = _("{sent} sent, {fetched} fetched, {waiting} waiting")
        line.show(text.format(sent=report.sent, fetched=report.fetched, waiting=report.waiting))

    with stoppable() as keep_going, terminal.services() as services:
        report = run_sync(services, show, keep_going, delete=args.delete)
        services.notify_window()
    line.clear()
    if args.json:
        terminal.document(_document(report))
    else:
        _show(terminal, report)
    return EXIT_DONE if report.settled else EXIT_PROBLEM


def _show(terminal: Terminal, report: "SyncReport") -> None:
    from notebrain.app.sync.texts import (
        aside_line,
        aside_next,
        aside_text,
        failure_line,
        file_lines,
        going_lines,
        withdrawn_text,
    )

    _show_done(terminal, report)
    for name in report.failed:
        terminal.write_remark(_("Not sent: {what}").format(what=printable(failure_line(name))))
    if report.withdrawn:
        terminal.write_remark(withdrawn_text(report.withdrawn) + ".")
    if report.aside:
        terminal.write_remark(aside_text(len(report.aside)) + ":")
        for aside in report.aside:
            terminal.write_remark(f"  {printable(aside_line(aside))}")
        terminal.write_remark(f"  {aside_next()}")
    if report.asks:
        text = ngettext(
            "Another computer removed one note. It stays here until you choose --remove or --keep.",
            "Another computer removed {count} notes. They stay here until you choose --remove or --keep.",
            report.asks,
        )
        terminal.write_remark(text.format(count=report.asks))
        for line in going_lines([printable(part) for part in report.going], report.asks):
            terminal.write_remark(f"  {line}")
    if report.loss is not None:
        _show_loss(terminal, report, report.loss)
    for trouble in (*file_lines(report.files), report.clock, report.upkeep, *_unsent(report)):
        if trouble:
            terminal.write_remark(printable(trouble))


def _unsent(report: "SyncReport") -> list[str]:
    """Return why the account is not up to date, what it is missing, and when it last answered."""
    from notebrain.app.sync.state_texts import waiting_text
    from notebrain.app.sync.texts import reached_text

    waits = [waiting_text(report.waiting) + "."] if report.waiting else []
    if not report.problem:
        return waits
    return [report.problem, *waits, reached_text(report.last_reached)]


def _show_loss(terminal: Terminal, report: "SyncReport", loss: "Loss") -> None:
    from notebrain.app.sync.texts import going_lines, loss_text

    terminal.write_remark(loss_text(loss))
    for line in going_lines([printable(name) for name in report.lost], loss.notes):
        terminal.write_remark(f"  {line}")


def _show_done(terminal: Terminal, report: "SyncReport") -> None:
    from notebrain.app.sync.texts import renewal_text

    text = _("{sent} sent, {fetched} fetched.")
    terminal.write_line(text.format(sent=report.sent, fetched=report.fetched))
    if report.files_sent or report.files_fetched:
        files = _("Files: {sent} sent, {fetched} fetched.")
        terminal.write_line(files.format(sent=report.files_sent, fetched=report.files_fetched))
    if report.renewal is not None:
        terminal.write_line(renewal_text(report.renewal))
    if report.conflicts:
        terminal.write_remark(
            ngettext(
                "One note was changed in the same place on two computers; both texts are kept.",
                "{count} notes were changed in the same place on two computers; both texts are kept.",
                report.conflicts,
            ).format(count=report.conflicts)
        )


def _document(report: "SyncReport") -> dict[str, object]:
    return {
        "sent": report.sent,
        "fetched": report.fetched,
        "merged": report.merged,
        "conflicts": report.conflicts,
        "withdrawn": report.withdrawn,
        "asks": report.asks,
        "waiting": report.waiting,
        "failed": [
            {"note_id": change.id, "what": change.what.value, "reason": change.reason}
            for change in report.failed
        ],
        "set_aside": [
            {
                "kind": part.name.kind.value,
                "id": part.name.id,
                "newer": part.newer,
                "fault": part.fault,
            }
            for part in report.aside
        ],
        "requests": report.requests,
        "renewal": None if report.renewal is None else asdict(report.renewal),
        "last_reached": report.last_reached and stamp(report.last_reached),
        "missing": None if report.loss is None else asdict(report.loss),
        "problem": report.problem,
        "clock": report.clock,
        "files": {
            "sent": report.files_sent,
            "fetched": report.files_fetched,
            **file_standing(report.files),
        },
    }


HANDLERS: Mapping[str, Handler] = {
    "sync": Handler(_arguments, _sync, _details),
}
