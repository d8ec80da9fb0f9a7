"""Comparing the account with this computer: verify."""

import argparse
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Command, add_json
from notebrain.cli.progress import ProgressLine
from notebrain.cli.stopping import stoppable
from notebrain.cli.terminal import Terminal
from notebrain.domain.messages import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notebrain.app.verify_run import Verification
    from notebrain.storage.syncing.drift import Drift


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help=_("put right what differs"))
    add_json(parser)


def _details() -> str:
    return _(
        "Syncs, reads every note in your Cloudflare account and compares it with this computer.\n"
        "Without --repair nothing else is changed. With it, what one side lost comes from the other;\n"
        "where both say different things, both texts are kept."
    )


def _verify(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.verify_run import run_verify

    line = ProgressLine()

    def show(notes: int) -> None:
        line.show(_("{count} notes read").format(count=notes))

    with stoppable() as keep_going, terminal.brain() as brain:
        found = run_verify(brain.services, show, keep_going, repair=args.repair)
        brain.services.tell_window()
    line.clear()
    if args.json:
        terminal.document(_document(found))
    else:
        _say(terminal, found)
    return EXIT_DONE if found.sound else EXIT_PROBLEM


def _say(terminal: Terminal, found: "Verification") -> None:
    compared = ngettext("One note compared.", "{count} notes compared.", found.notes)
    terminal.say(compared.format(count=found.notes))
    for drift, count in found.counts.items():
        terminal.say(_sentences()[drift].format(count=count))
    if found.vectors_missing:
        text = _("The index in the account lacks {count} vectors.")
        terminal.say(text.format(count=found.vectors_missing))
    if found.vectors_unwanted:
        text = _("The index in the account has {count} vectors that do not belong there.")
        terminal.say(text.format(count=found.vectors_unwanted))
    differs = found.differences or found.vectors_missing or found.vectors_unwanted
    if found.lost and not found.repaired:
        terminal.tell(found.lost)
    elif not differs:
        terminal.say(_("Nothing differs."))
    elif found.repaired:
        terminal.say(_("All of it was put right."))
        if found.vectors_missing:
            terminal.say(_("The vectors follow in the background, within your budget."))
    else:
        terminal.tell(_("Nothing was changed. To put it right: notebrain verify --repair"))


def _sentences() -> "Mapping[Drift, str]":
    from notebrain.storage.syncing.drift import Drift

    return {
        Drift.MISSING_THERE: _("Missing in the account: {count}"),
        Drift.MISSING_HERE: _("Missing on this computer: {count}"),
        Drift.BEHIND: _("Newer in the account: {count}"),
        Drift.CONTENT: _("Different on both sides: {count}"),
        Drift.PRIVATE: _("In the account, though local only: {count}"),
    }


def _document(found: "Verification") -> dict[str, object]:
    return {
        "notes": found.notes,
        "differences": [
            {"what": one.drift.value, "kind": one.name.kind.value, "id": one.name.id}
            for one in found.differences
        ],
        "vectors": found.vectors,
        "vectors_missing": found.vectors_missing,
        "vectors_unwanted": found.vectors_unwanted,
        "repaired": found.repaired,
        "lost": found.lost,
    }


VERIFY = Command(
    "verify",
    lambda: _("Compare the notes here with those in your Cloudflare account"),
    _arguments,
    _verify,
    _details,
)
