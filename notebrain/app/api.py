"""The Python API to the notes of one vault."""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from notebrain.app.services import Services, open_services
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
from notebrain.domain.profile.blocks import rule_of
from notebrain.notes.service import Edit, Filing

if TYPE_CHECKING:
    from notebrain.app.events import IndexProgress
    from notebrain.app.jobs.index import IndexReport
    from notebrain.app.maintenance.file_care import FileCheck
    from notebrain.app.notes.files import FileRow
    from notebrain.context.service import ContextReply
    from notebrain.domain.grounding.answers import Answer
    from notebrain.domain.profile.blocks import Block, EarlierBlock
    from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchResult
    from notebrain.notes.files import Added

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
        files: "Iterable[str | os.PathLike[str]]" = (),
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
            files: Files to copy into the vault; links to them follow the text.

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
        notes, paths = self.services.notes, [Path(path) for path in files]
        acts = self.services.file_acts if paths else None
        saved = notes.capture(draft) if acts is None else acts.capture(notes.capture, draft, paths)
        return self.services.finish(saved).note

    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        mode: "Mode | str" = "hybrid",
        fusion: "Fusion | str | None" = None,
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
                before:2026-01-01, after:2025, is:pinned (or outdated, linked, review), has:pdf (or file, image),
                file:invoice; with is:conversation, `conversations` in place of hits. Notes of a time that the words
                name ("last week") come first, see `dates`. A hit with a `file` has the words in that file.
            limit: The maximum number of hits.
            mode: Which search arms to use: hybrid, keyword or meaning.
            fusion: How to combine the arms into one score: scores or rrf; None uses the setting.
            alpha: Weight of words against meaning, from 1.0 (only words) to 0.0 (only meaning); None uses the setting.
            profile: How much age counts: balanced, strict, timeless or memory; None uses the setting.
            half_life_days: Days after which recency falls to one half; None uses the profile's.
            floor: The smallest factor that age can reduce a match to; None uses the profile's.
            workspace: Search only this workspace; None searches everywhere.
            now: The moment from which ages are counted; a time without a zone is local time.
        """
        from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchRequest

        return self.services.answer(
            SearchRequest(
                query,
                limit=limit,
                mode=Mode(mode),
                fusion=None if fusion is None else Fusion(fusion),
                alpha=alpha,
                profile=None if profile is None else ProfileName(profile),
                half_life_days=half_life_days,
                floor=floor,
                workspace=workspace,
                now=None if now is None else now.astimezone(),
            )
        )

    def ask(
        self,
        question: str,
        *,
        limit: int = 8,
        workspace: str | None = None,
        tag: str | None = None,
        notes: Sequence[str] = (),
        now: datetime | None = None,
    ) -> "Answer":
        """Answer a question with sentences of the notes, word for word; nothing leaves this computer.

        If nothing answers it, `abstained` of the answer is true and `reason` says why.

        Args:
            question: English or German; it may have the operators of `search`.
            limit: How many notes to show as sources, 3 to 24.
            workspace: Answer only from this workspace; None is everywhere.
            tag: Answer only from notes with this tag or one below it.
            notes: Answer only from these notes, at most 50.
            now: The moment from which ages are counted; a time without a zone is local time.
        """
        from notebrain.ask.candidates import Scope
        from notebrain.ask.service import AskRequest

        scope = Scope(workspace, tag, tuple(self.services.library.find_all(notes)) if notes else ())
        return self.services.asking.ask(
            AskRequest(question, limit, scope, now and now.astimezone())
        )

    def context(
        self,
        question: str,
        *,
        budget: int = 4_000,
        notes: int = 8,
        workspace: str | None = None,
        with_local_only: bool = False,
        now: datetime | None = None,
        count: "Callable[[str], int] | None" = None,
    ) -> "ContextReply":
        """Return what a model should know before it answers: blocks, notes, conversations and procedures.

        `context.text` of the reply is what to tell it, `context.cut` what there was no room for; `degraded` says why
        notes may be missing. No model is asked.

        Args:
            question: What the model will be asked; it may have the operators of `search`.
            budget: The most tokens.
            notes: The most notes to tell.
            workspace: Only notes of this workspace; None is everywhere.
            with_local_only: Also tell what must stay on this computer; never hand that to a model elsewhere.
            now: The moment from which ages are counted; a time without a zone is local time.
            count: Counts the tokens of a text by the rules of your model; None uses a bound that holds for any.

        Raises:
            UserError: The blocks about the user do not fit; names the largest.
        """
        from notebrain.context.service import ContextRequest
        from notebrain.domain.context.tokens import most_tokens

        how = (now and now.astimezone(), count or most_tokens)
        request = ContextRequest(question, budget, notes, workspace, with_local_only, *how)
        return self.services.memory.context.context(request)

    def list(
        self,
        *,
        workspace: str | None = None,
        tag: str | None = None,
        category: Category | str | None = None,
        pinned: bool | None = None,
        trashed: bool = False,
        after: datetime | None = None,
        before: datetime | None = None,
        sort: SortKey | str = SortKey.UPDATED,
        limit: int | None = None,
    ) -> Sequence[NoteRow]:
        """Return the notes outside the trash, or those in it, without their text.

        The welcome notes of a new vault are left out until the user changes them.

        Args:
            after: Only notes changed at this time or later; a time without a zone is local time.
            before: Only notes changed before this time.
        """
        wanted = ListFilter(
            workspace=workspace,
            tag=tag,
            category=None if category is None else Category(category),
            pinned=pinned,
            trashed=trashed,
            after=None if after is None else after.astimezone(),
            before=None if before is None else before.astimezone(),
            own=True,
            sort=SortKey(sort),
        )
        library = self.services.library
        return library.rows(library.keys(wanted, limit=-1 if limit is None else limit))

    def show(self, note: str) -> Note:
        """Return a note with its text."""
        library = self.services.library
        return library.note(library.find(note))

    def append(self, note: str, text: str) -> bool:
        """Add a dated update at the end of a note."""
        services = self.services
        return services.finish(services.notes.append(services.library.find(note), text)).text

    def edit(self, note: str, text: str, *, base_version: int | None = None) -> bool:
        """Replace the text of a note, byte for byte; return whether it differs from the previous text.

        The previous text stays in the note's history. With `base_version`, the `version` of the note that the new text
        is based on, a text that someone else wrote in the meantime stays there too.
        """
        note_id = self.services.library.find(note)
        edit = Edit.single(text, base_version)
        return self.services.finish(self.services.notes.edit(note_id, edit)).text

    def rename(self, note: str, title: str | None) -> bool:
        """Give a note its own title; None makes the title follow the first line again."""
        services = self.services
        return services.finish(services.notes.rename(services.library.find(note), title)).text

    def file(self, notes: Iterable[str], filing: Filing) -> Sequence[NoteId]:
        """Pin, tag, move or weigh notes, all or none of them; return those that changed."""
        services = self.services
        return services.finish(services.notes.file(services.library.find_all(notes), filing)).notes

    def forget(self, *notes: str) -> Sequence[NoteId]:
        """Move notes to the trash, all or none of them; return those that were not there yet."""
        services = self.services
        return services.finish(services.notes.forget(services.library.find_all(notes))).notes

    def restore(self, *notes: str) -> Sequence[NoteId]:
        """Restore notes from the trash, all or none of them; return those that were there."""
        services = self.services
        return services.finish(services.notes.restore(services.library.find_all(notes))).notes

    def purge(self, *notes: str) -> Sequence[NoteId]:
        """Delete notes in the trash permanently, with their history, once a backup contains their current state.

        Raises:
            UserError: One of them is not in the trash; no note is deleted.
            VaultError: No backup could be made; no note is deleted.
        """
        services = self.services
        return services.finish(services.shredder.remove(services.library.find_all(notes))).notes

    def history(self, note: str) -> Sequence[Revision]:
        """Return the earlier texts of a note, oldest first; the first is version 1."""
        library = self.services.library
        return tuple(reversed(library.history(library.find(note))))

    def restore_version(self, note: str, version: int) -> bool:
        """Restore an earlier text of a note; version 1 is the first entry of `history`.

        The current text is saved in the history. Returns whether the two differ.

        Raises:
            NotFound: The history has no such version.
        """
        note_id = self.services.library.find(note)
        wanted = self.services.library.version(note_id, version)
        return self.services.finish(self.services.notes.restore_revision(note_id, wanted.id)).text

    def files(self) -> "Sequence[FileRow]":
        """Return all files in notes, last added first, with the notes that use them and whether they are whole."""
        return self.services.files.rows()

    def add_file(self, path: str | os.PathLike[str], *, alt: str | None = None) -> "Added":
        """Copy a file into the vault; the `markdown` of the answer shows it in a note.

        A file that no note uses is deleted after the days set for that.

        Args:
            alt: The text that describes it; None uses the name for a link and nothing for a picture.

        Raises:
            UserError: It cannot be read, is not a file, is too large, or there is no room for it.
        """
        return self.services.file_acts.add(Path(path), alt=alt)

    def save_file(self, file: str, to: str | os.PathLike[str]) -> Path:
        """Save a copy of a file in a folder or under a new name; return where it is.

        Args:
            file: The beginning of its `sha`, or its name.

        Raises:
            UserError: There is no such file, or the copy cannot be written; no file is ever replaced.
        """
        files = self.services.files
        return files.save(files.find(file).sha, Path(to))

    def remove_files(self, *files: str) -> None:
        """Let files that nothing uses be deleted once their days are over; `keep_files` undoes it.

        Raises:
            UserError: A note or an earlier version uses one of them; none is removed.
        """
        found = [self.services.files.find(file).sha for file in files]
        self.services.file_acts.remove(found).result()

    def keep_files(self, *files: str) -> None:
        """Keep files although nothing uses them."""
        found = [self.services.files.find(file).sha for file in files]
        self.services.file_acts.keep(found).result()

    def check_files(self) -> "FileCheck":
        """Compare all files with what was added; a damaged one comes back from the backups if they have it."""
        return self.services.file_care.check()

    def blocks(self) -> "Sequence[Block]":
        """Return what the user told NoteBrain about themselves: thirteen short texts, in the order they are shown.

        `used_text` of a block is the part within its limit.
        """
        return self.services.memory.profile.blocks()

    def write_block(self, block: str, text: str) -> bool:
        """Give a block a text, byte for byte; return whether it differs from the one before, which is kept.

        Args:
            block: Its key, e.g. `rules` or `style_guide`.

        Raises:
            UserError: There is no such block, it cannot hold the text, or only review cards add to it.
        """
        profile = self.services.memory.profile
        return self.services.finish(profile.write(rule_of(block).key, text)).profile

    def switch_blocks(
        self, *blocks: str, off: bool | None = None, local_only: bool | None = None
    ) -> bool:
        """Leave blocks out wherever blocks are used, or keep them on this computer; return whether that is new."""
        profile, keys = self.services.memory.profile, [rule_of(block).key for block in blocks]
        acts = [] if off is None else [profile.switch(keys, is_off=off)]
        acts += [] if local_only is None else [profile.keep_here(keys, local_only=local_only)]
        return any([change.profile for change in map(self.services.finish, acts)])  # noqa: C419 - all are awaited

    def block_history(self, block: str) -> "Sequence[EarlierBlock]":
        """Return the earlier texts of a block, oldest first; the first is version 1."""
        return tuple(reversed(self.services.memory.profile.history(rule_of(block).key)))

    def restore_block(self, block: str, version: int | None = None) -> bool:
        """Restore an earlier text of a block; return whether it differs from the present one, which is kept.

        Args:
            version: 1 is the first entry of `block_history`; None undoes the last change.

        Raises:
            UserError: There is no such text.
        """
        profile, key = self.services.memory.profile, rule_of(block).key
        if version is None:
            return self.services.finish(profile.undo(key)).profile
        return self.services.finish(profile.restore(key, profile.version(key, version).id)).profile

    def index(
        self,
        progress: "Callable[[IndexProgress], None]" = lambda _progress: None,
        *,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> "IndexReport":
        """Index all waiting notes for search by meaning; if another process is indexing, follow its progress.

        Args:
            progress: Called after each step, on the calling thread.
            keep_going: Called between pieces of work; once it returns False, finished work is kept.
        """
        from notebrain.app.jobs.index import run_index

        try:
            return run_index(self.services, progress, keep_going)
        finally:
            self.services.notify_window()
