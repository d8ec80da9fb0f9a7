"""Other programs that read and write notes: what each may see, how much they may write, and what they did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import fold_tag

MOST_IMPORTANCE: Final = 3
"""Notes above it are written by another program only if the user allowed that for the note."""
_LONGEST_NAME: Final = 64


class ProgramVerb(StrEnum):
    """What a program does to a note."""

    CAPTURE = "capture"
    APPEND = "append"
    UPDATE = "update"
    FORGET = "forget"
    RESTORE = "restore"


class StaleVersion(UserError):
    """A note was changed since the program read it; nothing was written.

    Attributes:
        present: The version of the note now.
    """

    def __init__(self, message: str, *, present: int) -> None:
        super().__init__(message)
        self.present = present


class NotAllowed(UserError):
    """The user has not allowed this; the message says how they can."""


class PortTaken(UserError):
    """A program of the user has the port on which others asked so far."""


class LimitReached(NotAllowed):
    """Other programs have written as much as they may for now."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much all other programs together may write.

    Attributes:
        writes: In an hour.
        forgets: Notes moved to the trash, in a day.
        since: What was done before is not counted: the user allowed more then. None counts everything.
    """

    writes: int = 60
    forgets: int = 10
    since: datetime | None = None

    def counted_from(self, verb: ProgramVerb, now: datetime) -> datetime:
        """Return the time from which acts count."""
        span = timedelta(days=1) if verb is ProgramVerb.FORGET else timedelta(hours=1)
        # a date ahead, from a clock that was wrong, must not switch the counting off
        granted = now - span if self.since is None else min(self.since, now)
        return max(now - span, granted)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a program may see and write.

    Attributes:
        workspaces, tags: Only notes in one of these workspaces, with one of these tags or one below; empty for all.
        only_synced: Whether only notes that are in the account, which others than this computer have already.
        is_blocked: Whether it may do nothing at all.
        may: How it may write; None for what all programs may.
    """

    workspaces: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_blocked: bool = False
    only_synced: bool = False
    may: frozenset[ProgramVerb] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it covers all notes."""
        return not (self.workspaces or self.tags or self.only_synced)

    def covers(self, workspace: str, tags: Sequence[str]) -> bool:
        """Return whether a note with this filing is in it."""
        if self.workspaces and workspace not in self.workspaces:
            return False
        wanted = [f"{fold_tag(tag)}/" for tag in self.tags]
        return not wanted or any(
            f"{fold_tag(tag)}/".startswith(one) for tag in tags for one in wanted
        )


@dataclass(frozen=True, slots=True)
class KnownProgram:
    """A program that asked before.

    Attributes:
        name: With the door it came through, e.g. `mcp:claude-desktop`.
        acts: How many of its acts are in the list.
        calls: How often it asked.
        characters: How much text went out to it, ever.
    """

    name: str
    first_at: datetime
    last_at: datetime
    scope: Scope
    acts: int = 0
    calls: int = 0
    characters: int = 0


@dataclass(frozen=True, slots=True)
class ProgramUse:
    """How often a program called one function in a day, and how many characters of text went out with it."""

    program: str
    tool: str
    calls: int
    characters: int


@dataclass(frozen=True, slots=True)
class ProgramAct:
    """One act of a program on one note.

    Attributes:
        number: Counts up; later acts have higher ones.
        version: The version of the note after it.
        undone_at: When it was taken back, or None.
    """

    number: int
    program: str
    verb: ProgramVerb
    note_id: NoteId
    version: int
    at: datetime
    undone_at: datetime | None = None


def program_name(door: str, said: str) -> str:
    """Return the name of a program: how it came in and what it calls itself, on one line and short."""
    printable = "".join(char if char.isprintable() else " " for char in said)
    return f"{door}:{' '.join(printable.split())[:_LONGEST_NAME].strip() or 'unnamed'}"


def check_writable(note: Note, verb: ProgramVerb, *, allowed: bool) -> None:
    """Check that a program may change a note.

    Args:
        allowed: Whether the user allowed it for this note.

    Raises:
        NotAllowed: The note is important, or it is in the trash and is to be changed there.
    """
    if note.importance > MOST_IMPORTANCE and not allowed:
        text = _(
            "This note has importance {n}; other programs may change it only once the user runs "
            "“notebrain programs allow {id}”."
        )
        raise NotAllowed(text.format(n=note.importance, id=note.id))
    if note.deleted_at is not None and verb in {ProgramVerb.APPEND, ProgramVerb.UPDATE}:
        raise NotAllowed(_("This note is in the trash; restore it before you change it."))
