"""The commands of the window and their shortcuts: `keys`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.terminal import Terminal
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar=_("WORDS"),
        nargs="*",
        help=_("only commands with this name or key, e.g. Ctrl+P"),
    )
    add_json(parser)


def _details() -> str:
    return _("To choose other keys, open the window's settings, under Shortcuts.")


def _keys(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.commands.keymap import Keys
    from notebrain.app.commands.table import name_of

    with terminal.services() as services:
        keys = Keys(services.settings).map
    found = keys.find(" ".join(args.words))
    if args.json:
        terminal.document(
            [
                {
                    "command": row.id.value,
                    "name": name_of(row),
                    "keys": keys.keys(row.id),
                    "scope": row.scope.value,
                    "changed": keys.is_changed(row.id),
                }
                for row in found
            ]
        )
        return EXIT_DONE
    if not found:
        terminal.write_remark(_("No command has this name or key."))
    for line in _lines([(name_of(row), ", ".join(keys.keys(row.id)) or "-") for row in found]):
        terminal.write_line(line)
    return EXIT_DONE


def _lines(rows: "Sequence[tuple[str, str]]") -> list[str]:
    width = max((len(name) for name, _keys in rows), default=0)
    return [f"{name:<{width}}  {keys}" for name, keys in rows]


HANDLERS: Mapping[str, Handler] = {
    "keys": Handler(_arguments, _keys, _details, only_reads=True),
}
