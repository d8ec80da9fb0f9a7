"""The user's own Cloudflare account: `account`."""

import argparse
import getpass
import sys
import textwrap
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM, Handler, add_json
from notebrain.cli.commands.account_vectors import model, vectors
from notebrain.cli.confirm import alone, confirm, waited_for
from notebrain.cli.json.files import file_standing
from notebrain.cli.json.notes import stamp
from notebrain.cli.terminal import Misuse, ProgressLine, Terminal, is_terminal
from notebrain.domain.errors import LockedKeyStore, NoKeyStore, UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.account.account import Account
    from notebrain.app.account.connect import ConnectPreview, Step
    from notebrain.app.account.disconnect import Receipt
    from notebrain.app.account.status import Connected, Status
    from notebrain.app.events import SyncProgress
    from notebrain.app.services import Services

T = TypeVar("T")
_WIDTH = 92


def _connect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--account",
        metavar=_("ID"),
        help=_("the account ID (default: NOTEBRAIN_CF_ACCOUNT, or NoteBrain asks)"),
    )
    parser.add_argument(
        "--name",
        metavar=_("NAME"),
        help=_("the name of the database, to keep several vaults apart in one account"),
    )
    _add_yes(parser)
    add_json(parser)


def _disconnect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--purge", action="store_true", help=_("also remove the copy in the account")
    )
    parser.add_argument(
        "--lose-files",
        action="store_true",
        help=_("with --purge: also remove files that are only in the account"),
    )
    _add_yes(parser)
    add_json(parser)


def _vectors_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--remove",
        metavar=_("MODEL"),
        help=_("remove all vectors by a model that is not in use"),
    )
    _add_yes(parser)
    add_json(parser)


def _model_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--use",
        metavar=_("MODEL"),
        help=_("embed with this model, or keep the one in use though another is suggested"),
    )
    _add_yes(parser)
    add_json(parser)


def _add_yes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help=_("do it without asking"))


def _details() -> str:
    from notebrain.app.account.texts import needed, optional, steps

    rows = "\n".join(f"     {name}" for _tried, name, _what_for in needed())
    lines = "\n".join(_item(number, text) for number, text in enumerate(steps(), start=1))
    return _(
        "NoteBrain asks for the token without showing it, or takes it from standard input or from\n"
        "NOTEBRAIN_CF_TOKEN. The token is never an argument and never in a file.\n\nHow to get the account ID and the "
        "token:\n{steps}\n\nThe permissions:\n{permissions}\n\n"
        "Only for pictures and files, and only when you have some:\n     {optional}"
    ).format(steps=lines, permissions=rows, optional=optional()[0])


def _item(number: int, text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=f"  {number}. ", subsequent_indent="     ")


def _connect(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.account.connection import database_name
    from notebrain.app.account.texts import refusal
    from notebrain.app.sync.file_texts import estimate_lines

    database = database_name(args.name)
    token, account_id, may_ask = _credentials(args, terminal)
    with terminal.services() as services:
        account, line = services.cloud.account, _Progress()
        preview = account.preview(token, account_id, database=database, on_step=line.show)
        prospect = _run(preview, line)
        if prospect.missing:
            raise refusal(prospect)
        estimate = estimate_lines(services.cloud.overviews.files())
        _agree(args, terminal, prospect, estimate, may_ask=may_ask)
        try:
            connecting = account.connect(prospect, for_good=True, on_step=line.show)
            connected = _run(connecting, line)
        except NoKeyStore as error:
            raise UserError(_not_kept(error)) from error
        services.notify_window()
        services.cloud.sync_soon()
    _show_connected(args, terminal, connected, prospect)
    return EXIT_DONE


def _not_kept(error: NoKeyStore) -> str:
    """Return why a token that cannot be stored is refused, and what to do: the next command would not have it."""
    if isinstance(error, LockedKeyStore):
        return _(
            "Not connected: your passwords are locked on this computer. Unlock them and try again, or set "
            "NOTEBRAIN_CF_TOKEN and NOTEBRAIN_CF_ACCOUNT and run this command again."
        )
    return _(
        "Not connected: this computer has no safe place for the token, and NoteBrain never writes it to a file. Set "
        "NOTEBRAIN_CF_TOKEN and NOTEBRAIN_CF_ACCOUNT, for every command, and run this one again."
    )


def _status(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.sync.service import standing

    with terminal.services() as services:
        status = waited_for(services.cloud.account.status())
        unsent = standing(services.store)
        if status.notes is not None:
            unsent = replace(unsent, last_reached=services.clock.now())
        used, suggested = services.cloud.vectors.model, services.cloud.vectors.suggested
    if args.json:
        terminal.document({**_status_document(status, unsent), "suggested_model": suggested})
        return EXIT_DONE if status.problem is None else EXIT_PROBLEM
    from notebrain.app.account.texts import status_lines, suggestion_line
    from notebrain.app.sync.texts import unsent_lines

    for line in status_lines(status):
        terminal.write_line(line)
    for line in unsent_lines(unsent) if status.connection is not None else ():
        terminal.write_line(line)
    if suggested is not None:
        terminal.write_line(suggestion_line(used.name, suggested))
    if status.problem is not None:
        terminal.write_remark(f"notebrain: {status.problem}")
    return EXIT_DONE if status.problem is None else EXIT_PROBLEM


def _disconnect(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.app.account.texts import receipt

    with terminal.services() as services:
        account = services.cloud.account
        connection = account.connection
        if connection is None:
            terminal.write_remark(_("These notes are not connected to an account."))
            return EXIT_PROBLEM
        if not args.purge:
            _finish(services, terminal)
        question = (
            _("Remove the copy in the database {name} from your Cloudflare account for good?")
            if args.purge
            else _("Disconnect? The copy in your Cloudflare account stays as it is.")
        ).format(name=connection.database)
        confirm(args, question, may_ask=is_terminal(sys.stdin))
        with alone(services, _busy()) if args.purge else nullcontext():
            done = _disconnected(args, terminal, account)
        services.notify_window()
    if args.json:
        terminal.document(
            {
                "purged": done.purged,
                "removed": [
                    {
                        "thing": removed.kind.value,
                        "name": removed.name,
                        "count": removed.count,
                        "bytes": removed.size,
                    }
                    for removed in done.removed
                ],
                "left": list(done.left),
                "texts_still_there": done.still_there.texts,
                "vectors_still_there": done.still_there.vectors,
                "files_still_there": done.still_there.files,
            }
        )
        return EXIT_DONE
    for line in receipt(done):
        terminal.write_line(line)
    return EXIT_DONE


def _disconnected(args: argparse.Namespace, terminal: Terminal, account: "Account") -> "Receipt":
    """Disconnect; files that are nowhere else go only if the user said so, or says it now."""
    from notebrain.app.account.disconnect import FilesOnlyThere

    try:
        return waited_for(account.disconnect(purge=args.purge, loses_files=args.lose_files))
    except FilesOnlyThere as error:
        hint = _(
            "To fetch them first: notebrain files fetch --all, then notebrain sync. To delete them: --lose-files"
        )
        if args.yes or args.json or not is_terminal(sys.stdin):
            raise UserError(f"{error} {_('Nothing was done.')}\n{hint}") from error
        terminal.write_remark(f"{error}\n{hint}")
        confirm(args, _("Delete them for good, with the copy?"), may_ask=True)
    return waited_for(account.disconnect(purge=True, loses_files=True))


def _busy() -> str:
    return _(
        "The window is open with these notes. Disconnect in its settings, under Cloudflare, or close it first."
    )


def _finish(services: "Services", terminal: Terminal) -> None:
    """Remove from the account what the user withdrew, before asking the question; print what remains there."""
    from notebrain.app.account.texts import remaining_lines, withdrawing_text

    withdrawing, line = services.cloud.withdrawing, ProgressLine()

    async def finish() -> None:
        try:
            await withdrawing.finish(lambda left: line.show(withdrawing_text(left)))
        finally:
            await services.cloud.account.close()

    if withdrawing.remaining():
        try:
            with (
                suppress(UserError),
                alone(services, _busy()),
            ):  # an open window does it by itself
                waited_for(finish())
        finally:
            line.clear()
    for text in remaining_lines(withdrawing.remaining()):
        terminal.write_remark(text)


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
    from notebrain.domain.credentials import ACCOUNT_VARIABLE, TOKEN_VARIABLE

    person = is_terminal(sys.stdin)
    account_id = args.account or terminal.environ.get(ACCOUNT_VARIABLE, "")
    if not account_id.strip():
        if not person:
            raise Misuse(_("account connect needs the account ID: --account ID."))
        account_id = input(_("Account ID: "))
    token = terminal.environ.get(TOKEN_VARIABLE, "")
    if token.strip():
        return token, account_id, person
    if person:
        return getpass.getpass(_("Token (not shown): ")), account_id, True
    hint = _("account connect needs the token on standard input, or in NOTEBRAIN_CF_TOKEN.")
    return terminal.read_text(None, hint=hint), account_id, False


def _agree(
    args: argparse.Namespace,
    terminal: Terminal,
    prospect: "ConnectPreview",
    estimate: Sequence[str],
    *,
    may_ask: bool,
) -> None:
    from notebrain.app.account.texts import doubts, files_lines, plan

    if not args.json:
        for line in (*plan(prospect), *doubts(prospect), *files_lines(prospect.files), *estimate):
            terminal.write_line(line)
    confirm(args, _("Connect?"), may_ask=may_ask)


def _show_connected(
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
            }
        )
        return
    terminal.write_line(_("Connected to your Cloudflare account."))
    terminal.write_line(place_text(connected.place))


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
        "takes_files": status.files.value,
        "waiting": unsent.waiting,
        "failed": unsent.failed,
        "last_reached": unsent.last_reached and stamp(unsent.last_reached),
        "files": file_standing(unsent.files),
        "problem": None if problem is None else str(problem),
    }


HANDLERS: Mapping[str, Handler] = {
    "account connect": Handler(
        _connect_arguments,
        _connect,
        _details,
        summary=lambda: _("Connect these notes to your account"),
    ),
    "account status": Handler(
        add_json,
        _status,
        summary=lambda: _("Show what is connected, and what is in the account"),
    ),
    "account disconnect": Handler(
        _disconnect_arguments,
        _disconnect,
        summary=lambda: _("Disconnect these notes; they all stay on this computer"),
    ),
    "account vectors": Handler(
        _vectors_arguments,
        vectors,
        summary=lambda: _("List the vectors by models that are not in use, or remove them"),
    ),
    "account model": Handler(
        _model_arguments,
        model,
        summary=lambda: _("Show or choose the model that makes the vectors in the account"),
    ),
}
