"""The notes that are chosen in the list: one, or several at once."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.commands import CommandId
from notebrain.capture.service import Filing
from notebrain.domain.changes import Act, Changes
from notebrain.domain.note import NoteRow
from notebrain.domain.shared_filing import SharedFiling, shared_filing
from notebrain.gui.desk import Desk

# rows of one screen are read at once; more of them on the reading thread
_AT_ONCE = 200


class Choosing(QObject):
    """Knows what several chosen notes have in common, and carries out what is done to all of them."""

    changed = Signal(object)
    """What the chosen notes have in common (`SharedFiling`); None while fewer than two are."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.shared: SharedFiling | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._look)
        desk.notes.selection_changed.connect(self._later.start)
        desk.bridge.happened.connect(self._on_happened)
        acts = desk.acts
        for command, act in (
            (CommandId.PIN, acts.pin),
            (CommandId.TRASH, acts.forget),
            (CommandId.RESTORE, acts.restore),
        ):
            desk.actions.bind(command, self._doer(act))

    def file(self, filing: Filing, text: str) -> None:
        """File all chosen notes like this."""
        self.read(lambda rows: self._desk.acts.file(rows, filing, text))

    def read(self, act: Callable[[Sequence[NoteRow]], object]) -> None:
        """Call `act` with the chosen notes, as they are now."""
        notes, library = self._desk.notes, self._desk.services.library
        keys = notes.selected_keys()
        if len(keys) <= _AT_ONCE:
            act(notes.selected())
        else:
            self._desk.reader.read(
                "chosen for an act", lambda: library.rows(keys), lambda rows: _do(act, rows)
            )

    def _doer(self, act: Callable[[Sequence[NoteRow]], object]) -> Callable[[], None]:
        return lambda: self.read(act)

    def _on_happened(self, event: object) -> None:
        if isinstance(event, Changes) and event.filing and event.act is not Act.OPEN:
            self._later.start()

    def _look(self) -> None:
        """Look what the chosen notes have in common."""
        notes, library = self._desk.notes, self._desk.services.library
        keys = notes.selected_keys()
        if len(keys) <= 1:
            self._tell(None)
        elif len(keys) <= _AT_ONCE:
            self._tell(shared_filing(notes.selected()))
        else:
            self._desk.reader.read(
                "chosen", lambda: shared_filing(library.rows(keys)), self._on_read
            )

    def _on_read(self, shared: SharedFiling) -> None:
        if self._desk.notes.selected_count() == shared.count:
            self._tell(shared)
        else:
            self._later.start()

    def _tell(self, shared: SharedFiling | None) -> None:
        if shared != self.shared:
            self.shared = shared
            self.changed.emit(shared)


def _do(act: Callable[[Sequence[NoteRow]], object], rows: Sequence[NoteRow]) -> None:
    act(rows)
