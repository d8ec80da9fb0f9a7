"""The lines of a file, or of standard input, one by one."""

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from notebrain.cli.terminal import decoded
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _


@contextmanager
def lines_of(file: str) -> Generator[Iterator[str]]:
    """Give the lines of a file; those of standard input one by one, as they are written."""
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
    # readline, not iteration: that would read ahead and keep a talking partner waiting
    for line in iter(stream.readline, b""):
        yield decoded(line).rstrip("\r\n")
