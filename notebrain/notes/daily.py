"""Create daily notes and the welcome notes of a new vault."""

from collections.abc import Sequence
from concurrent.futures import Future

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.note import NoteId
from notebrain.domain.notes.sample_notes import welcome_notes
from notebrain.domain.ports import Clock, Ids
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import links, notes
from notebrain.storage.store import Store


class DailyNotes:
    """Finds or creates the note of a day in one transaction, so that two processes never create it twice."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def find_or_take(self, title: str, draft: Draft) -> Future[Changes]:
        """Return the note with this title, wherever it is, or create it from the draft."""
        now = self._clock.now()
        note = new_note(draft, self._ids.new(now), now=now)

        def act(db: Connection) -> Changes:
            found = links.titled(db, link_key(title), workspace=note.workspace)
            if found:
                return touched(Act.OPEN, found[:1], filing=False)
            notes.add(db, note, lane=queue.Lane.EDIT, now=now)
            return touched(Act.CAPTURE, [note.id], text=True)

        return self._store.write(act)


class WelcomeService:
    """Writes the welcome notes, and lists those that still exist."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def write(self) -> Future[Changes]:
        """Write the notes in the user's language if the vault has no notes at all, not even in the trash."""
        now = self._clock.now()
        made = [new_note(draft, self._ids.new(now), now=now) for draft in welcome_notes()]

        def act(db: Connection) -> Changes:
            if notes.any_there(db):
                return touched(Act.CAPTURE, ())
            for note in made:
                notes.add(db, note, lane=queue.Lane.EDIT, now=now)
            settings.put(db, settings.WELCOME, [note.id for note in made])
            return touched(Act.CAPTURE, [note.id for note in made], text=True)

        return self._store.write(act)

    def there(self) -> Sequence[NoteId]:
        """Return the welcome notes that are not in the trash."""
        with self._store.read() as db:
            kept = settings.get(db, settings.WELCOME)
            known = kept if isinstance(kept, list) else []
            return [NoteId(str(one)) for one in known if notes.is_live(db, NoteId(str(one)))]
