"""The note of a day: there is never more than one."""

from concurrent.futures import Future

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.links import link_key
from notebrain.domain.ports import Clock, Ids
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import links, notes
from notebrain.storage.store import Store


class DailyNotes:
    """Finds or makes the note of a day in one transaction, so that no two processes make two."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def find_or_take(self, title: str, draft: Draft) -> Future[Changes]:
        """Answer with the note of this title, wherever it is; take the draft where there is none."""
        now = self._clock.now()
        note = new_note(draft, self._ids.new(now), now=now)

        def act(db: Connection) -> Changes:
            found = links.titled(db, link_key(title), workspace=note.workspace)
            if found:
                return touched(Act.OPEN, found[:1], filing=False)
            notes.add(db, note, lane=queue.Lane.EDIT, now=now)
            return touched(Act.CAPTURE, [note.id], text=True)

        return self._store.write(act)
