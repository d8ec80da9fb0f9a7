"""The user's own Cloudflare account: `account`."""

import argparse
import getpass
import sys
import textwrap
from collections.abc import Callable, Coroutine, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.commands.account_vectors import vectors
from notebrain.cli.confirm import alone, confirm, waited_for
from notebrain.cli.json.notes import stamp
from notebrain.cli.terminal import Misuse, ProgressLine, Terminal, is_terminal
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.account.connect import ConnectPreview, Step
    from notebrain.app.account.status import Connected, Status
    from notebrain.app.api import Brain
    from notebrain.app.events import SyncProgress

T = TypeVar("T")
_WIDTH = 92


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=list(ACTS), metavar=_("ACT"), help=", ".join(ACTS))
    parser.add_argument(
        "--account",
        metavar=_("ID"),
        help=_("connect: the account ID (else NOTEBRAIN_CF_ACCOUNT, else it is asked for)"),
    )
    parser.add_argument(
        "--name",
        metavar=_("NAME"),
        help=_("connect: what the database is called, where an account keeps several vaults apart"),
    )
    parser.add_argument(
        "--purge",
        action="store_true",
        help=_("disconnect: remove the copy in the account, too"),
    )
    parser.add_argument(
        "--remove",
        metavar=_("MODEL"),
        help=_("vectors: remove all there is by a model that is not used"),
    )
    parser.add_argument("--yes", action="store_true", help=_("do it without asking"))
    add_json(parser)


def _details() -> str:
    from notebrain.app.account.texts import needed, steps

    rows = "\n".join(f"     {name}" for _tried, name, _what_for in needed())
    lines = "\n".join(_item(number, text) for number, text in enumerate(steps(), start=1))
    return _(
        "The token is asked for without being shown, or read from standard input, or taken from\n"
        "NOTEBRAIN_CF_TOKEN; it is never an argument, and never in a file.\n\n"
        "How to come by both:\n{steps}\n\nThe permissions:\n{permissions}"
    ).format(steps=lines, permissions=rows)


def _item(number: int, text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=f"  {number}. ", subsequent_indent="     ")


def _account(args: argparse.Namespace, terminal: Terminal) -> int:
    return ACTS[args.act](args, terminal)


def _connect(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.account.connection import database_name
    from notebrain.app.account.texts import refusal

    database = database_name(args.name)
    token, account_id, may_ask = _credentials(args, terminal)
    with terminal.brain() as brain:
        account, line = brain.services.cloud.account, _Progress()
        look = account.look(token, account_id, database=database, told=line.show)
        prospect = _run(look, line)
        if prospect.missing:
            raise refusal(prospect)
        _agree(args, terminal, prospect, may_ask=may_ask)
        connected = _run(account.connect(prospect, told=line.show), line)
        brain.services.tell_window()
        brain.services.cloud.sync_soon()
    _tell_connected(args, terminal, connected, prospect)
    return EXIT_DONE


def _status(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.sync.service import standing

    with terminal.brain() as brain:
        status = waited_for(brain.services.cloud.account.status())
        unsent = standing(brain.services.store)
        if status.notes is not None:
            unsent = replace(unsent, last_reached=brain.services.clock.now())
    if args.json:
        terminal.document(_status_document(status, unsent))
        return EXIT_DONE if status.problem is None else EXIT_PROBLEM
    from notebrain.app.account.texts import status_lines
    from notebrain.app.sync.texts import unsent_lines

    for line in status_lines(status):
        terminal.say(line)
    for line in unsent_lines(unsent) if status.connection is not None else ():
        terminal.say(line)
    if status.problem is not None:
        terminal.tell(f"notebrain: {status.problem}")
    return EXIT_DONE if status.problem is None else EXIT_PROBLEM


def _disconnect(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.account.texts import receipt

    with terminal.brain() as brain:
        account = brain.services.cloud.account
        connection = account.connection
        if connection is None:
            terminal.tell(_("These notes are connected to no account."))
            return EXIT_PROBLEM
        if not args.purge:
            _finish(brain, terminal)
        question = (
            _("Remove the copy in the database {name} from your Cloudflare account for good?")
            if args.purge
            else _("Disconnect? The copy in your Cloudflare account is left as it is.")
        ).format(name=connection.database)
        confirm(args, question, may_ask=is_terminal(sys.stdin))
        with alone(brain, _busy()) if args.purge else nullcontext():
            done = waited_for(account.disconnect(purge=args.purge))
        brain.services.tell_window()
    if args.json:
        terminal.document(
            {
                "purged": done.purged,
                "removed": [
                    {"thing": one.thing.value, "name": one.name, "count": one.count}
                    for one in done.removed
                ],
                "left": list(done.left),
                "texts_still_there": done.still_there.texts,
                "vectors_still_there": done.still_there.vectors,
            }
        )
        return EXIT_DONE
    for line in receipt(done):
        terminal.say(line)
    return EXIT_DONE


def _busy() -> str:
    return _(
        "The open window works on these notes. Disconnect in its settings, under Cloudflare, or close it first."
    )


def _finish(brain: "Brain", terminal: Terminal) -> None:
    """Remove from the account what the user withdrew, before asking the question; print what remains there."""
    from notebrain.app.account.texts import remaining_lines, withdrawing_text

    withdrawing, line = brain.services.cloud.withdrawing, ProgressLine()

    async def finish() -> None:
        try:
            await withdrawing.finish(lambda left: line.show(withdrawing_text(left)))
        finally:
            await brain.services.cloud.account.close()

    if withdrawing.remaining():
        try:
            with (
                suppress(UserError),
                alone(brain, _busy()),
            ):  # an open window does it by itself
                waited_for(finish())
        finally:
            line.clear()
    for text in remaining_lines(withdrawing.remaining()):
        terminal.tell(text)


ACTS: Mapping[str, Callable[[argparse.Namespace, Terminal], int]] = {
    "connect": _connect,
    "status": _status,
    "disconnect": _disconnect,
    "vectors": vectors,
}
"""The subcommands of `account`."""


class _Progress:
    """Prints each step as it starts, if a person is watching."""

    def __init__(self) -> None:
        self._line = ProgressLine()

    def show(self, step: "Step") -> None:
        from notebrain.app.account.texts import step_text

        self._line.show(step_text(step))

    def clear(self) -> None:
        self._line.clear()


def _run(work: Coroutine[Any, Any, T], line: _Progress) -> T:
    try:
        return waited_for(work)
    finally:
        line.clear()


def _credentials(args: argparse.Namespace, terminal: Terminal) -> tuple[str, str, bool]:
    """Return the token and the account id as given, and whether questions can be asked as well."""
    from notebrain.credentials.environment import ACCOUNT, TOKEN

    person = is_terminal(sys.stdin)
    account_id = args.account or terminal.environ.get(ACCOUNT, "")
    if not account_id.strip():
        if not person:
            raise Misuse(_("account connect needs the account ID: --account ID."))
        account_id = input(_("Account ID: "))
    token = terminal.environ.get(TOKEN, "")
    if token.strip():
        return token, account_id, person
    if person:
        return getpass.getpass(_("Token (it is not shown): ")), account_id, True
    hint = _("account connect needs the token on standard input, or in NOTEBRAIN_CF_TOKEN.")
    return terminal.read_text(None, hint=hint), account_id, False


def _agree(
    args: argparse.Namespace, terminal: Terminal, prospect: "ConnectPreview", *, may_ask: bool
) -> None:
    from notebrain.app.account.texts import doubts, plan

    if not args.json:
        for line in (*plan(prospect), *doubts(prospect)):
            terminal.say(line)
    confirm(args, _("Connect?"), may_ask=may_ask)


def _tell_connected(
    args: argparse.Namespace, terminal: Terminal, connected: "Connected", prospect: "ConnectPreview"
) -> None:
    from notebrain.app.account.texts import place_text

    connection = connected.connection
    if args.json:
        terminal.document(
            {
                "connected": True,
                "account": connection.account_id,
                "database": connection.database,
                "index": prospect.index,
                "token": connected.place.value,
                "warning": connected.warning,
            }
        )
        return
    terminal.say(_("Connected to your Cloudflare account."))
    terminal.say(place_text(connected.place) if connected.warning is None else connected.warning)


def _status_document(status: "Status", unsent: "SyncProgress") -> Mapping[str, object]:
    connection, problem = status.connection, status.problem
    return {
        "connected": connection is not None,
        "account": None if connection is None else connection.account_id,
        "database": None if connection is None else connection.database,
        "index": status.index or None,
        "notes": status.notes,
        "vectors": status.vectors,
        "token": None if status.place is None else status.place.value,
        "expires_on": status.expires_on,
        "waiting": unsent.waiting,
        "failed": unsent.failed,
        "last_reached": unsent.last_reached and stamp(unsent.last_reached),
        "problem": None if problem is None else str(problem),
    }


HANDLERS: Mapping[str, Handler] = {
    "account": Handler(_arguments, _account, _details),
}
