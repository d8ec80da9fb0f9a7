"""Giving memory back."""

import ctypes
import gc
import sys


def give_back() -> None:
    """Free what nothing refers to, and hand it to the system where the C library would keep it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
