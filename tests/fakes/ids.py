"""Names for notes that a test can foretell."""

from datetime import datetime

from notebrain.domain.notes.note import NoteId


class FakeIds:
    """Counts: note-000001, note-000002 ..."""

    def __init__(self) -> None:
        self.given: list[NoteId] = []

    def new(self, at: datetime) -> NoteId:
        self.given.append(NoteId(f"note-{len(self.given) + 1:06d}"))
        return self.given[-1]
