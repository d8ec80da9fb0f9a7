"""The notes that the palette finds: read beside the window's thread, looked through in small steps."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.notes.library import Library
from notebrain.app.notes.titles import Title, Titles
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.gui.core.background_reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_READ = "titles"


class NoteFinder(QObject):
    """Looks for notes by their titles; what it found so far comes after the first step, the rest later."""

    found = Signal(object, bool)
    """Titles, the best first; True when all notes were looked through."""

    def __init__(self, library: Library, reader: Reader, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._reader = reader
        self._titles: Titles | None = None
        self._wanted = False
        self._steps: Iterator[Sequence[Title]] | None = None
        self._told = False
        """Whether the answer of the first step was told."""
        self._best: Sequence[Title] = ()
        self._waiting: Callable[[], None] | None = None
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._step)

    @property
    def ready(self) -> bool:
        """Whether the titles are here, so that looking for some begins at once."""
        return self._titles is not None

    def load(self) -> None:
        """Read the titles as they are now, unless that was asked for already."""
        if self._wanted:
            return
        self._wanted = True
        self._reader.read(_READ, self._library.titles, self._on_read)

    def drop(self) -> None:
        """Forget the titles: they weigh much and are soon old."""
        self._wanted = False
        self.stop()
        self._titles = None

    def stop(self) -> None:
        """Look no further."""
        self._next.stop()
        self._steps = None
        self._waiting = None

    def find(self, wanted: Fuzzy, limit: int) -> None:
        """Look for notes, as soon as the titles are here."""
        self.stop()
        if self._titles is None:
            self._waiting = lambda: self.find(wanted, limit)
            self.load()
        else:
            self._best, self._told = (), False
            self._steps = self._titles.find(wanted, limit)
            if self._step():
                self.found.emit(self._best, False)
            self._told = True

    def _step(self) -> bool:
        """Look through some notes more; return whether there are others left."""
        more = next(self._steps, None) if self._steps is not None else None
        if more is None:
            self._steps = None
            self.found.emit(self._best, True)
            return False
        late = not self._best and bool(more)
        self._best = more
        self._next.start()
        if late and self._told:
            self.found.emit(more, False)
        return True

    def _on_read(self, titles: Titles) -> None:
        if not self._wanted:
            return
        self._titles = titles
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()
