"""Acts on tags."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TypeVar

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.draft import keepable
from notebrain.domain.notes.note import Note, NoteId, NoteRow
from notebrain.domain.notes.tag_tree import moved
from notebrain.domain.notes.tags import clean_tag, fold_tag
from notebrain.notes.service import Filing
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, tags
from notebrain.storage.notes.tags import Swap, Worn
from notebrain.storage.store import Store

Plan = Callable[[Connection], Swap]


@dataclass(slots=True)
class _Done:
    """What an act did, known once it is through."""

    swap: Swap | None = None


@dataclass(frozen=True, slots=True)
class TagAct:
    """An act on a tag that was begun, and the key to its way back."""

    future: Future[Changes]
    done: _Done


class TagService:
    """Acts on tags themselves; the text of the notes stays as it is."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rename(self, old: str, new: str) -> TagAct:
        """Give a tag another name, and with it those below it; a name that is in use joins the two.

        Raises:
            UserError: The new name is none, or lies below the old one.
        """
        wanted = clean_tag(keepable(new))
        if not wanted:
            raise UserError(_("A tag needs a name."))
        if fold_tag(wanted).startswith(f"{fold_tag(old)}/"):
            raise UserError(_("A tag cannot be moved below itself."))
        return self._act(lambda db: _renamed(db, old, wanted))

    def remove(self, tag: str) -> TagAct:
        """Take a tag, and those below it, off all notes."""
        return self._act(lambda db: Swap(off=tuple(tags.below(db, tag))))

    def take_back(self, act: TagAct) -> Future[Changes]:
        """Undo what an act did; a note that got or lost other tags meanwhile keeps them."""
        back = (act.done.swap or Swap()).back
        return self._store.write(lambda db: _carried_out(db, back))

    def _act(self, plan: Plan) -> TagAct:
        done = _Done()

        def act(db: Connection) -> Changes:
            swap = plan(db)
            changes = _carried_out(db, swap)
            done.swap = swap
            return changes

        return TagAct(self._store.write(act), done)


def _renamed(db: Connection, old: str, new: str) -> Swap:
    off = tags.below(db, old)
    names = {worn.folded: _name(db, worn.name, old, new) for worn in off}
    gone = {(worn.key, worn.folded) for worn in off}
    on: dict[tuple[int, str], Worn] = {}
    for worn in off:
        name = names[worn.folded]
        folded = fold_tag(name)
        free = (worn.key, folded) in gone or not tags.has(db, worn.key, folded)
        if free:  # else the note has it already: the way back must leave it there
            on[worn.key, folded] = Worn(worn.key, folded, name)
    return Swap(tuple(off), tuple(on.values()))


def _name(db: Connection, tag: str, old: str, new: str) -> str:
    """Return what a tag is called from now on: as where it is in use, unless its spelling is the change."""
    name = moved(tag, old, new) or tag
    return name if fold_tag(name) == fold_tag(tag) else tags.spelled(db, name)


def _carried_out(db: Connection, swap: Swap) -> Changes:
    tags.swap(db, swap)
    changed = notes.ids(db, swap.keys)
    return touched(Act.FILE, changed, filing=bool(changed))


T = TypeVar("T")

Filed = NoteRow | Note
"""A note as far as its filing goes."""


def reverses(notes: Sequence[Filed], filing: Filing) -> Sequence[tuple[tuple[NoteId, ...], Filing]]:
    """Return the filings that take `filing` back, each with the notes it is for."""
    groups: dict[Filing, list[NoteId]] = {}
    for note in notes:
        groups.setdefault(reverse(note, filing), []).append(note.id)
    return [(tuple(ids), back) for back, ids in groups.items() if back != Filing()]


def reverse(note: Filed, filing: Filing) -> Filing:
    """Return the filing that brings back what `filing` changes in this note."""
    back = Filing(
        workspace=_before(note.workspace, filing.workspace),
        category=_before(note.category, filing.category),
        importance=_before(note.importance, filing.importance),
        pinned=_before(note.pinned, filing.pinned),
        local_only=_before(note.local_only, filing.local_only),
    )
    if filing.tags is not None:
        return replace(back, tags=note.tags)
    worn = {fold_tag(tag) for tag in note.tags}
    going = _folded(filing.remove_tags)
    return replace(
        back,
        add_tags=tuple(tag for tag in note.tags if fold_tag(tag) in going),
        remove_tags=tuple(
            tag for tag in filing.add_tags if _fold(tag) not in worn and _fold(tag) not in going
        ),
    )


def _before(was: T, wanted: T | None) -> T | None:
    return None if wanted is None or wanted == was else was


def _fold(tag: str) -> str:
    return fold_tag(clean_tag(tag))


def _folded(tags: Iterable[str]) -> set[str]:
    return {_fold(tag) for tag in tags}
