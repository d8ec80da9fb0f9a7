"""Files that the user adds, as they are where they come from: only regular ones, and never one that makes us wait."""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, number

_AT_ONCE: Final = 1_048_576
_MEGABYTE: Final = 1_000_000
_NOT_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def opened(source: Path) -> Generator[tuple[BinaryIO, os.stat_result]]:
    """Open a regular file for reading, without waiting for anything.

    Raises:
        UserError: It is no regular file, or cannot be read.
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
