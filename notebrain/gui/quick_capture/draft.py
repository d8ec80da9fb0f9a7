"""Saves what is typed into the capture window: as a draft shortly after each key, and as a note."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.notes.capture_draft import CaptureDraft, CaptureDrafts
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import Draft
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import EventBridge, Lane
from notebrain.gui.editor.autosave import SAVE_WITHIN_MS
from notebrain.gui.notes.actions import NoteActions


class DraftSaver(QObject):
    """Saves the one draft of a vault.

    Args:
        written: Returns the text in the window.
    """

    saved = Signal(str)
    """This text is on disk."""
    save_failed = Signal(Exception)
    """The error, if the text could not be saved."""

    def __init__(
        self,
        drafts: CaptureDrafts,
        bridge: EventBridge,
        written: Callable[[], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._bridge = bridge
        self._written = written
        self._draft: CaptureDraft | None = None
        """The current draft; read from disk once, after which the disk may lag behind."""
        self._sent: CaptureDraft | None = None
        """The draft that was last sent to disk."""
        self._safe: CaptureDraft | None = None
        """The draft that is on disk."""
        self._failed = False
        self._soon = QTimer(self, singleShot=True, interval=SAVE_WITHIN_MS)
        self._soon.timeout.connect(self.save)

    @property
    def draft(self) -> CaptureDraft:
        """The current draft.

        Raises:
            VaultError: It is read for the first time, and cannot be read.
        """
        if self._draft is None:
            self._draft = self._sent = self._safe = self._drafts.get()
        return self._draft

    @property
    def is_begun(self) -> bool:
        """Whether the draft was read, so that the window shows it."""
        return self._draft is not None

    @property
    def is_safe(self) -> bool:
        """Whether every word is on disk."""
        return self._draft is None or not self._draft.text.strip() or self._draft == self._safe

    @property
    def is_failing(self) -> bool:
        """Whether some words could not be saved."""
        return self._failed and not self.is_safe

    def save_soon(self) -> None:
        """Write the text to disk in a moment, even while the user keeps typing."""
        if not self._soon.isActive():
            self._soon.start()

    def save(self) -> None:
        """Write the text to disk."""
        self._put(CaptureDraft(self._written(), self.draft.workspace))

    def file_in(self, workspace: str) -> None:
        """Write the text to disk as a draft for this workspace."""
        self._put(CaptureDraft(self._written(), workspace))

    def wait(self) -> None:
        """Write nothing for now, because the text is becoming a note."""
        self._soon.stop()

    def forget(self) -> None:
        """Clear everything but the workspace, because the text is a note now."""
        self._put(CaptureDraft("", self.draft.workspace))

    def start_empty(self) -> CaptureDraft:
        """Start with an empty draft because the saved one cannot be read; only new words overwrite that."""
        self._draft = self._sent = self._safe = CaptureDraft()
        return self._draft

    def _put(self, draft: CaptureDraft) -> None:
        self._soon.stop()
        self._draft = draft
        if draft == self._sent:
            return
        self._sent = draft
        self._bridge.when_done(
            self._drafts.save(draft),
            lambda _done: self._on_saved(draft),
            failed=self._on_save_failed,
        )

    def _on_saved(self, draft: CaptureDraft) -> None:
        self._safe, self._failed = draft, False
        self.saved.emit(draft.text)

    def _on_save_failed(self, error: Exception) -> None:
        self._sent, self._failed = self._safe, True  # to be sent again
        if self.draft.text.strip():
            self.save_failed.emit(error)


_PATIENCE_MS = 250


@dataclass(frozen=True, slots=True)
class LookupResult:
    """The result of looking for a note with the same text.

    Attributes:
        since: When the newest such note was created; None if there is none or the check did not finish.
        done: Whether the check finished: a slow or broken disk does not keep a note from being saved.
        error: Why the check failed, unless it ran out of time.
    """

    since: datetime | None = None
    done: bool = True
    error: Exception | None = None


class DuplicateLookup(QObject):
    """Reads in a lane of its own, so that long reads of the window do not delay a note."""

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._capture = context.services.library, context.services.notes
        self._bridge = context.events
        self._pool = context.reader.lane(Lane.CAPTURE)
        self._then: Callable[[LookupResult], None] | None = None
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._answer(LookupResult(done=False)))

    def read_workspaces(
        self, then: Callable[[Sequence[str]], None], failed: Callable[[Exception], None]
    ) -> None:
        """Call `then` with the names of the workspaces, or `failed` with the error."""
        self._bridge.when_done(self._pool.submit(self._library.workspaces), then, failed=failed)

    def find_repeat(self, text: str, then: Callable[[LookupResult], None]) -> None:
        """Call `then`, once and soon, with what is known about notes with exactly this text."""
        lookup: Future[datetime | None] = self._pool.submit(self._since, text)
        self._then = then
        self._patience.start()

        def answer(result: LookupResult) -> None:
            if self._then is then:  # otherwise it took too long
                self._answer(result)

        self._bridge.when_done(
            lookup,
            lambda since: answer(LookupResult(since)),
            failed=lambda error: answer(LookupResult(done=False, error=error)),
        )

    def close(self) -> None:
        """Stop waiting for an answer."""
        self._patience.stop()

    def _since(self, text: str) -> datetime | None:
        repeats = self._capture.repeats(text)
        return self._library.note(repeats[0]).created_at if repeats else None

    def _answer(self, result: LookupResult) -> None:
        self._patience.stop()
        then, self._then = self._then, None
        if then is not None:
            then(result)


SOURCE = "hotkey"


class NoteSaver(QObject):
    """Saves captured texts as notes, one after the other."""

    repeat_found = Signal(object)
    """A note with this text exists, created at this time (a `datetime`); nothing was saved."""
    saved = Signal(object, bool)
    """The note is on disk (its `Changes`); False if it is not known whether it repeats another one."""
    failed = Signal(Exception)
    """The error, if nothing was saved."""

    def __init__(
        self, context: Context, acts: NoteActions, duplicates: DuplicateLookup, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._acts = acts
        self._capture = context.services.notes
        self._duplicates = duplicates
        self.busy = False
        """Whether a note is being written to disk."""

    def save(self, text: str, workspace: str, *, anyway: bool) -> None:
        """Save this text as a note.

        Args:
            anyway: Save it even if another note has the same text.
        """
        self.busy = True
        draft = Draft(text, workspace=workspace, source=SOURCE)
        if anyway:
            self._write(draft, LookupResult())
        else:
            self._duplicates.find_repeat(text, lambda result: self._on_result(draft, result))

    def _on_result(self, draft: Draft, result: LookupResult) -> None:
        if result.since is not None:
            self.busy = False
            self.repeat_found.emit(result.since)
            return
        self._write(draft, result)

    def _write(self, draft: Draft, result: LookupResult) -> None:
        made: list[Future[Changes]] = []

        def forth() -> Future[Changes]:
            try:
                made.append(self._capture.capture(draft))
            except NoteBrainError as error:
                self._fail(error)
                raise
            return made[-1]

        self._acts.carry_out(
            _("Saved “{title}”").format(title=title_of(draft.body) or _("Untitled")),
            None,
            forth=forth,
            back=lambda: self._capture.forget([made[-1].result().note]),
            shown_elsewhere=True,
        )
        if made:
            self._context.events.when_done(
                made[0], lambda changes: self._on_saved(changes, result), failed=self._fail
            )

    def _on_saved(self, changes: Changes, result: LookupResult) -> None:
        self.busy = False
        self.saved.emit(changes, result.done)
        if result.error is not None:
            self._context.on_error(result.error)

    def _fail(self, error: Exception) -> None:
        self.busy = False
        self.failed.emit(error)
