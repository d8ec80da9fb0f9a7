"""Checks of what Qt needs to start; without it, Qt aborts with a misleading message.

The checks take about 3 ms if all is well: they load what Qt is about to load anyway, and investigate only after a
failure.
"""

import builtins
import ctypes
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from notebrain.app.system.qt_libraries import command_to_install, missing_packages
from notebrain.domain.i18n import _

DOOR = Path(__file__).resolve().parents[3] / "packaging" / "dev.py"
_DEV = "python3 packaging/dev.py"
GOOD_QT = "PySide6-Essentials>=6.8,<6.12"

_CALLS = 100
# one leaking call costs 100 references; a drift of either sign below this is noise from other threads
_LOST = 50


def problem(
    environ: Mapping[str, str] = os.environ, load: Callable[[str], object] = ctypes.CDLL
) -> str | None:
    """Return one line that says why no window can be opened and what to do, or None if all is well.

    Args:
        environ: The environment variables of the process.
        load: Loads a shared library or raises OSError.
    """
    return _no_display(environ) or _qt_does_not_load(environ, load) or _qt_kills_python()


def import_plainly() -> None:
    """Have Python import all modules from now on as it does without Qt.

    WORKAROUND: PySide replaces the import of Python by one that reads the source text of every module imported after
    it, and keeps the text, to know whether the module may switch on other names for Qt's methods (PYSIDE-2029). No
    module does so here. Measured with all features loaded: 623 texts, 14 MB; a twentieth of the start.
    """
    importlib.import_module("PySide6.QtCore")
    builtins.__import__ = vars(builtins).get("__orig_import__", builtins.__import__)


def _no_display(environ: Mapping[str, str]) -> str | None:
    """Return a message if there is no display."""
    if not sys.platform.startswith("linux") or environ.get("QT_QPA_PLATFORM"):
        return None
    if environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return None
    if getattr(sys, "frozen", False) or not DOOR.exists():  # no screenshots there
        return _(
            "There is no display to open the window on. The command line works without one: "
            "notebrain --help"
        )
    return _(
        "There is no display to open the window on. The command line works without one: notebrain --help. "
        "Screenshots of every page: {command}"
    ).format(command=f"{_DEV} shots DIR")


def _qt_does_not_load(environ: Mapping[str, str], load: Callable[[str], object]) -> str | None:
    """Return what Qt lacks: a package, a system library, or a display that answers."""
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ModuleNotFoundError:
        return _(
            "Qt for Python is not installed, so the window cannot open. To set everything up: {command}"
        ).format(
            command=f"{_DEV} run"
            if DOOR.exists()
            else f'{sys.executable} -m pip install "{GOOD_QT}"'
        )
    except ImportError as error:
        return _lacks_libraries(str(error), load)
    if not sys.platform.startswith("linux") or environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return None
    if environ.get("WAYLAND_DISPLAY") and _wayland_answers(environ):
        return None
    return _x11_plugin_does_not_load(load) or _x11_does_not_answer(environ)


def _x11_plugin_does_not_load(load: Callable[[str], object]) -> str | None:
    """Load what Qt loads next; if that failed, Qt would abort and name the wrong library."""
    qt = Path(importlib.import_module("PySide6").__path__[0]) / "Qt"
    try:
        load(str(qt / "plugins" / "platforms" / "libqxcb.so"))
    except OSError as error:
        return _lacks_libraries(str(error), load)
    return None


def _x11_does_not_answer(environ: Mapping[str, str]) -> str | None:
    """Connect to the X server, as Qt is about to do."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    fault = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if not fault:
        return None
    return _(
        "The display {display} does not respond, so the window cannot open. The command line works without one: "
        "notebrain --help"
    ).format(display=environ.get("DISPLAY", ""))


def _wayland_answers(environ: Mapping[str, str]) -> bool:
    """Return whether a Wayland compositor has a socket here; without one, Qt falls back to X11."""
    return Path(environ.get("XDG_RUNTIME_DIR", ""), environ["WAYLAND_DISPLAY"]).exists()


def _lacks_libraries(cause: str, load: Callable[[str], object]) -> str:
    """Name every missing library at once, and how to install them."""
    packages = missing_packages(load)
    if not packages:
        return _("Qt cannot start: {cause}").format(cause=cause)
    return _(
        "System libraries are missing, so the window cannot open. On Debian and Ubuntu: {command}"
    ).format(command=command_to_install(packages))


def _qt_kills_python() -> str | None:
    """Return a message if this Qt loses a reference to None with every call, which crashes Python within minutes.

    WORKAROUND: PySide6 6.12.0. Seen on Python 3.10.13, 3.11.2 and 3.11.7; None is immortal from 3.12 on.
    """
    if sys.version_info >= (3, 12) or references_lost() < _LOST:
        return None
    return _(
        "This Qt for Python ({version}) would crash Python {python} while you type. "
        "The fix: {command}"
    ).format(
        version=importlib.import_module("PySide6").__version__,
        python=sys.version.partition(" ")[0],
        command=f'{sys.executable} -m pip install "{GOOD_QT}"',
    )


def references_lost() -> int:
    """Return how many references to None a hundred calls into Qt lose."""
    from PySide6.QtCore import QObject

    probe = QObject()
    before = sys.getrefcount(None)
    for _call in range(_CALLS):
        probe.setObjectName("x")
    return before - sys.getrefcount(None)
