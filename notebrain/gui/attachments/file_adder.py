"""Adding files to a text: pasted, dropped, or chosen in a dialog; the user can keep typing meanwhile."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field as having
from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QObject, QTimer, SignalInstance
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit
from shiboken6 import isValid

from notebrain.domain.errors import Interrupted, NoteBrainError, UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.attachments import Attachment, Sha, size_text
from notebrain.domain.notes.media import ending_for, media_type
from notebrain.domain.notes.note import NoteId
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import CloseCheck, Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.document import NoteDocument
from notebrain.notes.files import Added, NewFile, NewFiles

MANY: Final = 10
LARGE: Final = 20_000_000
"""Above so many files, or bytes, the user is asked once."""
_JOINED: Final = (" ", "\t", "(", "[", "“", "„", '"')
"""After these, a link needs no space before it."""
_SHOWS_AFTER_MS: Final = 1_000

_MANY_PIXELS: Final = 3_000_000
_QUICK: Final = 80
"""For so large a picture, PNG is written so: 12 megapixels take 1 s instead of 8, in a sixth more bytes."""

Offered = Path | QImage | bytes
Then = Callable[[Sequence[Added], str], object]
"""Takes what was added for a new note, and why something was not, or an empty string."""


@dataclass(slots=True)
class _Job:
    """Files on their way into a text.

    Attributes:
        field: The text field; None if they are for a new note.
        cursor: The place for their links, which moves with the text around it.
        note: The note of the text, if it has one.
    """

    field: QPlainTextEdit | None
    cursor: QTextCursor
    note: NoteId | None
    offered: Sequence[Offered]
    tell: Callable[[str], object]
    then: Then | None = None
    stopped: threading.Event = having(default_factory=threading.Event)


@dataclass(slots=True)
class _Outcome:
    added: Sequence[Added] = ()
    errors: list[str] = having(default_factory=list[str])
    new: NewFiles | None = None


class FileAdder(QObject):
    """Takes files into the vault and puts links to them where they were pasted or dropped.

    Args:
        describe: Lets the user describe a picture in a text.
    """

    def __init__(self, context: Context, describe: Callable[[QPlainTextEdit, Sha], object]) -> None:
        super().__init__(context.window)
        self._context = context
        self._describe = describe
        self._jobs: list[_Job] = []
        self._unsaved: list[NewFiles] = []
        """Files whose links are not saved yet: a kill before that takes them back."""
        self._waiting: list[tuple[QPlainTextEdit, Callable[[], object]]] = []
        context.window.add_close_check(CloseCheck(lambda: self.is_busy, lambda: False))
        context.events.notes_changed.connect(self._release_saved)
        context.window.closing.connect(self._abandon)

    @property
    def is_busy(self) -> bool:
        """Whether files are on their way."""
        return bool(self._jobs)

    def listen(
        self,
        text: QPlainTextEdit,
        offered: SignalInstance,
        *,
        note: Callable[[], NoteId | None] = lambda: None,
        tell: Callable[[str], object] | None = None,
    ) -> None:
        """Take the files that are pasted or dropped in a text field.

        Args:
            offered: The signal that carries them.
            note: Returns the note that the field shows.
            tell: Shows a message about them; by default, in the status line.
        """
        show = tell or self._context.messages.show_warning

        def take(files: Sequence[Offered]) -> None:
            self.take(text, files, note=note(), tell=show)

        offered.connect(take)

    def take(
        self,
        text: QPlainTextEdit,
        offered: Sequence[Offered],
        *,
        note: NoteId | None = None,
        tell: Callable[[str], object] | None = None,
    ) -> None:
        """Add files and link to them at the caret, replacing what is selected there once they are in the vault."""
        show = tell or self._context.messages.show_warning
        self._start(_Job(text, text.textCursor(), note, offered, show))

    def take_for_new(self, offered: Sequence[Offered], then: Then) -> None:
        """Add files for a new note, which `then` makes."""
        tell = self._context.messages.show_warning
        self._start(_Job(None, QTextCursor(), None, offered, tell, then))

    def _start(self, job: _Job) -> None:
        self._jobs.append(job)
        self._context.events.when_done(
            self._context.reader.lane(Lane.LONG).submit(_bytes_of, job.offered),
            lambda size: self._weighed(job, size),
            failed=lambda error: self._failed(job, error),
        )

    def after(self, text: QPlainTextEdit, act: Callable[[], object]) -> None:
        """Call `act` once no file is on its way into a text field."""
        if any(job.field is text for job in self._jobs):
            self._waiting.append((text, act))
        else:
            act()

    def _weighed(self, job: _Job, size: int) -> None:
        if len(job.offered) > MANY or size > LARGE:
            self._context.tasks.start(self._ask(job, size))
        else:
            self._begin(job)

    async def _ask(self, job: _Job, size: int) -> None:
        count = len(job.offered)
        text = (
            ngettext(
                "Add a file of {size} to a new note?",
                "Add {n} files of {size} to a new note?",
                count,
            )
            if job.field is None
            else ngettext(
                "Add a file of {size} to this note?", "Add {n} files of {size} to this note?", count
            )
        )
        field = _there(job.field)
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window if field is None else field.window(),
            title=_("Add files"),
            text=text.format(n=count, size=size_text(size)),
            answers=[_("Add")],
            danger="",
        )
        if answer is not None:
            self._begin(job)
        else:
            self._end(job)

    def _begin(self, job: _Job) -> None:
        acts, now = self._context.services.file_acts, self._context.services.clock.now()

        def going() -> bool:
            return not job.stopped.is_set()

        def stage(offered: Offered) -> NewFile:
            if isinstance(offered, QImage):
                offered = _png(offered)
            if isinstance(offered, bytes):
                return acts.stage_bytes(offered, picture_name(now, media_type(offered)))
            return acts.stage(offered, keep_going=going)

        def work() -> _Outcome:
            outcome = _Outcome()
            with ExitStack() as stack:
                staged: list[NewFile] = []
                for offered in job.offered:
                    try:
                        staged.append(stack.enter_context(stage(offered)))
                    except Interrupted:
                        return outcome
                    except NoteBrainError as error:
                        outcome.errors.append(str(error))
                if staged:
                    outcome.added, outcome.new = acts.add_together(staged)
            return outcome

        QTimer.singleShot(_SHOWS_AFTER_MS, self, lambda: self._show_progress(job))
        self._context.events.when_done(
            self._context.reader.lane(Lane.LONG).submit(work),
            lambda outcome: self._done(job, outcome),
            failed=lambda error: self._failed(job, error),
        )

    def _show_progress(self, job: _Job) -> None:
        if job not in self._jobs:
            return
        count = len(job.offered)
        text = ngettext("Adding a file…", "Adding {n} files…", count).format(n=count)
        self._context.messages.show_offer(text, _("Cancel"), job.stopped.set)

    def _done(self, job: _Job, outcome: _Outcome) -> None:
        added = outcome.added
        if outcome.new is not None:
            self._unsaved.append(outcome.new)
        warnings = [*outcome.errors, *(one.warning for one in added if one.warning), ""]
        if added and job.then is not None:
            job.then(added, warnings[0])
            self._end(job)
            return
        if added:
            self._insert(job, added)
        if warnings[0]:
            job.tell(warnings[0])
        elif added:
            self._show_added(job, [one.attachment for one in added])
        else:
            self._context.messages.show_info(_("No file was added"))
        self._end(job)

    def _release_saved(self, *_news: object) -> None:
        """Let files stay that a saved text names."""
        for new in [
            one for one in self._unsaved if self._context.services.files.are_used(one.shas)
        ]:
            new.release()
            self._unsaved.remove(new)

    def _abandon(self) -> None:
        for new in self._unsaved:
            new.abandon()

    def _show_added(self, job: _Job, added: Sequence[Attachment]) -> None:
        first, count = added[0], len(added)
        text = ngettext("Added {name}", "Added {n} files", count).format(n=count, name=first.name)
        field = _there(job.field)
        if (
            count == 1
            and first.is_picture
            and field is not None
            and isinstance(field.document(), NoteDocument)
        ):
            self._context.messages.show_offer(
                text, _("Describe…"), lambda: self._describe(field, first.sha), passing=True
            )
        else:
            self._context.messages.show_info(text)

    def _failed(self, job: _Job, error: Exception) -> None:
        self._end(job)
        self._context.on_error(error)

    def _end(self, job: _Job) -> None:
        self._jobs.remove(job)
        ready = [
            entry for entry in self._waiting if not any(job.field is entry[0] for job in self._jobs)
        ]
        self._waiting = [entry for entry in self._waiting if entry not in ready]
        for _text, act in ready:
            act()

    def _insert(self, job: _Job, added: Sequence[Added]) -> None:
        field = _there(job.field)
        document = None if field is None else job.cursor.document()
        if field is not None and isinstance(document, NoteDocument) and isValid(document):
            document.begin_step()
            insert_links(job.cursor, added)
            document.begin_step()
            field.ensureCursorVisible()
        elif job.note is not None:  # the note was closed in the meantime
            text = "\n\n".join(one.markdown for one in added)
            self._context.events.when_done(
                self._context.services.notes.append(job.note, text), failed=self._context.on_error
            )


def _there(field: QPlainTextEdit | None) -> QPlainTextEdit | None:
    """Return a text field unless it is gone."""
    return field if field is not None and isValid(field) else None


def insert_links(cursor: QTextCursor, added: Sequence[Added]) -> None:
    """Put links at a cursor as one edit: pictures on lines of their own, and other files in the line."""
    cursor.beginEditBlock()
    cursor.removeSelectedText()
    for file in added:
        before = cursor.block().text()[: cursor.positionInBlock()]
        if file.attachment.is_picture:
            lead, trail = "\n\n" if before.strip() else "", "\n"
        else:
            lead, trail = " " if before and not before.endswith(_JOINED) else "", ""
        cursor.insertText(f"{lead}{file.markdown}{trail}")
    cursor.endEditBlock()


def picture_name(now: datetime, kind: str) -> str:
    """Return the name of a picture of this media type that was pasted without one."""
    return f"picture-{now.astimezone():%Y-%m-%d-%H%M%S}{ending_for(kind)}"


def _bytes_of(offered: Sequence[Offered]) -> int:
    """Return how many bytes the files on disk have together; a picture in memory counts as none."""
    total = 0
    for one in offered:
        if isinstance(one, Path):
            try:
                total += one.stat().st_size
            except OSError:
                continue  # told when it is added
    return total


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    quality = _QUICK if image.width() * image.height() > _MANY_PIXELS else -1
    if not image.save(buffer, "PNG", quality):  # type: ignore[call-overload]  # Qt's type hints want bytes
        raise UserError(_("This picture cannot be stored."))
    return bytes(buffer.data().data())
