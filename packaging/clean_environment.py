"""Runs first in the built app: what the app starts (a browser, an editor) gets the environment of the user.

The program that unpacks sets LD_LIBRARY_PATH for this process, which has read it by now; the browser of the
system would load the libraries of this folder by it, and fail.
"""

import os

for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    users = os.environ.pop(f"{name}_ORIG", None)
    if users is not None:
        os.environ[name] = users
    else:
        os.environ.pop(name, None)
