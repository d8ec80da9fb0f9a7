"""The integration with this computer's desktop: `desktop`."""

import argparse
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.terminal import Terminal
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from notebrain.domain.desktop.ports import Autostart, LinkHandler

_LINKS, _AUTOSTART = "links", "autostart"
_ON, _OFF, _STATUS = "on", "off", "status"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=[_LINKS, _AUTOSTART],
        help=_("links: open notebrain: links; autostart: start when you sign in"),
    )
    parser.add_argument(
        "state",
        nargs="?",
        choices=[_ON, _OFF, _STATUS],
        default=_STATUS,
        help=_("switch it on or off, or show its state (default)"),
    )
    add_json(parser)


def _details() -> str:
    return _(
        "The same switches are in the window, in the settings under Appearance.\n"
        "\n"
        "What other programs can open (up to 32,000 characters); it only shows something, you decide:\n"
        "  notebrain://capture?text=…&title=…&url=…&tag=…&workspace=…   a note in the small window\n"
        "  notebrain://note/ID                                          a note\n"
        "  notebrain://search?query=…                                   what is found"
    )


def _desktop(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.core.paths import data_folder
    from notebrain.app.system.desktop import Desktop

    desktop = Desktop(data_folder(terminal.data_dir))
    ways = {_LINKS: desktop.links, _AUTOSTART: desktop.autostart}
    asked = {args.what: ways[args.what]} if args.what else ways
    if args.state != _STATUS:
        way = ways[args.what]
        if way is None:
            terminal.write_remark(f"notebrain: {_out_of_reach()}")
            return EXIT_PROBLEM
        (way.turn_on if args.state == _ON else way.turn_off)()
    _report(asked, args, terminal)
    return EXIT_DONE


def _report(
    ways: "Mapping[str, Autostart | LinkHandler | None]",
    args: argparse.Namespace,
    terminal: Terminal,
) -> None:
    states = {name: None if way is None else way.is_on() for name, way in ways.items()}
    if args.json:
        terminal.document(states)
        return
    words = {True: _("on"), False: _("off"), None: _out_of_reach()}
    for name, state in states.items():
        terminal.write_line(f"{name}: {words[state]}")


def _out_of_reach() -> str:
    return _("NoteBrain cannot change this: the installed package or its sandbox decides")


HANDLERS: "Mapping[str, Handler]" = {
    "desktop": Handler(_arguments, _desktop, _details),
}
