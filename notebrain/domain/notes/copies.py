"""Notes as they are copied: duplicated byte for byte under a title of their own, or as text for other programs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import SCHEME
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.note import Note, NoteId


def copy_title(title: str, is_taken: Callable[[str], bool]) -> str:
    """Return an unused title for the copy of a note; the copy of a copy gets the next number.

    Links name notes by their titles, so that a copy with the same title would take the links of the original.

    Example:
        >>> copy_title("Dal", lambda title: title == "Dal (copy)")
        'Dal (copy 2)'
    """
    name = _without_number(title)
    wanted, number = _("{title} (copy)").format(title=name), 1
    while is_taken(wanted):
        number += 1
        wanted = _("{title} (copy {number})").format(title=name, number=number)
    return wanted


def copy_of(note: Note, note_id: NoteId, title: str, *, now: datetime) -> Note:
    """Return a new note with the text and the filing of another.

    Where the original was imported from is left out: the next import would take the copy for the imported note.
    """
    return replace(
        note,
        id=note_id,
        title=title,
        title_is_set=bool(title),
        source="typed",
        created_at=now,
        updated_at=now,
        deleted_at=None,
        access_count=0,
        reinforcement_count=0,
        last_accessed_at=None,
        version=1,
        text_hash=None,
    )


def heading_of(note: Note) -> str:
    """Return the title to put above the text of a note, or an empty string if the text already begins with it."""
    begins_with_it = link_key(title_of(note.body)) == link_key(note.title)
    return note.title if note.title_is_set and not begins_with_it else ""


def markdown_of(notes: Sequence[Note]) -> str:
    """Return the text of a note as it is, or those of several one below the other."""
    if len(notes) == 1:
        return notes[0].body
    texts = (headed(note).strip("\r\n") for note in notes)
    return "\n\n".join(text for text in texts if text)


def address_of(note_id: NoteId) -> str:
    """Return the address that opens a note, from any program."""
    return f"{SCHEME}://note/{note_id}"


def headed(note: Note) -> str:
    """Return the text of a note below its title, if the title is not in it already."""
    heading = heading_of(note)
    return f"# {heading}\n\n{note.body}" if heading else note.body


def _without_number(title: str) -> str:
    """Return the title that a copy was made from, or the title itself if it is not that of a copy."""
    for pattern in (_("{title} (copy)"), _("{title} (copy {number})")):
        named = re.escape(pattern).replace(r"\{title\}", "(.+)").replace(r"\{number\}", r"\d+")
        found = re.fullmatch(named, title, re.DOTALL)
        if found:
            return found[1]
    return title
