"""What a command reads from and writes to: the standard streams in UTF-8, and the vault."""

import io
import os
import sys
import unicodedata
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, TextIO

from notebrain.domain.errors import BadText, UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from notebrain.app.services import Services
    from notebrain.domain.notes.note import Note


# Allowed inside a JSON text, but treated as line ends by many line-based readers.
_HIDDEN_LINE_ENDS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}


class Misuse(Exception):
    """The command lacks a required argument; the message says which."""


class Terminal:
    """The standard streams of this process, and the vault of the command."""

    def __init__(
        self, data_dir: str | None = None, environ: Mapping[str, str] = os.environ
    ) -> None:
        self.data_dir = data_dir
        self.environ = environ
        self._wants_upkeep = False

    @contextmanager
    def services(self) -> "Generator[Services]":
        """Open the vault for the duration of a command."""
        from notebrain.app.services import open_services

        with closing(open_services(self.data_dir)) as services:
            wrote: list[object] = []
            services.store.subscribe(wrote.append)
            yield services
            self._wants_upkeep |= bool(wrote) and services.wants_upkeep()

    def do_upkeep(self) -> None:
        """Make a backup after the command has finished and answered, if one is due and no window does it.

        Whatever happens, the command stays done; Ctrl+C postpones the backup.
        """
        if not self._wants_upkeep:
            return
        sys.stdout.flush()
        from notebrain.app.services import open_services

        with suppress(KeyboardInterrupt), closing(open_services(self.data_dir)) as services:
            problem = services.do_upkeep()
            if problem is not None:
                self.write_remark(
                    _("notebrain: No backup: {reason}").format(reason=printable(problem))
                )

    def write_line(self, text: str = "") -> None:
        """Write a line to standard output."""
        print(text)

    def write_remark(self, text: str) -> None:
        """Write a line to standard error, for remarks that are not part of the answer."""
        print(text, file=sys.stderr)

    def warn_of_damage(self, note: "Note") -> bool:
        """Report on standard error if a note's text is not what was written; return whether that is so."""
        if note.is_intact:
            return False
        from notebrain.app.maintenance.damage_texts import damaged_note_words

        self.write_remark(printable(damaged_note_words(note, self.data_dir)))
        return True

    def document(self, document: object) -> None:
        """Write one JSON document on one line and flush it."""
        import json

        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        for character, escaped in _HIDDEN_LINE_ENDS.items():
            text = text.replace(character, escaped)
        print(text, flush=True)

    def body(self, text: str) -> None:
        """Write a note's text byte for byte; no line ending is added or translated."""
        self.data(text.encode())

    def data(self, data: bytes) -> None:
        """Write bytes unchanged."""
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    @property
    def width(self) -> int | None:
        """How many characters fit on a line, or None if lines may have any length."""
        return (
            os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal(sys.stdout) else None
        )

    @property
    def is_styled(self) -> bool:
        """Whether the answer may have bold words: a person reads it, on a terminal, and did not set NO_COLOR."""
        plain = self.environ.get("NO_COLOR") or self.environ.get("TERM") == "dumb"
        return is_terminal(sys.stdout) and not plain

    def read_text(self, given: str | None, *, hint: str) -> str:
        """Return the text given to a command, or read it from standard input if it is `-` or missing.

        Raises:
            Misuse: There is neither; the message includes `hint`.
            BadText: Standard input is not UTF-8 or longer than a note may be; the rest of it is not read.
        """
        if given is not None and given != "-":
            return given
        if sys.stdin is None or (given is None and is_terminal(sys.stdin)):
            raise Misuse(hint)
        from notebrain.domain.notes.draft import MOST_BYTES, too_long

        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise too_long()
        return decoded(data)


def decoded(data: bytes) -> str:
    """Return the bytes decoded as text, character for character.

    Raises:
        BadText: The bytes are not UTF-8; the message says where.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadText(
            _("The text is not UTF-8: byte {position} is {byte}. Nothing was saved.").format(
                position=error.start + 1, byte=f"0x{data[error.start]:02x}"
            )
        ) from error


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a person is reading from (or typing into) a stream."""
    return stream is not None and not stream.closed and stream.isatty()


def speak_utf8() -> None:
    """Write UTF-8 whatever the locale says; unpaired surrogates become escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def local(moment: datetime) -> str:
    """Return a time in the local format, to the minute."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def printable(text: str) -> str:
    """Return a text on one line that cannot control the terminal: control characters become spaces."""
    return "".join(
        " " if unicodedata.category(char) in {"Cc", "Zl", "Zp"} else char for char in text
    )


def shortened(text: str, width: int | None) -> str:
    """Return a text cut to a width, with an ellipsis at the cut."""
    if width is None or len(text) <= width:
        return text
    return text[: max(0, width - 1)] + "…"


@contextmanager
def lines_of(file: str) -> Generator[Iterator[str]]:
    """Yield the lines of a file; those of standard input one by one as they arrive."""
    if file == "-":
        yield _decoded_lines(sys.stdin.buffer)
        return
    with _opened(Path(file)) as stream:
        yield _decoded_lines(stream)


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except OSError as error:
        text = _("{file} cannot be read: {reason}.")
        raise UserError(text.format(file=file, reason=error.strerror)) from error


def _decoded_lines(stream: BinaryIO) -> Iterator[str]:
    # readline, not iteration, which would read ahead and keep an interactive peer waiting
    for line in iter(stream.readline, b""):
        yield decoded(line).rstrip("\r\n")


_TO_LINE_START, _CLEAR_LINE, _LINE_UP = "\r", "\x1b[K", "\x1b[A"
_MOST_LINES = 8


class ProgressLine:
    """A progress line on standard error, or nothing if that is a file or a pipe."""

    def __init__(self) -> None:
        self._shown = 0
        self._wanted = is_terminal(sys.stderr)

    def show(self, text: str) -> None:
        """Replace the line."""
        self._show([text])

    def show_text(self, text: str) -> None:
        """Replace the line with the last lines of a text that grows."""
        if self._wanted:
            import textwrap  # few commands show a text

            width = os.get_terminal_size(sys.stderr.fileno()).columns - 1
            self._show(textwrap.wrap(printable(text), max(1, width))[-_MOST_LINES:] or [""])

    def clear(self) -> None:
        """Remove the line, so that other output stands alone."""
        if self._shown:
            self._show([""])
            self._shown = 0

    def _show(self, lines: Sequence[str]) -> None:
        if not self._wanted:
            return
        # a text that scrolls may have fewer lines than before
        gone = [""] * (self._shown - len(lines))
        written = f"{_CLEAR_LINE}\n".join((*lines, *gone))
        ups = _LINE_UP * max(0, self._shown - 1)
        sys.stderr.write(f"{ups}{_TO_LINE_START}{written}{_CLEAR_LINE}{_LINE_UP * len(gone)}")
        sys.stderr.flush()
        self._shown = len(lines)


@contextmanager
def stoppable() -> Generator[Callable[[], bool]]:
    """Yield a function that long work calls between two steps to ask whether to continue."""
    # most commands never do long work
    import signal
    import threading

    asked = threading.Event()

    def ask(_signal: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: not asked.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
