"""What syncing reports to the user: where a note is, rounds, failures, held changes, receipts and losses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from notebrain.domain.sync.remote import Name


class Where(StrEnum):
    """Where a note is besides this computer."""

    HERE = "here"
    """Nowhere: the vault is connected to no account."""
    STAYS = "stays"
    """Nowhere: it is marked as local only."""
    KEPT_ELSEWHERE = "kept elsewhere"
    """Not in the account: another computer keeps it to itself, and this one keeps its own copy to itself too."""
    WAITS = "waits"
    """The note or its newest text is still to be sent."""
    SENT = "sent"
    FAILED = "failed"
    """The account rejects it."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The sharing state of a note.

    Attributes:
        reason: Why the account rejects it, as a sentence for the user.
        retry_at: When it is retried automatically; None if it has to be changed first.
    """

    where: Where
    reason: str | None = None
    retry_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """How many notes have left this computer.

    Attributes:
        sent: Notes in the account.
        stays: Notes that are marked as local only.
    """

    sent: int
    stays: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one round did.

    Attributes:
        sent, fetched, merged, conflicts: Numbers of items; merged and conflicting ones are also counted as fetched.
        requests: Number of requests to the account.
        problem: Why the round was not completed, as a sentence for the user, or None.
        fetched_items: The first of the fetched items.
        sent_items: The first of the sent items.
        titles: The present titles of the notes among them, if they are still here.
        writers: The names of the computers that wrote the fetched items, by the item's id, as far as they are known.
        files_sent, files_fetched: Numbers of whole files.
    """

    at: datetime
    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    requests: int = 0
    problem: str | None = None
    fetched_items: Sequence[Name] = ()
    sent_items: Sequence[Name] = ()
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    writers: Mapping[str, str] = field(default_factory=dict[str, str])
    files_sent: int = 0
    files_fetched: int = 0


class FailedPart(StrEnum):
    """Which part of a note cannot be sent."""

    CHANGE = "change"
    """Its text or its removal, or a setting or card."""
    VECTORS = "vectors"
    """Its vectors, which let a new computer find it by meaning."""
    OPINION = "opinion"
    """A question to a model about it and another note."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that could not be sent.

    Attributes:
        id: The id of the note or setting.
        title: The note's title; empty for anything else.
        retry_at: When it is retried automatically; in the year 9999 if it has to be changed first.
    """

    id: str
    title: str
    reason: str
    retry_at: datetime
    what: FailedPart = FailedPart.CHANGE


@dataclass(frozen=True, slots=True)
class HeldChange:
    """A change from another computer that could not be applied here.

    Attributes:
        title: The title of its note here; empty if it is not a note or the note is not here.
        newer: Whether a newer program wrote it; otherwise a bug prevents it.
        fault: Which bug; None if a newer program wrote it.
    """

    name: Name
    title: str
    newer: bool
    fault: str | None


class ReceiptKind(StrEnum):
    """What was done with the note."""

    TAKEN_OUT = "note and vectors removed"
    """The note stays here and was removed from the account."""
    FILE_TAKEN_OUT = "file removed"
    """A file of such notes stays here and was removed from the account."""
    TO_TRASH = "kept elsewhere, in the trash here"
    """Another computer keeps it to itself; the unedited copy here is in the trash."""
    STAYS = "kept elsewhere, stays here"
    """Another computer keeps it to itself; the copy here stays in place and is local only."""


KEPT_ELSEWHERE = (ReceiptKind.TO_TRASH, ReceiptKind.STAYS)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done with a note.

    Attributes:
        title: The note's title; empty if it is no longer here.
    """

    at: datetime
    note_id: str
    what: ReceiptKind
    title: str = ""


@dataclass(frozen=True, slots=True)
class Loss:
    """What the account has lost.

    Attributes:
        notes: Lost notes that are still here.
        of: How many notes the account should have.
        others: Removal markers, review cards and settings.
    """

    notes: int
    of: int
    others: int
