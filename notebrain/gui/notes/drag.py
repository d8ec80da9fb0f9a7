"""The data format for dragging notes from one part of the window to another."""

from collections.abc import Sequence

from PySide6.QtCore import QMimeData

from notebrain.domain.notes.note import NoteId

NOTES_MIME = "application/x-notebrain-notes"
"""The ids of notes, one on each line."""


def note_ids(data: QMimeData) -> list[NoteId]:
    """Return the dragged notes."""
    lines = bytes(data.data(NOTES_MIME).data()).decode("utf-8", "replace").splitlines()
    return [NoteId(line) for line in lines if line]


def mime_of(notes: Sequence[NoteId], files: QMimeData | None = None) -> QMimeData:
    """Return notes as data for a drag; `files` is what other programs get."""
    data = QMimeData() if files is None else files
    data.setData(NOTES_MIME, "\n".join(notes).encode())
    return data
