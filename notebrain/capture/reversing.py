"""What brings back how notes were filed: only what an act changed, so that other changes meanwhile stay."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from notebrain.capture.service import Filing
from notebrain.domain.notes.note import Note, NoteId, NoteRow
from notebrain.domain.notes.tags import clean_tag, fold_tag

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
