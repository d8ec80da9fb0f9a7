"""Web pages as notes: each page is one note, which the page replaces only while the user has not edited it."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import Draft, keepable, new_note
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.web_pages.page import SOURCE
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import imports, notes
from notebrain.storage.notes.imports import Imported
from notebrain.storage.notes.rewrite import Rewrite, rewrite
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from notebrain.domain.ports import Clock, Ids
    from notebrain.notes.files import NewFile
    from notebrain.notes.service import NoteAct

_REASON: Final = "clip"


class Clipped(UserError):
    """The page is in the notes already, and nothing was written.

    Attributes:
        note: The note it became.
        is_edited: Whether the user has edited it since, so that it must not be replaced.
    """

    def __init__(self, message: str, note: Note, *, is_edited: bool) -> None:
        super().__init__(message)
        self.note = note
        self.is_edited = is_edited


@dataclass(frozen=True, slots=True)
class _Known:
    note: Note
    key: int
    is_edited: bool


class ClipService:
    """Saves web pages, each as one note.

    Args:
        around: Adds to each act what has to happen in the same transaction, as in `CaptureService`.
    """

    def __init__(
        self,
        store: Store,
        clock: "Clock",
        ids: "Ids",
        around: "Callable[[NoteAct], NoteAct]" = lambda act: act,
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._around = around

    def clip(
        self, draft: Draft, files: "Sequence[NewFile]" = (), *, replaces: bool = False
    ) -> "Future[Changes]":
        """Save a page, whose address is in the draft's source; the note is the same for each page with the address.

        The result names no note if it has this very text already; its act is `EDIT` if a text was replaced.

        Args:
            files: Copied files that the text uses; they get into the vault together with the note.
            replaces: Whether the text may take the place of the one from before, which stays in the history.

        Raises:
            UserError: The draft is not a valid note; raised at once, with nothing queued.
            Clipped: (through the future) It is there already, and either not to be replaced, or edited by the user.
        """
        now = self._clock.now()
        note = new_note(draft, self._ids.new(now), now=now)
        address = note.source.removeprefix(SOURCE)

        def act(db: Connection) -> Changes:
            known = _known(db, address)
            if known is not None and known.note.body == note.body:
                return touched(Act.CAPTURE, ())
            if known is not None and (known.is_edited or not replaces):
                raise _there(known, replaces=replaces)
            for file in files:
                file.keep(db)
            if known is None:
                # a sign # in a page is not a tag that the user typed
                key = notes.add(db, note, lane=queue.Lane.EDIT, now=now)
                _record(db, address, note.id, key, note.version, note.body)
                return touched(Act.CAPTURE, [note.id], text=True)
            new = Rewrite(
                title=known.note.title if known.note.title_is_set else title_of(note.body),
                title_is_set=known.note.title_is_set,
                body=keepable(note.body),
                reason=_REASON,
                session=_REASON,
                always_keep=True,
                at=now,
            )
            rewrite(db, known.note.id, known.key, new)
            _record(db, address, known.note.id, known.key, known.note.version + 1, note.body)
            return touched(Act.EDIT, [known.note.id], text=True)

        return self._store.write(self._around(act))

    def find(self, address: str) -> Note | None:
        """Return the note that a page became, unless it is in the trash."""
        with self._store.read() as db:
            known = _known(db, address)
        return None if known is None else known.note


def _known(db: Connection, address: str) -> _Known | None:
    record = imports.get(db, SOURCE, address)
    note = None if record is None else notes.get_by_key(db, record.note_key)
    if record is not None and note is not None and note.deleted_at is None:
        return _Known(note, record.note_key, note.version != record.note_version)
    # clipped on another computer: what was clipped there is its first version
    for key in notes.with_source(db, SOURCE + address):
        if (note := notes.get_by_key(db, key)) is not None:
            return _Known(note, key, note.version > 1)
    return None


def _record(
    db: Connection, address: str, note_id: NoteId, key: int, version: int, body: str
) -> None:
    hash_ = hashlib.sha256(body.encode()).digest()
    imports.put_all(db, SOURCE, [Imported(address, note_id, key, hash_, version)])


def _there(known: _Known, *, replaces: bool) -> Clipped:
    if known.is_edited and replaces:
        text = _(
            "You have edited the note of this page since it was clipped, so its text stays as it is: “{title}”."
        )
    else:
        text = _("This page is in your notes already: “{title}”.")
    named = text.format(title=known.note.title)
    return Clipped(named, known.note, is_edited=known.is_edited)
