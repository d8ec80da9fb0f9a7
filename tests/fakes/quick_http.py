"""What makes a client of the stand-in cheap to open: it is reached unencrypted, and opened a thousand times."""

import importlib.util
import ssl
import sys
from functools import cache


def prepare() -> None:
    """Read the certificates of this computer once, and look once for a library that is not installed.

    A client reads all of them when it is made, for 25 ms each time, and looks for sniffio with every request.
    """
    ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]
    if importlib.util.find_spec("sniffio") is None:
        sys.modules["sniffio"] = None  # type: ignore[assignment]  # the import system's own mark for "not there"
