"""Problems that a slot or a paint met: Qt hands them to nobody but Python's last resort."""

import sys
from collections.abc import Callable
from types import TracebackType

from notebrain.domain.errors import NoteBrainError


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
            self._tell(error)
        else:
            self._before(kind, error, trace)
