"""Paths of the vault, the log and the socket, and the program's id."""

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
    """Return the vault's folder: `given`, else the environment's, else the platform's default."""
    chosen = given if given is not None else environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def window_title(shown: str, vault: Path) -> str:
    """Return the title of a window that shows this; it names the vault unless that is the default one."""
    name = "" if vault == data_folder() else vault.name
    return " - ".join(part for part in (shown, name, "NoteBrain") if part)


def command_to_type(words: str, given: str | os.PathLike[str] | None) -> str:
    """Return a command for the user to type; it names the folder `given`, if the user named it."""
    if not given:
        return f"notebrain {words}"
    folder = os.fspath(given)
    if sys.platform == "win32":  # its shells have no single quotes
        quoted = f'"{folder}"' if " " in folder else folder
    else:
        import shlex

        quoted = shlex.quote(folder)
    return f"notebrain {words} --data-dir {quoted}"


def socket_path(vault: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the window of this vault listens for other processes of the same user.

    The name is derived from the vault's real path, so every spelling of the path leads to the same window. The socket
    is outside the vault's folder because a socket path must stay under 104 bytes, and synced or mounted folders may not
    support sockets.
    """
    name = hashlib.sha256(os.fsencode(os.path.realpath(vault))).hexdigest()[:16]
    if sys.platform == "win32":
        return (
            vault / "window.port"
        )  # no Unix sockets there: this file contains a loopback port and its secret
    return _runtime_folder(environ) / f"notebrain-{name}.sock"


def _runtime_folder(environ: Mapping[str, str]) -> Path:
    """Return a folder that only this user writes to, emptied when the computer starts.

    Without a runtime folder it is a subfolder of the shared temporary folder, so the caller checks who owns it.
    """
    given = environ.get("XDG_RUNTIME_DIR")
    if given:
        # each run of a Flatpak has its own runtime folder; this folder inside it is shared by all runs
        shared = Path(given, "app", environ.get("FLATPAK_ID", ""))
        if "FLATPAK_ID" in environ and is_private(shared):
            return shared
        if is_private(Path(given)):
            return Path(given)
    import tempfile  # loads half of the standard library

    user = os.getuid() if sys.platform != "win32" else 0
    return Path(tempfile.gettempdir()) / f"notebrain-{user}"


# the name of the installed desktop file without its suffix; portals require one with dots
APP_ID = "org.notebrain.NoteBrain"
