"""Files and folders that only the user may look into, whatever the umask says."""

import contextlib
import os
import stat
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

_OTHERS: Final = 0o077
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


def make_private(folder: Path) -> bool:
    """Make a folder, or take from the user's own what others may do in it; tell whether it is private then.

    Raises:
        OSError: It cannot be made.
    """
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    if sys.platform != "win32" and not is_private(folder):
        # by its descriptor: what stands there may be a link put there by somebody else
        with contextlib.suppress(OSError), _opened(folder) as descriptor:
            if os.fstat(descriptor).st_uid == os.geteuid():
                os.fchmod(descriptor, PRIVATE_FOLDER)
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


@contextlib.contextmanager
def _opened(folder: Path) -> Generator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
