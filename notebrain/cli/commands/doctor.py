"""Checking and repairing the vault: `doctor`."""

import argparse
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import Misuse, Terminal, local, printable, stoppable
from notebrain.domain.i18n import _, ngettext, number

if TYPE_CHECKING:
    from datetime import datetime

    from notebrain.app.core.findings import Finding
    from notebrain.app.jobs.doctor import Doctor

_ACTS = (
    *("backup", "restore-backup", "newer-from", "restore-texts", "rescue"),
    *("rebuild-words", "cloudflare", "confirm-date"),
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backup", action="store_true", help=_("back up the notes now"))
    parser.add_argument(
        "--restore-backup",
        action="store_true",
        help=_(
            "replace the notes file with the newest good backup; the old file is kept beside it"
        ),
    )
    parser.add_argument(
        "--rebuild-words", action="store_true", help=_("rebuild the word index from the notes")
    )
    parser.add_argument(
        "--newer-from",
        metavar=_("FILE"),
        help=_("then also bring back newer notes that can be read in the replaced file"),
    )
    parser.add_argument(
        "--rescue",
        metavar=_("DIR"),
        help=_(
            "create a new vault in DIR from everything that can be read here: notes, history, indexes and backups; "
            "nothing here is changed"
        ),
    )
    parser.add_argument(
        "--restore-texts",
        action="store_true",
        help=_("restore damaged texts from the newest backup that has them intact"),
    )
    parser.add_argument(
        "--cloudflare",
        action="store_true",
        help=_(
            "test your Cloudflare account from end to end, for less than a neuron, and clean up"
        ),
    )
    parser.add_argument(
        "--confirm-date",
        action="store_true",
        help=_(
            "confirm that the date of this computer is right after it jumped by more than a month"
        ),
    )
    add_json(parser)


def _doctor(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.jobs.doctor import Doctor

    asked = [act for act in _ACTS if getattr(args, act.replace("-", "_"))]
    if len(asked) > 1:
        raise Misuse(
            _("Use either --{first} or --{second}.").format(first=asked[0], second=asked[1])
        )
    if args.cloudflare:
        return _examine_account(args, terminal)
    if args.confirm_date:
        return _confirm_date(args, terminal)
    doctor = Doctor(terminal.data_dir)
    if args.backup:
        path = doctor.back_up()
        _report(terminal, args, {"backup": str(path)}, str(path))
    elif args.restore_backup:
        _restore_backup(doctor, args, terminal)
    elif args.newer_from is not None:
        taken = doctor.add_newer(Path(args.newer_from))
        text = ngettext(
            "{n} newer note was brought back.", "{n} newer notes were brought back.", len(taken)
        )
        _report(terminal, args, {"notes": list(taken)}, text.format(n=len(taken)))
    elif args.rescue is not None:
        return _rescue(doctor, args, terminal)
    elif args.restore_texts:
        return _restore_texts(doctor, args, terminal)
    elif args.rebuild_words:
        doctor.rebuild_word_index()
        _report(terminal, args, {"rebuilt": True}, _("The word index was rebuilt."))
    else:
        return _examine(args, terminal)
    return EXIT_DONE


def _confirm_date(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.jobs.doctor import Doctor

    going = Doctor(terminal.data_dir).confirm_date()
    text = ngettext(
        "The date is trusted again; {n} note will be deleted from the trash because its time is up.",
        "The date is trusted again; {n} notes will be deleted from the trash because their time is up.",
        going,
    )
    done = text if going else _("The date is trusted again.")
    _report(terminal, args, {"confirmed": True, "leaving": going}, done.format(n=number(going)))
    return EXIT_DONE


def _restore_backup(doctor: "Doctor", args: argparse.Namespace, terminal: Terminal) -> None:
    lacking = doctor.missing_files()
    for file in lacking:
        text = _("This backup lacks the file {file}; it will be missing in the notes.")
        terminal.write_remark(text.format(file=printable(file.name)))
    backup, replaced = doctor.restore()
    newer = 0 if replaced is None else doctor.newer_in(replaced)
    document = {
        "restored": str(backup.path),
        "replaced": None if replaced is None else str(replaced),
        "newer": newer,
        "missing_files": [{"file_id": file.sha, "name": file.name} for file in lacking],
    }
    _report(terminal, args, document, _restored(backup.made_at, replaced, newer, terminal))


def _restored(day: "datetime", replaced: Path | None, newer: int, terminal: Terminal) -> str:
    if replaced is None:
        return _("The notes of {day} are back.").format(day=local(day))
    text = _("The notes of {day} are back. The file that was there is kept as {path}.")
    line = text.format(day=local(day), path=replaced)
    if not newer:
        return line
    from notebrain.app.core.paths import command_to_type

    more = ngettext(
        "{n} newer note can be read in it; to bring it back, too: {command}",
        "{n} newer notes can be read in it; to bring them back, too: {command}",
        newer,
    )
    command = command_to_type(
        f"doctor --newer-from {shlex.quote(str(replaced))}", terminal.data_dir
    )
    return f"{line} {more.format(n=newer, command=command)}"


def _rescue(doctor: "Doctor", args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.maintenance.damage_texts import rescue_words, rescued_words

    with stoppable() as keep_going:
        report = doctor.rescue(Path(args.rescue), keep_going=keep_going)
    damaged = [note for note in report.notes if not note.was_whole]
    for rescued in damaged:
        terminal.write_remark(printable(rescued_words(rescued)))
    document = {
        "folder": str(args.rescue),
        "revisions": report.revisions,
        "notes": [
            {
                "note_id": note.id,
                "title": note.title,
                "from": note.origin.value,
                "backup": None if note.backup is None else str(note.backup),
            }
            for note in report.notes
        ],
    }
    _report(terminal, args, document, rescue_words(report))
    return EXIT_PROBLEM if damaged else EXIT_DONE


def _restore_texts(doctor: "Doctor", args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.maintenance.damage_texts import repair_words

    repairs = doctor.restore_texts()
    restored = [repair for repair in repairs if repair.whole is not None]
    lost = [repair for repair in repairs if repair.whole is None]
    for repair in repairs:
        terminal.write_remark(printable(repair_words(repair)))
    document = {
        "restored": [
            {
                "note_id": repaired.damaged.note_id,
                "exact": repaired.exact,
                "backup": None if repaired.backup is None else str(repaired.backup.path),
            }
            for repaired in restored
        ],
        "lost": [{"note_id": repaired.damaged.note_id} for repaired in lost],
    }
    text = ngettext("{n} text was restored.", "{n} texts were restored.", len(restored))
    _report(terminal, args, document, text.format(n=len(restored)))
    return EXIT_PROBLEM if lost else EXIT_DONE


def _examine(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.jobs.doctor import Doctor

    findings = _Findings(args, terminal)
    for finding in Doctor(terminal.data_dir).examine(terminal.environ):
        findings.add(finding)
    return findings.end()


def _examine_account(args: argparse.Namespace, terminal: Terminal) -> int:
    import asyncio

    findings = _Findings(args, terminal)
    with terminal.services() as services:

        async def examine() -> None:
            async for finding in services.cloud.account.examine():
                findings.add(finding)

        asyncio.run(examine())
    return findings.end()


class _Findings:
    """Prints each finding as it arrives, or all of them as one JSON document."""

    def __init__(self, args: argparse.Namespace, terminal: Terminal) -> None:
        self._json: bool = args.json
        self._terminal = terminal
        self._all: list[Finding] = []

    def add(self, finding: "Finding") -> None:
        from notebrain.app.core.findings import Severity

        marks = {Severity.GOOD: "ok", Severity.HINT: "--", Severity.BAD: "!!"}
        self._all.append(finding)
        if not self._json:
            self._terminal.write_line(f"{marks[finding.severity]}  {printable(finding.text)}")

    def end(self) -> int:
        from notebrain.app.core.findings import Severity

        good = all(finding.severity is not Severity.BAD for finding in self._all)
        if self._json:
            checks = [
                {"name": found.name, "severity": found.severity.value, "text": found.text}
                for found in self._all
            ]
            self._terminal.document({"ok": good, "checks": checks})
        return EXIT_DONE if good else EXIT_PROBLEM


def _report(terminal: Terminal, args: argparse.Namespace, document: object, text: str) -> None:
    if args.json:
        terminal.document(document)
    else:
        terminal.write_line(text)


HANDLERS: Mapping[str, Handler] = {
    "doctor": Handler(_arguments, _doctor),
}
