"""Saving a captured note, after checking whether it repeats another one."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.tags import typed_tags
from notebrain.gui.core.event_bridge import EventBridge

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


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
    """Reads on a thread of its own, so that long reads of the window do not delay a note."""

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._capture = services.library, services.capture
        self._bridge = bridge
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="capture")
        self._then: Callable[[LookupResult], None] | None = None
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._answer(LookupResult(done=False)))

    def read_workspaces(
        self, then: Callable[[Sequence[str]], None], failed: Callable[[Exception], None]
    ) -> None:
        """Call `then` with the names of the workspaces, or `failed` with the error."""
        self._bridge.when_done(self._pool.submit(self._library.workspaces), then, failed=failed)

    def look_for_repeat(self, text: str, then: Callable[[LookupResult], None]) -> None:
        """Call `then`, once and soon, with what is known about notes with exactly this text."""
        looking: Future[datetime | None] = self._pool.submit(self._since, text)
        self._then = then
        self._patience.start()

        def answer(looked: LookupResult) -> None:
            if self._then is then:  # otherwise it took too long
                self._answer(looked)

        self._bridge.when_done(
            looking,
            lambda since: answer(LookupResult(since)),
            failed=lambda error: answer(LookupResult(done=False, error=error)),
        )

    def close(self) -> None:
        """Wait for the thread to finish its work and stop it."""
        self._patience.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _since(self, text: str) -> datetime | None:
        repeats = self._capture.repeats(text)
        return self._library.note(repeats[0]).created_at if repeats else None

    def _answer(self, looked: LookupResult) -> None:
        self._patience.stop()
        then, self._then = self._then, None
        if then is not None:
            then(looked)


SOURCE = "hotkey"


class NoteSaver(QObject):
    """Saves captured texts as notes, one after the other."""

    repeat_found = Signal(object)
    """A note with this text exists, created at this time (a `datetime`); nothing was saved."""
    kept = Signal(object, bool)
    """The note is on disk (its `Changes`); False if it is not known whether it repeats another one."""
    failed = Signal(Exception)
    """The error, if nothing was saved."""

    def __init__(self, desk: "Desk", looking: DuplicateLookup, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._capture = desk.services.capture
        self._looking = looking
        self.busy = False
        """Whether a note is being written to disk."""

    def save(self, text: str, workspace: str, *, anyway: bool) -> None:
        """Save this text as a note.

        Args:
            anyway: Save it even if another note has the same text.
        """
        self.busy = True
        draft = Draft(text, tags=typed_tags(text), workspace=workspace, source=SOURCE)
        if anyway:
            self._write(draft, LookupResult())
        else:
            self._looking.look_for_repeat(text, lambda looked: self._on_looked(draft, looked))

    def _on_looked(self, draft: Draft, looked: LookupResult) -> None:
        if looked.since is not None:
            self.busy = False
            self.repeat_found.emit(looked.since)
            return
        self._write(draft, looked)

    def _write(self, draft: Draft, looked: LookupResult) -> None:
        made: list[Future[Changes]] = []

        def forth() -> Future[Changes]:
            try:
                made.append(self._capture.capture(draft))
            except NoteBrainError as error:
                self._fail(error)
                raise
            return made[-1]

        self._desk.acts.carry_out(
            _("Saved “{title}”").format(title=title_of(draft.body) or _("Untitled")),
            None,
            forth=forth,
            back=lambda: self._capture.forget([made[-1].result().note]),
            told=True,
        )
        if made:
            self._desk.bridge.when_done(
                made[0], lambda changes: self._on_kept(changes, looked), failed=self._fail
            )

    def _on_kept(self, changes: Changes, looked: LookupResult) -> None:
        self.busy = False
        self.kept.emit(changes, looked.done)
        if looked.error is not None:
            self._desk.on_failed(looked.error)

    def _fail(self, error: Exception) -> None:
        self.busy = False
        self.failed.emit(error)
