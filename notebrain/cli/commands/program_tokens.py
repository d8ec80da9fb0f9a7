"""Programs that ask over HTTP: tokens, the bookmarklet and `programs serve`."""

import argparse
from collections.abc import Mapping

from notebrain.cli.command import EXIT_DONE, Handler, add_json
from notebrain.cli.terminal import Terminal, local, printable
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.programs.tokens import TokenScope


def _token_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar=_("NAME"), help=_("what to call the program"))
    parser.add_argument(
        "--for",
        dest="scope",
        choices=[scope.value for scope in TokenScope],
        default=TokenScope.READING.value,
        help=_("what the program may do with it (default: %(default)s)"),
    )


def _token(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        secret, made = services.memory.tokens.make(args.name, TokenScope(args.scope))
        made.result()
    terminal.write_line(secret)
    terminal.write_remark(_("It is shown only now; a token of this name from before has ended."))
    return EXIT_DONE


def _tokens(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        known = services.memory.tokens.known()
    if args.json:
        terminal.document(
            [
                {
                    "name": one.name,
                    "for": one.scope.value,
                    "made_at": one.made_at.isoformat(),
                    "used_at": None if one.used_at is None else one.used_at.isoformat(),
                }
                for one in known
            ]
        )
        return EXIT_DONE
    for one in known:
        used = _("never used") if one.used_at is None else local(one.used_at)
        terminal.write_line(f"{printable(one.name)}  {one.scope.value}  {used}")
    if not known:
        terminal.write_remark(_("No program has a token."))
    return EXIT_DONE


def _revoke_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar=_("NAME"), help=_("as “notebrain programs tokens” shows it")
    )


def _revoke(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        if not services.memory.tokens.revoke(args.name).result():
            raise NotFound(_("No program has a token named {name}.").format(name=args.name))
    return EXIT_DONE


def _serve(_args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.mcp_server.http.server_thread import make_server

    def tell(port: int) -> None:
        text = _("Programs on this computer can ask at {address}; Ctrl+C ends it.")
        terminal.write_remark(text.format(address=f"http://127.0.0.1:{port}"))

    with terminal.services() as services:
        make_server(services, tell).run()
    return EXIT_DONE


def _bookmarklet(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.settings.programs import PROGRAMS_PORT
    from notebrain.mcp_server.http.bookmarklet import bookmarklet

    with terminal.services() as services:
        port = services.settings.get(PROGRAMS_PORT)
        if not port:
            text = _("There is no port yet; start this once: {command}")
            raise UserError(text.format(command="notebrain programs serve"))
        secret, made = services.memory.tokens.make(args.name, TokenScope.CAPTURING)
        made.result()
    terminal.write_line(bookmarklet(port, secret))
    text = _("Make a bookmark with this as its address. It has a token that can only save.")
    terminal.write_remark(text)
    return EXIT_DONE


def _bookmarklet_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        default="bookmarklet",
        metavar=_("NAME"),
        help=_("what to call its token (default: bookmarklet)"),
    )


def _none(_parser: argparse.ArgumentParser) -> None:
    pass


HANDLERS: Mapping[str, Handler] = {
    "programs token": Handler(
        _token_arguments,
        _token,
        summary=lambda: _("Make a token by which a program may ask over HTTP"),
    ),
    "programs tokens": Handler(
        add_json, _tokens, only_reads=True, summary=lambda: _("List which programs have a token")
    ),
    "programs revoke": Handler(
        _revoke_arguments, _revoke, summary=lambda: _("End the token of a program")
    ),
    "programs bookmarklet": Handler(
        _bookmarklet_arguments,
        _bookmarklet,
        summary=lambda: _("Print a bookmark that saves the page you are on"),
    ),
    "programs serve": Handler(
        _none, _serve, summary=lambda: _("Answer programs on this computer over HTTP, until Ctrl+C")
    ),
}
