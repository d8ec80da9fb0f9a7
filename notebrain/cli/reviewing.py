"""What NoteBrain noticed about notes, and what becomes of it: review."""

import argparse
from collections.abc import Callable, Mapping

from notebrain.cli.command import Command, add_json
from notebrain.cli.judging import judge_batch
from notebrain.cli.terminal import Terminal
from notebrain.domain.messages import _

ACTS: Mapping[str, Callable[[argparse.Namespace, Terminal], int]] = {"judge": judge_batch}
"""What follows `review`; argparse's own subcommands cannot stand among options in any order."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=list(ACTS), metavar=_("ACT"), help=", ".join(ACTS))
    parser.add_argument(
        "--batch",
        metavar=_("FILE"),
        help=_(
            'judge: a file (- is standard input) of JSON lines {"older": TEXT, "newer": TEXT}; '
            "answers each with a line of JSON"
        ),
    )
    add_json(parser)


def _details() -> str:
    return _("review judge says how two texts stand to each other; it stores nothing.")


def _review(args: argparse.Namespace, terminal: Terminal) -> int:
    return ACTS[args.act](args, terminal)


REVIEW = Command(
    "review",
    lambda: _("Judge whether notes repeat or contradict each other"),
    _arguments,
    _review,
    _details,
)
