"""Who holds the write lock of a vault, for somebody who waits for it.

Linux tells the locks of all processes in `/proc/locks`. Asking by `fcntl` would need the file open, and closing it
again would take from this process every lock that it has there itself.
"""

import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from notebrain.domain.i18n import _

_LOCKS: Final = Path("/proc/locks")
_WRITE_LOCK_AT: Final = "120"
"""The byte of the `-shm` file that whoever writes has locked: part of SQLite's file format."""
_STOPPED: Final = ("T", "t")


@dataclass(frozen=True, slots=True)
class Holder:
    """A process on this computer that holds the write lock.

    Attributes:
        program: Its name, as the system has it.
        is_stopped: Whether it was stopped (e.g. by Ctrl+Z) and goes on only when it is told to.
    """

    pid: int
    program: str
    is_stopped: bool


def holder(vault: Path) -> Holder | None:
    """Return who holds the write lock; None where nobody does, or the system does not tell."""
    try:
        inode = str(vault.with_name(f"{vault.name}-shm").stat().st_ino)
        lines = _LOCKS.read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        match line.split():
            case [_number, "POSIX", _kind, "WRITE", pid, place, start, _end] if (
                start == _WRITE_LOCK_AT and place.rpartition(":")[2] == inode
            ):
                if pid.isdigit() and int(pid) not in {0, os.getpid()}:
                    return _process(int(pid))
            case _:
                pass
    return None


def _process(pid: int) -> Holder:
    try:
        name, _bracket, rest = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")
    except (OSError, UnicodeDecodeError):
        return Holder(pid, _("a program"), is_stopped=False)
    return Holder(pid, name.partition("(")[2], rest.split()[0] in _STOPPED)


def told(who: Holder | None, vault: Path) -> str:
    """Say who holds the vault."""
    if who is None:
        return _("Another program holds {path}.").format(path=vault)
    text = (
        _("{program}, process {pid} on this computer ({computer}), is stopped and holds {path}.")
        if who.is_stopped
        else _("{program}, process {pid} on this computer ({computer}), holds {path}.")
    )
    return text.format(program=who.program, path=vault, pid=who.pid, computer=platform.node())
