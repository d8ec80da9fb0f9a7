"""What the background tells the front ends: frozen facts, matched by type."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from notebrain.app.model.removal_state import Removal
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import DamagedVault
from notebrain.domain.notes.changes import Changes
from notebrain.domain.sync.remote import Renewal


class IndexState(StrEnum):
    """What the indexer is doing."""

    WORKING = "working"
    IDLE = "idle"
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"
    """Another process indexes this vault."""
    OFF = "off"
    """There is no model on this computer: notes are found by their words."""


@dataclass(frozen=True, slots=True)
class NotesChanged:
    """A transaction of this process changed notes."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """Another process, e.g. the command line, changed the vault."""


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the index of meanings is: `done` of `total` notes can be found by meaning.

    Attributes:
        reason: Why indexing is off or failed, as a sentence for the user, or None.
    """

    state: IndexState
    done: int
    total: int
    reason: str | None = None


class SyncState(StrEnum):
    """How it stands between the vault and the user's account."""

    OFF = "off"
    """There is no account."""
    WORKING = "working"
    IDLE = "idle"
    """Both know the same, but for what `waiting` and `failed` count."""
    WAITING = "waiting"
    """The account cannot be reached or cannot be used now; it is tried again."""
    NEEDS_YOU = "needs_you"
    """Something only the user can put right stands in the way."""
    ASKS_DELETION = "asks_deletion"
    """Another computer removed so many notes that the user is asked; all else goes on."""
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"
    """Another process syncs this vault."""


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """How far the account knows what is here.

    Attributes:
        waiting: Notes, removals and settings that will be sent.
        failed: Those the account does not take.
        asks: How many notes would go from this computer.
        last_success: When both last knew the same after something was sent or fetched.
        last_reached: When the account last answered.
        reason: What stands in the way, as a sentence for the user, or None.
        renewal: How far the account is on the way to today's layout, where there was something to do.
        lost: Whether the account has not any more what it had: both are to be compared.
        clock: That the clock of this computer is wrong, as a sentence for the user, or None.
    """

    state: SyncState
    waiting: int = 0
    failed: int = 0
    asks: int = 0
    last_success: datetime | None = None
    last_reached: datetime | None = None
    reason: str | None = None
    lost: bool = False
    renewal: Renewal | None = None
    clock: str | None = None


@dataclass(frozen=True, slots=True)
class KeptElsewhere:
    """Another computer keeps so many notes to itself now; the copies here stay here, or went to the trash."""

    count: int


@dataclass(frozen=True, slots=True)
class VectorsProgress:
    """What the account's share of the indexing does; `AccountVectors.numbers` counts more, away from the window.

    Attributes:
        unsent: Notes whose vectors are still to be looked at.
        reason: Why nothing moves, as a sentence for the user, or None.
    """

    state: RemoteState
    unsent: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """The vectors of a model are being removed, or are gone.

    Attributes:
        removal: None where it was given up.
        reason: Why it stands still, as a sentence for the user, or None.
    """

    removal: Removal | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RaiseWindow:
    """A second start of the program asks the window to come to the front.

    Attributes:
        token: What lets it come to the front where that is not for any program to do (Wayland).
    """

    token: str = ""


@dataclass(frozen=True, slots=True)
class CaptureAsked:
    """Somebody wants to write a note down in the small window.

    Attributes:
        text: What it is to begin with; the user can remove it.
        token: As in `RaiseWindow`.
        kept: To be done once the text is on disk; None where nobody waits for that.
    """

    text: str = ""
    token: str = ""
    kept: Future[None] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LinkAsked:
    """Another program opened an address of NoteBrain; whoever made it is not trusted.

    Attributes:
        token: As in `RaiseWindow`.
    """

    address: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class QuickSearchAsked:
    """Somebody wants to find a note in the small window.

    Attributes:
        text: What to look for; empty for what was looked for the last time.
        token: As in `RaiseWindow`.
    """

    text: str = ""
    token: str = ""


class HotkeyName(StrEnum):
    """What a hotkey is for, by the name under which it is kept."""

    CAPTURE = "capture"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class HotkeyPressed:
    """A hotkey was pressed, in whatever program.

    Attributes:
        activation_token: What lets a window come to the front on Wayland; empty elsewhere.
        time_ms: When, by the clock of the X11 display; 0 elsewhere.
    """

    name: HotkeyName
    activation_token: str = ""
    time_ms: int = 0


@dataclass(frozen=True, slots=True)
class HotkeysChanged:
    """`Hotkeys.facts` are others now."""


@dataclass(frozen=True, slots=True)
class BackgroundFailed:
    """The background met a fault of ours; it goes on, and what was saved is safe.

    Attributes:
        damage: What it is, where the notes are damaged: trying again is no way out of that.
    """

    message: str
    damage: DamagedVault | None = None


@dataclass(frozen=True, slots=True)
class BackupFailed:
    """No backup could be made by itself; says why."""

    message: str


@dataclass(frozen=True, slots=True)
class TrashRemoved:
    """So many notes were in the trash for as long as they stay there, and were removed for good."""

    count: int


@dataclass(frozen=True, slots=True)
class DateDoubted:
    """The date of this computer jumped, and nothing leaves the trash until the user says that it is right."""

    message: str


@dataclass(frozen=True, slots=True)
class WordsDamaged:
    """The word index does not agree with the notes, which are safe."""


@dataclass(frozen=True, slots=True)
class SavingWaits:
    """Nothing can be saved for the moment, since another program holds the notes.

    Attributes:
        reason: Who that is, as a sentence; empty when it is over.
    """

    reason: str


Event = (
    NotesChanged
    | ChangedElsewhere
    | IndexProgress
    | SyncProgress
    | KeptElsewhere
    | VectorsProgress
    | RemovalProgress
    | RaiseWindow
    | CaptureAsked
    | LinkAsked
    | QuickSearchAsked
    | HotkeyPressed
    | HotkeysChanged
    | BackgroundFailed
    | BackupFailed
    | TrashRemoved
    | DateDoubted
    | WordsDamaged
    | SavingWaits
)


class EventBridge(Protocol):
    """Carries events from the background thread to a front end."""

    def publish(self, event: Event) -> None:
        """Hand over an event; returns at once, may be called from any thread."""
        ...


class Listeners:
    """An `EventBridge` for front ends without a loop of their own: calls functions, on the publisher's thread."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def add(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        """Hand the event to every listener."""
        for listener in self._listeners:
            listener(event)
