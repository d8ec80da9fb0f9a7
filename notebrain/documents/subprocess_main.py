"""The process that reads files and web pages for the program until the other side is gone."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from notebrain.documents.reader import read
from notebrain.documents.subprocess_client import (
    MOST_BYTES,
    MOST_PAGE_S,
    MOST_S,
    Frame,
    frame_of,
    page_frame,
    receive,
    send,
)
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.web_pages.page import Part, page_of

_LOWEST_PRIORITY: Final = 19
_IDLE_PRIORITY: Final = 0x40


def main(arguments: Sequence[str]) -> int:
    """Read files asked for on standard input, and answer on standard output; there are no arguments."""
    if arguments or sys.stdin.isatty():
        text = _("--read-files is how NoteBrain starts itself to read the files in notes.")
        sys.stderr.write(f"notebrain: {text}\n")
        return 2
    # Ctrl+C in a terminal reaches the program too, which then ends this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_modest()
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every question; return when the other side is gone, for whatever reason."""
    while (question := receive(asked)) is not None:
        _end_after(2 * MOST_S)
        answer = _answer(question)
        _end_after(0)
        try:
            send(answers, answer)
        except OSError:
            return


def _answer(question: Frame) -> Frame:
    if "html" in question:
        _end_after(MOST_PAGE_S, working_s=2 * MOST_S)
        html, address, part, chosen = (
            str(question.get(name)) for name in ("html", "address", "part", "selection")
        )
        try:
            return page_frame(page_of(html, address, Part(part), selection=chosen))
        except UserError as error:
            return {"refused": str(error)}
        except MemoryError:
            return {"refused": _("The page is too large to be read; clip a part of it instead.")}
    _wait_for_others()  # a page is what somebody waits for
    return frame_of(read(Path(str(question.get("path"))), str(question.get("media_type"))))


def _be_modest() -> None:
    """Use limited memory, and write no files."""
    if sys.platform == "win32":
        return  # memory is not limited there
    import resource

    limits = (
        (resource.RLIMIT_AS, MOST_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    )
    for limit, most in limits:
        with suppress(OSError, ValueError):  # macOS does not limit addresses
            resource.setrlimit(limit, (most, most))


def _wait_for_others() -> None:
    """Run when nothing else wants to."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _IDLE_PRIORITY)
        return
    with suppress(OSError):
        os.nice(_LOWEST_PRIORITY)


def _end_after(seconds: float, *, working_s: float = 0) -> None:
    """End this process after a time, or so much of the processor, even if who asked is gone; 0 for never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
        signal.setitimer(signal.ITIMER_PROF, working_s)
