"""Comparing the account with this computer: `verify`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import ProgressLine, Terminal, printable, stoppable
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.sync.compare import Verification


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--read-back",
        action="store_true",
        help=_("also fetch every file, to compare its bytes rather than the hashes in the account"),
    )
    parser.add_argument("--repair", action="store_true", help=_("repair what differs"))
    add_json(parser)


def _details() -> str:
    return _(
        "Syncs, reads every note in your Cloudflare account and compares it with this computer; files are\ncompared by "
        "the hashes of their parts, or with --read-back byte by byte.\nWithout --repair, "
        "nothing else is changed. With it, what one side lost is restored from the\nother; where the two differ, "
        "both texts are kept. The open window does the same on the\nSync page, with “Compare with the account…”."
    )


def _verify(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.jobs.compare import run_verify

    line = ProgressLine()

    def show(notes: int) -> None:
        line.show(_("{count} notes read").format(count=notes))

    with stoppable() as keep_going, terminal.services() as services:
        found = run_verify(services, show, keep_going, repair=args.repair, read_back=args.read_back)
        services.notify_window()
    line.clear()
    if args.json:
        terminal.document(_document(found))
    else:
        _show(terminal, found)
    return EXIT_DONE if found.sound else EXIT_PROBLEM


def _show(terminal: Terminal, found: "Verification") -> None:
    from notebrain.app.sync.compare import NAMED
    from notebrain.app.sync.compare_texts import (
        compared_text,
        file_difference_text,
        files_text,
        found_lines,
        nothing_text,
        repaired_lines,
    )

    terminal.write_line(compared_text(found.notes))
    if text := files_text(found.files):
        terminal.write_line(printable(text))
    for line in found_lines(found):
        terminal.write_line(line)
    for difference in found.files.differences[:NAMED]:
        terminal.write_line(f"  {printable(file_difference_text(difference, found))}")
    if not found.differs:
        terminal.write_line(nothing_text())
    elif found.repaired:
        for line in repaired_lines(found):
            terminal.write_line(line)
    else:
        if found.lost:
            terminal.write_remark(found.lost)
        terminal.write_remark(_("Nothing was changed. To repair it: notebrain verify --repair"))


def _document(found: "Verification") -> dict[str, object]:
    return {
        "notes": found.notes,
        "differences": [
            {
                "what": difference.drift.value,
                "kind": difference.name.kind.value,
                "id": difference.name.id,
            }
            for difference in found.differences
        ],
        "vectors": found.vectors,
        "vectors_missing": found.vectors_missing,
        "vectors_unwanted": found.vectors_unwanted,
        "files": {
            "compared": found.files.files,
            "read_back": found.files.read_back,
            "nowhere": found.files.nowhere,
            "problem": found.files.why,
            "differences": [
                {"what": one.drift.value, "file_id": one.sha, "name": one.name}
                for one in found.files.differences
            ],
        },
        "repaired": found.repaired,
        "lost": found.lost,
    }


HANDLERS: Mapping[str, Handler] = {
    "verify": Handler(_arguments, _verify, _details),
}
