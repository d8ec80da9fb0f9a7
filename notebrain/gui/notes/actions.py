"""The actions the user takes on notes in the list, each with undo and redo."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.content import mentioned
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core.threads import EventBridge
from notebrain.notes.service import CaptureService, Filing
from notebrain.notes.tags import Filed, reverses

if TYPE_CHECKING:
    from notebrain.notes.restore import TextRestore

__all__ = ["KEPT", "Filed", "NoteActions", "about"]

KEPT = 100
_QUOTED_TITLE = re.compile(r"[“„]\{title\}[”“]")


@dataclass(frozen=True, slots=True)
class _Step:
    """One write to some notes."""

    notes: tuple[NoteId, ...]
    write: Callable[[Sequence[NoteId]], Future[Changes]]


@dataclass(frozen=True, slots=True)
class _Done:
    """An action of the user that can be undone and redone.

    Attributes:
        text: What was done, for the toast.
        hides: Whether it removed its notes from view; undoing it brings them back.
        shown_elsewhere: Whether the user is told about it elsewhere.
    """

    text: str
    forth: _Step
    back: tuple[_Step, ...]
    hides: bool = False
    shown_elsewhere: bool = False


class NoteActions(QObject):
    """Carries out actions and remembers how to undo them.

    Only how notes are filed is undone, not what they say: text has its own undo in the
    editor, and whatever is typed between an action and its undo stays. The one exception is restoring
    an earlier text: the text removed by undoing that stays in the note's history.
    """

    done = Signal(str)
    """The name of an action that was done and can be undone."""
    undone = Signal(str)
    """The name of an action that was undone."""
    exhausted = Signal()
    """The user wants to undo something that was done before this window was opened."""
    returned = Signal(object)
    """The ids of notes that appeared: an action that hid them was undone, or they are copies."""
    remembered = Signal()
    """The actions that can be undone or redone changed."""
    failed = Signal(Exception)

    def __init__(
        self,
        capture: CaptureService,
        bridge: EventBridge,
        purge: Callable[[Sequence[NoteId]], Future[Changes]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._capture = capture
        self._bridge = bridge
        self._purge = purge
        self._history: list[_Done] = []
        self._undone: list[_Done] = []
        self._gone: set[NoteId] = set()
        bridge.deleted.connect(self._gone.update)

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to undo."""
        return bool(self._history)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone action to redo."""
        return bool(self._undone)

    @property
    def newest(self) -> str:
        """A description of the action that `undo` would undo."""
        return self._history[-1].text if self._history else ""

    @property
    def next_again(self) -> str:
        """A description of the action that `redo` would do again."""
        return self._undone[-1].text if self._undone else ""

    def pin(self, rows: Sequence[Filed]) -> None:
        """Pin notes; if all of them are pinned already, unpin them."""
        pinned = not all(row.pinned for row in rows)
        one = _("Pinned “{title}”") if pinned else _("Unpinned “{title}”")
        self.file(rows, Filing(pinned=pinned), one)

    def file(self, rows: Sequence[Filed], filing: Filing, text: str) -> None:
        """Tag, move or pin notes, or set their importance; `text` describes it for one note and contains `{title}`."""
        if not rows:
            return
        back = tuple(_Step(ids, self._filer(way)) for ids, way in reverses(rows, filing))
        self._do(_Done(about(text, rows), _Step(_ids(rows), self._filer(filing)), back))

    def rename(self, note: Note, title: str | None) -> None:
        """Give a note its own title; None makes the title follow the first line again."""
        before = note.title if note.title_is_set else None
        text = about(_("Changed the title of “{title}”"), [note])
        back = _Step((note.id,), self._renamer(before))
        self._do(_Done(text, _Step((note.id,), self._renamer(title)), (back,)))

    def forget(self, rows: Sequence[Filed]) -> None:
        """Move notes to the trash."""
        if rows:
            ids, text = _ids(rows), about(_("Moved “{title}” to the trash"), rows)
            back = (_Step(ids, self._capture.restore),)
            self._do(_Done(text, _Step(ids, self._capture.forget), back, hides=True))

    def restore(self, rows: Sequence[Filed]) -> None:
        """Restore notes from the trash."""
        if rows:
            ids, text = _ids(rows), about(_("Restored “{title}”"), rows)
            self._do(
                _Done(text, _Step(ids, self._capture.restore), (_Step(ids, self._capture.forget),))
            )

    def purge(self, rows: Sequence[Filed]) -> None:
        """Delete notes in the trash permanently; this cannot be undone."""
        if rows:
            self._bridge.when_done(self._purge(_ids(rows)), failed=self.failed.emit)

    def duplicate(self, rows: Sequence[Filed]) -> None:
        """Duplicate notes; undoing that moves the copies to the trash."""
        if not rows:
            return
        copies = self._capture.copies(_ids(rows))

        def make() -> Future[Changes]:
            future = copies.do()
            self._bridge.when_done(future, show, failed=lambda _error: None)
            return future

        def show(changes: Changes) -> None:
            self.returned.emit(changes.notes)

        text = about(_("Duplicated “{title}”"), rows)
        self._do(_Done(text, _Step((), _alone(make)), (_Step((), _alone(copies.undo)),)))

    def restore_text(self, note: Note, revision_id: int) -> None:
        """Restore an earlier text of a note; undoing that brings back the text it replaced."""
        act = self._capture.text_restore(note.id, revision_id)
        self._restore(note, act, _("Restored an earlier version of “{title}”"))

    def restore_passage(self, note: Note, revision_id: int, *, seen: str, body: str) -> None:
        """Restore a passage of an earlier text: `seen`, the present text, becomes `body`."""
        act = self._capture.passage_restore(note.id, revision_id, seen=seen, body=body)
        self._restore(note, act, _("Restored a passage of “{title}”"))

    def _restore(self, note: Note, act: "TextRestore", text: str) -> None:
        forth, back = (_Step((note.id,), _alone(write)) for write in (act.do, act.undo))
        self._do(_Done(about(text, [note]), forth, (back,)))

    def undo(self) -> None:
        """Undo the last action; one that can no longer be undone is dropped."""
        if not self._history:
            self.exhausted.emit()
            return
        last = self._history.pop()
        self._undone.append(last)

        def refused(error: Exception) -> None:
            if last in self._undone:
                self._undone.remove(last)
            self.remembered.emit()
            self.failed.emit(error)

        def taken_back() -> None:
            self.undone.emit(_("Undone: {what}").format(what=last.text))

        for step in last.back:
            then = taken_back if step is last.back[-1] else None
            self._write(step, returns=last.hides, then=then, failed=refused)
        self.remembered.emit()

    def redo(self) -> None:
        """Redo the action that was undone last."""
        if not self._undone:
            return
        again = self._undone.pop()
        self._history.append(again)
        self._write(again.forth)
        self.done.emit(again.text)
        self.remembered.emit()

    def carry_out(
        self,
        text: str,
        note: NoteId | None,
        *,
        forth: Callable[[], Future[Changes]],
        back: Callable[[], Future[Changes]],
        shown_elsewhere: bool = False,
    ) -> None:
        """Carry out another action, report it with `text`, and remember how to undo it.

        Args:
            note: The note it is about; None for an action that finds its notes itself.
            shown_elsewhere: Whether the user is told about it elsewhere.
        """
        notes = () if note is None else (note,)
        step, way_back = _Step(notes, lambda _ids: forth()), _Step(notes, lambda _ids: back())
        self._do(_Done(text, step, (way_back,), shown_elsewhere=shown_elsewhere))

    def remember(
        self,
        text: str,
        *,
        forth: Callable[[], Future[Changes]],
        back: Callable[[], Future[Changes]],
    ) -> None:
        """Remember how to undo something that is already done, and that the user was told of elsewhere."""
        step, way_back = _Step((), lambda _ids: forth()), _Step((), lambda _ids: back())
        self._keep(_Done(text, step, (way_back,), shown_elsewhere=True))

    def _filer(self, filing: Filing) -> Callable[[Sequence[NoteId]], Future[Changes]]:
        return lambda ids: self._capture.file(ids, filing)

    def _renamer(self, title: str | None) -> Callable[[Sequence[NoteId]], Future[Changes]]:
        return lambda ids: self._capture.rename(ids[0], title)

    def _write(
        self,
        step: _Step,
        *,
        returns: bool = False,
        then: Callable[[], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Apply or revert a step, leaving out notes that were permanently deleted since."""
        there = [note for note in step.notes if note not in self._gone]

        def written(_changes: Changes) -> None:
            if returns:
                self.returned.emit(tuple(there))
            if then is not None:
                then()

        if there or not step.notes:
            self._bridge.when_done(step.write(there), written, failed=failed or self.failed.emit)
        elif then is not None:
            then()

    def _do(self, done: _Done) -> None:
        try:
            future = done.forth.write(done.forth.notes)
        except NoteBrainError as error:
            self.failed.emit(error)
            return

        def finished(changes: Changes) -> None:
            if changes.profile or (changes.notes and (changes.text or changes.filing)):
                self._keep(done)

        self._bridge.when_done(future, finished, failed=self.failed.emit)

    def _keep(self, done: _Done) -> None:
        self._history = [*self._history[1 - KEPT :], done]
        self._undone.clear()
        if not done.shown_elsewhere:
            self.done.emit(done.text)
        self.remembered.emit()


def _ids(rows: Sequence[Filed]) -> tuple[NoteId, ...]:
    return tuple(row.id for row in rows)


def _alone(write: Callable[[], Future[Changes]]) -> Callable[[Sequence[NoteId]], Future[Changes]]:
    return lambda _ids: write()


def about(text: str, rows: Sequence[Filed]) -> str:
    """Return a description of the action: with the title of one note, or the number of several."""
    if len(rows) == 1:
        return text.format(title=mentioned(rows[0].title) or _("Untitled"))
    several = ngettext("{n} note", "{n} notes", len(rows)).format(n=len(rows))
    return _QUOTED_TITLE.sub("{title}", text).format(title=several)
