"""Rename and remove tags, and compute the filings that undo a change of filing."""

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
from notebrain.storage.notes import notes, tag_swaps, tags
from notebrain.storage.notes.tag_swaps import Swap, Worn
from notebrain.storage.store import Store

Plan = Callable[[Connection], Swap]


@dataclass(slots=True)
class _Done:
    """What an act changed, known once it is done."""

    swap: Swap | None = None


@dataclass(frozen=True, slots=True)
class TagAct:
    """A tag act that was started, which also serves to undo it."""

    future: Future[Changes]
    done: _Done


class TagService:
    """Acts on tags themselves; the texts of the notes stay as they are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rename(self, old: str, new: str) -> TagAct:
        """Rename a tag and its child tags; if the new name is already in use, the two are merged.

        Raises:
            UserError: The new name is empty or below the old one.
        """
        wanted = clean_tag(keepable(new))
        if not wanted:
            raise UserError(_("A tag needs a name."))
        if fold_tag(wanted).startswith(f"{fold_tag(old)}/"):
            raise UserError(_("A tag cannot be moved below itself."))
        return self._act(lambda db: _renamed(db, old, wanted))

    def remove(self, tag: str) -> TagAct:
        """Remove a tag and its child tags from all notes."""
        return self._act(lambda db: Swap(off=tuple(tag_swaps.below(db, tag))))

    def undo(self, act: TagAct) -> Future[Changes]:
        """Undo an act; notes whose tags changed meanwhile keep those changes."""
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
    off = tag_swaps.below(db, old)
    names = {worn.folded: _name(db, worn.name, old, new) for worn in off}
    gone = {(worn.key, worn.folded) for worn in off}
    on: dict[tuple[int, str], Worn] = {}
    for worn in off:
        name = names[worn.folded]
        folded = fold_tag(name)
        free = (worn.key, folded) in gone or not tags.has(db, worn.key, folded)
        if free:  # otherwise the note already has it, and undo must leave it there
            on[worn.key, folded] = Worn(worn.key, folded, name)
    return Swap(tuple(off), tuple(on.values()))


def _name(db: Connection, tag: str, old: str, new: str) -> str:
    """Return the spelling of a tag from now on: the one in use, unless the spelling is what changes."""
    name = moved(tag, old, new) or tag
    return name if fold_tag(name) == fold_tag(tag) else tags.spelled(db, name)


def _carried_out(db: Connection, swap: Swap) -> Changes:
    tag_swaps.swap(db, swap)
    changed = notes.ids(db, swap.keys)
    return touched(Act.FILE, changed, filing=bool(changed))


T = TypeVar("T")

Filed = NoteRow | Note
"""The filing of a note."""


def reverses(notes: Sequence[Filed], filing: Filing) -> Sequence[tuple[tuple[NoteId, ...], Filing]]:
    """Return the filings that undo `filing`, each with the notes it applies to."""
    groups: dict[Filing, list[NoteId]] = {}
    for note in notes:
        groups.setdefault(reverse(note, filing), []).append(note.id)
    return [(tuple(ids), back) for back, ids in groups.items() if back != Filing()]


def reverse(note: Filed, filing: Filing) -> Filing:
    """Return the filing that undoes what `filing` changes in this note."""
    back = Filing(
        workspace=_before(note.workspace, filing.workspace),
        category=_before(note.category, filing.category),
        importance=_before(note.importance, filing.importance),
        pinned=_before(note.pinned, filing.pinned),
        local_only=_before(note.local_only, filing.local_only),
    )
    if filing.tags is not None:
        return replace(back, tags=note.tags, from_text=True)
    worn = {fold_tag(tag) for tag in note.tags}
    going = _folded(filing.remove_tags)
    removed = tuple(tag for tag in note.tags if fold_tag(tag) in going)
    return replace(
        back,
        add_tags=removed,
        from_text=bool(removed),
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
