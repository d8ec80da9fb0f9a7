"""Changing a text in the user's own editor."""

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from notebrain.cli.terminal import Misuse, decoded
from notebrain.domain.errors import UserError
from notebrain.domain.messages import _


def edited(text: str, environ: Mapping[str, str]) -> str:
    """Return the text as the user left it in the editor.

    Raises:
        Misuse: No editor is named.
        UserError: The editor did not start, or ended with an error; the text is as it was.
    """
    command = environ.get("VISUAL") or environ.get("EDITOR")
    if not command:
        raise Misuse(_("Set VISUAL or EDITOR to the editor you like, e.g. EDITOR=nano."))
    import tempfile  # 10 ms that only this command pays

    # a folder only this user can read, gone afterwards: the text is private
    with tempfile.TemporaryDirectory(prefix="notebrain-") as folder:
        file = Path(folder) / "note.md"
        file.write_bytes(text.encode())
        _run([*shlex.split(command, posix=sys.platform != "win32"), str(file)])
        return decoded(file.read_bytes())


def _run(command: list[str]) -> None:
    import subprocess

    try:
        code = subprocess.run(command, check=False).returncode  # noqa: S603 - the user's own choice of program
    except OSError as error:
        raise UserError(
            _("The editor {name} cannot be started: {reason}. Nothing was changed.").format(
                name=command[0], reason=error.strerror
            )
        ) from error
    if code:
        raise UserError(
            _("The editor {name} ended with code {code}. Nothing was changed.").format(
                name=command[0], code=code
            )
        )
