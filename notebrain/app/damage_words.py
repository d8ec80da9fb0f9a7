"""What is said of damage, and the way out of it, by the command line and the doctor."""

import os

from notebrain.app.paths import command_to_type
from notebrain.domain.errors import DamagedVault
from notebrain.domain.messages import _


def with_way_out(error: DamagedVault, given: str | os.PathLike[str] | None) -> str:
    """Return what is damaged and what to do; commands name the folder `given`, if the user did."""
    if error.backup is not None:
        text = _("{damage} The newest good backup is {backup}; to put it back: {command}")
        command = command_to_type("doctor --restore-backup", given)
        return text.format(damage=error, backup=error.backup, command=command)
    if error.trace is not None:
        text = _(
            "{damage} There is no backup that opens. Put the file back if you moved it; "
            "to begin anew without notes, move {trace} away."
        )
        return text.format(damage=error, trace=error.trace)
    return _(
        "{damage} There is no backup that opens; leave the file as it is and ask for help."
    ).format(damage=error)
