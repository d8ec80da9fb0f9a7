"""Notes as the domain sees them: the note itself, list rows, revisions, filters and counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from notebrain.domain.notes.content import text_hash

NoteId = NewType("NoteId", str)
"""The permanent id of a note: a UUIDv7 in text form, so that ids sort by creation time."""

DEFAULT_WORKSPACE = "Personal"
LEAST_IMPORTANCE, DEFAULT_IMPORTANCE, MOST_IMPORTANCE = 1, 3, 5


class Category(StrEnum):
    """What a note records."""

    GENERAL = "general"
    FACT = "fact"
    DECISION = "decision"
    PREFERENCE = "preference"
    PROJECT = "project"


class NoteState(StrEnum):
    """The indexing state of a note; in every state, it is safe on disk."""

    WAITING = "waiting"
    """Saved and searchable by words; its meaning is not indexed yet."""
    INDEXED = "indexed"
    """Searchable by words and by meaning."""
    FAILED = "failed"
    """Saved and searchable by words; indexing its meaning failed and will be retried."""


@dataclass(frozen=True, slots=True)
class Note:
    """A complete note.

    Attributes:
        body: The Markdown text exactly as the user wrote it, byte for byte.
        front_matter: The front matter of an imported file, stored verbatim beside the body so that exports include it.
        title_is_set: Whether the title was set; otherwise it follows the first line of the body.
        version: The number of changes to the text (body or title), starting from 1.
        updated_at: When the body or title last changed; pins, tags and moves do not count.
        text_tags: Those of its tags that came from its text, and go with the words that name them.
        half_typed: The tag that was still being typed when its text was saved, which it does not have yet; or empty.
        deleted_at: When it went to the trash, or None.
        access_count: How often it was opened; appearing in a list does not count.
        text_hash: The hash of the texts when they were written; None if none was stored, or if a text is left out here.
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
    text_tags: tuple[str, ...] = ()
    half_typed: str = ""
    deleted_at: datetime | None = None
    access_count: int = 0
    reinforcement_count: int = 0
    last_accessed_at: datetime | None = None
    version: int = 1
    state: NoteState = NoteState.WAITING
    text_hash: bytes | None = field(default=None, compare=False, repr=False)

    @property
    def is_intact(self) -> bool:
        """Whether title, body and front matter are unchanged since they were written; a damaged disk may alter them.

        Takes about 1 ms per megabyte.
        """
        expected = self.text_hash
        return expected is None or expected == text_hash(self.title, self.body, self.front_matter)


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note as shown in a list: everything but the full text.

    Attributes:
        not_sent: Why the user's account rejects it, as a sentence for the user, or None.
        trash_age: How long this computer has seen it in the trash, regardless of `deleted_at`; None outside the trash.
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
        local_only: Whether the note was local only when it was kept.
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
        """Whether its texts are unchanged since they were written; see `Note.is_intact`."""
        expected = self.text_hash
        return expected is None or expected == text_hash(self.title, self.body, self.front_matter)


class SortKey(StrEnum):
    """The order of a list of notes; dates are newest first, titles from A to Z."""

    UPDATED = "updated"
    CREATED = "created"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class ListFilter:
    """Which notes a list shows; all conditions that are set must be met.

    Attributes:
        tag: A tag; its children (`tag/child`) are included.
        trashed: True shows only the trash, False everything but the trash.
        after: Only notes changed at this time or later.
        before: Only notes changed before this time.
        oldest_first: Whether dates ascend instead; titles always go from A to Z.
        own: Whether to leave out welcome notes that the user has not changed, since the program wrote them.
        only: Only these notes, in this order; None for all.
    """

    workspace: str | None = None
    tag: str | None = None
    category: Category | None = None
    pinned: bool | None = None
    trashed: bool = False
    after: datetime | None = None
    before: datetime | None = None
    own: bool = False
    only: tuple[NoteId, ...] | None = None
    sort: SortKey = SortKey.UPDATED
    oldest_first: bool = False

    @property
    def by_date(self) -> bool:
        """Whether the order is that of dates: of the last change, of creation, or of deletion in the trash."""
        return self.only is None and (self.trashed or self.sort is not SortKey.TITLE)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many notes each entry of the sidebar contains; the trash is counted separately.

    Attributes:
        branches: The tags that have other tags below them, used or not, with counts that include those below.
    """

    notes: int = 0
    pinned: int = 0
    trashed: int = 0
    categories: Sequence[tuple[Category, int]] = ()
    tags: Sequence[tuple[str, int]] = ()
    workspaces: Sequence[tuple[str, int]] = ()
    branches: Sequence[tuple[str, int]] = ()

    @property
    def tag_names(self) -> list[str]:
        """The tags in use."""
        return [name for name, _count in self.tags]

    @property
    def workspace_names(self) -> list[str]:
        """The workspaces that have notes."""
        return [name for name, _count in self.workspaces]
