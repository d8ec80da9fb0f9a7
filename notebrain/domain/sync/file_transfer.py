"""How files go to and from the account: what the user allows, how far it is, and why some of it waits."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from notebrain.domain.errors import CloudAuth, CloudError, CloudFilesOff, CloudWaits
from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha

MEGABYTE: Final = 1_000_000
SMALL_BYTES: Final = 20 * MEGABYTE
"""Up to this size, files that other computers added are fetched by themselves, unless the user wants it otherwise."""

_SOON: Final = timedelta(minutes=1)


class FetchFiles(StrEnum):
    """Which files of other computers are fetched; one that the user wants to see is always fetched."""

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
    PAUSED = "paused"
    """The user paused files."""
    METERED = "metered"
    """The connection costs by the byte, and the user wants files to wait for another one."""
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
        rest: Why the user wants no file to be moved now; `NONE` if they do not mind.
    """

    fetch: FetchFiles = FetchFiles.SMALL
    day_bytes: int = 0
    unused_days: int = 30
    rest: FileWait = FileWait.NONE

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


def rest_text(rest: FileWait) -> str:
    """Return that all files wait because the user paused them."""
    if rest is FileWait.METERED:
        return _("Files wait: this connection is metered. Notes still sync.")
    return _("Files are paused. Notes still sync.")


def rest_after(error: CloudError) -> tuple[FileWait, timedelta | None]:
    """Return why all files wait after an error of the account, and for how long; None for as long as usual."""
    match error:
        case CloudFilesOff():
            return FileWait.OFF, None
        case CloudAuth():
            return FileWait.PERMISSION, None
        case CloudWaits():
            seconds = error.retry_after_s
            return FileWait.ACCOUNT, _SOON if seconds is None else timedelta(
                seconds=max(1, seconds)
            )
        case _:
            return FileWait.FAILED, None


def elsewhere_text() -> str:
    """Return that a file is on another computer only."""
    return _(
        "This file is not in your Cloudflare account yet. It comes as soon as a computer that has it syncs."
    )


def unreadable_text(name: str, error: OSError) -> str:
    """Return that a file on this computer cannot be read."""
    reason = error.strerror or str(error)
    return _("{file} cannot be read: {reason}.").format(file=name, reason=reason)


def no_room_text(name: str, error: OSError) -> str:
    """Return that a fetched file cannot be stored here."""
    reason = error.strerror or str(error)
    return _("{file} could not be stored: {reason}.").format(file=name, reason=reason)


def cap_text(day_bytes: int) -> str:
    """Return that the daily limit for files is used up."""
    return _("Today’s {limit} MB for files are used up; the rest follows tomorrow.").format(
        limit=day_bytes // MEGABYTE
    )


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


class FilesAccess(StrEnum):
    """Whether the account takes pictures and files, which needs a permission that notes do without."""

    OPEN = "open"
    OFF = "off"
    """The token may, but R2 is not switched on."""
    DENIED = "denied"
    """The token lacks the permission *Workers R2 Storage: Edit*."""
    UNKNOWN = "unknown"
    """Nobody asked, or the account did not say."""


class FilePlace(StrEnum):
    """Where a file is, and where it is going."""

    HERE = "here"
    """On this computer only, and it stays there: no shared note uses it, or there is no account."""
    BOTH = "both"
    """Here and in the account."""
    TO_SEND = "to send"
    """Here, and it is to go to the account."""
    TO_FETCH = "to fetch"
    """Not here, and it is to come."""
    LEFT_THERE = "left there"
    """In the account, and it comes only if the user wants to see it."""
    MISSING = "missing"
    """Nowhere that is known of."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of one file.

    Attributes:
        is_here: Whether its bytes are on this computer.
        is_there: Whether the account is known to have it.
        is_shared: Whether it is used by a note that is in the account or will be.
        size: How many bytes it has; None if that is not known yet.
        wanted: Whether the user wants to see it, whatever its size.
        why: What it waits for, or what all files wait for.
        reason: The same as a sentence for the user.
        computer: The computer that wrote the note with it last, if only another one has the file; empty if unknown.
    """

    is_here: bool
    is_there: bool
    is_shared: bool
    size: int | None = None
    wanted: bool = False
    why: FileWait = FileWait.NONE
    reason: str = ""
    computer: str = ""


@dataclass(frozen=True, slots=True)
class FileStatus:
    """Where one file is, and what it waits for; the attributes are those of `FileFacts`."""

    place: FilePlace
    size: int | None = None
    why: FileWait = FileWait.NONE
    reason: str = ""
    computer: str = ""

    @property
    def can_be_fetched(self) -> bool:
        """Whether the user can have it fetched now."""
        return self.place is FilePlace.LEFT_THERE or (
            self.place is FilePlace.TO_FETCH and self.why is not FileWait.ELSEWHERE
        )


STAYS_HERE: Final = FileStatus(FilePlace.HERE)


def status_of(facts: FileFacts, fetch: FetchFiles, *, connected: bool) -> FileStatus:
    """Return where a file is.

    Args:
        fetch: Which files are fetched by themselves.
        connected: Whether the vault has an account.

    Example:
        >>> large = FileFacts(is_here=False, is_there=True, is_shared=True, size=30_000_000)
        >>> status_of(large, FetchFiles.SMALL, connected=True).place.value
        'left there'
    """
    place, waits = _place(facts, fetch, connected=connected)
    if not waits:
        return FileStatus(place, facts.size, computer=facts.computer)
    return FileStatus(place, facts.size, facts.why, facts.reason, facts.computer)


def _place(facts: FileFacts, fetch: FetchFiles, *, connected: bool) -> tuple[FilePlace, bool]:
    """Return where a file is, and whether what it waits for matters."""
    if facts.is_here:
        if not connected or not facts.is_shared:
            return FilePlace.HERE, False
        return (FilePlace.BOTH, False) if facts.is_there else (FilePlace.TO_SEND, True)
    if not connected:
        return FilePlace.MISSING, False
    wanted = FileChoices(fetch).fetches(facts.size, wanted=facts.wanted)
    return (FilePlace.TO_FETCH, True) if wanted else (FilePlace.LEFT_THERE, False)
