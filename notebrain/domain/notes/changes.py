"""What a write changed, so that open views can refresh only that."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from notebrain.domain.notes.note import NoteId


class Act(StrEnum):
    """The action that a transaction carried out."""

    CAPTURE = "capture"
    EDIT = "edit"
    APPEND = "append"
    TICK = "tick"
    """A check box in it was ticked outside the editor."""
    RENAME = "rename"
    LINK = "link"
    """Links of notes got new targets, or words became links."""
    FILE = "file"
    """A note was pinned, tagged, moved or given an importance; its text did not change."""
    FORGET = "forget"
    RESTORE = "restore"
    PURGE = "purge"
    REVIEW = "review"
    """A card was added or answered, or its answer was undone."""
    IMPORT = "import"
    INDEX = "index"
    """The state of notes changed, not their text: indexed by meaning, or accepted by the account."""
    OPEN = "open"
    SETTINGS = "settings"
    PROFILE = "profile"
    """A block of the profile changed; no note did."""
    PROCEDURES = "procedures"
    """A procedure was added, changed or removed; no note changed."""
    SYNC = "sync"
    """Changes from another computer were applied."""


STREAMS = (Act.IMPORT, Act.SYNC)
"""Acts that come in hundreds of transactions: views only update during pauses."""

CARD_ACTS = (Act.REVIEW, Act.FORGET, Act.RESTORE, Act.PURGE, Act.IMPORT, Act.SYNC)
"""Acts that change which cards wait: a card waits only while both its notes are there."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The notes that a transaction changed, and how.

    Attributes:
        notes: The notes in the order of the act; the first one is the act's main note.
        text: Whether the text of a note changed (title or body).
        filing: Whether lists, counts or tags changed.
        tags: Whether a new text changed the tags of its note.
        profile: Whether a block of the profile changed.
    """

    act: Act
    notes: tuple[NoteId, ...] = ()
    text: bool = False
    filing: bool = False
    tags: bool = False
    profile: bool = False

    @property
    def note(self) -> NoteId:
        """The act's main note."""
        return self.notes[0]

    def __or__(self, other: "Changes") -> "Changes":
        """Return both changes combined, with the act of the first."""
        return Changes(
            self.act,
            tuple(dict.fromkeys((*self.notes, *other.notes))),
            text=self.text or other.text,
            filing=self.filing or other.filing,
            tags=self.tags or other.tags,
            profile=self.profile or other.profile,
        )


def touched(
    act: Act,
    notes: Iterable[NoteId],
    *,
    text: bool = False,
    filing: bool = True,
    tags: bool = False,
) -> Changes:
    """Return the changes of an act on these notes."""
    return Changes(act, tuple(notes), text=text, filing=filing, tags=tags)
