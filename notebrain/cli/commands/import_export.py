"""Importing and exporting notes: `import`, `export`."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json, add_workspace
from notebrain.cli.terminal import ProgressLine, Terminal, printable, stoppable
from notebrain.domain.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notebrain.import_export.reports import ExportReport, ImportReport, Progress


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar=_("PATH"), help=_("a Markdown file, or a folder with all its subfolders")
    )
    parser.add_argument(
        "--workspace",
        metavar=_("NAME"),
        help=_("the workspace for new notes (default: as the file says, or Personal)"),
    )
    parser.add_argument(
        "--folders-as-tags",
        action="store_true",
        help=_("tag each note with the folders it is in: food/oven"),
    )
    parser.add_argument(
        "--text-tags", action="store_true", help=_("tag each note with the #tags in its text")
    )
    add_json(parser)


def _import_details() -> str:
    return _(
        "Pictures and files in the folder that the notes link to come along.\n"
        "You can import the same folder again at any time: files already imported are skipped,\nand changed files "
        "update their notes. Ctrl+C stops; what was imported stays."
    )


def _import(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.domain.notes.tags import TagsFrom

    tags_from = TagsFrom.FOLDERS if args.folders_as_tags else TagsFrom.NOTHING
    tags_from |= TagsFrom.TEXT if args.text_tags else TagsFrom.NOTHING
    line = ProgressLine()
    with stoppable() as keep_going, terminal.services() as services:
        try:
            report = services.importer.run(
                Path(args.path),
                workspace=args.workspace,
                tags_from=tags_from,
                progress=lambda progress: line.show(_progress(progress)),
                canceled=lambda: not keep_going(),
            )
        finally:
            services.notify_window()
    line.clear()
    for problem in report.problems:
        terminal.write_remark(printable(str(problem)))
    if args.json:
        terminal.document(_import_document(report))
    else:
        terminal.write_line(_import_line(report))
    if report.canceled:
        terminal.write_remark(
            _("Stopped. What was imported stays; the same command continues from there.")
        )
    return EXIT_PROBLEM if report.problems or report.canceled else EXIT_DONE


def _import_line(report: "ImportReport") -> str:
    found = ngettext("{n} file found", "{n} files found", report.found)
    return _joined(
        [
            found.format(n=report.found),
            _("{n} new").format(n=report.imported),
            _some(_("{n} changed"), report.updated),
            _some(_("{n} already imported"), report.unchanged),
            _some(_("{n} tagged by folder or text"), report.tagged),
            _some(_("{n} changed on both sides, both kept"), report.kept_both),
            _some(_("{n} different on another computer, see notebrain review"), report.asked),
            _some(
                _("{n} not UTF-8, original bytes kept (notebrain show ID --original)"),
                report.originals,
            ),
            _some(_("{n} failed"), report.failed),
            _some(
                ngettext("{n} picture or other file", "{n} pictures and other files", report.files),
                report.files,
            ),
            _some(
                ngettext("{n} block about you", "{n} blocks about you", len(report.blocks)),
                len(report.blocks),
            ),
            _some(
                ngettext(
                    "{n} block kept as it is, the file's text is in its history",
                    "{n} blocks kept as they are, the file's texts are in their history",
                    len(report.blocks_beside),
                ),
                len(report.blocks_beside),
            ),
            _some(
                ngettext("{n} procedure", "{n} procedures", len(report.procedures)),
                len(report.procedures),
            ),
            _some(
                ngettext("{n} other file skipped", "{n} other files skipped", report.skipped),
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
        "files": report.files,
        "skipped": report.skipped,
        "blocks": [key.value for key in report.blocks],
        "blocks_beside": [key.value for key in report.blocks_beside],
        "procedures": len(report.procedures),
        "cancelled": report.canceled,
        "problems": [
            {"path": problem.path, "reason": problem.reason} for problem in report.problems
        ],
    }


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar=_("PATH"), help=_("the folder to write to"))
    add_workspace(parser)
    add_json(parser)


def _export(args: argparse.Namespace, terminal: Terminal) -> int:
    line = ProgressLine()
    with stoppable() as keep_going, terminal.services() as services:
        services.library.check_filing(args.workspace)
        report = services.exporter.run(
            Path(args.path),
            workspace=args.workspace,
            progress=lambda progress: line.show(_progress(progress)),
            canceled=lambda: not keep_going(),
        )
    line.clear()
    for problem in report.problems:
        terminal.write_remark(printable(str(problem)))
    if args.json:
        terminal.document(_export_document(report))
    else:
        terminal.write_line(_export_line(report))
    if report.canceled:
        terminal.write_remark(_("Stopped. The files written so far are complete."))
    return EXIT_PROBLEM if report.problems or report.canceled else EXIT_DONE


def _export_line(report: "ExportReport") -> str:
    found = ngettext("{n} note", "{n} notes", report.found)
    return _joined(
        [
            found.format(n=report.found),
            _("{n} written").format(n=report.written),
            _some(_("{n} already written"), report.unchanged),
            _some(_("{n} under another name"), len(report.renamed)),
            _some(_("{n} failed"), report.failed),
            _some(
                ngettext("{n} file beside them", "{n} files beside them", report.files),
                report.files,
            ),
            _("with the blocks about you") if report.has_blocks else "",
            _some(
                ngettext("{n} conversation", "{n} conversations", report.conversations),
                report.conversations,
            ),
        ]
    )


def _export_document(report: "ExportReport") -> dict[str, object]:
    return {
        "root": str(report.root),
        "found": report.found,
        "written": report.written,
        "unchanged": report.unchanged,
        "files": report.files,
        "blocks": report.has_blocks,
        "procedures": report.procedures,
        "conversations": report.conversations,
        "failed": report.failed,
        "renamed": report.renamed,
        "cancelled": report.canceled,
        "problems": [
            {"path": problem.path, "reason": problem.reason} for problem in report.problems
        ],
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
