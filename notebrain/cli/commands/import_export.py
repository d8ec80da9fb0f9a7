"""Importing and exporting notes: `import`, `export`."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import ProgressLine, Terminal, printable, stoppable
from notebrain.domain.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notebrain.import_export.reports import ExportReport, ImportReport, Progress


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar=_("PATH"), help=_("a Markdown file, or a folder with all the folders in it")
    )
    parser.add_argument(
        "--workspace",
        metavar=_("NAME"),
        help=_("where new notes are filed, else where the file says, else in Personal"),
    )
    parser.add_argument(
        "--folders-as-tags",
        action="store_true",
        help=_("give each note a tag of the folders it is in: food/oven"),
    )
    parser.add_argument(
        "--text-tags", action="store_true", help=_("give each note the #tags in its text")
    )
    add_json(parser)


def _import_details() -> str:
    return _(
        "Import the same folder again whenever you like: files that are in already are left\n"
        "alone, changed ones bring their note up to date. Ctrl+C stops; what is in stays in."
    )


def _import(args: argparse.Namespace, terminal: Terminal) -> int:
    line = ProgressLine()
    with stoppable() as keep_going, terminal.brain() as brain:
        report = brain.import_notes(
            Path(args.path),
            workspace=args.workspace,
            folders_as_tags=args.folders_as_tags,
            text_tags=args.text_tags,
            progress=lambda progress: line.show(_progress(progress)),
            keep_going=keep_going,
        )
    line.clear()
    for problem in report.problems:
        terminal.tell(printable(str(problem)))
    if args.json:
        terminal.document(_import_document(report))
    else:
        terminal.say(_import_line(report))
    if report.cancelled:
        terminal.tell(_("Stopped. What is in stays in; the same command goes on from there."))
    return EXIT_PROBLEM if report.problems or report.cancelled else EXIT_DONE


def _import_line(report: "ImportReport") -> str:
    found = ngettext("{n} file found", "{n} files found", report.found)
    return _joined(
        [
            found.format(n=report.found),
            _("{n} new").format(n=report.imported),
            _some(_("{n} changed"), report.updated),
            _some(_("{n} already in"), report.unchanged),
            _some(_("{n} tagged by folder or text"), report.tagged),
            _some(_("{n} changed here and there, both kept"), report.kept_both),
            _some(_("{n} differ from another computer's, see notebrain review"), report.asked),
            _some(
                _("{n} not UTF-8, own bytes kept (notebrain show ID --original)"), report.originals
            ),
            _some(_("{n} failed"), report.failed),
            _some(
                ngettext("{n} other file left out", "{n} other files left out", report.skipped),
                report.skipped,
            ),
        ]
    )


def _import_document(report: "ImportReport") -> dict[str, object]:
    return {
        "root": str(report.root),
        "found": report.found,
        "imported": report.imported,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "kept_both": report.kept_both,
        "asked": report.asked,
        "originals": report.originals,
        "kept_both_paths": report.both,
        "tagged": report.tagged,
        "failed": report.failed,
        "skipped": report.skipped,
        "cancelled": report.cancelled,
        "problems": [{"path": one.path, "reason": one.reason} for one in report.problems],
    }


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar=_("PATH"), help=_("the folder to write to"))
    parser.add_argument("--workspace", metavar=_("NAME"), help=_("only notes of this workspace"))
    add_json(parser)


def _export(args: argparse.Namespace, terminal: Terminal) -> int:
    line = ProgressLine()
    with stoppable() as keep_going, terminal.brain() as brain:
        report = brain.export_notes(
            Path(args.path),
            workspace=args.workspace,
            progress=lambda progress: line.show(_progress(progress)),
            keep_going=keep_going,
        )
    line.clear()
    for problem in report.problems:
        terminal.tell(printable(str(problem)))
    if args.json:
        terminal.document(_export_document(report))
    else:
        terminal.say(_export_line(report))
    if report.cancelled:
        terminal.tell(_("Stopped. The files that are written are whole."))
    return EXIT_PROBLEM if report.problems or report.cancelled else EXIT_DONE


def _export_line(report: "ExportReport") -> str:
    found = ngettext("{n} note", "{n} notes", report.found)
    return _joined(
        [
            found.format(n=report.found),
            _("{n} written").format(n=report.written),
            _some(_("{n} written before"), report.unchanged),
            _some(_("{n} under another name"), len(report.renamed)),
            _some(_("{n} failed"), report.failed),
        ]
    )


def _export_document(report: "ExportReport") -> dict[str, object]:
    return {
        "root": str(report.root),
        "found": report.found,
        "written": report.written,
        "unchanged": report.unchanged,
        "failed": report.failed,
        "renamed": report.renamed,
        "cancelled": report.cancelled,
        "problems": [{"path": one.path, "reason": one.reason} for one in report.problems],
    }


def _progress(progress: "Progress") -> str:
    return f"{progress.done}/{progress.total}  {printable(progress.path)}"


def _some(text: str, n: int) -> str:
    return text.format(n=n) if n else ""


def _joined(parts: "Iterable[str]") -> str:
    return ", ".join(part for part in parts if part) + "."


HANDLERS: Mapping[str, Handler] = {
    "import": Handler(_import_arguments, _import, _import_details),
    "export": Handler(_export_arguments, _export, only_reads=True),
}
