"""The libraries of the system that Qt loads on Linux: the window and `doctor` name the missing ones.

Apart because the window must be able to ask before it loads Qt, and `doctor` without loading the window.
"""

import ctypes
from collections.abc import Callable, Sequence

# the Debian package that provides each library
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}


def missing_packages(load: Callable[[str], object] = ctypes.CDLL) -> list[str]:
    """Return the Debian packages of the libraries that cannot be loaded."""
    missing: list[str] = []
    for library, package in LIBRARIES.items():
        try:
            load(library)
        except OSError:
            missing.append(package)
    return missing


def command_to_install(packages: Sequence[str]) -> str:
    """Return what to type on Debian and Ubuntu to get these packages."""
    return "sudo apt install " + " ".join(packages)
