"""Reads files and web pages in a separate process, which may take 512 MB of memory and 30 seconds for a file.

Documents come from anywhere, and a parser that runs away or crashes on one must not take the program with it. So
nothing of what the process sends is believed beyond being text.
"""

import json
import struct
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import IO, Any, Final, TypeVar, cast

from notebrain.domain.errors import Unavailable, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.file_texts import LONGEST, FileText, Piece, ReadState
from notebrain.domain.web_pages.page import LONGEST_TEXT, Part, WebPage
from notebrain.domain.web_pages.pictures import Picture

T = TypeVar("T")

OPTION: Final = "--read-files"
"""The option that starts the program as that process."""
MOST_S: Final = 30.0
MOST_PAGE_S: Final = 300.0
"""On a busy computer; no page may take more than a minute of its processor."""
MOST_BYTES: Final = 512 * 1024 * 1024
_LONGEST_FRAME: Final = 100_000_000
"""A web page of 25 million signs."""
_END_S: Final = 2.0
_HEAD: Final = struct.Struct("<I")
_TERMINATED: Final = -15
"""The exit code of a process that somebody ended with SIGTERM, as when the user signs out."""

Frame = Mapping[str, Any]
Start = Callable[[Sequence[str]], "subprocess.Popen[bytes]"]


def send(pipe: IO[bytes], frame: Frame) -> None:
    """Write one frame.

    Raises:
        OSError: The other side no longer reads.
    """
    content = json.dumps(frame, ensure_ascii=False).encode("utf-8", "surrogatepass")
    pipe.write(_HEAD.pack(len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Frame | None:
    """Return the next frame, or None if the other side is gone or sends something else."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (length,) = _HEAD.unpack(head)
    content = pipe.read(length) if length <= _LONGEST_FRAME else b""
    if not content or len(content) < length:
        return None
    try:
        frame = json.loads(content)
    except ValueError:
        return None
    return cast("Frame", frame) if isinstance(frame, dict) else None


class ApartReader:
    """Reads the text of one file after the other; used by one thread.

    Args:
        start: Starts this program with options.
    """

    def __init__(self, start: Start, *, most_s: float = MOST_S) -> None:
        self._start = start
        self._most_s = most_s
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()

    @property
    def process_id(self) -> int | None:
        """The id of the process while it is running."""
        return None if self._process is None else self._process.pid

    def read(self, path: str, media_type: str) -> FileText:
        """Return the text of a file, or why it has none: a file that ends the process or takes too long has none.

        Raises:
            Unavailable: The process cannot be started, or was ended by somebody; the file can be tried again.
        """
        asked = {"path": path, "media_type": media_type}
        answer = self._answer(asked, text_in, self._most_s)
        return FileText(answer) if isinstance(answer, ReadState) else answer

    def read_page(self, html: str, address: str, part: Part, selection: str = "") -> WebPage:
        """Return a web page as it becomes a note, see `page_of`.

        Raises:
            UserError: It cannot become a note; says why.
            Unavailable: The process cannot be started, or was ended by somebody; the page can be tried again.
        """
        asked = {"html": html, "address": address, "part": part.value, "selection": selection}
        answer: object = self._answer(asked, page_in, 10 * self._most_s)
        if isinstance(answer, WebPage):
            return answer
        if isinstance(answer, UserError):
            raise answer
        raise UserError(_("The page is too large to be read; clip a part of it instead."))

    def _answer(
        self, question: Frame, parsed: Callable[[Frame], T | None], most_s: float
    ) -> T | ReadState:
        """Return what the process answers, or why it does not.

        Raises:
            Unavailable: See `read`.
        """
        process = self._running()
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(most_s, stop)
        timer.start()
        try:
            frame = _exchanged(process, question)
        finally:
            timer.cancel()
        answer = None if frame is None else parsed(frame)
        if answer is not None and not late.is_set():
            return answer
        code = self.release()
        if late.is_set():
            return ReadState.TOO_SLOW
        if code == _TERMINATED or self._stopped.is_set():
            raise _stopped()
        return ReadState.DIED

    def stop(self) -> None:
        """End the reading that is under way, from any thread, and read nothing more."""
        self._stopped.set()
        process = self._process
        if process is not None:
            process.kill()

    def release(self) -> int | None:
        """End the process, if it runs, and return its exit code; the next file starts another."""
        process, self._process = self._process, None
        if process is None:
            return None
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unflushed data no longer reaches anyone
                    pipe.close()
        try:
            return process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._stopped.is_set():
            raise _stopped()
        process = self._process
        if process is not None and process.poll() is not None:
            self.release()
            process = None
        if process is None:
            try:
                process = self._process = self._start([OPTION])
            except OSError as error:
                text = _("Files are not read: the process for it does not start ({reason}).")
                raise Unavailable(text.format(reason=error.strerror)) from error
        if self._stopped.is_set():  # while it started
            process.kill()
        return process


def _stopped() -> Unavailable:
    return Unavailable(_("Reading files was stopped; it will be tried again."))


def _exchanged(process: "subprocess.Popen[bytes]", question: Frame) -> Frame | None:
    if process.stdin is None or process.stdout is None:  # both are pipes; for the type checker
        return None
    try:
        send(process.stdin, question)
        return receive(process.stdout)
    except (OSError, ValueError):
        return None


def frame_of(text: FileText) -> Frame:
    """Return a text as it is sent."""
    pieces = [[piece.text, piece.page] for piece in text.pieces]
    return {"state": text.state.value, "pages": text.pages, "pieces": pieces}


def text_in(frame: Frame) -> FileText | None:
    """Return the text that was sent, or None if it is none."""
    try:
        pieces = tuple(Piece(str(text), _whole(page)) for text, page in frame["pieces"])
        found = FileText(ReadState(frame["state"]), pieces, _whole(frame["pages"]))
    except (KeyError, TypeError, ValueError):
        return None
    return found if found.characters <= LONGEST else None


def _whole(page: object) -> int | None:
    return None if page is None else int(str(page))


def page_frame(page: WebPage) -> Frame:
    """Return a web page as it is sent."""
    return {
        "title": page.title,
        "address": page.address,
        "published": None if page.published is None else page.published.isoformat(),
        "pictures": [[one.source, one.address, one.words] for one in page.pictures],
        "is_cut": page.is_cut,
        "text": page.text,
    }


def page_in(frame: Frame) -> WebPage | UserError | None:
    """Return the web page that was sent, or why there is none; None if it is neither."""
    if "refused" in frame:
        return UserError(str(frame["refused"]))
    try:
        told = frame["published"]
        published = None if told is None else date.fromisoformat(told)
        pictures = [
            Picture(str(one), str(two), str(three)) for one, two, three in frame["pictures"]
        ]
        title, address, text = (str(frame[name]) for name in ("title", "address", "text"))
        page = WebPage(title, address, published, pictures, bool(frame["is_cut"]), text)
    except (KeyError, TypeError, ValueError):
        return None
    return page if len(text) <= LONGEST_TEXT else None
