"""Keeping the notes and the account in sync: `sync`."""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.json.notes import stamp
from notebrain.cli.terminal import ProgressLine, Terminal, printable, stoppable
from notebrain.domain.i18n import _, ngettext

if TYPE_CHECKING:
    from notebrain.app.jobs.sync import SyncReport
    from notebrain.storage.sync.inventory import Loss


def _arguments(parser: argparse.ArgumentParser) -> None:
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument(
        "--remove",
        action="store_const",
        dest="delete",
        const=True,
        help=_("let notes go that another computer removed, however many"),
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
        "The open window does this by itself in the background. Ctrl+C stops; what is done stays\n"
        "done, and the next run goes on from there. When another computer removed more than 20\n"
        "notes or a tenth of them, nothing is removed here until you say --remove or --keep."
    )


def _sync(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.jobs.sync import run_sync

    line = ProgressLine()

    def show(report: "SyncReport") -> None:
        text = _("{sent} sent, {fetched} fetched, {waiting} waiting")
        line.show(text.format(sent=report.sent, fetched=report.fetched, waiting=report.waiting))

    with stoppable() as keep_going, terminal.brain() as brain:
        report = run_sync(brain.services, show, keep_going, delete=args.delete)
        brain.services.tell_window()
    line.clear()
    if args.json:
        terminal.document(_document(report))
    else:
        _say(terminal, report)
    return EXIT_DONE if report.settled else EXIT_PROBLEM


def _say(terminal: Terminal, report: "SyncReport") -> None:
    from notebrain.app.sync.texts import (
        aside_line,
        aside_next,
        aside_text,
        failure_line,
        going_lines,
        withdrawn_text,
    )

    _say_done(terminal, report)
    for one in report.failed:
        terminal.tell(_("Not sent: {what}").format(what=printable(failure_line(one))))
    if report.withdrawn:
        terminal.tell(withdrawn_text(report.withdrawn) + ".")
    if report.aside:
        terminal.tell(aside_text(len(report.aside)) + ":")
        for aside in report.aside:
            terminal.tell(f"  {printable(aside_line(aside))}")
        terminal.tell(f"  {aside_next()}")
    if report.asks:
        text = ngettext(
            "Another computer removed one note. It stays here until you say --remove or --keep.",
            "Another computer removed {count} notes. They stay here until you say --remove or --keep.",
            report.asks,
        )
        terminal.tell(text.format(count=report.asks))
        for line in going_lines([printable(one) for one in report.going], report.asks):
            terminal.tell(f"  {line}")
    if report.loss is not None:
        _say_lost(terminal, report, report.loss)
    for trouble in (report.clock, report.upkeep, *_unsent(report)):
        if trouble:
            terminal.tell(printable(trouble))


def _unsent(report: "SyncReport") -> list[str]:
    """Return why the account is not up to date, what it is missing, and when it last answered."""
    from notebrain.app.sync.texts import reached_text, waiting_text

    waits = [waiting_text(report.waiting) + "."] if report.waiting else []
    if not report.problem:
        return waits
    return [report.problem, *waits, reached_text(report.last_reached)]


def _say_lost(terminal: Terminal, report: "SyncReport", loss: "Loss") -> None:
    from notebrain.app.sync.texts import going_lines, loss_text

    terminal.tell(loss_text(loss))
    for line in going_lines([printable(one) for one in report.lost], loss.notes):
        terminal.tell(f"  {line}")


def _say_done(terminal: Terminal, report: "SyncReport") -> None:
    from notebrain.app.sync.texts import renewal_text

    text = _("{sent} sent, {fetched} fetched.")
    terminal.say(text.format(sent=report.sent, fetched=report.fetched))
    if report.renewal is not None:
        terminal.say(renewal_text(report.renewal))
    if report.conflicts:
        terminal.tell(
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
            {"note_id": one.id, "what": one.what.value, "reason": one.reason}
            for one in report.failed
        ],
        "set_aside": [
            {"kind": one.name.kind.value, "id": one.name.id, "newer": one.newer, "fault": one.fault}
            for one in report.aside
        ],
        "requests": report.requests,
        "renewal": None if report.renewal is None else asdict(report.renewal),
        "last_reached": report.last_reached and stamp(report.last_reached),
        "missing": None if report.loss is None else asdict(report.loss),
        "problem": report.problem,
        "clock": report.clock,
    }


HANDLERS: Mapping[str, Handler] = {
    "sync": Handler(_arguments, _sync, _details),
}
