"""Looking after the vault: doctor."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import Terminal, local, printable
from notebrain.domain.messages import _, ngettext

if TYPE_CHECKING:
    from notebrain.app.findings import Finding


def _arguments(parser: argparse.ArgumentParser) -> None:
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--backup", action="store_true", help=_("back the notes up now"))
    act.add_argument(
        "--restore-backup",
        action="store_true",
        help=_(
            "put the newest good backup in the place of the notes file, which is kept beside it"
        ),
    )
    act.add_argument(
        "--rebuild-words", action="store_true", help=_("make the word index anew from the notes")
    )
    act.add_argument(
        "--cloudflare",
        action="store_true",
        help=_("try your Cloudflare account from end to end, for less than a neuron, and clean up"),
    )
    parser.add_argument(
        "--confirm-date",
        action="store_true",
        help=_("say that the date of this computer is right, after it jumped by more than a month"),
    )
    add_json(parser)


def _doctor(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.doctor import Doctor

    if args.cloudflare:
        return _examine_account(args, terminal)
    if args.confirm_date:
        return _confirm_date(args, terminal)
    doctor = Doctor(terminal.data_dir)
    if args.backup:
        path = doctor.back_up()
        _report(terminal, args, {"backup": str(path)}, str(path))
    elif args.restore_backup:
        backup, aside = doctor.restore()
        text = (
            _("The notes of {day} are back.")
            if aside is None
            else _("The notes of {day} are back. The file that was there is kept as {path}.")
        )
        _report(
            terminal,
            args,
            {"restored": str(backup.path), "replaced": None if aside is None else str(aside)},
            text.format(day=local(backup.made_at), path=aside),
        )
    elif args.rebuild_words:
        doctor.rebuild_word_index()
        _report(terminal, args, {"rebuilt": True}, _("The word index was made anew."))
    else:
        return _examine(args, terminal)
    return EXIT_DONE


def _confirm_date(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.doctor import Doctor

    going = Doctor(terminal.data_dir).confirm_date()
    text = ngettext(
        "The date counts again; {n} note leaves the trash, its days are over.",
        "The date counts again; {n} notes leave the trash, their days are over.",
        going,
    )
    done = text if going else _("The date counts again.")
    _report(terminal, args, {"confirmed": True, "leaving": going}, done.format(n=f"{going:,}"))
    return EXIT_DONE


def _examine(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.doctor import Doctor

    findings = _Findings(args, terminal)
    for finding in Doctor(terminal.data_dir).examine(terminal.environ):
        findings.add(finding)
    return findings.end()


def _examine_account(args: argparse.Namespace, terminal: Terminal) -> int:
    import asyncio

    findings = _Findings(args, terminal)
    with terminal.brain() as brain:

        async def examine() -> None:
            async for finding in brain.services.cloud.account.examine():
                findings.add(finding)

        asyncio.run(examine())
    return findings.end()


class _Findings:
    """Says each finding as it comes, or all of them as one document."""

    def __init__(self, args: argparse.Namespace, terminal: Terminal) -> None:
        self._json: bool = args.json
        self._terminal = terminal
        self._all: list[Finding] = []

    def add(self, finding: "Finding") -> None:
        from notebrain.app.findings import Severity

        marks = {Severity.GOOD: "ok", Severity.HINT: "--", Severity.BAD: "!!"}
        self._all.append(finding)
        if not self._json:
            self._terminal.say(f"{marks[finding.severity]}  {printable(finding.text)}")

    def end(self) -> int:
        from notebrain.app.findings import Severity

        good = all(finding.severity is not Severity.BAD for finding in self._all)
        if self._json:
            checks = [
                {"name": one.name, "severity": one.severity.value, "text": one.text}
                for one in self._all
            ]
            self._terminal.document({"ok": good, "checks": checks})
        return EXIT_DONE if good else EXIT_PROBLEM


def _report(terminal: Terminal, args: argparse.Namespace, document: object, text: str) -> None:
    if args.json:
        terminal.document(document)
    else:
        terminal.say(text)


HANDLERS: Mapping[str, Handler] = {
    "doctor": Handler(_arguments, _doctor),
}
