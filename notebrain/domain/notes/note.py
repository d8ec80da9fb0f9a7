"""What a note is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from notebrain.domain.notes.content import text_hash

NoteId = NewType("NoteId", str)
"""A note's name for ever: a UUIDv7 in its text form, so that ids sort by the time of their making."""

DEFAULT_WORKSPACE = "Personal"
LEAST_IMPORTANCE, DEFAULT_IMPORTANCE, MOST_IMPORTANCE = 1, 3, 5


class Category(StrEnum):
    """What kind of thing a note records."""

    GENERAL = "general"
    FACT = "fact"
    DECISION = "decision"
    PREFERENCE = "preference"
    PROJECT = "project"


class NoteState(StrEnum):
    """How far a note has come: every state means it is safe on disk."""

    WAITING = "waiting"
    """Saved and found by its words; its meaning is not indexed yet."""
    INDEXED = "indexed"
    """Found by words and by meaning."""
    FAILED = "failed"
    """Saved and found by its words; indexing its meaning failed and will be tried again."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note, whole.

    Attributes:
        body: The Markdown text exactly as the user wrote it, byte for byte.
        front_matter: The front matter of an imported file, kept verbatim beside the body so that export gives it back.
        title_is_set: Whether the title was given; else it follows the first line of the body.
        version: Counts the changes of text (body or title), from 1.
        updated_at: When body or title last changed; pins, tags and moves do not count.
        deleted_at: When it went to the trash, or None.
        access_count: How often it was opened; being listed does not count.
        text_hash: The hash of the texts when they were written; None where none was kept, or a text is left out here.
    """

    id: NoteId
    workspace: str
    title: str
    body: str
    created_at: datetime
    updated_at: datetime
    title_is_set: bool = False
    front_matter: str = ""
    category: Category = Category.GENERAL
    importance: int = DEFAULT_IMPORTANCE
    pinned: bool = False
    local_only: bool = False
    source: str = "typed"
    tags: tuple[str, ...] = ()
    deleted_at: datetime | None = None
    access_count: int = 0
    reinforcement_count: int = 0
    last_accessed_at: datetime | None = None
    version: int = 1
    state: NoteState = NoteState.WAITING
    text_hash: bytes | None = field(default=None, compare=False, repr=False)

    @property
    def is_intact(self) -> bool:
        """Whether title, body and front matter are what was written; a damaged disk may have changed them since.

        Takes about 1 ms for a megabyte.
        """
        expected = self.text_hash
        return expected is None or expected == text_hash(self.title, self.body, self.front_matter)


@dataclass(frozen=True, slots=True)
class NoteRow:
    """One note as a list shows it: everything but the whole text.

    Attributes:
        not_sent: Why the user's account does not take it, as a sentence for the user; None where nothing is wrong.
        trash_age: How long it has been seen in the trash here, whatever `deleted_at` says; None outside the trash.
    """

    id: NoteId
    workspace: str
    title: str
    snippet: str
    created_at: datetime
    updated_at: datetime
    category: Category
    importance: int
    pinned: bool
    local_only: bool
    source: str
    tags: tuple[str, ...]
    deleted_at: datetime | None
    state: NoteState
    not_sent: str | None = None
    trash_age: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """An exact earlier text of a note.

    Attributes:
        local_only: It was kept while the note stayed on this computer.
    """

    id: int
    note_id: NoteId
    title: str
    title_is_set: bool
    body: str
    made_at: datetime
    reason: str
    front_matter: str = ""
    local_only: bool = False
    text_hash: bytes | None = field(default=None, compare=False, repr=False)

    @property
    def is_intact(self) -> bool:
        """Whether its texts are what was written; see `Note.is_intact`."""
        expected = self.text_hash
        return expected is None or expected == text_hash(self.title, self.body, self.front_matter)


class SortKey(StrEnum):
    """What a list of notes is ordered by; dates run newest first, titles from A to Z."""

    UPDATED = "updated"
    CREATED = "created"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which notes a list shows; every condition that is set must hold.

    Attributes:
        tag: A tag; its children (`tag/child`) count as the tag.
        trashed: True shows only the trash, False everything but the trash.
        own: Leave out the welcome notes that the user has not changed: the program wrote them.
    """

    workspace: str | None = None
    tag: str | None = None
    category: Category | None = None
    pinned: bool | None = None
    trashed: bool = False
    own: bool = False
    sort: SortKey = SortKey.UPDATED


@dataclass(frozen=True, slots=True)
class Counts:
    """How many notes each entry of the sidebar leads to, the trash apart.

    Attributes:
        branches: The tags that have others below them, used themselves or not, with those below counted in.
    """

    notes: int
    pinned: int
    trashed: int
    categories: Sequence[tuple[Category, int]]
    tags: Sequence[tuple[str, int]]
    workspaces: Sequence[tuple[str, int]]
    branches: Sequence[tuple[str, int]] = ()
