"""Tracks which notes are being typed in, so that nothing changes under the cursor."""

import time

RESTS_AFTER_S = 5.0
"""How long after the last key press a note counts as being typed in."""


class TypingGuard:
    """Updated by the editor and queried by the background; both may happen on any thread."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}

    def key(self, note_id: str) -> None:
        """Record that a key was pressed in a note."""
        self._last = {note_id: time.monotonic()}

    def busy(self, note_id: str) -> bool:
        """Return whether a note is being typed in."""
        return self.rests_in_s(note_id) > 0

    def rests_in_s(self, note_id: str) -> float:
        """Return for how many more seconds a note counts as being typed in; 0 if it does not."""
        at = self._last.get(note_id)
        return 0 if at is None else max(0, at + RESTS_AFTER_S - time.monotonic())
