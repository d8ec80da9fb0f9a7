"""Notes that were open lately stay at hand, within bounds."""

from dataclasses import dataclass

from notebrain.domain.notes.note import NoteId
from notebrain.gui.editor.open_notes import OpenNoteCache


@dataclass
class Kept:
    name: str
    size: int = 1
    droppable: bool = True


def names(shelf):
    return [kept.name for kept in shelf]


def put(shelf, name, size=1, *, droppable=True):
    return [gone.name for gone in shelf.put(NoteId(name), Kept(name, size, droppable))]


def test_the_note_used_least_lately_goes_first():
    shelf: OpenNoteCache[Kept] = OpenNoteCache(notes=2)
    put(shelf, "a")
    put(shelf, "b")
    assert shelf.get(NoteId("a")) == Kept("a")

    assert put(shelf, "c") == ["b"]
    assert names(shelf) == ["a", "c"]
    assert shelf.get(NoteId("b")) is None


def test_what_is_not_saved_is_never_dropped():
    shelf: OpenNoteCache[Kept] = OpenNoteCache(notes=1)
    put(shelf, "a", droppable=False)
    put(shelf, "b", droppable=False)

    assert put(shelf, "c") == []
    assert names(shelf) == ["a", "b", "c"]


def test_large_notes_make_room_by_size_but_the_shown_one_stays():
    shelf: OpenNoteCache[Kept] = OpenNoteCache(characters=100)
    put(shelf, "a", 60)
    put(shelf, "b", 60)

    assert names(shelf) == ["b"]
    assert put(shelf, "c", 500) == ["b"]
    assert names(shelf) == ["c"]
