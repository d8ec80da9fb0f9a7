"""Create daily notes and the welcome notes of a new vault."""

from collections.abc import Sequence
from concurrent.futures import Future

from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock, Ids
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import links, notes, text_tags
from notebrain.storage.store import Store

SOURCE = "welcome"


def welcome_notes() -> Sequence[Draft]:
    """Return the notes in the user's language; the one to read first comes last, since lists show the newest first."""
    return (
        _note(_in_place(), _("welcome/order")),
        _note(_found(), _("welcome/search")),
        _note(_first(), _("welcome")),
    )


def _note(parts: Sequence[str], tag: str) -> Draft:
    return Draft("\n\n".join(parts) + "\n", source=SOURCE, tags=(tag,))


def _first() -> Sequence[str]:
    boxes = (
        _("Tick this box with a click"),
        _("Write a line of your own below"),
        _("Make a note of your own with Ctrl+N"),
        _("Find this one with Ctrl+Shift+F"),
    )
    return (
        f"# {_('Welcome to NoteBrain')}",
        _("This is a note like any other. Click into it and type: it is saved here as you go."),
        "\n".join(f"- [ ] {box}" for box in boxes),
        _("Open check boxes are on Home, too. Tick one there, and it is ticked here."),
    )


def _found() -> Sequence[str]:
    return (
        f"# {_('Find it by what it means')}",
        _("Search looks for words and for meaning, both on this computer."),
        _("Ask as you would ask yourself: *where did I put that thought* finds this note."),
        _("What you wrote lately ranks a little higher; choose how much next to the results."),
    )


def _in_place() -> Sequence[str]:
    link = f"[[{_('Welcome to NoteBrain')}]]"
    return (
        f"# {_('Everything in its place')}",
        _("Drag a note onto a tag, a category or Pinned in the sidebar, and it is filed there."),
        _("Double brackets link one note to another: {link}").format(link=link),
        _("Del in the list moves a note to the trash, and Ctrl+Z brings it back."),
        _("Seen enough? “Remove the welcome notes” on Home removes all three."),
    )


class DailyNotes:
    """Finds or creates the note of a day in one transaction, so that two processes never create it twice."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids

    def find_or_capture(self, title: str, draft: Draft) -> Future[Changes]:
        """Return the note with this title, wherever it is, or create it from the draft."""
        now = self._clock.now()
        note = new_note(draft, self._ids.new(now), now=now)

        def act(db: Connection) -> Changes:
            found = links.titled(db, link_key(title), workspace=note.workspace)
            if found:
                return touched(Act.OPEN, found[:1], filing=False)
            notes.add(db, text_tags.filed(db, note), lane=queue.Lane.EDIT, now=now)
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
            stored = settings.get(db, settings.WELCOME)
            known = stored if isinstance(stored, list) else []
            return [
                NoteId(str(note_id)) for note_id in known if notes.is_live(db, NoteId(str(note_id)))
            ]
