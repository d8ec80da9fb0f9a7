"""How files go to and from the account: what the user allows, how far it is, and why some of it waits."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from notebrain.domain.notes.attachments import Sha

MEGABYTE: Final = 1_000_000
SMALL_BYTES: Final = 20 * MEGABYTE
"""Up to this size, files that other computers added are fetched by themselves, unless the user wants it otherwise."""


class FetchFiles(StrEnum):
    """Which files of other computers are fetched; one that the user wants to see always is."""

    ALL = "all"
    SMALL = "small"
    SHOWN = "shown"


class FileWait(StrEnum):
    """Why a file is not sent or fetched now."""

    NONE = ""
    """Nothing is in the way."""
    OFF = "off"
    """R2 is not switched on in the account."""
    PERMISSION = "permission"
    """The token does not allow files."""
    ACCOUNT = "account"
    """The account cannot be reached, or is busy."""
    CAP = "cap"
    """As much as the user allows was moved today."""
    ROOM = "room"
    """There is no room on this computer."""
    TOO_LARGE = "too large"
    """The account does not take it."""
    UNREADABLE = "unreadable"
    """The bytes on this computer cannot be read, or are no longer what they were."""
    ELSEWHERE = "elsewhere"
    """Only another computer has it, which has not sent it yet."""
    DAMAGED = "damaged"
    """The account's copy is damaged."""
    FAILED = "failed"
    """The account rejected it."""


@dataclass(frozen=True, slots=True)
class FileChoices:
    """What the user allows.

    Attributes:
        day_bytes: How much may be moved per day, both ways; 0 for any amount.
        unused_days: How many days an unused file stays, here and then in the account; 0 if it stays forever.
    """

    fetch: FetchFiles = FetchFiles.SMALL
    day_bytes: int = 0
    unused_days: int = 30

    def fetches(self, size: int | None, *, wanted: bool) -> bool:
        """Return whether a file is fetched; one of unknown size counts as small until the account says its size.

        Example:
            >>> (
            ...     FileChoices().fetches(30_000_000, wanted=False),
            ...     FileChoices().fetches(None, wanted=False),
            ... )
            (False, True)
        """
        if wanted or self.fetch is FetchFiles.ALL:
            return True
        return self.fetch is FetchFiles.SMALL and (size is None or size <= SMALL_BYTES)


@dataclass(frozen=True, slots=True)
class MovingFile:
    """The file that is being sent or fetched.

    Attributes:
        name: What it is called; may be empty.
        goes: Whether it is sent rather than fetched.
        done: How many of its bytes have arrived.
    """

    sha: Sha
    name: str
    goes: bool
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class FileStanding:
    """How the files of the shared notes and the account stand to each other.

    Attributes:
        sent: Files that are here and in the account.
        waiting: Files that are still to be sent.
        missing: Files that notes name and that are not here.
        missing_bytes: The size of those whose size is known.
        why: What most of those that wait are waiting for.
        reason: The same as a sentence for the user; empty if there is nothing in the way.
    """

    sent: int = 0
    sent_bytes: int = 0
    waiting: int = 0
    waiting_bytes: int = 0
    missing: int = 0
    missing_bytes: int = 0
    why: FileWait = FileWait.NONE
    reason: str = ""


NO_FILES: Final = FileStanding()
