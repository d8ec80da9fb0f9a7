"""A window for another vault: a program of its own, so that one vault never waits for the other."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess


def command(folder: Path) -> list[str]:
    """Return how the window of this vault is started."""
    program = [sys.executable] if getattr(sys, "frozen", False) else _of_python()
    return [*program, "--data-dir", str(folder)]


def start_window(folder: Path) -> bool:
    """Start the window of a vault, which outlives this one; tell whether it started."""
    program, *arguments = command(folder)
    started, _process_id = QProcess.startDetached(program, arguments)
    return started


def _of_python() -> list[str]:
    return [sys.executable, "-m", "notebrain"]
