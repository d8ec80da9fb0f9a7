"""Tries a built app as a person would: start, capture, search, quit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from devtools.environment import ROOT, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S = 120.0
"""How long anything may take, on however busy a computer, before it counts as not happening."""
_EVERY_S = 0.1


def main(folder: Path) -> int:
    """Try the app in `folder`; tell each step that works, and end with 1 at the first that does not."""
    program = folder / ("notebrain.exe" if sys.platform == "win32" else "notebrain")
    if not program.is_file():
        raise Problem(f"There is no built app in {folder}. Make one with: dev.py package folder")
    with tempfile.TemporaryDirectory(prefix="notebrain-smoke-") as place:
        for step in _steps(App(program.resolve(), Path(place, "notes"))):
            print(f"ok  {step}", flush=True)
    return 0


class App:
    """A built app with a vault of its own."""

    def __init__(self, program: Path, notes: Path) -> None:
        self.program = program
        self.notes = notes
        # none of the Python of whoever tries it, and a window also where there is no display
        own = {"PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH"}
        self.variables = {name: value for name, value in os.environ.items() if name not in own}
        self.variables |= {"NOTEBRAIN_DATA_DIR": str(notes), "NOTEBRAIN_LANGUAGE": "en"}
        if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
            self.variables.setdefault("QT_QPA_PLATFORM", "offscreen")

    def run(self, *arguments: str) -> str:
        """Run one command of the app and return what it says."""
        return self._ended(arguments).stdout.strip()

    def libraries(self, *arguments: str) -> str:
        """Run one command and return what the system's loader tells of the libraries it loads; on Linux."""
        return self._ended(arguments, LD_DEBUG="files").stderr

    def _ended(self, arguments: tuple[str, ...], **more: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [self.program, *arguments],
            env={**self.variables, **more},
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode:
            raise Problem(
                f"notebrain {' '.join(arguments)}: {done.returncode}, {done.stderr.strip()}"
            )
        return done

    def found(self, question: str) -> dict[str, dict[str, Any]]:
        """Return the notes found, each with the parts of its score."""
        hits = json.loads(self.run("search", question, "--json"))["hits"]
        return {hit["note_id"]: hit["why"] for hit in hits}

    def open_window(self) -> subprocess.Popen[bytes]:
        """Start the window, which goes on by itself."""
        return subprocess.Popen([self.program], env=self.variables)


def _steps(app: App) -> Iterator[str]:
    """Do one step after the other; yield what each has shown."""
    yield f"it starts: {app.run('--version')}"
    key = app.run("capture", "The spare key is with Ana")
    yield "a note is taken"
    if sys.platform == "linux":
        loaded = app.libraries("capture", "Bread, milk")
        _expect("libpython" in loaded and "Qt6" not in loaded, "the command line loads Qt")
        yield "no part of Qt is loaded for that"
    _expect(key in app.found("spare key"), "the note is not found by its words")
    yield "it is found by its words"
    app.run("index")
    _found_by_meaning(app, "who can let me into my flat, Ana with the key?", key)
    yield "the language model works in the terminal"
    yield from _with_window(app)
    checks = json.loads(app.run("doctor", "--json"))
    _expect(checks["ok"], str(checks))
    yield "the notes are sound"


def _with_window(app: App) -> Iterator[str]:
    window = app.open_window()
    try:
        _until(lambda: _listens(app), "the window does not open", window)
        yield "the window opens"
        app.run()
        _expect(window.poll() is None, "the second start ended the window")
        yield "a second start brings it to the front"
        bike = app.run("capture", "Bob keeps the bicycle in his garage")
        _until(lambda: _is_indexed(app), "the window's model reads no note", window)
        _found_by_meaning(app, "where is my bike", bike)
        yield "a note taken beside it is read by the window's model, and found by its meaning"
        if sys.platform != "win32":
            window.send_signal(signal.SIGTERM)
            _expect(window.wait(PATIENCE_S) == 0, f"the window ended with {window.returncode}")
            yield "it quits when it is told to"
    finally:
        window.kill()
        window.wait()


def _found_by_meaning(app: App, question: str, note: str) -> None:
    why = app.found(question).get(note)
    _expect(why is not None and why["meaning"] > 0, f"“{question}” finds no note by meaning")


def _listens(app: App) -> bool:
    """Tell whether the window listens to other processes, as it does once it is there."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from notebrain.app.core.paths import socket_path

    return socket_path(app.notes).exists()


def _is_indexed(app: App) -> bool:
    indexed = json.loads(app.run("search", "bicycle", "--json"))["indexed"]
    return bool(indexed["done"] == indexed["total"])


def _until(is_so: Callable[[], bool], otherwise: str, window: subprocess.Popen[bytes]) -> None:
    """Wait until something is so, while the window lives."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        _expect(window.poll() is None, f"{otherwise}: it ended with {window.returncode}")
        _expect(time.monotonic() < end, otherwise)
        time.sleep(_EVERY_S)


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Problem(f"not ok: {otherwise}")
