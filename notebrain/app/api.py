"""The notes of one vault for a program: what the window and the command line use."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from notebrain.app.services import Services, open_services
from notebrain.domain.errors import NotFound, UserError, VaultError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import (
    DEFAULT_IMPORTANCE,
    DEFAULT_WORKSPACE,
    Category,
    ListFilter,
    Note,
    NoteId,
    NoteRow,
    Revision,
    SortKey,
)
from notebrain.notes.service import Edit, Filing
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from notebrain.app.events import IndexProgress
    from notebrain.app.jobs.index import IndexReport
    from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchRequest, SearchResult
    from notebrain.import_export.reports import ExportReport, ImportReport, Progress

__all__ = ["Brain", "Filing"]


class Brain:
    """One open vault.

    Every writing call returns once its change is safe on disk. A note is named by its id, or by a
    beginning of the id that no other note has. Any thread may call any method.
    """

    def __init__(self, services: Services) -> None:
        self.services = services

    @classmethod
    def open(cls, data_dir: str | os.PathLike[str] | None = None) -> Self:
        """Open the vault in `data_dir`; see `notebrain.open`."""
        return cls(open_services(None if data_dir is None else Path(data_dir)))

    def close(self) -> None:
        """Let go of the vault."""
        self.services.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The vault's folder."""
        return self.services.folder

    def capture(
        self,
        text: str,
        *,
        title: str | None = None,
        tags: Iterable[str] = (),
        workspace: str = DEFAULT_WORKSPACE,
        category: Category | str = Category.GENERAL,
        importance: int = DEFAULT_IMPORTANCE,
        pinned: bool = False,
        local_only: bool = False,
        at: datetime | None = None,
        source: str = "python",
    ) -> NoteId:
        """Keep a new note, its text byte for byte, and return its id.

        Args:
            text: The note, Markdown or not.
            title: A title of its own; None follows the first line of the text.
            tags: Words or paths of words, e.g. `garden/winter`.
            workspace: Where it is filed; made if there is none of the name.
            category: What kind of thing it records.
            importance: 1 to 5.
            pinned: It stays at the top of lists and does not age.
            local_only: The note never leaves this computer.
            at: When it was written, if not now; a time without a zone is local time.
            source: Where it comes from, for the user to see.

        Raises:
            UserError: The note cannot be kept as asked for; nothing was written.
        """
        draft = Draft(
            body=text,
            title=title,
            tags=tuple(tags),
            workspace=workspace,
            category=Category(category),
            importance=importance,
            pinned=pinned,
            local_only=local_only,
            source=source,
            created_at=None if at is None else at.astimezone(),
        )
        return self._done(self.services.capture.capture(draft)).note

    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        mode: "Mode | str" = "hybrid",
        fusion: "Fusion | str" = "scores",
        alpha: float | None = None,
        profile: "ProfileName | str | None" = None,
        half_life_days: float | None = None,
        floor: float | None = None,
        workspace: str | None = None,
        now: datetime | None = None,
    ) -> "SearchResult":
        """Find notes by words and by meaning, best first.

        Args:
            query: What to look for: plain words, "a phrase", -without, tag:garden, in:Work,
                before:2026-01-01, after:2025, is:pinned.
            limit: The most hits to return.
            mode: Which arms look: hybrid, keyword or meaning.
            fusion: How the arms become one match: scores or rrf.
            alpha: Weight of words against meaning, 1.0 only words to 0.0 only meaning; None takes
                the setting.
            profile: How much age counts: balanced, strict, timeless or memory; None takes the
                setting.
            half_life_days: Days after which recency is one half; None takes the profile's.
            floor: The least that age alone leaves of a match; None takes the profile's.
            workspace: Search only there; None searches everywhere.
            now: The moment ages are counted from; a time without a zone is local time.
        """
        from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchRequest

        return self.answer(
            SearchRequest(
                query,
                limit=limit,
                mode=Mode(mode),
                fusion=Fusion(fusion),
                alpha=alpha,
                profile=None if profile is None else ProfileName(profile),
                half_life_days=half_life_days,
                floor=floor,
                workspace=workspace,
                now=None if now is None else now.astimezone(),
            )
        )

    def answer(self, request: "SearchRequest") -> "SearchResult":
        """Find the notes a request asks for; a word index that is being made anew is completed first."""
        with suppress(VaultError):  # a vault that cannot be written is searched as it is
            self.services.store.complete_words()
        return self.services.recall.search(request)

    def list(
        self,
        *,
        workspace: str | None = None,
        tag: str | None = None,
        category: Category | str | None = None,
        pinned: bool | None = None,
        trashed: bool = False,
        sort: SortKey | str = SortKey.UPDATED,
        limit: int | None = None,
    ) -> Sequence[NoteRow]:
        """Return the notes outside the trash, or those in it, without their text.

        The welcome notes of a new vault are not among them until the user has changed them.
        """
        wanted = ListFilter(
            workspace=workspace,
            tag=tag,
            category=None if category is None else Category(category),
            pinned=pinned,
            trashed=trashed,
            own=True,
            sort=SortKey(sort),
        )
        library = self.services.library
        return library.rows(library.keys(wanted, limit=-1 if limit is None else limit))

    def find(self, beginning: str) -> NoteId:
        """Return the id of the one note, in the trash or not, whose id begins like this.

        Raises:
            NotFound: None or several do.
        """
        return self.services.library.find(beginning)

    def show(self, note: str) -> Note:
        """Return a note, whole."""
        return self.services.library.note(self.find(note))

    def original(self, note: str) -> bytes:
        """Return the bytes of the file that a note was imported from, where they were no valid UTF-8.

        Raises:
            UserError: It was not imported from such a file: its text is all there is.
        """
        from notebrain.storage.notes import originals

        note_id = self.find(note)
        with self.services.store.read() as db:
            data = originals.get(db, note_id)
        if data is None:
            raise UserError(
                _(
                    "This note was not imported from a file that is no valid UTF-8: its text is all there is."
                )
            )
        return data

    def append(self, note: str, text: str) -> bool:
        """Add a dated update at the end of a note."""
        return self._done(self.services.capture.append(self.find(note), text)).text

    def edit(self, note: str, text: str, *, base_version: int | None = None) -> bool:
        """Give a note a new text, byte for byte; tell whether it differs from what was there.

        The prior text stays in the note's history. With `base_version`, the `version` of the note
        that the text was made from, so does a text that somebody else wrote since then.
        """
        note_id = self.find(note)
        # every call is a sitting of its own, so that the text before it is always kept
        session = f"once-{os.urandom(8).hex()}"
        edit = Edit(text, session=session, base_version=base_version, resting=True)
        return self._done(self.services.capture.edit(note_id, edit)).text

    def rename(self, note: str, title: str | None) -> bool:
        """Give a note a title of its own; None makes it follow the first line again."""
        return self._done(self.services.capture.rename(self.find(note), title)).text

    def file(self, notes: Iterable[str], filing: Filing) -> Sequence[NoteId]:
        """Pin, tag, move or weigh notes, all or none of them; return those that changed."""
        return self._done(self.services.capture.file(self._ids(notes), filing)).notes

    def pin(self, *notes: str) -> None:
        """Pin notes: they stay at the top and do not age."""
        self.file(notes, Filing(pinned=True))

    def unpin(self, *notes: str) -> None:
        """Take the pin off notes."""
        self.file(notes, Filing(pinned=False))

    def tag(self, *notes: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Put tags on notes and take tags off."""
        self.file(notes, Filing(add_tags=tuple(add), remove_tags=tuple(remove)))

    def move(self, *notes: str, workspace: str) -> None:
        """Move notes to a workspace, which is made if there is none of the name."""
        self.file(notes, Filing(workspace=workspace))

    def forget(self, *notes: str) -> Sequence[NoteId]:
        """Put notes into the trash, all or none of them; return those that were not there yet."""
        return self._done(self.services.capture.forget(self._ids(notes))).notes

    def restore(self, *notes: str) -> Sequence[NoteId]:
        """Bring notes back from the trash, all or none of them; return those that were there."""
        return self._done(self.services.capture.restore(self._ids(notes))).notes

    def purge(self, *notes: str) -> Sequence[NoteId]:
        """Remove notes of the trash for good, with their history, once a backup has them as they are.

        Raises:
            UserError: One of them is not in the trash; then none is removed.
            VaultError: No backup could be made; then none is removed.
        """
        return self._done(self.services.shredder.remove(self._ids(notes))).notes

    def history(self, note: str) -> Sequence[Revision]:
        """Return the earlier texts of a note, oldest first: version 1 is the first of them."""
        return tuple(reversed(self.services.library.history(self.find(note))))

    def version(self, note: str, version: int) -> Revision:
        """Return an earlier text of a note: 1 is the first entry of `history`.

        Raises:
            NotFound: The history has no such version.
        """
        earlier = self.history(note)
        if not 1 <= version <= len(earlier):
            raise NotFound(_("The note has no version {number}.").format(number=version))
        return earlier[version - 1]

    def restore_version(self, note: str, version: int) -> bool:
        """Bring back an earlier text of a note: 1 is the first entry of `history`.

        The present text is kept in the history. Tells whether the two differ.

        Raises:
            NotFound: The history has no such version.
        """
        note_id = self.find(note)
        wanted = self.version(note_id, version)
        return self._done(self.services.capture.restore_revision(note_id, wanted.id)).text

    def import_notes(
        self,
        path: str | os.PathLike[str],
        *,
        workspace: str | None = None,
        folders_as_tags: bool = False,
        text_tags: bool = False,
        progress: "Callable[[Progress], None]" = lambda _progress: None,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> "ImportReport":
        """Take over a Markdown file or folder; doing so again takes only what is new or changed.

        Args:
            path: The file or folder; it is only read.
            workspace: Where new notes go; None takes what the file says, else the default.
            folders_as_tags: Give each note the tag of its folders, `food/oven`.
            text_tags: Give each note the `#tags` in its text.
            progress: Called after each batch, on this thread.
            keep_going: Asked between files; once it says no, this returns and what is in stays in.

        Raises:
            UserError: There is nothing at `path`, or the vault cannot be written.
        """
        from notebrain.domain.notes.tags import TagsFrom

        tags_from = TagsFrom.FOLDERS if folders_as_tags else TagsFrom.NOTHING
        tags_from |= TagsFrom.TEXT if text_tags else TagsFrom.NOTHING
        try:
            return self.services.importer.run(
                Path(path),
                workspace=workspace,
                tags_from=tags_from,
                progress=progress,
                cancelled=lambda: not keep_going(),
            )
        finally:
            self.services.tell_window()

    def export_notes(
        self,
        path: str | os.PathLike[str],
        *,
        workspace: str | None = None,
        progress: "Callable[[Progress], None]" = lambda _progress: None,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> "ExportReport":
        """Write every note outside the trash to a folder, as Markdown with front matter.

        Args:
            path: The folder, made if missing; files of others in it are left alone.
            workspace: Only notes of this one; None takes all.
            progress: Called every now and then, on this thread.
            keep_going: Asked between notes; once it says no, this returns.

        Raises:
            UserError: The folder cannot be made or written.
        """
        return self.services.exporter.run(
            Path(path), workspace=workspace, progress=progress, cancelled=lambda: not keep_going()
        )

    def index(
        self,
        progress: "Callable[[IndexProgress], None]" = lambda _progress: None,
        *,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> "IndexReport":
        """Make everything that waits findable by meaning; while another process does, follow that.

        Args:
            progress: Called after each step, on this thread.
            keep_going: Asked between pieces of work; once it says no, this returns and what
                is done stays done.
        """
        from notebrain.app.jobs.index import run_index

        try:
            return run_index(self.services, progress, keep_going)
        finally:
            self.services.tell_window()

    def _ids(self, notes: Iterable[str]) -> Sequence[NoteId]:
        return [self.find(note) for note in notes]

    def _done(self, write: Future[Changes]) -> Changes:
        """Wait until a write is durable, then tell an open window."""
        changes = outcome(write)
        if changes.notes:
            self.services.tell_window()
        return changes
