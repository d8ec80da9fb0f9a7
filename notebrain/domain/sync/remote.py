"""Interfaces to the user's account: the shared notes, the shared vectors, and an index of them.

The account stores items (`Item`) under a kind and an id. Every write has a unique name, created before it is sent
(`Item.rev`), and names the write it is based on (`Item.base`): it takes effect only while that one is still the newest.
A write whose answer was lost is recognized by its name, so nothing is ever duplicated. The account numbers writes in
the order in which it accepted them (`seq`); clocks play no role.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from notebrain.domain.sync.computers import Myself, Others
from notebrain.domain.sync.leaving_files import Leaving, Report

if TYPE_CHECKING:
    from notebrain.domain.grounding.writing_models import WritingModel
    from notebrain.domain.ports import RemoteEmbedder, Space, Writer
    from notebrain.domain.review.second_opinion import SecondOpinionModel
    from notebrain.domain.sync.remote_files import RemoteFiles
    from notebrain.domain.sync.vault_time import AccountTime


class Kind(StrEnum):
    """The kinds of items that the computers of one user share."""

    NOTE = "note"
    CARD = "card"
    SETTING = "setting"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Name:
    """The kind and id of an item in the account."""

    kind: Kind
    id: str


WITHDRAWN: Final = '{"withdrawn":true}'
"""The content of a removal mark if a computer keeps the note to itself from now on."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item as a computer wrote it, or as the account stores it.

    Attributes:
        rev: The name of the write, at most 40 letters, never used twice.
        base: The name of the write it is based on; None if it is new.
        device: The computer that wrote it.
        content: JSON text; None if it is `left_out`. If it was removed permanently, None or `WITHDRAWN`.
        gone: Whether it was removed permanently; a mark remains, so that every computer learns about it.
        left_out: Whether the content was omitted because the requesting computer wrote it itself.
        seq: Its number in the account's order; 0 if it has not been sent yet.
    """

    name: Name
    rev: str
    base: str | None
    device: str
    content: str | None = field(repr=False)
    gone: bool = False
    left_out: bool = False
    seq: int = 0

    @property
    def withdrawn(self) -> bool:
        """Whether it was not really removed: a computer keeps it to itself from now on."""
        return self.gone and self.content == WITHDRAWN

    @property
    def is_whole(self) -> bool:
        """Whether it can be sent: it has content, or is gone."""
        says = self.content is not None and not self.withdrawn
        return says is not self.gone and not self.left_out


@dataclass(frozen=True, slots=True)
class Head:
    """The newest write of an item.

    Attributes:
        rev: The name of that write; None if the account has no item with this name.
    """

    name: Name
    rev: str | None
    seq: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A write that the account is known to have accepted; it is missing if an earlier state was restored.

    Attributes:
        seq: The number of the account's last write when it was accepted.
        name: The name of the first write in its request.
    """

    seq: int
    name: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of changes, in the account's order.

    Attributes:
        upto: Where to continue next time, even if there were no changes.
        more: Whether more changes are already available.
    """

    items: Sequence[Item]
    upto: int
    more: bool


@dataclass(frozen=True, slots=True)
class Count:
    """The number of items of one kind, and the sum of their numbers (`Head.seq`)."""

    items: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Census:
    """The account's own counts of its items.

    Attributes:
        seq: The number of its last write at that time.
        counts: The counts by kind; kinds that never had an item are left out.
    """

    seq: int
    counts: Mapping[Kind, Count]


@dataclass(frozen=True, slots=True)
class Renewal:
    """The progress of migrating an account from an older version's layout to the current one.

    Attributes:
        moved: How many items have been moved.
        finished: Whether the account now has the current layout.
    """

    moved: int
    total: int
    finished: bool


class Computers(Protocol):
    """The computers of one vault.

    Attributes:
        myself: What this computer reports; None neither reports nor receives anything.
        others: The latest reports of the others; None if there are none yet.
        unreported: Requests by earlier runs of this program on this computer that ended without reporting them.
    """

    myself: Myself | None
    others: Others | None
    unreported: int


class RemoteVault(Protocol):
    """The notes of one vault in the account. All errors are of the six kinds of `CloudError`.

    Attributes:
        mark: The newest write seen by this computer; set from storage before the first request, and updated by every
            answer. An account that does not have it was restored to an earlier state.
    """

    mark: Mark | None

    @property
    def computers(self) -> Computers:
        """What the computers of the vault report to each other along with the requests."""
        ...

    @property
    def census(self) -> Census | None:
        """The counts in the account's last answer; None if it does not count yet."""
        ...

    async def push(self, items: Sequence[Item]) -> list[Head]:
        """Write the items whose base is still the newest, in one transaction; return the resulting heads, in order.

        An item was accepted if its head has its `rev`; if not, another write came first. Pushing is idempotent. The
        caller keeps the total size near a megabyte.

        Raises:
            CloudTooLarge: One item is larger than the account accepts; nothing was sent.
            CloudTakenBack: The account was restored to an earlier state, or lacks the item that a write is based on:
                that write was rejected, since others may have had a newer text of it.
        """
        ...

    async def pull(self, after: int, *, device: str) -> Page:
        """Return the writes after a number, oldest first, a few megabytes at most.

        Args:
            device: The requesting computer; contents that it wrote itself are left out.

        Raises:
            CloudTakenBack: The account was restored to an earlier state.
        """
        ...

    async def invalidate_marks(self) -> None:
        """Make the account look restored to all computers with a mark, so that they compare before they write again."""
        ...

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        """Return the current items with these names, in any order; missing ones are left out."""
        ...

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        """Return the heads of a kind with ids after `after`, ordered by id and without removed items, for comparing."""
        ...

    async def heads_since(self, after: int, *, limit: int) -> list[Head]:
        """Return the heads of everything after a number, including removal marks, in the account's order."""
        ...

    async def leaving_files(self, report: Report) -> Leaving:
        """Tell the other computers which files may leave the account, and return what all of them have said.

        Idempotent: the same report may be sent again.
        """
        ...

    async def renew(self) -> Renewal | None:
        """Migrate the account one step toward the current layout; return None if there is nothing to do.

        Nothing is lost, even if it fails or others write in the meantime.
        """
        ...


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """The vectors of one note.

    Attributes:
        vectors: Vectors of unit length by the hash of the passage's text, as little-endian float32.
    """

    note_id: str
    vectors: Mapping[bytes, bytes] = field(repr=False)


class RemoteVectors(Protocol):
    """The vectors in the account's database, so that a second computer need not pay for them again."""

    async def put(self, space: "Space", notes: Sequence[NoteVectors]) -> None:
        """Store the vectors of these notes, replacing those they had in this space."""
        ...

    async def get(self, space: "Space", note_ids: Sequence[str]) -> list[NoteVectors]:
        """Return the vectors of these notes that exist."""
        ...

    async def remove(self, note_ids: Sequence[str]) -> None:
        """Remove the vectors of these notes, in every space."""
        ...


@dataclass(frozen=True, slots=True)
class Point:
    """One vector of the account's index.

    Attributes:
        id: At most 64 bytes.
        namespace: At most 64 bytes; each workspace has its own.
    """

    id: str
    namespace: str
    values: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Near:
    """A vector near another one.

    Attributes:
        score: The approximate cosine: the account's index is not exact.
    """

    id: str
    score: float


class RemoteIndex(Protocol):
    """The account's index of the vectors of one space; new vectors can be found some seconds later."""

    async def upsert(self, points: Sequence[Point]) -> None:
        """Write these points, replacing those with the same ids, in as many requests as necessary."""
        ...

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove the points with these ids, in as many requests as necessary."""
        ...

    async def query(self, vector: bytes, *, namespace: str, limit: int) -> list[Near]:
        """Return the nearest points, at most 100; the empty namespace searches all of them."""
        ...

    async def ids(self) -> list[str]:
        """Return the ids of all points."""
        ...


@dataclass(frozen=True, slots=True)
class Hold:
    """Neurons that are held for one question.

    Attributes:
        id: A name that no other hold has.
        device: The computer that asks.
        day: The day by this computer's clock, in days since 1970, UTC.
        neurons: The most that the question can cost.
    """

    id: str
    device: str
    day: int
    neurons: float


class NeuronHolds(Protocol):
    """Keeps all computers of a vault within one daily budget, even if they ask at the same time."""

    async def hold(self, hold: Hold, *, spent: float, most: float) -> bool:
        """Hold neurons if all computers together then have spent and hold at most `most` today.

        Holding twice is holding once.

        Args:
            spent: What this computer has spent today.
            most: What all computers may spend today.
        """
        ...

    async def settle(self, hold: Hold, *, spent: float) -> None:
        """End a hold, and report what this computer spent today, including the question it was for."""
        ...


@dataclass(frozen=True, slots=True)
class Remote:
    """Everything needed from the connected account; all of it belongs to one event loop.

    Attributes:
        embedder: Makes vectors in the space of `index`.
        index_of: Returns the index of another space that was used before; None if there are no others.
        arbiter: A model that judges two notes, or None.
        files: The files of the notes, which need R2 in the account; None if there is no place for them.
        time: Returns the time reported with the account's last answer; None before the first one.
        writer_of: Returns what asks a model that answers questions; None if there are no such models.
        writing_models: Reads from the account's catalog which models can answer questions.
        holds: Holds neurons for questions; None if nobody else uses the account.
    """

    vault: RemoteVault
    vectors: RemoteVectors
    index: RemoteIndex
    embedder: "RemoteEmbedder"
    index_of: "Callable[[Space], RemoteIndex] | None" = None
    arbiter: "SecondOpinionModel | None" = None
    files: "RemoteFiles | None" = None
    time: "Callable[[], AccountTime | None]" = field(default=lambda: None)
    writer_of: "Callable[[WritingModel], Writer] | None" = None
    writing_models: "Callable[[], Awaitable[Sequence[WritingModel]]] | None" = None
    holds: NeuronHolds | None = None


class RemoteMeaning(Protocol):
    """Searches by meaning in the account, for a thread that can only wait briefly."""

    @property
    def space(self) -> "Space | None":
        """The space of the account's model; None if no account is connected."""
        ...

    def question(self, text: str) -> bytes:
        """Return the vector of a question, of unit length, as little-endian float32.

        Raises:
            CloudError: The account did not answer in time, or refuses.
        """
        ...

    def near(self, question: bytes, *, namespace: str, limit: int) -> Sequence[NoteVectors]:
        """Return the notes that the account's index finds near a question, with all their vectors.

        Raises:
            CloudError: The account did not answer in time, or refuses.
        """
        ...
