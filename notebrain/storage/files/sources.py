"""Read the files that the user adds: only regular ones, and never one that makes us wait.

It also explains why one could not be read there, or not be stored here.
"""

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from notebrain.domain.errors import Unwritable, UserError, VaultError
from notebrain.domain.i18n import _, number
from notebrain.storage.room import NO_ROOM, hindrance, hindrance_text

_AT_ONCE: Final = 1_048_576
_MEGABYTE: Final = 1_000_000
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_FOLDER: Final = (errno.EEXIST, errno.ENOTDIR, errno.ENOENT)
_NOT_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def opened(source: Path) -> Generator[tuple[BinaryIO, os.stat_result]]:
    """Open a regular file for reading, without waiting for anything.

    Raises:
        UserError: It is not a regular file, or cannot be read.
    """
    try:
        # a pipe that nobody writes to would block without this
        handle = os.open(source, os.O_RDONLY | _NOT_WAITING)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        if _is_folder(source):
            raise _folder(source) from error
        raise _unreadable(source, error) from error
    state = os.fstat(handle)
    if stat.S_ISDIR(state.st_mode):
        os.close(handle)
        raise _folder(source)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(state.st_mode):
            raise UserError(
                _("{file} is a device or a pipe, not a file, and cannot be added.").format(
                    file=source
                )
            )
        yield stream, state


def read(stream: BinaryIO, name: str) -> bytes:
    """Return the next bytes of a source, at most a megabyte; none at its end.

    Raises:
        UserError: They cannot be read.
    """
    try:
        return stream.read(_AT_ONCE)
    except OSError as error:
        raise _unreadable(Path(name), error) from error


def _is_folder(source: Path) -> bool:
    try:
        return source.is_dir()
    except (OSError, ValueError):
        return False


def _folder(source: Path) -> UserError:
    return UserError(
        _("{file} is a folder. Add the files in it, or pack it as an archive first.").format(
            file=source
        )
    )


def _unreadable(source: Path, error: Exception) -> UserError:
    reason = getattr(error, "strerror", None) or str(error)
    return UserError(_("{file} cannot be read: {reason}.").format(file=source, reason=reason))


def must_fit(size: int, most_bytes: int, name: str) -> None:
    """Raise a `UserError` if a file has more bytes than are allowed."""
    if size > most_bytes:
        raise UserError(
            _(
                "{file} has more than {limit} MB, which is the limit for files in notes. The settings can raise it."
            ).format(file=name, limit=number(most_bytes // _MEGABYTE))
        )


def unwritable(error: OSError, folder: Path) -> VaultError:
    """Return why a file could not be stored in a folder, and what to do."""
    place = folder if folder.is_dir() else folder.parent
    known = hindrance(place)
    if known is None and error.errno in _FULL:  # what did not fit is gone again
        text = _("There is not enough room for this file. Free some space on the disk of {folder}.")
        return Unwritable(text.format(folder=folder))
    if error.errno in (*NO_ROOM, errno.EFBIG):
        return Unwritable(hindrance_text(known, folder))
    if error.errno in _NO_FOLDER:
        text = _(
            "{folder} is not a folder, or leads to a disk that is not connected; files cannot be stored until it is."
        )
        return VaultError(text.format(folder=folder))
    return VaultError(
        _("The file could not be stored in {folder}: {reason}.").format(
            folder=folder, reason=error.strerror
        )
    )
