"""Folders, the program's id."""

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from notebrain.storage.privacy import is_private

DATA_VARIABLE = "NOTEBRAIN_DATA_DIR"
APP_NAME = "notebrain" if sys.platform.startswith("linux") else "NoteBrain"


def data_folder(
    given: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ
) -> Path:
    """Return the vault's folder: `given`, else the environment's, else the platform's place."""
    chosen = given if given is not None else environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def command_to_type(words: str, given: str | os.PathLike[str] | None) -> str:
    """Return a command for the user to type; it names the folder `given`, if he named it himself."""
    if not given:
        return f"notebrain {words}"
    folder = os.fspath(given)
    if sys.platform == "win32":  # its shells know no single quotes
        quoted = f'"{folder}"' if " " in folder else folder
    else:
        import shlex

        quoted = shlex.quote(folder)
    return f"notebrain {words} --data-dir {quoted}"


def log_folder(vault: Path) -> Path:
    """Return the folder of the log: beside the notes, so that two vaults never share one."""
    return vault / "logs"


def socket_path(vault: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the window of this vault listens to other processes of the same user.

    Named after the vault's real place, so that every way of writing it leads to the same window.
    Kept out of the vault's folder: a socket's path has to stay under 104 bytes, and synced or
    mounted folders may not carry sockets.
    """
    name = hashlib.sha256(os.fsencode(os.path.realpath(vault))).hexdigest()[:16]
    if sys.platform == "win32":
        return (
            vault / "window.port"
        )  # no Unix sockets there: this file names a loopback port and its secret
    return _runtime_folder(environ) / f"notebrain-{name}.sock"


def _runtime_folder(environ: Mapping[str, str]) -> Path:
    """Return a folder only this user writes to, emptied when the computer starts.

    Without a runtime folder it is one beside the files of everybody: whoever uses it checks whose it is.
    """
    given = environ.get("XDG_RUNTIME_DIR")
    if given:
        # each start of a Flatpak has a runtime folder of its own; this one within is that of all its starts
        shared = Path(given, "app", environ.get("FLATPAK_ID", ""))
        if "FLATPAK_ID" in environ and is_private(shared):
            return shared
        if is_private(Path(given)):
            return Path(given)
    import tempfile  # brings half of the standard library

    user = os.getuid() if sys.platform != "win32" else 0
    return Path(tempfile.gettempdir()) / f"notebrain-{user}"


# the name of the installed desktop file, without its ending; portals ask for one with dots
APP_ID = "org.notebrain.NoteBrain"
