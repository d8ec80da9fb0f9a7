"""Access a folder and everything in it without following links.

Folders to import from or export to may have been made by somebody else: a link in them would let that person choose
which of the user's files becomes a note or is overwritten. Therefore every step below the root starts at the open
folder above it, so that a link created between a check and its use is not followed either.
"""

import contextlib
import errno
import os
import shutil
import stat
import sys
from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum, auto
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from notebrain.domain.i18n import _

_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
# does not wait for the other end of a pipe; pipes are detected afterwards
_READ: Final = (
    os.O_RDONLY
    | _NO_LINK
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
_BY_DESCRIPTOR: Final = os.open in os.supports_dir_fd  # everywhere but on Windows


class Kind(Enum):
    """What kind of file a path is."""

    FOLDER = auto()
    FILE = auto()
    LINK = auto()
    """A symbolic link or a junction."""
    SPECIAL = auto()
    """A pipe, socket or device."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a folder."""

    name: str
    kind: Kind


class Tree:
    """The files below a root; paths are relative to it, with `/` between the names.

    Args:
        root: A folder. It may be a link itself, because the user chose it.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def entries(self, path: str) -> list[Entry]:
        """Return the entries of a folder; "" is the root.

        Raises:
            OSError: The folder cannot be read or is a link.
        """
        with (
            self._place(f"{path}/." if path else ".") as (name, at),
            os.scandir(name if at is None else at) as found,
        ):
            return [Entry(entry.name, kind) for entry in found if (kind := _kind_of(entry))]

    def kind(self, path: str) -> Kind | None:
        """Return the kind of file at a path; None if there is none or a folder above it is missing or not a folder."""
        try:
            with self._place(path) as (name, at):
                return _kind(os.stat(name, dir_fd=at, follow_symlinks=False))
        except OSError:
            return None

    @contextlib.contextmanager
    def opened(self, path: str) -> Generator[int, None, None]:
        """Open a regular file for reading.

        Raises:
            OSError: The file cannot be read, or is a link, pipe, socket or device.
        """
        with self._place(path) as (name, at):
            descriptor = os.open(name, _READ, dir_fd=at)
            try:
                if at is None and is_link(os.lstat(name)):
                    raise _link_found()
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise OSError(errno.EINVAL, not_regular())
                yield descriptor
            finally:
                os.close(descriptor)

    def replace(self, path: str, data: bytes | BinaryIO, *, at_ns: int | None = None) -> None:
        """Write a file atomically, creating the folders above it; an existing file is replaced.

        Only the user may read what is created, whatever the umask.

        Args:
            data: The bytes, or where to read them from.
            at_ns: When the file was last changed, in nanoseconds since 1970; None means now.
        """
        with self._place(path, make=True) as (name, at):
            head, tail = os.path.split(name)
            fresh = os.path.join(head, f".{tail}.part")  # noqa: PTH118 - a bare name on most systems
            with contextlib.suppress(FileNotFoundError):
                os.unlink(fresh, dir_fd=at)
            try:
                with open(os.open(fresh, _WRITE, 0o600, dir_fd=at), "wb") as file:  # noqa: PTH123
                    shutil.copyfileobj(BytesIO(data) if isinstance(data, bytes) else data, file)
                if at_ns is not None:
                    _set_time(fresh, at, at_ns)
                os.replace(fresh, name, src_dir_fd=at, dst_dir_fd=at)
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(fresh, dir_fd=at)
                raise

    def set_time(self, path: str, at_ns: int) -> None:
        """Set a file's modification time to its note's; if the system cannot, the front matter may still give it."""
        with contextlib.suppress(OSError), self._place(path) as (name, at):
            _set_time(name, at, at_ns)

    @contextlib.contextmanager
    def _place(self, path: str, *, make: bool = False) -> Generator[tuple[str, int | None]]:
        """Provide the last name of a path and its open parent folder, or (on Windows) the whole path and None."""
        *folders, name = path.split("/")
        if not _BY_DESCRIPTOR:
            place = self._root
            for folder in folders:
                place /= folder
                if make:
                    place.mkdir(exist_ok=True)
                if is_link(place.lstat()):
                    raise _link_found()
            yield str(place / name), None
            return
        at = os.open(self._root, _FOLDER)
        try:
            for folder in folders:
                if make:
                    with contextlib.suppress(FileExistsError):
                        os.mkdir(folder, 0o700, dir_fd=at)
                below = os.open(folder, _FOLDER | _NO_LINK, dir_fd=at)
                os.close(at)
                at = below
            yield name, at
        finally:
            os.close(at)


def is_link(state: os.stat_result) -> bool:
    """Return whether the result of an `lstat` is a link."""
    if sys.platform == "win32":
        # other tags mark files that are really here, such as those that OneDrive fetches when they are read
        leading = (stat.IO_REPARSE_TAG_SYMLINK, stat.IO_REPARSE_TAG_MOUNT_POINT)
        return state.st_reparse_tag in leading
    return stat.S_ISLNK(state.st_mode)


def not_followed() -> str:
    """Return a sentence that says why a link is left out."""
    return _("is a link; links are not followed")


def not_regular() -> str:
    """Return a sentence that says why a pipe, socket or device is left out."""
    return _("is not a regular file")


def _link_found() -> OSError:
    return OSError(errno.ELOOP, not_followed())


def _kind_of(entry: os.DirEntry[str]) -> Kind | None:
    try:
        return _kind(entry.stat(follow_symlinks=False))
    except FileNotFoundError:  # removed since
        return None


def _kind(state: os.stat_result) -> Kind:
    if is_link(state):
        return Kind.LINK
    if stat.S_ISDIR(state.st_mode):
        return Kind.FOLDER
    return Kind.FILE if stat.S_ISREG(state.st_mode) else Kind.SPECIAL


def _set_time(name: str, at: int | None, at_ns: int) -> None:
    follow = os.utime not in os.supports_follow_symlinks  # on Windows it must follow links
    with contextlib.suppress(OSError, OverflowError):
        os.utime(name, ns=(at_ns, at_ns), dir_fd=at, follow_symlinks=follow)
