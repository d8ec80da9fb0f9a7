"""Where the files of notes are while notes are shown, and fetching those that are to be shown."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.app.events import SyncProgress, SyncState
from notebrain.app.settings.table import FETCH_FILES
from notebrain.app.sync.file_texts import progress_text, status_text
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.file_transfer import (
    FetchFiles,
    FilePlace,
    FileStanding,
    FileStatus,
    FileWait,
    MovingFile,
)
from notebrain.gui.core.context import Context

_SOON_MS = 100
_ON_REQUEST = (FileWait.PAUSED, FileWait.METERED)


class FileStates(QObject):
    """Keeps what the account makes of files, as far as it was asked, and which file is on its way."""

    changed = Signal()
    """What is said of a file may be different now."""
    settled = Signal()
    """The account made something else of files: one has arrived, or waits for another reason."""

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known: dict[Sha, FileStatus] = {}
        self._seen: tuple[SyncState, FileStanding] | None = None
        self._wanted: set[Sha] = set()
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self._fetch_wanted)
        self.moving: MovingFile | None = None
        """The file that is on its way."""
        events = context.events
        events.sync_progress.connect(self._on_progress)
        for news in (events.notes_changed, events.changed_elsewhere, events.settings_changed):
            news.connect(self._on_news)
        context.navigator.note_shown.connect(self._on_note)

    def status(self, sha: Sha) -> FileStatus:
        """Return where a file is; quick, so that it can be asked while a note is painted."""
        if sha not in self._known:
            self._known[sha] = self._context.services.files.status(sha)
        return self._known[sha]

    def moving_of(self, sha: Sha) -> MovingFile | None:
        """Return how far a file is, if it is the one on its way."""
        return self.moving if self.moving is not None and self.moving.sha == sha else None

    def text(self, sha: Sha) -> str:
        """Return where a file is, or how far it has come."""
        moving = self.moving_of(sha)
        return status_text(self.status(sha)) if moving is None else progress_text(moving)

    def absence(self, sha: Sha) -> str:
        """Return where a file is that is not on this computer, or how far it has come; nothing if it is here."""
        here = self.status(sha).place in (FilePlace.HERE, FilePlace.BOTH, FilePlace.TO_SEND)
        return "" if here else self.text(sha)

    def can_be_fetched(self, sha: Sha) -> bool:
        """Return whether the user can have a file fetched now."""
        return self.moving_of(sha) is None and self.status(sha).can_be_fetched

    def fetch(self, shas: Sequence[Sha]) -> None:
        """Fetch files now, whatever their size, also on a metered connection or while files are paused."""
        syncing = self._context.services.cloud.syncing
        if syncing is not None and any(self.status(sha).why in _ON_REQUEST for sha in shas):
            syncing.resume_files()
        self._context.events.when_done(
            self._context.services.cloud.fetch_files(shas),
            lambda _done: self._forget(),
            failed=self._context.on_error,
        )

    def tell(self, sha: Sha, name: str) -> None:
        """Fetch a file that the user wants to open and that is not here, or say why it does not come."""
        messages = self._context.messages
        if self.moving_of(sha) is None and self.status(sha).can_be_fetched:
            self.fetch([sha])
            messages.show_info(_("Fetching {name}…").format(name=name))
        else:
            messages.show_warning(f"{name}: {self.text(sha)}")

    def show(self, sha: Sha) -> None:
        """Let a file come whose place is shown, if the user wants files to come when they are shown."""
        if self.status(sha).place is FilePlace.LEFT_THERE and self._comes_when_shown:
            self._wanted.add(sha)
            self._soon.start()

    @property
    def _comes_when_shown(self) -> bool:
        return self._context.services.settings.get(FETCH_FILES) == FetchFiles.SHOWN.value

    def _fetch_wanted(self) -> None:
        shas, self._wanted = sorted(self._wanted), set()
        self.fetch(shas)

    def _on_note(self, *_news: object) -> None:
        """Let the files of a note come that is opened; not all of them have a place in its text."""
        note = self._context.navigator.note
        if note is not None and self._comes_when_shown:
            files, note_id = self._context.services.files, note.id
            self._context.reader.read(
                "absent files", lambda: files.absent_in(note_id), self._on_absent
            )

    def _on_absent(self, shas: Sequence[Sha]) -> None:
        for sha in shas:
            self.show(sha)

    def _on_progress(self, progress: SyncProgress) -> None:
        seen = progress.state, progress.files
        moved, self.moving = self.moving, progress.moving
        if seen != self._seen or (moved is None) is not (self.moving is None):
            self._seen = seen
            self._forget()
            self.settled.emit()
        elif self.moving is not None:
            self.changed.emit()

    def _on_news(self, *_news: object) -> None:
        """Have everyone ask again who asked; each save of a note comes here."""
        if self._known:
            self._forget()

    def _forget(self) -> None:
        self._known.clear()
        self.changed.emit()
