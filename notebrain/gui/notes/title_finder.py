"""Finding notes by title for the palette: titles are read on another thread and searched in small steps."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.notes.library import Library
from notebrain.app.notes.titles import Title, Titles
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.gui.core.threads import BackgroundReader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

_READ = "titles"


class NoteFinder(QObject):
    """Finds notes by their titles; emits the first results after one step, the rest later."""

    found = Signal(object, bool)
    """Titles, the best first; True once all notes were searched."""

    def __init__(self, library: Library, reader: BackgroundReader, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._reader = reader
        self._titles: Titles | None = None
        self._wanted = False
        self._steps: Iterator[Sequence[Title]] | None = None
        self._reported = False
        """Whether the results of the first step were emitted."""
        self._best: Sequence[Title] = ()
        self._waiting: Callable[[], None] | None = None
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._step)

    @property
    def ready(self) -> bool:
        """Whether the titles are loaded, so that searching starts at once."""
        return self._titles is not None

    def load(self) -> None:
        """Read the current titles, unless that was requested already."""
        if self._wanted:
            return
        self._wanted = True
        self._reader.read(_READ, self._library.titles, self._on_read)

    def drop(self) -> None:
        """Release the titles: they use a lot of memory and are soon outdated."""
        self._wanted = False
        self.stop()
        self._titles = None

    def stop(self) -> None:
        """Stop searching."""
        self._next.stop()
        self._steps = None
        self._waiting = None

    def find(self, wanted: Fuzzy, limit: int, *, recent: "Collection[int]" = ()) -> None:
        """Search for notes as soon as the titles are loaded; those with a key in `recent` were viewed lately."""
        self.stop()
        if self._titles is None:
            self._waiting = lambda: self.find(wanted, limit, recent=recent)
            self.load()
        else:
            self._best, self._reported = (), False
            self._steps = self._titles.find(wanted, limit, recent=recent)
            if self._step():
                self.found.emit(self._best, False)
            self._reported = True

    def _step(self) -> bool:
        """Search some more notes; return whether any are left."""
        more = next(self._steps, None) if self._steps is not None else None
        if more is None:
            self._steps = None
            self.found.emit(self._best, True)
            return False
        late = not self._best and bool(more)
        self._best = more
        self._next.start()
        if late and self._reported:
            self.found.emit(more, False)
        return True

    def _on_read(self, titles: Titles) -> None:
        if not self._wanted:
            return
        self._titles = titles
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()
