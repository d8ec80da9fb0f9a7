"""What NoteBrain noticed about notes, and what becomes of it: review."""

import argparse
from collections.abc import Callable, Mapping

from notebrain.cli.cards import list_cards, resolve_card, show_card, undo_card
from notebrain.cli.command import Handler, add_json
from notebrain.cli.judging import judge_batch
from notebrain.cli.terminal import Terminal
from notebrain.domain.i18n import _
from notebrain.domain.review.cards import Answer

ACTS: Mapping[str, Callable[[argparse.Namespace, Terminal], int]] = {
    "list": list_cards,
    "show": show_card,
    "resolve": resolve_card,
    "undo": undo_card,
    "judge": judge_batch,
}
"""What follows `review`; argparse's own subcommands cannot stand among options in any order."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=list(ACTS), metavar=_("ACT"), help=", ".join(ACTS))
    parser.add_argument(
        "words",
        nargs="*",
        metavar=_("ID ANSWER"),
        help=_("show, resolve, undo: a card; resolve: the answer, too"),
    )
    parser.add_argument(
        "--answered", action="store_true", help=_("list: the cards that were answered")
    )
    parser.add_argument(
        "--text",
        metavar=_("TEXT"),
        help=_("resolve ID merge: the text of both (- is standard input), not the proposed one"),
    )
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
    return _(
        "review list shows the cards that wait, review show ID one of them.\n"
        "review resolve ID ANSWER answers it:\n{answers}.\n"
        "review undo ID takes the answer back.\n"
        "review judge says how two texts stand to each other; it stores nothing."
    ).format(answers=" ".join(Answer))


def _review(args: argparse.Namespace, terminal: Terminal) -> int:
    return ACTS[args.act](args, terminal)


HANDLERS: Mapping[str, Handler] = {
    "review": Handler(_arguments, _review, _details),
}
