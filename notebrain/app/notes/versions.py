"""Versions of a note, read and compared: two that the user chose, and each with the one before it.

Of two versions, the older one always counts as what was there before.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import NoteId
from notebrain.domain.text.diff import Amount, Comparison, compare


@dataclass(frozen=True, slots=True)
class VersionPair:
    """Two states of a note; without an older one, all of the newer one was added."""

    older: State | None
    newer: State

    @property
    def ends_now(self) -> bool:
        """Whether the newer state is the current text."""
        return self.newer.revision is None


@dataclass(frozen=True, slots=True)
class VersionText:
    """What a version says."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class ComparedVersions:
    """The texts of a pair, and what changed from one to the other."""

    pair: VersionPair
    older: VersionText
    newer: VersionText
    comparison: Comparison


def pair_of(states: Sequence[State], one: State, other: State | None) -> VersionPair:
    """Return two states of a list that has the newest first, whichever of them was chosen."""
    if other is None:
        return VersionPair(None, one)
    at = {state.revision: place for place, state in enumerate(states)}
    if at.get(one.revision, 0) <= at.get(other.revision, 0):
        return VersionPair(other, one)
    return VersionPair(one, other)


def state_before(states: Sequence[State], state: State) -> State | None:
    """Return the state that a state is based on; None for the first one."""
    if state.before is None:
        return None
    return next((one for one in states if one.revision == state.before), None)


def read_versions(library: Library, note_id: NoteId, pair: VersionPair) -> ComparedVersions | None:
    """Read and compare two versions; None if one of them is gone."""
    try:
        newer = _text(library, note_id, pair.newer)
        nothing = VersionText(newer.title, "")
        older = nothing if pair.older is None else _text(library, note_id, pair.older)
    except NotFound:
        return None
    return ComparedVersions(pair, older, newer, compare(older.body, newer.body))


def _text(library: Library, note_id: NoteId, state: State) -> VersionText:
    if state.revision is None:
        present = library.note(note_id)
        return VersionText(present.title, present.body)
    kept = library.revision(note_id, state.revision)
    return VersionText(kept.title, kept.body)


LONGEST = 200_000
"""Longer texts are not compared for a row: 50 versions of 1 MB would take most of a minute."""
_TURN_S = 0.03


class ChangeAmounts:
    """How much each state of a note changed, for the rows of its history.

    Texts are compared in short turns, so that neither a long note nor a long history holds up other reads. What is
    known stays known, since an earlier text never changes.
    """

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
