"""Writes of other programs: each at a version, counted, listed, and to be undone."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.domain.errors import NotFound, Unavailable, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.programs.program import (
    LimitReached,
    Limits,
    ProgramVerb,
    Scope,
    StaleVersion,
    check_writable,
)
from notebrain.notes.restore import put_back
from notebrain.notes.service import CaptureService, Edit, NoteAct
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions
from notebrain.storage.programs import acts, programs
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Clock, Ids
    from notebrain.domain.programs.program import KnownProgram, ProgramAct, ProgramUse
    from notebrain.notes.files import NewFile


LONGEST_WAIT_S = 15.0
"""How long another program waits for its write; most of them give up after 30 to 60 seconds and try it once more."""


@dataclass(slots=True)
class ProgramWrite:
    """A write that was started.

    Attributes:
        number: The number of the act once it is done; None if nothing changed.
        note_id: The note that was written.
        version: The version of the note after it.
    """

    future: Future[Changes]
    number: int | None = None
    note_id: NoteId | None = None
    version: int = 0
    _turn: Future[None] = field(default_factory=Future[None], repr=False)

    def begin(self) -> None:
        """Begin with what is written, in its transaction.

        Raises:
            Unavailable: Nobody waits for it any more.
        """
        if not self._turn.running() and not self._turn.set_running_or_notify_cancel():
            raise Unavailable(_("The notes were locked by another program; nothing was written."))

    def wait(self) -> None:
        """Wait until it is done or has failed; if its turn does not come, give it up.

        Raises:
            Unavailable: It was given up, so nothing is written.
        """
        done, _not_done = wait([self.future], LONGEST_WAIT_S)
        if not done and self._turn.cancel():
            text = _(
                "The notes are locked by another program; nothing was written. Try again later."
            )
            raise Unavailable(text)
        wait([self.future])


@dataclass(frozen=True, slots=True)
class NoteAt:
    """A note and the version at which a program read it."""

    note_id: NoteId
    version: int


class ProgramWrites:
    """What other programs write into one vault, and what the user takes back of it.

    The futures fail with `LimitReached`, `StaleVersion`, `NotAllowed` or `NotFound`, and then nothing was written. A
    note that stays on this computer, or outside of the program's scope, is not found.
    """

    def __init__(self, store: Store, clock: "Clock", ids: "Ids") -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def capture(self, program: str, draft: Draft, limits: Limits) -> ProgramWrite:
        """Save a new note.

        Raises:
            UserError: The draft is not a valid note.
        """
        return self._start(
            program, ProgramVerb.CAPTURE, None, limits, lambda service: service.capture(draft)
        )

    def clip(
        self,
        program: str,
        draft: Draft,
        files: "Sequence[NewFile]",
        limits: Limits,
        *,
        replaces: NoteAt | None = None,
    ) -> ProgramWrite:
        """Save a web page, or give the note of one its present text; see `ClipService.clip`."""
        from notebrain.notes.clips import ClipService

        verb = ProgramVerb.CAPTURE if replaces is None else ProgramVerb.UPDATE

        def write(around: Callable[[NoteAct], NoteAct]) -> Future[Changes]:
            service = ClipService(self._store, self._clock, self._ids, around)
            return service.clip(draft, files, replaces=replaces is not None)

        return self._start_around(program, verb, replaces, limits, write)

    def append(self, program: str, at: NoteAt, text: str, limits: Limits) -> ProgramWrite:
        """Add a dated update at the end of a note.

        Raises:
            UserError: There is nothing to add.
        """

        def write(service: CaptureService) -> Future[Changes]:
            return service.append(at.note_id, text)

        return self._start(program, ProgramVerb.APPEND, at, limits, write)

    def update(
        self, program: str, at: NoteAt, new: Callable[[str], str], limits: Limits
    ) -> ProgramWrite:
        """Give a note another text.

        Args:
            new: Returns the new text for the present one; may raise `UserError`.

        Raises:
            UserError: As the futures fail; raised at once, with nothing queued.
        """
        with self._store.read() as db:
            body = new(self._checked(db, program, at, ProgramVerb.UPDATE).body)

        def write(service: CaptureService) -> Future[Changes]:
            return service.edit(at.note_id, Edit.single(body))

        return self._start(program, ProgramVerb.UPDATE, at, limits, write, body)

    def forget(self, program: str, at: NoteAt, limits: Limits) -> ProgramWrite:
        """Move a note to the trash."""
        return self._start(
            program, ProgramVerb.FORGET, at, limits, lambda service: service.forget([at.note_id])
        )

    def restore(self, program: str, at: NoteAt, limits: Limits) -> ProgramWrite:
        """Restore a note from the trash."""
        return self._start(
            program, ProgramVerb.RESTORE, at, limits, lambda service: service.restore([at.note_id])
        )

    def acts(
        self, *, program: str | None = None, since: datetime | None = None, limit: int = -1
    ) -> "Sequence[ProgramAct]":
        """Return what other programs did, the newest first."""
        with self._store.read() as db:
            return acts.newest(db, program=program, since=since, limit=limit)

    def undo(self, number: int) -> Future[Changes]:
        """Take one act back; the text that is replaced stays in the history.

        The future fails with `NotFound` if there is no such act, with `UserError` if the note was changed since.
        """
        return self._store.write(lambda db: self._undone(db, number))

    def undo_all(self, program: str, since: datetime | None) -> tuple[Sequence["ProgramAct"], int]:
        """Take back everything a program did since a time or ever, newest first; waits for it.

        Returns:
            The acts that could not be taken back because their notes were changed since, and how many were.
        """
        kept: list[ProgramAct] = []
        done = 0
        for act in self.acts(program=program, since=since):
            if act.undone_at is not None:
                continue
            try:
                self.undo(act.number).result()
                done += 1
            except UserError:
                kept.append(act)
        return kept, done

    def known(self) -> "Sequence[KnownProgram]":
        """Return all programs that asked, the one that did so last first."""
        with self._store.read() as db:
            return programs.known(db)

    def uses(self) -> "Sequence[ProgramUse]":
        """Return what went out to all programs today."""
        with self._store.read() as db:
            return programs.uses(db, self._clock.now())

    def untold_writers(self) -> Sequence[str]:
        """Return the programs that wrote, and of which the user was not told yet."""
        with self._store.read() as db:
            return programs.untold_writers(db)

    def mark_told(self, program: str) -> Future[None]:
        """Note that the user was told that a program writes."""
        return self._store.write(lambda db: programs.mark_told(db, program))

    def scope_of(self, program: str) -> Scope:
        """Return what a program may see."""
        with self._store.read() as db:
            return programs.scope_of(db, program)

    def set_scope(self, program: str, scope: Scope) -> Future[None]:
        """Set what a program may see, or block it."""
        now = self._clock.now()
        return self._store.write(lambda db: programs.put_scope(db, program, scope, at=now))

    def allow(self, note_id: NoteId, *, allowed: bool) -> Future[None]:
        """Let other programs read and change one note although it is local only or important, or no longer."""
        return self._store.write(lambda db: programs.allow(db, note_id, allowed=allowed))

    def allowed_notes(self) -> frozenset[str]:
        """Return the notes that the user allowed one by one."""
        with self._store.read() as db:
            return programs.allowed_notes(db)

    def synced_notes(self) -> frozenset[str]:
        """Return the notes that are in the account."""
        with self._store.read() as db:
            return programs.synced_notes(db)

    def count_use(self, program: str, tool: str, *, calls: int, characters: int) -> Future[bool]:
        """Count what was asked and how much text went out; the result tells whether the program is new."""
        now = self._clock.now()

        def act(db: Connection) -> bool:
            is_new = programs.see(db, program, at=now)
            programs.count_use(db, program, tool, calls=calls, characters=characters, at=now)
            return is_new

        return self._store.write(act)

    def left(self, limits: Limits) -> tuple[int, int]:
        """Return how many writes in this hour, and how many notes to the trash today, are still allowed."""
        now = self._clock.now()
        with self._store.read() as db:
            wrote = acts.count(db, limits.counted_from(ProgramVerb.UPDATE, now), now)
            forget = ProgramVerb.FORGET
            forgot = acts.count(db, limits.counted_from(forget, now), now, forget)
        return max(0, limits.writes - wrote), max(0, limits.forgets - forgot)

    def _start(
        self,
        program: str,
        verb: ProgramVerb,
        at: NoteAt | None,
        limits: Limits,
        write: Callable[[CaptureService], Future[Changes]],
        body: str | None = None,
    ) -> ProgramWrite:
        """Start a write of notes, see `_start_around`."""

        def start(around: Callable[[NoteAct], NoteAct]) -> Future[Changes]:
            return write(CaptureService(self._store, self._clock, self._ids, around))

        return self._start_around(program, verb, at, limits, start, body)

    def _start_around(
        self,
        program: str,
        verb: ProgramVerb,
        at: NoteAt | None,
        limits: Limits,
        write: Callable[[Callable[[NoteAct], NoteAct]], Future[Changes]],
        body: str | None = None,
    ) -> ProgramWrite:
        """Start a write with its checks before it and its entry in the list after it, all in one transaction."""

        def around(act: NoteAct) -> NoteAct:
            def whole(db: Connection) -> Changes:
                started.begin()
                now = self._clock.now()
                _check_limits(db, limits, verb, now)
                programs.see(db, program, at=now)
                before = None if at is None else self._checked(db, program, at, verb)
                if before is not None and before.body == body:
                    started.note_id, started.version = before.id, before.version
                    return touched(Act.EDIT, ())
                saved = None if before is None else _saved(db, before, verb, now)
                changes = act(db)
                if not changes.notes:
                    started.note_id = None if before is None else before.id
                    started.version = 0 if before is None else before.version
                    return changes
                started.note_id = changes.note
                started.number = acts.record(
                    db, program, verb, changes.note, revision_id=saved, at=now
                )
                started.version = acts.get(db, started.number).act.version
                return changes

            return whole

        started = ProgramWrite(Future())
        started.future = write(around)
        return started

    def _checked(self, db: Connection, program: str, at: NoteAt, verb: ProgramVerb) -> Note:
        note, scope = notes.get(db, at.note_id), programs.scope_of(db, program)
        allowed = note.id in programs.allowed_notes(db)
        stays = note.local_only and not allowed
        stays |= scope.only_synced and not programs.synced_notes(db, note.id)
        if stays or not scope.covers(note.workspace, note.tags):
            raise NotFound(_("There is no note {id} here.").format(id=at.note_id))
        check_writable(note, verb, allowed=allowed)
        if note.version != at.version:
            text = _("The note was changed since: it is at version {n} now. Nothing was written.")
            raise StaleVersion(text.format(n=note.version), present=note.version)
        return note

    def _undone(self, db: Connection, number: int) -> Changes:
        found = acts.get(db, number)
        act, note = found.act, notes.get(db, found.act.note_id)
        if act.undone_at is not None:
            raise UserError(_("This was taken back already."))
        if note.text_hash != found.text_hash:
            text = _("The note was changed since; its text from before is in its history.")
            raise UserError(text)
        now = self._clock.now()
        changes = touched(Act.FORGET, [note.id])
        match act.verb:
            case ProgramVerb.CAPTURE | ProgramVerb.RESTORE:
                notes.trash(db, note.id, at=now)
            case ProgramVerb.FORGET:
                notes.trash(db, note.id, at=None)
                changes = touched(Act.RESTORE, [note.id])
            case ProgramVerb.APPEND | ProgramVerb.UPDATE:
                changes = put_back(db, note.id, found.revision_id or 0, self._clock)
        acts.mark_undone(db, number, at=now)
        return changes


def _check_limits(db: Connection, limits: Limits, verb: ProgramVerb, now: datetime) -> None:
    if acts.count(db, limits.counted_from(ProgramVerb.UPDATE, now), now) >= limits.writes:
        text = _(
            "Other programs may write {n} times in an hour, and did. The user can allow more with "
            "“notebrain programs more”."
        )
        raise LimitReached(text.format(n=limits.writes))
    if verb is not ProgramVerb.FORGET:
        return
    if acts.count(db, limits.counted_from(verb, now), now, verb) >= limits.forgets:
        text = _(
            "Other programs may move {n} notes to the trash in a day, and did. The user can allow more with "
            "“notebrain programs more”."
        )
        raise LimitReached(text.format(n=limits.forgets))


def _saved(db: Connection, before: Note, verb: ProgramVerb, now: datetime) -> int | None:
    """Save the text before a write as a version that is never thinned out; return its number."""
    if verb not in {ProgramVerb.APPEND, ProgramVerb.UPDATE}:
        return None
    key = notes.key_of(db, before.id)
    revisions.save(db, key, at=now, reason=verb.value, session=verb.value)
    saved = revisions.newest(db, key)
    revisions.keep(db, saved)
    return saved
