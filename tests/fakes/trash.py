"""The trash without the program's `Shredder`: notes go for good at once, with or without a backup."""

from collections.abc import Iterable

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import trash
from notebrain.storage.store import Store


def purge(store: Store, note_ids: Iterable[NoteId]) -> Changes:
    """Remove notes of the trash."""
    wanted = list(note_ids)

    def act(db: Connection) -> Changes:
        return touched(Act.PURGE, trash.remove(db, trash.states_of(db, wanted)), text=True)

    return store.write(act).result()


def purge_overdue(store: Store) -> None:
    """Remove what another computer has removed for good, as the upkeep does."""

    def act(db: Connection) -> Changes | None:
        gone = trash.overdue(db, before=trash.LONG_AGO)
        return touched(Act.PURGE, trash.remove(db, gone), text=True) if gone else None

    store.write(act).result()
