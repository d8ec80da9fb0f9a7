"""The links of a note. Every call is a short read on the caller's thread; do not call it on the window's thread."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from notebrain.domain.notes.links import Link, find_links, heading_at, link_key, link_of
from notebrain.domain.notes.mentions import (
    Around,
    Mention,
    Outgoing,
    Related,
    Relation,
    excerpt,
    linked_places,
    unlinked_places,
)
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import LINKING, Answer, Card
from notebrain.storage.connection import Connection
from notebrain.storage.notes import links, notes
from notebrain.storage.review import cards
from notebrain.storage.store import Store

MOST_NOTES = 100
_MOST_LINKS = 300


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a link leads.

    Attributes:
        at: Where the heading it names starts, in code points; None for the note as a whole.
    """

    note_id: NoteId
    at: int | None = None


class Links:
    """Read access to the links between the notes of a vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, target: str, *, origin: Note | None = None) -> Destination | None:
        """Return where a link with this text between its brackets leads, or None if there is no such note.

        Args:
            origin: The note that contains the link; notes of its workspace are preferred.
        """
        link = link_of(target)
        with self._store.read() as db:
            if not link.target:
                place = _place(notes.get(db, origin.id), link.heading) if origin else None
                return None if place is None or place.at is None else place
            found = _resolve(db, link, origin.workspace if origin else None)
            if found is None:
                return None
            note_id, heading = found
            return _place(notes.get(db, note_id), heading) if heading else Destination(note_id)

    def targets(self, keys: Collection[str]) -> dict[str, NoteId]:
        """Return the notes with these titles, each given as a `link_key`; titles that no note has are left out."""
        with self._store.read() as db:
            return links.titled_all(db, keys)

    def titles(self, note_ids: Iterable[NoteId]) -> dict[NoteId, str]:
        """Return the titles of those of these notes that are outside the trash, each as a `link_key`."""
        with self._store.read() as db:
            return {
                note_id: link_key(notes.without_body(db, note_id).title)
                for note_id in note_ids
                if notes.is_live(db, note_id)
            }

    def missing(self, text: str) -> frozenset[str]:
        """Return what the links of a text say that lead to no note."""
        found = {link.said.strip(): link.keys for link in find_links(text) if link.target}
        known = self.targets({key for keys in found.values() for key in keys})
        return frozenset(said for said, keys in found.items() if not any(map(known.get, keys)))

    def around(self, note_id: NoteId) -> Around:
        """Return what links to a note, what it links to, what mentions it, and what the review related to it.

        Raises:
            NotFound: There is no such note.
        """
        with self._store.read() as db:
            note = notes.get(db, note_id)
            linked, more_linked = _mentions(db, note, linked=True)
            unlinked, more_unlinked = _mentions(db, note, linked=False)
            leading = _outgoing(db, note)
            related = _related(db, note_id)
        return Around(
            linked,
            unlinked,
            [outgoing for outgoing in leading if outgoing.leads_to is not None],
            [outgoing for outgoing in leading if outgoing.leads_to is None],
            related,
            more=more_linked or more_unlinked or len(leading) == _MOST_LINKS,
        )

    def linking(self, title: str, *, besides: NoteId | None = None) -> int:
        """Return how many notes link to a title that no other note has; 0 if another note has it.

        Args:
            besides: The note that had the title. If that note stays on this computer, only notes that stay too are
                counted, because the others do not learn its new title.
        """
        key = link_key(title)
        with self._store.read() as db:
            if any(note_id != besides for note_id in links.titled(db, key)):
                return 0
            found = links.linking(db, key, limit=-1)
            if besides is None:
                return len(found)
            if notes.without_body(db, besides).local_only:
                found = [one for one in found if notes.is_local_only(db, one)]
            return len([one for one in found if one != notes.key_of(db, besides)])


def _resolve(db: Connection, link: Link, workspace: str | None) -> tuple[NoteId, str] | None:
    for key, heading in link.meanings:
        found = links.titled(db, key, workspace=workspace)
        if found:
            return found[0], heading
    return None


def _related(db: Connection, note_id: NoteId) -> list[Related]:
    """Return the notes outside the trash that answers in the review linked with this one."""
    found: list[Related] = []
    for card in cards.about(db, note_id):
        other = card.newer if card.older == note_id else card.older
        if card.answer in LINKING and other != note_id and notes.is_live(db, other):
            title = notes.without_body(db, other).title
            found.append(Related(other, title, _relation(card, note_id)))
    return found


def _relation(card: Card, note_id: NoteId) -> Relation:
    if card.answer is not Answer.OUTDATED:
        return Relation.LINKED
    return Relation.NEWER if card.older == note_id else Relation.OUTDATED


def _place(note: Note, heading: str) -> Destination:
    return Destination(note.id, heading_at(note.body, heading))


def _mentions(db: Connection, note: Note, *, linked: bool) -> tuple[list[Mention], bool]:
    key = link_key(note.title)
    if not key:
        return [], False
    found: list[Mention] = []
    keys = (
        links.linking(db, key, limit=MOST_NOTES)
        if linked
        else links.mentioning(db, note.title, limit=MOST_NOTES)
    )
    for other_key in keys:
        other = notes.get_by_key(db, other_key)
        if other is not None and other.id != note.id:
            found += _linked(other, key) if linked else _unlinked(other, note.title)
    return found, len(keys) == MOST_NOTES


def _linked(note: Note, key: str) -> list[Mention]:
    return [
        _mention(note, link.start, link.end, link.text) for link in linked_places(note.body, key)
    ]


def _unlinked(note: Note, title: str) -> list[Mention]:
    return [_mention(note, start, end) for start, end in unlinked_places(note.body, title)]


def _mention(note: Note, start: int, end: int, shown: str | None = None) -> Mention:
    words = note.body[start:end]
    text = excerpt(note.body, start, end, shown)
    return Mention(note.id, note.title, start, end, words, text)


def _outgoing(db: Connection, note: Note) -> list[Outgoing]:
    found: dict[tuple[str, ...], Link] = {}
    for link in find_links(note.body):
        if link.keys and len(found) < _MOST_LINKS:
            found.setdefault(link.keys, link)
    wanted = {key for keys in found for key in keys}
    known = links.titled_all(db, wanted, workspace=note.workspace)
    return [
        Outgoing(
            link,
            next((known[key] for key in keys if key in known), None),
            excerpt(note.body, link.start, link.end, link.text),
        )
        for keys, link in found.items()
    ]
