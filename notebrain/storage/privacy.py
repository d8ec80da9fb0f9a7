"""Create files and folders that only the user can access, whatever the umask."""

import contextlib
import logging
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

log = logging.getLogger("notebrain.storage")

_OTHERS: Final = 0o077
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
FILES_FOLDER: Final = "files"
"""The folder for the files in notes. It was private from the first version that had it, and may hold thousands."""


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents for the user alone; an existing folder stays as it is.

    Raises:
        OSError: The folder cannot be created.
    """
    if folder.is_dir():
        return
    if not os.path.lexists(folder.parent):
        make_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def reserve(file: Path) -> None:
    """Create a file for the user alone if there is none, before SQLite opens it with the permissions of the umask.

    If it cannot be created, the code that opens it reports why.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def opener(file: str, flags: int) -> int:
    """Open a file as `open` does, but create it for the user alone."""
    return os.open(file, flags, PRIVATE_FILE)


def mend(folder: Path, files: Iterable[str]) -> None:
    """Remove other users' access to a folder of the user where an earlier version left it too open.

    Args:
        files: Patterns for the names of files we create there. Other files are not touched, and the folder itself
            only if there is nothing else in it: it may be the user's home folder.
    """
    if sys.platform == "win32":
        return
    patterns = tuple(files)
    ours = [path for path in _in(folder) if any(map(path.match, patterns))]
    wide = [path for path in ours if _narrow(path)]
    for path in ours:
        if path.is_dir() and not path.is_symlink():
            wide += [below for below in _below(path) if _narrow(below)]
    if len(ours) == len(_in(folder)) and _narrow(folder):
        wide.append(folder)
    if wide:
        log.info("took from others what they could do with %d files and folders", len(wide))


def make_private(folder: Path) -> bool:
    """Create a folder, or remove others' access to one the user owns; return whether it is private afterwards.

    Raises:
        OSError: The folder cannot be created.
    """
    make_folder(folder)
    if sys.platform != "win32":
        _narrow(folder)
    return is_private(folder)


def is_private(folder: Path) -> bool:
    """Return whether the user owns a folder and nobody else can access it; False for a link to one.

    On Windows folders inherit the permissions of the user's profile, so the answer is True.
    """
    if sys.platform == "win32":
        return True
    try:
        state = folder.lstat()
    except OSError:
        return False
    private = stat.S_ISDIR(state.st_mode) and not state.st_mode & _OTHERS
    return private and state.st_uid == os.geteuid()


def _in(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _below(folder: Path) -> Iterator[Path]:
    """Yield everything in a folder and its folders, except the files in notes."""
    for path in _in(folder) if folder.name != FILES_FOLDER else ():
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _below(path)


def _narrow(path: Path) -> bool:
    """Remove others' access to a file or folder of the user; return whether there was any.

    This works by path, because closing a second descriptor of a vault would release SQLite's locks on it.
    """
    try:
        state = path.lstat()
        if stat.S_ISLNK(state.st_mode) or not state.st_mode & _OTHERS:
            return False
        if state.st_uid != os.geteuid():
            return False
        path.chmod(stat.S_IMODE(state.st_mode) & ~_OTHERS)
    except OSError:
        return False
    return True
