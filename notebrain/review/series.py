"""Tells the entries of a form from notes about one thing: shopping lists, standups, readings, a summer every year.

Entries look alike by design. What differs between two of them is neither a contradiction nor news.
"""

import re
from collections.abc import Iterator

from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import Note
from notebrain.domain.review.places import frame_of
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.review import queue
from notebrain.storage.search import fts

LEAST_NOTES = 4
"""This many notes with one frame are entries of a form."""
_SEARCHED = 40
_RUN = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


class SeriesFinder:
    """Finds out whether two notes are entries of one form, for one note that is compared with several others."""

    def __init__(self, db: Connection, note: Note) -> None:
        self._db = db
        self._note = note
        self._frame = frame_of(note.body).casefold()
        self._is_form: bool | None = None

    def includes(self, other: Note) -> bool:
        """Return whether the other note has the same frame, and enough notes have it or only the years differ.

        A repeated entry does not count as another one.
        """
        if repeat_hash(other.body) == repeat_hash(self._note.body):
            return False
        if not self._frame or self._frame != frame_of(other.body).casefold():
            return False
        return differ_in_year(self._note.body, other.body) or self._have_form()

    def _have_form(self) -> bool:
        if self._is_form is None:
            found = 0
            for body in self._bodies():
                found += frame_of(body).casefold() == self._frame
                if found == LEAST_NOTES:
                    break
            self._is_form = found == LEAST_NOTES
        return self._is_form

    def _bodies(self) -> Iterator[str]:
        """Yield the texts of the newest notes with the longest run of words of the frame."""
        words = max(_RUN.findall(self._frame), key=len, default="").split()
        if words:
            keys = fts.newest(self._db, fts.phrase(words), limit=_SEARCHED)
            for note_id in queue.live_ids(self._db, keys).values():
                yield notes.get(self._db, note_id).body


def differ_in_year(one: str, other: str) -> bool:
    """Return whether the first lines name different years, as "Summer 2018" and "Summer 2025" do."""
    years = [
        _YEAR.findall(body.strip().split("\n", 1)[0].partition(":")[0]) for body in (one, other)
    ]
    return all(years) and years[0] != years[1]
