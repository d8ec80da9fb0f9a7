"""Editing a text in the user's own editor."""

import shlex
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from notebrain.cli.terminal import Misuse, decoded
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _


@contextmanager
def edited(
    text: str, environ: Mapping[str, str], remark: Callable[[str], object]
) -> Generator[str]:
    """Yield the text as the user left it in the editor.

    If the block, or anything before it, fails, the file with the user's text stays, and `remark` says where it is.

    Raises:
        Misuse: No editor is set.
        UserError: The editor did not start or ended with an error; the text is unchanged.
    """
    command = environ.get("VISUAL") or environ.get("EDITOR")
    if not command:
        raise Misuse(_("Set VISUAL or EDITOR to your editor, e.g. EDITOR=nano."))
    import shutil
    import tempfile  # takes 10 ms that only this command pays

    # a folder only this user can read: the text is private
    folder = Path(tempfile.mkdtemp(prefix="notebrain-"))
    file, before = folder / "note.md", text.encode()
    is_saved = False
    try:
        file.write_bytes(before)
        _run([*shlex.split(command, posix=sys.platform != "win32"), str(file)])
        yield decoded(file.read_bytes())
    except BaseException:
        is_saved = _is_written(file, before)
        if is_saved:
            remark(_("Your text is saved in {file}.").format(file=file))
        raise
    finally:
        if not is_saved:
            shutil.rmtree(folder, ignore_errors=True)


def _is_written(file: Path, before: bytes) -> bool:
    """Return whether the user wrote something that exists only in this file."""
    try:
        return file.read_bytes() not in (before, b"")
    except OSError:
        return False


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
            _("The editor {name} exited with code {code}. Nothing was changed.").format(
                name=command[0], code=code
            )
        )
