"""What a write changed, so that every open view can refresh just that."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from notebrain.domain.notes.note import NoteId


class Act(StrEnum):
    """The user's act that a transaction carried out."""

    CAPTURE = "capture"
    EDIT = "edit"
    APPEND = "append"
    TICK = "tick"
    """A check box of it was ticked, elsewhere than in the editor."""
    RENAME = "rename"
    LINK = "link"
    """The links of notes lead elsewhere, or words became links."""
    FILE = "file"
    """Pinned, tagged, moved, or weighed: how a note is filed, not what it says."""
    FORGET = "forget"
    RESTORE = "restore"
    PURGE = "purge"
    REVIEW = "review"
    """A card came, was answered or was taken back."""
    IMPORT = "import"
    INDEX = "index"
    """How far notes have come, not what they say: found by meaning, taken by the account or not."""
    OPEN = "open"
    SETTINGS = "settings"
    SYNC = "sync"
    """What another computer wrote came in."""


STREAMS = (Act.IMPORT, Act.SYNC)
"""Acts that come by the hundred, one transaction after the other: views follow them at rests."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The notes that one transaction touched, and in which way.

    Attributes:
        notes: In the order of the act; the first is the one the act was about.
        text: Whether what a note says changed (title or body).
        filing: Whether lists, counts or tags changed.
    """

    act: Act
    notes: tuple[NoteId, ...] = ()
    text: bool = False
    filing: bool = False

    @property
    def note(self) -> NoteId:
        """The note the act was about."""
        return self.notes[0]

    def __or__(self, other: "Changes") -> "Changes":
        """Both changes as one; the act of the first names it."""
        return Changes(
            self.act,
            tuple(dict.fromkeys((*self.notes, *other.notes))),
            text=self.text or other.text,
            filing=self.filing or other.filing,
        )


def touched(
    act: Act, notes: Iterable[NoteId], *, text: bool = False, filing: bool = True
) -> Changes:
    """Return the changes of an act on these notes."""
    return Changes(act, tuple(notes), text=text, filing=filing)
