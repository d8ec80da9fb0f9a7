"""The events that the background sends to the front ends: frozen dataclasses, matched by type."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from notebrain.app.model.removal_state import Removal
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import DamagedVault
from notebrain.domain.notes.changes import Changes
from notebrain.domain.sync.file_transfer import NO_FILES, FileStanding, MovingFile

if TYPE_CHECKING:
    from notebrain.domain.sync.remote import Renewal


class IndexState(StrEnum):
    """What the indexer is doing."""

    WORKING = "working"
    IDLE = "idle"
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"
    """Another process is indexing this vault."""
    OFF = "off"
    """There is no model on this computer, so notes are found only by their words."""


@dataclass(frozen=True, slots=True)
class NotesChanged:
    """A transaction of this process changed notes."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """Another process, e.g. the command line, changed the vault."""


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far the meaning index is: `done` of `total` notes can be found by meaning.

    Attributes:
        reason: Why indexing is off or failed, as a sentence for the user, or None.
        renewing: Whether another model is reading all notes anew, while the former one's vectors serve.
        parts: How many notes cannot be found by parts of words yet, if they are many, for example after an import.
        on_battery: Whether those wait until the computer is on mains power.
    """

    state: IndexState
    done: int
    total: int
    reason: str | None = None
    renewing: bool = False
    parts: int = 0
    on_battery: bool = False


class SyncState(StrEnum):
    """How the vault and the user's account stand to each other."""

    OFF = "off"
    """There is no account."""
    WORKING = "working"
    IDLE = "idle"
    """Both have the same content, except for what `waiting` and `failed` count."""
    WAITING = "waiting"
    """The account cannot be reached or used now; it will be tried again."""
    NEEDS_YOU = "needs_you"
    """Syncing is blocked by something only the user can fix."""
    ASKS_DELETION = "asks_deletion"
    """Another computer removed so many notes that the user is asked first; everything else continues."""
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"
    """Another process is syncing this vault."""


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """How much of what is here the account knows.

    Attributes:
        waiting: How many notes, removals and settings are still to be sent.
        failed: How many of them the account did not accept.
        asks: How many notes would be removed from this computer.
        last_success: When both sides last matched after something was sent or fetched.
        last_reached: When the account last answered.
        reason: What blocks syncing, as a sentence for the user, or None.
        renewal: How far the account is in the move to the current layout, if one was needed.
        lost: Whether the account has lost data it once had, so that both sides have to be compared.
        clock: That this computer's clock is wrong, as a sentence for the user, or None.
        files: How many files are in the account, are still to be sent, or are not here.
        moving: The file that is on its way; None if none is.
        speed: How many bytes per second went to the account with the last file; None if that was not measured.
    """

    state: SyncState
    waiting: int = 0
    failed: int = 0
    asks: int = 0
    last_success: datetime | None = None
    last_reached: datetime | None = None
    reason: str | None = None
    lost: bool = False
    renewal: "Renewal | None" = None
    clock: str | None = None
    files: FileStanding = NO_FILES
    moving: MovingFile | None = None
    speed: float | None = None


@dataclass(frozen=True, slots=True)
class KeptElsewhere:
    """Another computer now keeps this many notes to itself; the copies here stay or went to the trash."""

    count: int


@dataclass(frozen=True, slots=True)
class VectorsProgress:
    """The progress of embedding in the account; `AccountVectors.numbers` counts more, off the window's thread.

    Attributes:
        unsent: How many notes have vectors still to be checked.
        reason: Why nothing progresses, as a sentence for the user, or None.
    """

    state: RemoteState
    unsent: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """The vectors of a model are being removed, or have been removed.

    Attributes:
        removal: The removal, or None if it was given up.
        reason: Why it is stuck, as a sentence for the user, or None.
    """

    removal: Removal | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RaiseWindow:
    """A second start of the program asks the window to come to the front.

    Attributes:
        token: Lets the window come to the front where programs may not do that themselves (Wayland).
    """

    token: str = ""


@dataclass(frozen=True, slots=True)
class CaptureAsked:
    """The user wants to write a note in the capture window.

    Attributes:
        text: The initial text, which the user can remove.
        token: As in `RaiseWindow`.
        kept: Called once the text is on disk; None if nobody waits for that.
    """

    text: str = ""
    token: str = ""
    kept: Future[None] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LinkAsked:
    """Another program opened a NoteBrain link; its content is not trusted.

    Attributes:
        token: As in `RaiseWindow`.
    """

    address: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class QuickSearchAsked:
    """The user wants to find a note in the quick search window.

    Attributes:
        text: The query; empty for the previous one.
        token: As in `RaiseWindow`.
    """

    text: str = ""
    token: str = ""


class HotkeyName(StrEnum):
    """What a hotkey is for; the value is the name it is saved under."""

    CAPTURE = "capture"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class HotkeyPressed:
    """A hotkey was pressed, in any program.

    Attributes:
        activation_token: Lets a window come to the front on Wayland; empty elsewhere.
        time_ms: The time of the key press by the X11 server's clock; 0 elsewhere.
    """

    name: HotkeyName
    activation_token: str = ""
    time_ms: int = 0


@dataclass(frozen=True, slots=True)
class HotkeysChanged:
    """`Hotkeys.facts` changed."""


@dataclass(frozen=True, slots=True)
class BackgroundFailed:
    """The background hit a bug of ours; it keeps running, and saved notes are safe.

    Attributes:
        damage: The damage, if the notes file is damaged: retrying does not help then.
    """

    message: str
    damage: DamagedVault | None = None


@dataclass(frozen=True, slots=True)
class BackupFailed:
    """An automatic backup failed; says why."""

    message: str


@dataclass(frozen=True, slots=True)
class TrashRemoved:
    """This many notes were deleted permanently because their time in the trash was over."""

    count: int


@dataclass(frozen=True, slots=True)
class DateDoubted:
    """This computer's date jumped; nothing leaves the trash until the user confirms the date."""

    message: str


@dataclass(frozen=True, slots=True)
class WordsDamaged:
    """The word index does not match the notes, which are safe."""


@dataclass(frozen=True, slots=True)
class ProgramWrote:
    """Another program wrote into the notes for the first time.

    Attributes:
        program: Its name, see `program_name`.
    """

    program: str


@dataclass(frozen=True, slots=True)
class ProgramStopped:
    """Another program wanted to write more than all of them may for now.

    Attributes:
        program: Its name, see `program_name`.
    """

    program: str


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file in notes was read, or it is known why it cannot be; its words can be found now."""


@dataclass(frozen=True, slots=True)
class SavingWaits:
    """Nothing can be saved at the moment, because another program holds the notes.

    Attributes:
        reason: Which program that is, as a sentence; empty when it is over.
    """

    reason: str


Progress = IndexProgress | SyncProgress | VectorsProgress | RemovalProgress | FileRead
"""How far work of the background is."""

Call = RaiseWindow | CaptureAsked | LinkAsked | QuickSearchAsked | HotkeyPressed
"""Something outside the window wants to see it, a small window or a link."""

Health = BackupFailed | TrashRemoved | DateDoubted | WordsDamaged | ProgramWrote | ProgramStopped
"""Something needs the user's attention, or was done for them."""

Event = (
    NotesChanged
    | ChangedElsewhere
    | KeptElsewhere
    | HotkeysChanged
    | BackgroundFailed
    | SavingWaits
    | Progress
    | Call
    | Health
)


class EventPublisher(Protocol):
    """Carries events from the background thread to a front end."""

    def publish(self, event: Event) -> None:
        """Hand over an event; returns at once and may be called from any thread."""
        ...
