"""The files in notes: `files list`, `add`, `save`, `remove`, `fetch`, `check`."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.json.files import AddedDocument, check_document, file_document, row_document
from notebrain.cli.terminal import (
    Misuse,
    ProgressLine,
    Terminal,
    printable,
    shortened,
    stoppable,
)
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import size_text
from notebrain.domain.notes.file_texts import state_text

if TYPE_CHECKING:
    from notebrain.app.maintenance.file_care import FileCheck
    from notebrain.app.notes.files import FileRow

_ID_LENGTH = 12


def list_files(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the files, last added first."""
    with terminal.services() as services:
        rows = [row for row in services.files.rows() if not args.unused or not row.used]
    if args.json:
        terminal.document([row_document(row) for row in rows])
        return EXIT_DONE
    for row in rows:
        terminal.write_line(shortened(_line(row), terminal.width))
    if not rows:
        terminal.write_remark(_("No unused files.") if args.unused else _("No files."))
    return EXIT_DONE


def add_files(args: argparse.Namespace, terminal: Terminal) -> int:
    """Add files and print the Markdown that shows each in a note, even if a later one fails."""
    documents: list[AddedDocument] = []
    with terminal.services() as services, stoppable() as keep_going:
        try:
            for path in args.paths:
                added = services.file_acts.add(Path(path), keep_going=keep_going)
                documents.append({**file_document(added.attachment), "markdown": added.markdown})
                if not args.json:
                    terminal.write_line(added.markdown)
                if added.warning:
                    terminal.write_remark(printable(added.warning))
        finally:
            if args.json:
                terminal.document(documents)
    return EXIT_DONE


def save_file(args: argparse.Namespace, terminal: Terminal) -> int:
    """Save a copy of a file in a folder or under a new name."""
    with terminal.services() as services:
        file = services.files.find(args.file)
        saved = services.files.save(file.sha, Path(args.path))
    if args.json:
        terminal.document({"file_id": file.sha, "path": str(saved)})
    else:
        terminal.write_line(str(saved))
    return EXIT_DONE


def remove_files(args: argparse.Namespace, terminal: Terminal) -> int:
    """Let unused files be deleted when their days are over, or with `--undo` keep them."""
    from notebrain.app.core.vault_file import outcome

    with terminal.services() as services:
        files = [services.files.find(wanted) for wanted in args.files]
        shas = [file.sha for file in files]
        act = services.file_acts.keep if args.undo else services.file_acts.remove
        outcome(act(shas))
        rows = [row for sha in shas if (row := services.files.row(sha))]
    if args.json:
        terminal.document([row_document(row) for row in rows])
        return EXIT_DONE
    for row in rows:
        terminal.write_remark(f"{printable(row.name)}: {_state(row)}")
    return EXIT_DONE


def fetch_files(args: argparse.Namespace, terminal: Terminal) -> int:
    """Have the next sync fetch files from the account, whatever their size."""
    from notebrain.app.core.vault_file import outcome

    if not args.files and not args.all:
        raise Misuse(_("files fetch needs the id or the name of a file, or --all."))
    with terminal.services() as services:
        if args.all:
            rows = [row for row in services.files.rows() if row.fault]
        else:
            rows = [services.files.find_row(wanted) for wanted in args.files]
        absent = [row.sha for row in rows if row.fault]
        if absent and services.cloud.connection is None:
            raise UserError(
                _(
                    "These notes are not connected to an account. Connect one with: notebrain account connect"
                )
            )
        outcome(services.cloud.fetch_files(absent))
        rows = [services.files.find_row(row.sha) for row in rows]
    if args.json:
        terminal.document([row_document(row) for row in rows])
        return EXIT_DONE
    for row in rows:
        terminal.write_remark(f"{printable(row.name)}: {_state(row)}")
    return EXIT_DONE


def check_files(args: argparse.Namespace, terminal: Terminal) -> int:
    """Compare every file with what was added, and bring back from the backups what is damaged."""
    line = ProgressLine()
    try:
        with terminal.services() as services, stoppable() as keep_going:
            check = services.file_care.check(
                keep_going=keep_going,
                progress=lambda done: line.show(_("{n} % checked").format(n=round(100 * done))),
            )
            rows = services.files.rows()
    finally:
        line.clear()
    if args.json:
        terminal.document(check_document(check))
    else:
        _print_check(check, terminal)
        _print_readings(rows, terminal)
    return EXIT_DONE if check.is_good else EXIT_PROBLEM


def _print_check(check: "FileCheck", terminal: Terminal) -> None:
    found = (
        (check.mended, _("{file} was damaged and is back from the backups.")),
        (check.adopted, _("{file} was not listed; it is in the list now, unused.")),
        (check.missing, _("{file} is missing.")),
        (check.changed, _("{file} is not what was added: its bytes have changed.")),
    )
    for files, text in found:
        for file in files:
            terminal.write_line(text.format(file=f"{file.sha[:_ID_LENGTH]} {printable(file.name)}"))
    for sha, name in check.absent:
        text = _("{file} is named in a note, but was never on this computer.")
        terminal.write_line(text.format(file=f"{sha[:_ID_LENGTH]} {printable(name)}".rstrip()))
    if check.is_good:
        text = ngettext(
            "{n} file is as it was added.", "{n} files are as they were added.", check.files
        )
        terminal.write_line(text.format(n=number(check.files)))


def _print_readings(rows: "Sequence[FileRow]", terminal: Terminal) -> None:
    """Print how many files can be found by their words, and why the others cannot."""
    readings = [row.reading for row in rows if row.reading is not None]
    found = sum(reading.is_found for reading in readings)
    if found:
        text = ngettext(
            "The words of {n} file can be found.", "The words of {n} files can be found.", found
        )
        terminal.write_line(text.format(n=number(found)))
    for row in rows:
        if row.reading and not row.fault and (why := state_text(row.reading.state)):
            name = f"{row.sha[:_ID_LENGTH]} {printable(row.name)}"
            terminal.write_line(f"{name}: {why}.")


def _line(row: "FileRow") -> str:
    file = row.attachment
    size = "" if row.size is None else size_text(row.size)
    facts = (size, "" if file is None else file.media_type)
    return "  ".join(
        part for part in (row.sha[:_ID_LENGTH], *facts, printable(row.name), _state(row)) if part
    )


def _state(row: "FileRow") -> str:
    """Return who uses a file, whether it is damaged, and when it will be deleted."""
    from notebrain.app.notes.files import Fault
    from notebrain.app.sync.file_texts import status_text
    from notebrain.domain.sync.file_transfer import FilePlace

    faults = {
        Fault.MISSING: _("missing") if row.attachment else _("never on this computer"),
        Fault.CHANGED: _("changed"),
    }
    parts = [faults[row.fault]] if row.fault in faults else []
    if row.status.place is not FilePlace.MISSING and (said := status_text(row.status)):
        parts.append(printable(said))
    if row.notes:
        parts.append(ngettext("{n} note", "{n} notes", row.notes).format(n=row.notes))
    elif row.used:
        parts.append(_("only in the trash, earlier versions, cards or drafts"))
    elif row.days_left is not None:
        text = ngettext("unused, deleted in {n} day", "unused, deleted in {n} days", row.days_left)
        parts.append(text.format(n=row.days_left))
    else:
        parts.append(_("unused, kept"))
    if row.reading is not None and (text := state_text(row.reading.state)):
        parts.append(text)
    return ", ".join(parts)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--unused", action="store_true", help=_("only files that nothing uses"))
    add_json(parser)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar=_("PATH"), help=_("the files to add"))
    add_json(parser)


def _save_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="ID", help=_id_help())
    parser.add_argument(
        "path",
        nargs="?",
        default="",
        metavar=_("PATH"),
        help=_("a folder or a new name (default: this folder)"),
    )
    add_json(parser)


def _remove_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="ID", help=_id_help())
    parser.add_argument(
        "--undo", action="store_true", help=_("keep the files although nothing uses them")
    )
    add_json(parser)


def _fetch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="ID", help=_id_help())
    parser.add_argument("--all", action="store_true", help=_("all files that are not here"))
    add_json(parser)


def _id_help() -> str:
    return _("a unique beginning of a file's id, or its name")


HANDLERS: Mapping[str, Handler] = {
    "files list": Handler(
        _list_arguments, list_files, summary=lambda: _("List the files, last added first")
    ),
    "files add": Handler(
        _add_arguments,
        add_files,
        summary=lambda: _("Add files, and print the Markdown that shows each in a note"),
    ),
    "files save": Handler(_save_arguments, save_file, summary=lambda: _("Save a copy of a file")),
    "files remove": Handler(
        _remove_arguments,
        remove_files,
        summary=lambda: _("Delete files that nothing uses, once their days are over"),
    ),
    "files fetch": Handler(
        _fetch_arguments,
        fetch_files,
        summary=lambda: _("Fetch files with the next sync that are too large to come on their own"),
    ),
    "files check": Handler(
        add_json,
        check_files,
        lambda: _("It also says which files cannot be found by their words, and why."),
        summary=lambda: _(
            "Compare all files with what was added; a damaged one comes back from the backups"
        ),
    ),
}
