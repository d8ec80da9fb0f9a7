"""What the user does to notes from the list, each with its way back."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from notebrain.capture.service import CaptureService, Filing
from notebrain.domain.changes import Changes
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.messages import _, ngettext
from notebrain.domain.note import Note, NoteRow
from notebrain.gui.bridge import EventBridge

KEPT = 100

Filed = NoteRow | Note
Step = Callable[[], Future[Changes]]


@dataclass(frozen=True, slots=True)
class Done:
    """An act of the user that can be taken back.

    Attributes:
        text: What was done, for the toast.
        back: The writes that take it back.
    """

    text: str
    back: tuple[Step, ...]


class NoteActions(QObject):
    """Carries acts out and remembers how to take them back."""

    done = Signal(str)
    """Something was done that can be undone: what."""
    undone = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self, capture: CaptureService, bridge: EventBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._capture = capture
        self._bridge = bridge
        self._history: list[Done] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._history)

    def pin(self, rows: Sequence[Filed]) -> None:
        """Pin notes; if all are pinned already, unpin them."""
        pinned = not all(row.pinned for row in rows)
        one = _("Pinned “{title}”") if pinned else _("Unpinned “{title}”")
        self.file(rows, Filing(pinned=pinned), one)

    def file(self, rows: Sequence[Filed], filing: Filing, text: str) -> None:
        """Tag, move, pin or weigh notes; `text` says so of one note and has `{title}`."""
        if not rows:
            return
        ids = [row.id for row in rows]
        back = tuple(self._refile(row, before(row, filing)) for row in rows)
        self._do(lambda: self._capture.file(ids, filing), Done(_of(text, rows), back))

    def forget(self, rows: Sequence[Filed]) -> None:
        """Move notes to the trash."""
        ids = [row.id for row in rows]
        if ids:
            done = Done(
                _of(_("Moved “{title}” to the trash"), rows), (lambda: self._capture.restore(ids),)
            )
            self._do(lambda: self._capture.forget(ids), done)

    def restore(self, rows: Sequence[Filed]) -> None:
        """Bring notes back from the trash."""
        ids = [row.id for row in rows]
        if ids:
            done = Done(_of(_("Restored “{title}”"), rows), (lambda: self._capture.forget(ids),))
            self._do(lambda: self._capture.restore(ids), done)

    def purge(self, rows: Sequence[Filed]) -> None:
        """Remove notes of the trash for good; there is no way back."""
        ids = [row.id for row in rows]
        if ids:
            self._bridge.when_done(self._capture.purge(ids), failed=self.failed.emit)

    def undo(self) -> None:
        """Take the last act back."""
        if not self._history:
            return
        last = self._history.pop()
        for step in last.back:
            self._bridge.when_done(step(), failed=self.failed.emit)
        self.undone.emit(_("Undone: {what}").format(what=last.text))

    def _refile(self, row: Filed, filing: Filing) -> Step:
        return lambda: self._capture.file([row.id], filing)

    def _do(self, act: Step, done: Done) -> None:
        try:
            future = act()
        except NoteBrainError as error:
            self.failed.emit(error)
            return

        def finished(changes: Changes) -> None:
            if changes.notes:
                self._history = [*self._history[1 - KEPT :], done]
                self.done.emit(done.text)

        self._bridge.when_done(future, finished, failed=self.failed.emit)


def before(row: Filed, filing: Filing) -> Filing:
    """Return the filing that brings back what `filing` changes in this note."""
    back = Filing(
        workspace=None if filing.workspace is None else row.workspace,
        category=None if filing.category is None else row.category,
        importance=None if filing.importance is None else row.importance,
        pinned=None if filing.pinned is None else row.pinned,
        local_only=None if filing.local_only is None else row.local_only,
    )
    touches_tags = filing.tags is not None or filing.add_tags or filing.remove_tags
    return replace(back, tags=row.tags) if touches_tags else back


def _of(text: str, rows: Sequence[Filed]) -> str:
    """Return what was done, of one note by its title, of several by their number."""
    if len(rows) == 1:
        return text.format(title=rows[0].title or _("Untitled"))
    several = ngettext("{n} note", "{n} notes", len(rows)).format(n=len(rows))
    return text.replace("“{title}”", "{title}").format(title=several)
