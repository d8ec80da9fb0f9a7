"""Which notes somebody is typing in, so that nothing changes under the cursor."""

import time

RESTS_AFTER_S = 5.0
"""How long after the last key a note counts as being typed in."""


class Typing:
    """Told by the editor, asked by the background; any thread may do both."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}

    def key(self, note_id: str) -> None:
        """Note down that a key was pressed in a note."""
        self._last = {note_id: time.monotonic()}

    def busy(self, note_id: str) -> bool:
        """Tell whether somebody is typing in a note."""
        return self.rests_in_s(note_id) > 0

    def rests_in_s(self, note_id: str) -> float:
        """Return how many seconds a note still counts as being typed in; 0: it rests."""
        at = self._last.get(note_id)
        return 0 if at is None else max(0, at + RESTS_AFTER_S - time.monotonic())
