"""Files and folders that only the user may look into, whatever the umask says."""

import contextlib
import logging
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

log = logging.getLogger("notebrain.storage")

_OTHERS: Final = 0o077
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


def make_folder(folder: Path) -> None:
    """Make a folder with those above it that are missing, for the user alone; one that is there stays as it is.

    Raises:
        OSError: It cannot be made.
    """
    if folder.is_dir():
        return
    if not os.path.lexists(folder.parent):
        make_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def reserve(file: Path) -> None:
    """Make a file for the user alone, unless there is one, for somebody else to open: SQLite, which asks the umask.

    Where it cannot be made, whoever opens it says why.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def opener(file: str, flags: int) -> int:
    """Open a file as `open` does, but for the user alone where it is made."""
    return os.open(file, flags, PRIVATE_FILE)


def mend(folder: Path, files: Iterable[str]) -> None:
    """Take from others what they may do in a folder of the user's, where an earlier version made it too open.

    Args:
        files: Patterns of the names of what we make there. Nothing else is touched, and the folder itself is only
            where there is nothing else in it: it may be the home of the user.
    """
    if sys.platform == "win32":
        return
    patterns = tuple(files)
    ours = [path for path in _in(folder) if any(map(path.match, patterns))]
    wide = [path for path in ours if _narrow(path)]
    for path in ours:
        if path.is_dir() and not path.is_symlink():
            wide += [below for below in path.rglob("*") if _narrow(below)]
    if len(ours) == len(_in(folder)) and _narrow(folder):
        wide.append(folder)
    if wide:
        log.info("took from others what they could do with %d files and folders", len(wide))


def make_private(folder: Path) -> bool:
    """Make a folder, or take from the user's own what others may do in it; tell whether it is private then.

    Raises:
        OSError: It cannot be made.
    """
    make_folder(folder)
    if sys.platform != "win32":
        _narrow(folder)
    return is_private(folder)


def is_private(folder: Path) -> bool:
    """Tell whether a folder is the user's own and nobody else may look into it; a link to one is not.

    On Windows folders take over the rights of the user's profile; there the answer is yes.
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


def _narrow(path: Path) -> bool:
    """Take from others what they may do with something of the user's; tell whether there was anything.

    By its name: to close a second descriptor of a vault would let go of the locks that SQLite has on it.
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
