"""Whose fault an exception is while a change of another computer is carried out, and what to call it."""

import traceback
from pathlib import PurePath

from notebrain.domain.errors import CloudError, Unavailable, VaultError


def is_no_fault_of_the_thing(error: Exception) -> bool:
    """Tell whether anything would have met it: the disk, the memory, or the file of the vault is the matter."""
    return isinstance(error, VaultError | Unavailable | CloudError | OSError | MemoryError)


def name_of(error: Exception) -> str:
    """Return the kind of a fault and its place in the program, without its message: that could quote a note."""
    places = traceback.extract_tb(error.__traceback__)
    if not places:
        return type(error).__name__
    return f"{type(error).__name__} ({PurePath(places[-1].filename).name}:{places[-1].lineno})"
