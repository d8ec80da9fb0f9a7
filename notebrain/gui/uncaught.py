"""Problems that a slot or a paint met: Qt hands them to nobody but Python's last resort."""

import re
import sys
from collections.abc import Callable
from types import TracebackType

from notebrain.domain.errors import NoteBrainError

# PySide puts this before the message of what a method raised that Qt called, once for each call in between.
_PREFIXES = re.compile(r"^(Error calling Python override of \S+: )+")


class Uncaught:
    """Tells problems of ours that nobody caught, until it ends; faults are reported as before."""

    def __init__(self, tell: Callable[[Exception], None]) -> None:
        self._tell = tell
        self._before = sys.excepthook
        sys.excepthook = self._on_error

    def end(self) -> None:
        """Report everything as before."""
        sys.excepthook = self._before

    def _on_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, NoteBrainError):
            put_plainly(error)
            self._tell(error)
        else:
            self._before(kind, error, trace)


def put_plainly(error: NoteBrainError) -> None:
    """Take off its message what PySide put before it."""
    error.args = (_PREFIXES.sub("", str(error)), *error.args[1:])
