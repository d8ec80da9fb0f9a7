"""Two versions of a note, read and compared; the older one always counts as what was there before."""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import NoteId
from notebrain.domain.text.diff import Comparison, compare


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
