"""The Python API to the notes of one vault, which the window and the command line use too."""

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

    Every method that writes returns once its change is safe on disk. A note is named by its id, or by a prefix of the
    id that no other note shares. All methods are thread-safe.
    """

    def __init__(self, services: Services) -> None:
        self.services = services

    @classmethod
    def open(cls, data_dir: str | os.PathLike[str] | None = None) -> Self:
        """Open the vault in `data_dir`; see `notebrain.open`."""
        return cls(open_services(None if data_dir is None else Path(data_dir)))

    def close(self) -> None:
        """Close the vault."""
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
        """Save a new note, its text byte for byte, and return its id.

        Args:
            text: The note, Markdown or not.
            title: The note's own title; None uses the first line of the text.
            tags: Words or paths of words, such as `garden/winter`.
            workspace: Where to file the note; created if it does not exist.
            category: What kind of information the note records.
            importance: 1 to 5.
            pinned: Keep the note at the top of lists and exempt it from aging.
            local_only: Never let the note leave this computer.
            at: When the note was written, if not now; a time without a zone is local time.
            source: Where the note comes from, for the user to see.

        Raises:
            UserError: The note cannot be saved as requested; nothing was written.
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
        """Find notes by words and by meaning, best match first.

        Args:
            query: What to look for: plain words, "a phrase", -without, tag:garden, in:Work,
                before:2026-01-01, after:2025, is:pinned.
            limit: The maximum number of hits.
            mode: Which search arms to use: hybrid, keyword or meaning.
            fusion: How to combine the arms into one score: scores or rrf.
            alpha: Weight of words against meaning, from 1.0 (only words) to 0.0 (only meaning); None uses the setting.
            profile: How much age counts: balanced, strict, timeless or memory; None uses the setting.
            half_life_days: Days after which recency falls to one half; None uses the profile's.
            floor: The smallest factor that age can reduce a match to; None uses the profile's.
            workspace: Search only this workspace; None searches everywhere.
            now: The moment from which ages are counted; a time without a zone is local time.
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
        """Return the notes that match a request; if the word index is being rebuilt, complete it first."""
        with suppress(VaultError):  # a vault that cannot be written is searched as is
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

        The welcome notes of a new vault are left out until the user changes them.
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
        """Return the id of the one note, in the trash or not, whose id starts with `beginning`.

        Raises:
            NotFound: No note matches, or several do.
        """
        return self.services.library.find(beginning)

    def show(self, note: str) -> Note:
        """Return a note with its text."""
        return self.services.library.note(self.find(note))

    def original(self, note: str) -> bytes:
        """Return the bytes of the file that a note was imported from, if they were not valid UTF-8.

        Raises:
            UserError: The note was not imported from such a file, so its text is all there is.
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
        """Replace the text of a note, byte for byte; return whether it differs from the previous text.

        The previous text stays in the note's history. With `base_version`, the `version` of the note that the new text
        is based on, a text that someone else wrote in the meantime stays there too.
        """
        note_id = self.find(note)
        # each call counts as its own editing session, so the previous text is always saved
        session = f"once-{os.urandom(8).hex()}"
        edit = Edit(text, session=session, base_version=base_version, resting=True)
        return self._done(self.services.capture.edit(note_id, edit)).text

    def rename(self, note: str, title: str | None) -> bool:
        """Give a note its own title; None makes the title follow the first line again."""
        return self._done(self.services.capture.rename(self.find(note), title)).text

    def file(self, notes: Iterable[str], filing: Filing) -> Sequence[NoteId]:
        """Pin, tag, move or weigh notes, all or none of them; return those that changed."""
        return self._done(self.services.capture.file(self._ids(notes), filing)).notes

    def pin(self, *notes: str) -> None:
        """Pin notes, so that they stay at the top and do not age."""
        self.file(notes, Filing(pinned=True))

    def unpin(self, *notes: str) -> None:
        """Unpin notes."""
        self.file(notes, Filing(pinned=False))

    def tag(self, *notes: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add tags to notes and remove tags from them."""
        self.file(notes, Filing(add_tags=tuple(add), remove_tags=tuple(remove)))

    def move(self, *notes: str, workspace: str) -> None:
        """Move notes to a workspace, which is created if it does not exist."""
        self.file(notes, Filing(workspace=workspace))

    def forget(self, *notes: str) -> Sequence[NoteId]:
        """Move notes to the trash, all or none of them; return those that were not there yet."""
        return self._done(self.services.capture.forget(self._ids(notes))).notes

    def restore(self, *notes: str) -> Sequence[NoteId]:
        """Restore notes from the trash, all or none of them; return those that were there."""
        return self._done(self.services.capture.restore(self._ids(notes))).notes

    def purge(self, *notes: str) -> Sequence[NoteId]:
        """Delete notes in the trash permanently, with their history, once a backup contains their current state.

        Raises:
            UserError: One of them is not in the trash; no note is deleted.
            VaultError: No backup could be made; no note is deleted.
        """
        return self._done(self.services.shredder.remove(self._ids(notes))).notes

    def history(self, note: str) -> Sequence[Revision]:
        """Return the earlier texts of a note, oldest first; the first is version 1."""
        return tuple(reversed(self.services.library.history(self.find(note))))

    def version(self, note: str, version: int) -> Revision:
        """Return an earlier text of a note; version 1 is the first entry of `history`.

        Raises:
            NotFound: The history has no such version.
        """
        earlier = self.history(note)
        if not 1 <= version <= len(earlier):
            raise NotFound(_("The note has no version {number}.").format(number=version))
        return earlier[version - 1]

    def restore_version(self, note: str, version: int) -> bool:
        """Restore an earlier text of a note; version 1 is the first entry of `history`.

        The current text is saved in the history. Returns whether the two differ.

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
        """Import a Markdown file or folder; importing it again adds only what is new or changed.

        Args:
            path: The file or folder, which is only read.
            workspace: Where to put new notes; None uses what the file says, or else the default.
            folders_as_tags: Tag each note with its folders, as in `food/oven`.
            text_tags: Tag each note with the `#tags` in its text.
            progress: Called after each batch, on the calling thread.
            keep_going: Called between files; once it returns False, the import stops and keeps what is already
                imported.

        Raises:
            UserError: Nothing exists at `path`, or the vault cannot be written.
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
        """Export every note outside the trash to a folder, as Markdown with front matter.

        Args:
            path: The folder, created if missing; unrelated files in it are left alone.
            workspace: Export only the notes of this workspace; None exports all.
            progress: Called from time to time, on the calling thread.
            keep_going: Called between notes; once it returns False, the export stops.

        Raises:
            UserError: The folder cannot be created or written.
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
        """Index all waiting notes for search by meaning; if another process is indexing, follow its progress.

        Args:
            progress: Called after each step, on the calling thread.
            keep_going: Called between pieces of work; once it returns False, the call returns and finished work is
                kept.
        """
        from notebrain.app.jobs.index import run_index

        try:
            return run_index(self.services, progress, keep_going)
        finally:
            self.services.tell_window()

    def _ids(self, notes: Iterable[str]) -> Sequence[NoteId]:
        return [self.find(note) for note in notes]

    def _done(self, write: Future[Changes]) -> Changes:
        """Wait until a write is durable, then notify an open window."""
        changes = outcome(write)
        if changes.notes:
            self.services.tell_window()
        return changes
