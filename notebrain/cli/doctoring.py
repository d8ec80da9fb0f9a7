"""Looking after the vault: doctor."""

import argparse

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Command, add_json
from notebrain.cli.looking import local
from notebrain.cli.terminal import Terminal, printable
from notebrain.domain.messages import _


def _arguments(parser: argparse.ArgumentParser) -> None:
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--backup", action="store_true", help=_("back the notes up now"))
    act.add_argument(
        "--restore-backup",
        action="store_true",
        help=_(
            "put the newest good backup in the place of a damaged notes file, which is kept aside"
        ),
    )
    act.add_argument(
        "--rebuild-words", action="store_true", help=_("make the word index anew from the notes")
    )
    add_json(parser)


def _doctor(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.doctor import Doctor

    doctor = Doctor(terminal.data_dir)
    if args.backup:
        path = doctor.back_up()
        _report(terminal, args, {"backup": str(path)}, str(path))
    elif args.restore_backup:
        backup, aside = doctor.restore()
        text = _("The notes of {day} are back. The damaged file is kept as {path}.")
        _report(
            terminal,
            args,
            {"restored": str(backup.path), "damaged": None if aside is None else str(aside)},
            text.format(day=local(backup.made_at), path=aside or _("(there was none)")),
        )
    elif args.rebuild_words:
        doctor.rebuild_word_index()
        _report(terminal, args, {"rebuilt": True}, _("The word index was made anew."))
    else:
        return _examine(args, terminal)
    return EXIT_DONE


def _examine(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.doctor import Doctor
    from notebrain.app.findings import Finding, Severity

    marks = {Severity.GOOD: "ok", Severity.HINT: "--", Severity.BAD: "!!"}
    findings: list[Finding] = []
    for finding in Doctor(terminal.data_dir).examine(terminal.environ):
        findings.append(finding)
        if not args.json:
            terminal.say(f"{marks[finding.severity]}  {printable(finding.text)}")
    good = all(finding.severity is not Severity.BAD for finding in findings)
    if args.json:
        checks = [
            {"name": one.name, "severity": one.severity.value, "text": one.text} for one in findings
        ]
        terminal.document({"ok": good, "checks": checks})
    return EXIT_DONE if good else EXIT_PROBLEM


def _report(terminal: Terminal, args: argparse.Namespace, document: object, text: str) -> None:
    if args.json:
        terminal.document(document)
    else:
        terminal.say(text)


DOCTOR = Command(
    "doctor",
    lambda: _("Check the notes file, the index and this computer; back up and restore"),
    _arguments,
    _doctor,
)
