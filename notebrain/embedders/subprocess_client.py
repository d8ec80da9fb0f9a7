"""Runs the model in a separate process.

What onnxruntime leaves behind after a session (its code, its tables, a fragmented heap) takes 40 MB in the window's
process, permanently. A process that ends leaves nothing, and a crash of the model cannot take the window down.
"""

import os
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import IO, Final

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _
from notebrain.embedders.bundled import BundledModel
from notebrain.embedders.runtime import give_back

_HEAD = struct.Struct("<cI")


class Kind(Enum):
    """The content type of a frame."""

    EMBED = b"e"
    """A note; answered by `VECTOR`."""
    QUESTION = b"q"
    """A question; answered by `VECTOR`."""
    COUNT = b"c"
    """A text; answered by `NUMBER`."""
    PAIR = b"p"
    """The lengths of two notes, then both; answered by `SCORES`."""
    VECTOR = b"v"
    SCORES = b"s"
    """Little-endian float32."""
    NUMBER = b"n"
    """Little-endian, four bytes."""
    REFUSED = b"x"
    """Why there is no model here, in the user's language."""


def send(pipe: IO[bytes], kind: Kind, content: bytes) -> None:
    """Write one frame.

    Raises:
        OSError: The other side no longer reads.
    """
    pipe.write(_HEAD.pack(kind.value, len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[Kind, bytes] | None:
    """Return the next frame, or None if the other side is gone."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    content = pipe.read(length)
    return None if len(content) < length else (Kind(kind), content)


def from_text(text: str) -> bytes:
    """Return a text encoded for transfer, including unpaired surrogates."""
    return text.encode("utf-8", "surrogatepass")


def to_text(content: bytes) -> str:
    """Return the text from its encoded form."""
    return content.decode("utf-8", "surrogatepass")


_LENGTH = struct.Struct("<I")


def from_pair(older: str, newer: str) -> bytes:
    """Return two texts encoded for transfer."""
    one, other = from_text(older), from_text(newer)
    return _LENGTH.pack(len(one)) + one + other


def to_pair(content: bytes) -> tuple[str, str]:
    """Return two texts from their encoded form."""
    (length,) = _LENGTH.unpack_from(content)
    texts = content[_LENGTH.size :]
    return to_text(texts[:length]), to_text(texts[length:])


OPTION: Final = "--embed"
"""The option that starts the program as that process."""
_END_S: Final = 2.0
_ATTEMPTS: Final = 2


class ApartEmbedder:
    """A `LocalEmbedder` in another process, started on first use.

    All methods are thread-safe, and one question is asked at a time. A process that was killed is started again once.
    """

    def __init__(
        self, folder: Path, model: BundledModel, command: Sequence[str] | None = None
    ) -> None:
        """Set the model and its folder; `command` starts a different program instead of this one."""
        self.space: Final = model.space
        self.max_tokens: Final = model.max_tokens
        self._options = [OPTION, model.name, str(folder)]
        self._program = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the process while it is running."""
        process = self._process
        return None if process is None else process.pid

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` has for the model, not counting the two special tokens.

        Raises:
            NoEmbedder: The vocabulary cannot be read, or the process keeps ending.
        """
        number: int = struct.unpack("<I", self._ask(Kind.COUNT, from_text(text)))[0]
        return number

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per note: little-endian float32 of unit length; texts that are too long are cut off.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer, or the process keeps ending.
        """
        return [self._ask(Kind.EMBED, from_text(text)) for text in texts]

    def embed_question(self, text: str) -> bytes:
        """Return the vector of a question, to be compared with those of notes.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer, or the process keeps ending.
        """
        return self._ask(Kind.QUESTION, from_text(text))

    def relate(self, older: str, newer: str) -> Sequence[float]:
        """Return a score for each kind of relation between two notes, in the order of `RELATIONS`.

        Raises:
            NoEmbedder: The network for it cannot be loaded on this computer, or the process keeps ending.
        """
        scores = self._ask(Kind.PAIR, from_pair(older, newer))
        return struct.unpack(f"<{len(scores) // 4}f", scores)

    def release(self) -> None:
        """End the process; the next call starts another."""
        with self._lock:
            self._end()
        give_back()  # what the searches left in this process

    def _ask(self, kind: Kind, content: bytes) -> bytes:
        with self._lock:
            for _attempt in range(_ATTEMPTS):
                answer = self._exchange(kind, content)
                if answer is not None:
                    break
                self._end()
            else:
                raise NoEmbedder(
                    _(
                        "Search by meaning is off: the process for it keeps exiting. Notes are found by their words."
                    )
                )
        if answer[0] is Kind.REFUSED:
            raise NoEmbedder(to_text(answer[1]))
        return answer[1]

    def _exchange(self, kind: Kind, content: bytes) -> tuple[Kind, bytes] | None:
        process = self._running()
        if process.stdin is None or process.stdout is None:  # both are pipes; for the type checker
            return None
        try:
            send(process.stdin, kind, content)
        except OSError:
            return None
        return receive(process.stdout)

    def _running(self) -> "subprocess.Popen[bytes]":
        process = self._process
        if process is None:
            try:
                process = self._process = start(self._options, self._program)
            except OSError as error:
                raise NoEmbedder(
                    _(
                        "Search by meaning is off: the process for it does not start ({reason}). Notes are found by "
                        "their words."
                    ).format(reason=error.strerror)
                ) from error
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def start(
    options: Sequence[str], program: Sequence[str] | None = None
) -> "subprocess.Popen[bytes]":
    """Start this program, or another one, with options and pipes to it.

    Raises:
        OSError: It does not start.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW  # otherwise the process gets its own console window
    # not untrusted: it is this program
    return subprocess.Popen(  # noqa: S603
        [*(program or this_program()), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(),
        creationflags=flags,
    )


def this_program() -> list[str]:
    """Return the command that starts this program with standard input and output."""
    if not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "notebrain"]
    # in a built app on Windows only the console program has standard input and output
    for_terminal = Path(sys.executable).with_name("notebrain.exe")
    return [str(for_terminal) if for_terminal.exists() else sys.executable]


def _environment() -> dict[str, str]:
    """Return an environment in which Python finds this same NoteBrain, wherever it was started."""
    here = str(Path(__file__).parents[2])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:
        return  # unflushed data no longer reaches anyone
