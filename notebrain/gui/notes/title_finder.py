"""Finding notes by title for the palette and for links, on another thread.

Apart because both need it, and neither should know the other.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QObject, Signal

from notebrain.app.notes.library import Library
from notebrain.app.notes.titles import Title
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.gui.core.threads import BackgroundReader


class NoteFinder(QObject):
    """Finds notes by their titles; of several searches in a row, those in between may be left out.

    Args:
        what: Names the requests; no other finder uses it.
    """

    found = Signal(object)
    """Titles, the best first."""

    def __init__(
        self, library: Library, reader: BackgroundReader, parent: QObject, *, what: str
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._reader = reader
        self._what = what
        self._wanted: Fuzzy | None = None

    def stop(self) -> None:
        """Report nothing more."""
        self._wanted = None

    def find(self, wanted: Fuzzy, limit: int, *, recent: Collection[int] = ()) -> None:
        """Search for notes; those with a key in `recent` were viewed lately."""
        self._wanted = wanted

        def search() -> Sequence[Title]:
            return self._library.find_titles(wanted, limit, recent=recent)

        def report(titles: Sequence[Title]) -> None:
            if wanted is self._wanted:
                self.found.emit(titles)

        self._reader.read(self._what, search, report)
