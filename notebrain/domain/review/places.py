"""Where cards that were wrong have something in common: the frame, a tag or the folder of their notes.

Apart because it knows only notes: rules and answers both ask it.

Notes of one frame are entries of one form: "Weigh-in 70.2" and "Weigh-in 69.8", or the lines "Standup 3 March: …". What
is compared in one of them is usually compared in all of them, and in vain.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import fold_tag

ENOUGH = 2
"""So many wrong cards in one place, and it is offered to compare no longer there."""
SEPARATOR = ";"
"""What frames and folders are separated by in a setting; a frame has none."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_IMPORTED = "import:"


class PlaceKind(StrEnum):
    """What the notes of wrong cards have in common, the narrowest first."""

    FRAME = "frame"
    TAG = "tag"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Place:
    """Something that notes have in common."""

    kind: PlaceKind
    name: str

    @property
    def key(self) -> str:
        """Its name for comparing."""
        return fold_tag(self.name) if self.kind is PlaceKind.TAG else self.name.casefold()


def frame_of(body: str) -> str:
    """Return the first line of a note up to a colon or its end, with figures masked; empty if there is no word in it.

    Example:
        >>> frame_of("Weigh-in 70.2"), frame_of("# Standup 3 March: tired")
        ('Weigh-in #', 'Standup # March')
    """
    masked = _FIGURE.sub("#", title_of(body)).partition(":")[0].replace(SEPARATOR, ",")
    return " ".join(masked.split()) if any(map(str.isalpha, masked)) else ""


def folder_of(note: Note) -> str:
    """Return the folder that a note was imported from, or an empty string."""
    if not note.source.startswith(_IMPORTED):
        return ""
    folder, _slash, _name = note.source.removeprefix(_IMPORTED).rpartition("/")
    return "" if SEPARATOR in folder else folder


def in_folder(note: Note, folders: Collection[str]) -> bool:
    """Return whether a note was imported from one of these folders, in small letters, or from one within them."""
    parts = folder_of(note).casefold().split("/")
    around = {"/".join(parts[:depth]) for depth in range(1, len(parts) + 1)}
    return not around.isdisjoint(folders)


def common_places(one: Note, other: Note) -> Iterator[Place]:
    """Yield what two notes have in common."""
    frame = frame_of(one.body)
    if frame and frame.casefold() == frame_of(other.body).casefold():
        yield Place(PlaceKind.FRAME, frame)
    folded = {fold_tag(tag) for tag in other.tags}
    yield from (Place(PlaceKind.TAG, tag) for tag in one.tags if fold_tag(tag) in folded)
    folder = folder_of(one)
    if folder and in_folder(other, {folder.casefold()}):
        yield Place(PlaceKind.FOLDER, folder)


def place_to_silence(
    last: Iterable[tuple[Note, Note]], wrong: Iterable[tuple[Note, Note]]
) -> Place | None:
    """Return the narrowest place of the pairs answered last in which enough cards were wrong, or None.

    Args:
        wrong: All pairs whose cards were wrong, including the last ones.
    """
    counts = Counter(
        key for pair in wrong for key in {(at.kind, at.key) for at in common_places(*pair)}
    )
    places = [place for pair in last for place in common_places(*pair)]
    found = (place for place in places if counts[place.kind, place.key] >= ENOUGH)
    return min(found, key=lambda place: list(PlaceKind).index(place.kind), default=None)
