"""What commands on the account share: the confirmation, exclusive access, and waiting for the result."""

import argparse
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.cli.terminal import Misuse
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.services import Services

T = TypeVar("T")


@contextmanager
def alone(services: "Services", hint: str) -> Generator[None]:
    """Make sure that nothing else is sent to the account meanwhile.

    Raises:
        UserError: Another process is working on these notes; the message includes `hint`.
    """
    from notebrain.app.services import indexer_lease

    lease = indexer_lease(services.folder)
    if not lease.acquire():
        raise UserError(hint)
    try:
        yield
    finally:
        lease.release()


def waited_for(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine."""
    import asyncio  # not at the top: every command would load it

    return asyncio.run(work)


def confirm(args: argparse.Namespace, question: str, *, may_ask: bool) -> None:
    """Return only if the user says yes, or said so beforehand with `--yes`.

    Raises:
        Misuse: There is no user to ask.
        UserError: The answer was no.
    """
    if args.yes:
        return
    if args.json or not may_ask:
        raise Misuse(_("Nothing was done. Add --yes to do it without being asked."))
    answer = input(question + " " + _("[y/N]") + " ")
    if answer.strip().casefold() not in {"y", "yes", _("y"), _("yes")}:
        raise UserError(_("Nothing was done."))
