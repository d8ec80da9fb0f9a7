"""Locks between processes that the system lets go of when their holder dies, however it dies."""

import os
import sys
from pathlib import Path
from typing import IO

from notebrain.domain.errors import VaultError
from notebrain.domain.i18n import _
from notebrain.storage import privacy
from notebrain.storage.room import NO_ROOM


class _Folder:
    """An open folder, which can be locked like a file where no file can be made in it."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)

    def fileno(self) -> int:
        return self._descriptor

    def close(self) -> None:
        os.close(self._descriptor)


class Lease:
    """A lock on a file beside the vault: one process holds it, e.g. the one that indexes.

    A file lock, not a row with a deadline: after `kill -9` the next holder need not wait for any time to pass.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | _Folder | None = None

    @property
    def held(self) -> bool:
        """Whether this process holds it."""
        return self._file is not None

    def take(self) -> bool:
        """Take the lock if nobody holds it; tell whether this process holds it now.

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
                _("{folder} cannot be written: {reason}.").format(
                    folder=self.path.parent, reason=error.strerror
                )
            ) from error
        if taken:
            self._file = file
        else:
            file.close()
        return taken

    def _opened(self) -> IO[bytes] | _Folder:
        """Open the file; where nothing can be written, to read, or the folder in its place: both can be locked."""
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
        """Let go of the lock."""
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
