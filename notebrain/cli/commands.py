"""Every command there is."""

from collections.abc import Mapping, Sequence

from notebrain.cli import (
    connecting,
    doctoring,
    exchanging,
    filing,
    indexing,
    keying,
    looking,
    registering,
    reviewing,
    searching,
    syncing,
    taking,
    verifying,
)
from notebrain.cli.command import Command
from notebrain.domain.messages import _


def groups() -> Sequence[tuple[str, Sequence[Command]]]:
    """Return the commands as the help page groups them."""
    return (
        (
            _("Notes"),
            (
                taking.CAPTURE,
                taking.APPEND,
                taking.EDIT,
                filing.FILE,
                filing.FORGET,
                filing.RESTORE,
            ),
        ),
        (_("Finding"), (searching.SEARCH, looking.LIST, looking.SHOW, looking.HISTORY)),
        (_("Advice"), (reviewing.REVIEW,)),
        (
            _("The whole vault"),
            (exchanging.IMPORT, exchanging.EXPORT, indexing.INDEX, doctoring.DOCTOR),
        ),
        (_("Your Cloudflare account"), (connecting.ACCOUNT, syncing.SYNC, verifying.VERIFY)),
        (_("The window"), (keying.KEYS, registering.DESKTOP)),
    )


COMMANDS: Mapping[str, Command] = {
    command.name: command for _title, commands in groups() for command in commands
}
