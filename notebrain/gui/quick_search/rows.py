"""What the quick search lists: notes that were found or edited last, or the note that is not there yet; without Qt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.domain.search.types import Hit


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A note.

    Attributes:
        marks: The words that were looked for: code point offsets into `quote`.
        span: The passage that was found, as code points of the note's text; None for a note nobody searched for.
        joined: Found by its meaning, after the words were shown.
    """

    note_id: NoteId
    title: str
    quote: str
    updated_at: datetime
    workspace: str
    marks: tuple[tuple[int, int], ...] = ()
    span: tuple[int, int] | None = None
    joined: bool = False

    @property
    def text(self) -> str:
        """What it is called."""
        return self.title or _("Untitled")


@dataclass(frozen=True, slots=True)
class NewRow:
    """A note that would be made of what was looked for."""

    title: str

    @property
    def text(self) -> str:
        """What choosing it does."""
        return _("Create note “{title}”").format(title=self.title)


Row = FoundRow | NewRow


def hit_rows(hits: Iterable[Hit], *, joined: Collection[str]) -> Sequence[Row]:
    """Return a row for each hit."""
    return [
        FoundRow(
            hit.note_id,
            hit.title,
            hit.snippet,
            hit.updated_at,
            hit.workspace,
            hit.marks,
            hit.span,
            hit.note_id in joined,
        )
        for hit in hits
    ]


def recent_rows(notes: Iterable[NoteRow]) -> Sequence[Row]:
    """Return a row for each note that is listed without being searched."""
    return [
        FoundRow(note.id, note.title, note.snippet, note.updated_at, note.workspace)
        for note in notes
    ]
