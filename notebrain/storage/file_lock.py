"""Locks between processes.

Linux lists the locks of all processes in `/proc/locks`. Querying with `fcntl` would require opening the file, and
closing it again would release every lock this process itself holds on it.
"""

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from notebrain.domain.errors import VaultError
from notebrain.domain.i18n import _
from notebrain.storage import privacy
from notebrain.storage.room import NO_ROOM


class _Folder:
    """An open folder, which can be locked like a file where no file can be created in it."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)

    def fileno(self) -> int:
        return self._descriptor

    def close(self) -> None:
        os.close(self._descriptor)


class Lease:
    """A lock on a file beside the vault, held by one process, e.g. the one that indexes.

    It is a file lock rather than a row with a deadline, so after `kill -9` the next holder can take it at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | _Folder | None = None

    @property
    def held(self) -> bool:
        """Whether this process holds the lock."""
        return self._file is not None

    def acquire(self) -> bool:
        """Take the lock if nobody holds it; return whether this process holds it now.

        Raises:
            VaultError: The folder cannot be written, or its file system has no locks.
        """
        if self._file is not None:
            return True
        try:
            file = self._opened()
            try:
                taken = _lock(file)
            except OSError:
                file.close()
                raise
        except OSError as error:
            raise VaultError(
                _("{folder} cannot be written to: {reason}.").format(
                    folder=self.path.parent, reason=error.strerror
                )
            ) from error
        if taken:
            self._file = file
        else:
            file.close()
        return taken

    def _opened(self) -> IO[bytes] | _Folder:
        """Open the file; where it cannot be written, open it read-only, or its folder: both can be locked."""
        try:
            return open(self.path, "ab", opener=privacy.opener)
        except OSError as error:
            if error.errno not in NO_ROOM or sys.platform == "win32":
                raise
        try:
            return self.path.open("rb")
        except FileNotFoundError:
            return _Folder(self.path.parent)

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes] | _Folder) -> bool:
        if isinstance(file, _Folder):
            return True
        try:
            file.seek(0, os.SEEK_END)
            if file.tell() == 0:
                file.write(b"\0")
                file.flush()
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes] | _Folder) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_LOCKS: Final = Path("/proc/locks")
_WRITE_LOCK_AT: Final = "120"
"""The byte of the `-shm` file that a writer locks, defined by SQLite's file format."""
_STOPPED: Final = ("T", "t")


@dataclass(frozen=True, slots=True)
class Holder:
    """A process on this computer that holds the write lock.

    Attributes:
        program: Its name, as reported by the system.
        is_stopped: Whether it is stopped (e.g. by Ctrl+Z) and continues only on request.
    """

    pid: int
    program: str
    is_stopped: bool


def holder(vault: Path) -> Holder | None:
    """Return the process that holds the write lock; None if there is none or the system does not report it."""
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


def holder_text(who: Holder | None, vault: Path) -> str:
    """Return a sentence that says who holds the vault."""
    if who is None:
        return _("Another program has locked {path}.").format(path=vault)
    text = (
        _(
            "{program}, process {pid} on this computer ({computer}), is suspended and has locked {path}."
        )
        if who.is_stopped
        else _("{program}, process {pid} on this computer ({computer}), has locked {path}.")
    )
    return text.format(program=who.program, path=vault, pid=who.pid, computer=platform.node())
