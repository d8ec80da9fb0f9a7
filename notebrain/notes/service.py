"""Create, edit and file notes; each act is one transaction and returns what it changed.

Modules that only some acts need are imported by those acts, so that capturing a note is fast even from a cold start.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import (
    Draft,
    checked_importance,
    clean_workspace,
    keepable,
    new_note,
)
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.domain.notes.tags import Tagged, clean_tag, fold_tag, with_words_in
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, tags, text_tags
from notebrain.storage.review.filing import file_note
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.notes.checkboxes import Checkbox
    from notebrain.domain.ports import Clock, Ids
    from notebrain.domain.procedures.procedures import ProcedureId
    from notebrain.domain.profile.blocks import BlockKey
    from notebrain.notes.copies import NoteCopies
    from notebrain.notes.files import NewFile
    from notebrain.notes.imported import ImportedNotes
    from notebrain.notes.restore import TextRestore
    from notebrain.storage.notes.rewrite import Rewrite


@dataclass(frozen=True, slots=True)
class Edit:
    """A new body for a note.

    Attributes:
        session: The session in which the user edits: one name from opening the note to leaving it.
        base_version: The version the user saw; if the note has changed since, the other text is saved in its history.
        resting: Whether the user has left the note, so that it can be indexed at once.
        open_tag: The tag in the text that the user is still typing; the note is not filed under it yet.
    """

    body: str
    session: str
    base_version: int | None = None
    resting: bool = False
    open_tag: str = ""

    @classmethod
    def single(cls, body: str, base_version: int | None = None) -> Self:
        """Return an edit that is a session of its own, so that the previous text is always saved."""
        return cls(body, f"once-{os.urandom(8).hex()}", base_version, resting=True)


@dataclass(frozen=True, slots=True)
class Filing:
    """How notes are to be filed; None leaves a field unchanged.

    Attributes:
        add_tags, remove_tags: Tags to add and remove; `tags` replaces all of them.
        from_text: Whether the tags that are added and are in the text came from there, so that they go with it.
    """

    workspace: str | None = None
    category: Category | None = None
    importance: int | None = None
    pinned: bool | None = None
    local_only: bool | None = None
    tags: tuple[str, ...] | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    from_text: bool = False


NoteAct = Callable[[Connection], Changes]


class CaptureService:
    """All acts that change notes; nothing here waits for anything but the writer.

    Args:
        around: Adds to each of `capture`, `edit`, `append`, `rename`, `forget` and `restore` what has to happen in the
            same transaction.
    """

    def __init__(
        self,
        store: Store,
        clock: "Clock",
        ids: "Ids",
        around: Callable[[NoteAct], NoteAct] = lambda act: act,
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._around = around

    def capture(self, draft: Draft, files: "Sequence[NewFile]" = ()) -> Future[Changes]:
        """Save a new note, filed under the tags in its text. No check delays it; `changes.note` is its id.

        Args:
            files: Copied files that the text uses; they get into the vault together with the note.

        Raises:
            UserError: The draft is not a valid note (see `new_note`); raised at once, with nothing queued.
        """
        now = self._clock.now()
        note = new_note(draft, self._ids.new(draft.created_at or now), now=now)

        def act(db: Connection) -> Changes:
            notes.add(db, text_tags.filed(db, note), lane=queue.Lane.EDIT, now=now)
            return touched(Act.CAPTURE, [note.id], text=True)

        if not files:
            return self._store.write(self._around(act))
        from notebrain.notes.files import NewFiles

        new = NewFiles(files)

        def act_with_files(db: Connection) -> Changes:
            new.keep(db)
            return act(db)

        future = self._store.write(self._around(act_with_files))
        future.add_done_callback(new.on_done)
        return future

    def edit(self, note_id: NoteId, edit: Edit) -> Future[Changes]:
        """Give a note a new body; its title follows the first line unless it was set.

        Raises:
            BadText: The body cannot be stored byte for byte.
        """
        from notebrain.storage.notes.rewrite import Rewrite

        keepable(edit.body)
        return self._rewrite(
            Act.EDIT,
            note_id,
            lambda note: Rewrite(
                title=note.title if note.title_is_set else title_of(edit.body),
                title_is_set=note.title_is_set,
                body=edit.body,
                reason="edit",
                session=edit.session,
                base_version=edit.base_version,
                resting=edit.resting,
                at=self._clock.now(),
            ),
            open_tag=edit.open_tag,
        )

    def file_typed(self, note_id: NoteId) -> Future[Changes]:
        """File a note under the tag that was still being typed when its text was saved."""

        def act(db: Connection) -> Changes:
            body = notes.get(db, note_id).body
            tagged = text_tags.follow(db, notes.key_of(db, note_id), body, body)
            return touched(Act.FILE, [note_id] if tagged else (), filing=tagged)

        return self._store.write(act)

    def append(self, note_id: NoteId, text: str) -> Future[Changes]:
        """Add an update with the local time at the end of a note; the existing text stays byte for byte.

        Raises:
            UserError: There is nothing to add.
        """
        from notebrain.domain.notes.updates import append_update

        keepable(text)
        if not text.strip():
            raise UserError(_("There is nothing to append."))
        now = self._clock.now().astimezone()

        def new(note: Note) -> "Rewrite":
            body = append_update(note.body, text, at=now)
            title = note.title if note.title_is_set else title_of(body)
            return self._save_change(note, title=title, body=body, reason="append")

        return self._rewrite(Act.APPEND, note_id, new)

    def tick(self, note_id: NoteId, box: "Checkbox", *, ticked: bool) -> Future[Changes]:
        """Tick or untick a check box of a note; every other character stays byte for byte.

        Raises:
            UserError: (through the future) The box is no longer in the note.
        """
        from notebrain.domain.notes.checkboxes import with_mark

        def new(note: Note) -> "Rewrite":
            body = with_mark(note.body, box, ticked=ticked)
            if body is None:
                raise UserError(_("The note has changed in the meantime; the check box is gone."))
            title = note.title if note.title_is_set else title_of(body)
            return self._save_change(note, title=title, body=body, reason="edit")

        return self._rewrite(Act.TICK, note_id, new)

    def rename(self, note_id: NoteId, title: str | None) -> Future[Changes]:
        """Give a note its own title; None or an empty title makes it follow the first line again."""
        wanted = keepable(title or "").strip()

        def new(note: Note) -> "Rewrite":
            return self._save_change(
                note,
                title=wanted or title_of(note.body),
                title_is_set=bool(wanted),
                body=note.body,
                reason="rename",
            )

        return self._rewrite(Act.RENAME, note_id, new)

    def restore_revision(self, note_id: NoteId, revision_id: int) -> Future[Changes]:
        """Restore an earlier text of a note; the present one is saved in its history."""
        return self.text_restore(note_id, revision_id).do()

    def text_restore(self, note_id: NoteId, revision_id: int) -> "TextRestore":
        """Return the act of restoring an earlier text, which can be undone exactly."""
        from notebrain.notes.restore import TextRestore

        return TextRestore(self._store, self._clock, note_id, revision_id)

    def passage_restore(
        self, note_id: NoteId, revision_id: int, *, seen: str, body: str
    ) -> "TextRestore":
        """Return the act of restoring a passage of an earlier text, see `PassageRestore`."""
        from notebrain.notes.restore import PassageRestore

        return PassageRestore(self._store, self._clock, note_id, revision_id, seen=seen, body=body)

    def imported(
        self,
        new: Sequence[NoteId],
        former: Sequence[tuple[NoteId, int]],
        blocks: "Sequence[BlockKey]" = (),
        procedures: "Sequence[ProcedureId]" = (),
    ) -> "ImportedNotes":
        """Return what an import brought, which can be undone, see `ImportedNotes`."""
        from notebrain.notes.imported import ImportedNotes

        return ImportedNotes(self._store, self._clock, new, former, blocks, procedures)

    def copies(self, note_ids: Sequence[NoteId]) -> "NoteCopies":
        """Return the act of duplicating these notes, which can be undone."""
        from notebrain.notes.copies import NoteCopies

        return NoteCopies(self._store, self._clock, self._ids, note_ids)

    def file(self, note_ids: Iterable[NoteId], filing: Filing) -> Future[Changes]:
        """Pin, tag, move or weight notes; their text and date of change stay as they are.

        Raises:
            UserError: The importance is not 1 to 5, the workspace has no name, or a tag is invalid.
        """
        wanted = tuple(dict.fromkeys(note_ids))
        columns = _columns(filing)
        for name in (*(filing.tags or ()), *filing.add_tags, *filing.remove_tags):
            keepable(name)

        def act(db: Connection) -> Changes:
            if filing.workspace is not None:
                notes.ensure(db, clean_workspace(filing.workspace), at=self._clock.now())
            changed = [note_id for note_id in wanted if _file(db, note_id, columns, filing)]
            return touched(Act.FILE, changed, filing=bool(changed))

        return self._store.write(act)

    def forget(self, note_ids: Iterable[NoteId]) -> Future[Changes]:
        """Move notes to the trash, from which `restore` brings them back."""
        now = self._clock.now()
        return self._each(
            Act.FORGET, note_ids, lambda db, note_id: notes.trash(db, note_id, at=now)
        )

    def restore(self, note_ids: Iterable[NoteId]) -> Future[Changes]:
        """Restore notes from the trash to where they were."""
        return self._each(
            Act.RESTORE, note_ids, lambda db, note_id: notes.trash(db, note_id, at=None)
        )

    def drop_blank(self, note_id: NoteId) -> Future[Changes]:
        """Remove a note that never had any text; other notes stay."""

        def act(db: Connection) -> Changes:
            gone = [note_id] if notes.is_blank(db, note_id) else []
            notes.remove(db, gone)
            return touched(Act.PURGE, gone, text=True)

        return self._store.write(act)

    def opened(self, note_id: NoteId) -> Future[Changes]:
        """Count that the user opened a note."""

        def act(db: Connection) -> Changes:
            notes.count_access(db, note_id, at=self._clock.now())
            return touched(Act.OPEN, [note_id], filing=False)

        return self._store.write(act)

    def left(self, note_id: NoteId) -> Future[Changes]:
        """Let a note that the user has left be indexed at once; writes nothing if the note is not queued."""

        def act(db: Connection) -> Changes:
            queue.hasten(db, notes.key_of(db, note_id), at=self._clock.now())
            return touched(Act.OPEN, [note_id], filing=False)

        return self._store.write(act)

    def repeats(self, text: str) -> Sequence[NoteId]:
        """Return the notes whose text is exactly `text`, newest first."""
        with self._store.read() as db:
            return notes.repeats(db, text)

    def _save_change(
        self, note: Note, *, title: str, body: str, reason: str, title_is_set: bool | None = None
    ) -> "Rewrite":
        from notebrain.storage.notes.rewrite import Rewrite

        return Rewrite(
            title=title,
            title_is_set=note.title_is_set if title_is_set is None else title_is_set,
            body=body,
            reason=reason,
            session=reason,
            always_keep=True,
            at=self._clock.now(),
        )

    def _rewrite(
        self,
        act_name: Act,
        note_id: NoteId,
        new: "Callable[[Note], Rewrite]",
        *,
        open_tag: str = "",
    ) -> Future[Changes]:
        from notebrain.storage.notes.rewrite import rewrite

        def act(db: Connection) -> Changes:
            note, key = notes.get(db, note_id), notes.key_of(db, note_id)
            wanted = new(note)
            changed = rewrite(db, note_id, key, wanted)
            tagged = text_tags.follow(db, key, note.body, wanted.body, open_tag=open_tag)
            return touched(act_name, [note_id], text=changed, filing=changed or tagged, tags=tagged)

        return self._store.write(self._around(act))

    def _each(
        self, act_name: Act, note_ids: Iterable[NoteId], do: Callable[[Connection, NoteId], bool]
    ) -> Future[Changes]:
        wanted = tuple(note_ids)

        def act(db: Connection) -> Changes:
            return touched(act_name, [note_id for note_id in wanted if do(db, note_id)])

        return self._store.write(self._around(act))


def _columns(filing: Filing) -> dict[str, str | int]:
    columns: dict[str, str | int] = {}
    if filing.workspace is not None:
        columns["workspace"] = clean_workspace(filing.workspace)
    if filing.category is not None:
        columns["category"] = filing.category
    if filing.importance is not None:
        columns["importance"] = checked_importance(filing.importance)
    if filing.pinned is not None:
        columns["pinned"] = filing.pinned
    if filing.local_only is not None:
        columns["local_only"] = filing.local_only
    return columns


def _file(db: Connection, note_id: NoteId, columns: dict[str, str | int], filing: Filing) -> bool:
    key = notes.key_of(db, note_id)
    changed = [file_note(db, note_id, column, value) for column, value in columns.items()]
    if filing.tags is not None or filing.add_tags or filing.remove_tags:
        present = tags.of(db, key) if filing.tags is None else filing.tags
        gone = {fold_tag(clean_tag(name)) for name in filing.remove_tags}
        wanted = [
            name for name in (*present, *filing.add_tags) if fold_tag(clean_tag(name)) not in gone
        ]
        came = _from_text(db, note_id, wanted) if filing.from_text else None
        changed.append(tags.put(db, key, wanted, came))
    return any(changed)


def _from_text(db: Connection, note_id: NoteId, wanted: Sequence[str]) -> Sequence[str]:
    """Return the tags that came from the text of a note: as before, and new ones that are in its text."""
    note = notes.get(db, note_id)
    worn = {fold_tag(tag) for tag in note.tags}
    new = tuple(name for name in wanted if fold_tag(clean_tag(name)) not in worn)
    return (*note.text_tags, *with_words_in(Tagged(new, new), note.body).tags)
