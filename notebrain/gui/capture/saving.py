"""From Enter to the disk: a repeat is told, and whatever else happens, the note is saved or the user hears why not."""

from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.tags import typed_tags
from notebrain.gui.capture.looking import Looked, Looking
from notebrain.gui.desk import Desk

SOURCE = "hotkey"


class Saving(QObject):
    """Makes notes of what was written, one after the other."""

    repeat_found = Signal(object)
    """There is a note that says the same, made at this moment (a `datetime`); nothing was saved."""
    kept = Signal(object, bool)
    """The note is on disk (its `Changes`); False if nobody knows whether it repeats another one."""
    failed = Signal(Exception)
    """Nothing was saved, and why."""

    def __init__(self, desk: Desk, looking: Looking, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._capture = desk.services.capture
        self._looking = looking
        self.busy = False
        """A note is on its way to the disk."""

    def save(self, text: str, workspace: str, *, anyway: bool) -> None:
        """Make a note of this.

        Args:
            anyway: Also if there is one that says the same.
        """
        self.busy = True
        draft = Draft(text, tags=typed_tags(text), workspace=workspace, source=SOURCE)
        if anyway:
            self._write(draft, Looked())
        else:
            self._looking.look_for_repeat(text, lambda looked: self._on_looked(draft, looked))

    def _on_looked(self, draft: Draft, looked: Looked) -> None:
        if looked.since is not None:
            self.busy = False
            self.repeat_found.emit(looked.since)
            return
        self._write(draft, looked)

    def _write(self, draft: Draft, looked: Looked) -> None:
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

    def _on_kept(self, changes: Changes, looked: Looked) -> None:
        self.busy = False
        self.kept.emit(changes, looked.done)
        if looked.error is not None:
            self._desk.on_failed(looked.error)

    def _fail(self, error: Exception) -> None:
        self.busy = False
        self.failed.emit(error)
