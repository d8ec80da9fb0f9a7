"""How much each state of a note changed, for the rows of its history.

Texts are compared in short turns, so that neither a long note nor a long history holds up other reads.
"""

import time
from collections.abc import Mapping, Sequence

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import NoteId
from notebrain.domain.text.diff import Amount, compare

LONGEST = 200_000
"""Longer texts are not compared for a row: 50 versions of 1 MB would take most of a minute."""
_TURN_S = 0.03


class ChangeAmounts:
    """The amounts of one note's states; what is known stays known, since an earlier text never changes."""

    def __init__(self, library: Library, note_id: NoteId) -> None:
        self._library = library
        self.note_id = note_id
        self._known: dict[State, Amount | None] = {}

    def known(self, states: Sequence[State]) -> Mapping[State, Amount]:
        """Return the amounts of these states that are known so far; those of very long texts never are."""
        found = {state: self._known.get(state) for state in states}
        return {state: amount for state, amount in found.items() if amount is not None}

    def read_more(self, states: Sequence[State], turn_s: float = _TURN_S) -> bool:
        """Compare texts for a moment, the newest first; return whether some are left."""
        end = time.monotonic() + turn_s
        texts: dict[int | None, str] = {}
        for state in states:
            if state in self._known:
                continue
            if time.monotonic() >= end and texts:
                return True
            newer = self._text(state.revision, texts)
            older = "" if state.before is None else self._text(state.before, texts)
            texts = {state.before: older}  # it is the newer text of the next state
            is_short = max(len(older), len(newer)) <= LONGEST
            self._known[state] = compare(older, newer).amount() if is_short else None
        return False

    def _text(self, revision: int | None, read: Mapping[int | None, str]) -> str:
        """Return a text; an empty one if it was thinned out meanwhile."""
        if revision in read:
            return read[revision]
        try:
            if revision is None:
                return self._library.note(self.note_id).body
            return self._library.revision(self.note_id, revision).body
        except NotFound:
            return ""
