"""A line of progress that rewrites itself, where a person looks at it."""

import sys

from notebrain.cli.terminal import is_terminal

_TO_LINE_START, _CLEAR_LINE = "\r", "\x1b[K"


class ProgressLine:
    """One line on standard error; nothing at all where that is a file or a pipe."""

    def __init__(self) -> None:
        self._shown = False
        self._wanted = is_terminal(sys.stderr)

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._wanted:
            sys.stderr.write(f"{_TO_LINE_START}{text}{_CLEAR_LINE}")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away, so that what follows stands on its own."""
        if self._shown:
            sys.stderr.write(f"{_TO_LINE_START}{_CLEAR_LINE}")
            sys.stderr.flush()
            self._shown = False
