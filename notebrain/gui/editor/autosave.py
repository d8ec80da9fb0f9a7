"""When to save a note that is being edited; this module knows no widget, clock or store."""

from collections.abc import Callable
from typing import Protocol

from notebrain.domain.text.buffer import TextMap

SAVE_WITHIN_MS = 250
"""The time from the first unsaved key to the start of the save, so that the text is durable within 400 ms."""

RETRY_AFTER_MS = 5_000


class Timer(Protocol):
    """Calls back once, later."""

    def start(self, delay_ms: int) -> None:
        """Call back after `delay_ms`, unless a call is already due."""
        ...

    def stop(self) -> None:
        """Cancel the pending call."""
        ...


Done = Callable[[Exception | None], None]
Write = Callable[[TextMap, Done], None]


class Autosave:
    """Saves one open note: at most one write at a time, always followed by the newest text.

    A text counts as saved only when its write was acknowledged. After a failed write, the text and the error are kept,
    and the write is retried on the next edit, after a while, or on request.
    """

    def __init__(
        self,
        saved: TextMap,
        *,
        current: Callable[[], TextMap],
        write: Write,
        timer: Timer,
        on_state: Callable[[], None] = lambda: None,
    ) -> None:
        self._saved = saved
        self._current = current
        self._write = write
        self._timer = timer
        self._on_state = on_state
        self._writing: TextMap | None = None
        self._due = False
        self.failure: Exception | None = None

    @property
    def saved(self) -> TextMap:
        """The text that is safe on disk."""
        return self._saved

    @property
    def unsaved(self) -> bool:
        """Whether some of the text is not safe on disk yet."""
        return self._writing is not None or self._differs(self._saved)

    @property
    def behind(self) -> bool:
        """Whether some of the text is not even on its way to disk."""
        return self._differs(self._saved if self._writing is None else self._writing)

    @property
    def writing(self) -> bool:
        """Whether a write is in progress."""
        return self._writing is not None

    def edited(self) -> None:
        """Start the timer after an edit; further edits do not restart it."""
        self._timer.start(SAVE_WITHIN_MS)

    def flush(self) -> None:
        """Save unsaved text now, for example because the user leaves the note."""
        self._timer.stop()
        self.due()

    def due(self) -> None:
        """Save now, or as soon as the write in progress is done."""
        if self._writing is not None:
            self._due = True
            return
        text = self._current()
        if not self._differs(self._saved):
            self._saved = text
            if self.failure is not None:
                self._fail(None)
            return
        self._writing = text
        self._on_state()
        self._write(text, self._on_done)

    def accepted(self, text: TextMap) -> None:
        """Record that `text` came from the store and needs no save."""
        self._saved = text
        self._timer.stop()

    def _differs(self, saved: TextMap) -> bool:
        text = self._current()
        # undo returns the very same object; only a different one needs to be compared
        return text is not saved and (text.units != saved.units or text.stored != saved.stored)

    def _on_done(self, failure: Exception | None) -> None:
        written, self._writing = self._writing, None
        due, self._due = self._due, False
        if failure is None and written is not None:
            self._saved = written
        self._fail(failure)
        if due:
            self.due()
        elif failure is not None:
            self._timer.start(RETRY_AFTER_MS)

    def _fail(self, failure: Exception | None) -> None:
        self.failure = failure
        self._on_state()
