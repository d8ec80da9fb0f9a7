"""One picture: what the user did, and how large and how near the window is."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_SETTLE_S, _WAIT_S = 0.3, 10.0
_LOOK_S = 0.002


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what the user did, and how large and how near the window is."""

    name: str
    act: "Callable[[AppWindow], None]"
    size: tuple[int, int] = (1280, 820)
    large: bool = True
    """Whether there is a picture at 150 %, too."""
    empty_vault: bool = False
    first_run: bool = False
    """Whether it shows a vault that has the welcome notes and nothing else."""
    reviewed: bool = False
    """Whether it shows a vault whose notes repeat and contradict each other."""
    files: bool = False
    """Whether it shows the sample notes and others with pictures and files."""
    mirrored: bool = False
    """Whether the window is laid out from right to left."""


def wait(condition: Callable[[], bool]) -> None:
    """Let the window live until something holds, for some seconds at most."""
    end = time.monotonic() + _WAIT_S
    while not condition() and time.monotonic() < end:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(_LOOK_S)  # the answer may need the processor that looking for it takes


def settle(seconds: float = _SETTLE_S) -> None:
    """Let the window live for a moment."""
    end = time.monotonic() + seconds
    wait(lambda: time.monotonic() > end)


def open_note(app: "AppWindow", title: str) -> None:
    """Open the note of this title."""
    destination = app.services.links.find(title)
    if destination is not None:
        app.browser.open_note(destination.note_id)
