"""The configuration of assistants and editors on this computer: shown, and changed only when the user agrees."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.programs.client_settings import with_server
from notebrain.domain.programs.clients import Client

_MOST_BYTES: Final = 5_000_000


def server_command(folder: Path, name: str) -> list[str]:
    """Return the command by which a client starts NoteBrain for a vault; the client is known by `name`."""
    from notebrain.embedders.subprocess_client import this_program

    return [*this_program(), "--data-dir", str(folder), "mcp", "--as", name]


@dataclass(frozen=True, slots=True)
class ClientChange:
    """What would change in the configuration of a client.

    Attributes:
        path: The file; a link is followed.
        old: Its text now; None if there is no such file yet.
    """

    path: Path
    old: str | None
    new: str

    @property
    def is_done(self) -> bool:
        """Whether the file says it already."""
        return self.old == self.new


class ClientSettings:
    """Where the clients of this computer are configured.

    Args:
        environ, platform, home: Those of this computer; a test has others.
    """

    def __init__(
        self,
        environ: Mapping[str, str] = os.environ,
        platform: str = sys.platform,
        home: Path | None = None,
    ) -> None:
        self._environ = environ
        self._platform = platform
        self._home = home or Path.home()

    def path(self, client: Client) -> Path | None:
        """Return the file with the servers of a client; None for one that a command adds them to."""
        known = client.paths.get(self._platform, client.paths.get("linux", ""))
        if not known:
            return None
        return Path(known.format(home=self._home, config=self._config()))

    def change(self, client: Client, command: Sequence[str]) -> ClientChange:
        """Return what adding NoteBrain would change; changes nothing.

        Raises:
            UserError: The client is not on this computer, or its file cannot be changed safely.
        """
        path = self.path(client)
        if path is None or not path.parent.is_dir():
            text = _("{program} was not found here; paste the lines where its settings are.")
            raise UserError(text.format(program=client.title))
        old = _read(path)
        new = with_server(old or "", client.section, client.entry(command))
        return ClientChange(path.resolve(), old, new)

    def write(self, change: ClientChange, now: datetime) -> Path | None:
        """Change the file and return where its former text is kept, beside it; None if there was no file.

        Raises:
            UserError: The file was changed meanwhile, or cannot be written.
        """
        from notebrain.import_export.tree import Tree

        if _read(change.path) != change.old:
            raise UserError(_("The file was changed meanwhile, so nothing was written."))
        path, backup = change.path, None
        try:
            tree = Tree(path.parent)
            if change.old is not None:
                backup = _free(path, now)
                tree.replace(backup.name, path.read_bytes())
            mode = path.stat().st_mode & 0o777 if change.old is not None else None
            tree.replace(path.name, change.new.encode("utf-8"))
            if mode is not None:
                path.chmod(mode)
        except OSError as error:
            text = _("{path} cannot be written: {reason}")
            raise UserError(text.format(path=path, reason=error.strerror or error)) from error
        return backup

    def _config(self) -> str:
        if self._platform == "win32":
            return self._environ.get("APPDATA") or f"{self._home}/AppData/Roaming"
        if self._platform == "darwin":
            return f"{self._home}/Library/Application Support"
        return self._environ.get("XDG_CONFIG_HOME") or f"{self._home}/.config"


def _read(path: Path) -> str | None:
    """Return the text of a file with its line ends; None if there is none."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UserError(
                _("This file is too large to be settings, so nothing is changed in it.")
            )
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        text = _("{path} cannot be read, so nothing is changed in it.")
        raise UserError(text.format(path=path)) from error


def _free(path: Path, now: datetime) -> Path:
    """Return a name beside a file that is not taken."""
    stem = f"{path.name}.{now.astimezone():%Y-%m-%d-%H%M%S}"
    names = (f"{stem}.backup", *(f"{stem}-{number}.backup" for number in range(2, 100)))
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())
