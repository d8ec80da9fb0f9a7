"""Change links; each act is one transaction, saves the prior texts, and can be undone."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field

from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.links import link_key, retargeted
from notebrain.domain.notes.mentions import Mention, linking_text
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.ports import Clock
from notebrain.storage.connection import Connection
from notebrain.storage.notes import links, notes, revisions, rewrite
from notebrain.storage.review.filing import file_note
from notebrain.storage.store import Store

_REASON = "link"


@dataclass(slots=True)
class LinkChange:
    """What an act on links changed, as needed to undo it.

    Attributes:
        versions: The version of each note after the act.
    """

    versions: dict[NoteId, int] = field(default_factory=dict[NoteId, int])


class LinkActs:
    """All acts that change links."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def link(self, mention: Mention, title: str, done: LinkChange) -> Future[Changes]:
        """Turn words that mention a title into a link.

        Raises:
            UserError: (through the future) The words are no longer there.
        """

        def new(note: Note) -> str:
            if note.body[mention.start : mention.end] != mention.words:
                raise UserError(_("The text has changed in the meantime; look at it again."))
            written = linking_text(mention.words, title)
            return note.body[: mention.start] + written + note.body[mention.end :]

        def act(db: Connection) -> Changes:
            return self.rewrite_in(db, [mention.note_id], new, done)

        return self._store.write(act)

    def retarget(
        self,
        old_title: str,
        new_title: str,
        done: LinkChange,
        *,
        named: NoteId | None = None,
    ) -> Future[Changes]:
        """Point all links to a former title at the new one, in all notes outside the trash.

        Args:
            named: The note with the title. If it is local only, its title must not leave either, so only local-only
                notes are changed.
        """
        key = link_key(old_title)

        def act(db: Connection) -> Changes:
            found = [
                notes.get_by_key(db, linking_key)
                for linking_key in links.linking(db, key, limit=-1)
            ]
            stays = named is not None and notes.without_body(db, named).local_only
            wanted = [
                note.id for note in found if note is not None and (note.local_only or not stays)
            ]
            return self.rewrite_in(
                db, wanted, lambda note: retargeted(note.body, key, new_title), done
            )

        return self._store.write(act)

    def undo(self, done: LinkChange) -> Future[Changes]:
        """Restore the texts from before an act; notes edited since then stay as they are."""
        return self._store.write(lambda db: self.restore_in(db, done))

    def restore_in(self, db: Connection, done: LinkChange) -> Changes:
        """Do what `undo` does, as a part of a transaction; return the notes that have their texts back."""
        back = [
            note_id
            for note_id, version in done.versions.items()
            if self._restore(db, note_id, version)
        ]
        return touched(Act.LINK, back, text=bool(back))

    def rewrite_in(
        self,
        db: Connection,
        note_ids: Iterable[NoteId],
        new: Callable[[Note], str],
        done: LinkChange,
    ) -> Changes:
        """Give notes new texts, as a part of a transaction."""
        changed: list[NoteId] = []
        for note_id in note_ids:
            note = notes.get(db, note_id)
            body = new(note)
            title = note.title if note.title_is_set else title_of(body)
            if self._store_text(db, note, title, note.title_is_set, body):
                done.versions[note_id] = note.version + 1
                changed.append(note_id)
        return touched(Act.LINK, changed, text=bool(changed), filing=bool(changed))

    def _restore(self, db: Connection, note_id: NoteId, version: int) -> bool:
        try:
            note = notes.get(db, note_id)
        except NotFound:
            return False
        if note.version != version:
            return False
        old = revisions.history(db, note_id)[0]
        if old.local_only:
            file_note(db, note_id, "local_only", True)
        return self._store_text(db, note, old.title, old.title_is_set, old.body)

    def _store_text(
        self, db: Connection, note: Note, title: str, title_is_set: bool, body: str
    ) -> bool:
        new = rewrite.Rewrite(
            title=title,
            title_is_set=title_is_set,
            body=body,
            reason=_REASON,
            session=_REASON,
            always_keep=True,
            at=self._clock.now(),
        )
        return rewrite.rewrite(db, note.id, notes.key_of(db, note.id), new)
