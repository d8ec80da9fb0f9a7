"""What the engine asks of the user's account: the shared notes, the shared vectors, and an index of them.

The account keeps things (`Item`) under a kind and an id. Every write has a name of its own, made before it is sent
(`Item.rev`), and says which write it was made from (`Item.base`): it takes effect only while that one is still the
newest. A write whose answer was lost is recognised by its name, so nothing is ever doubled. The account numbers the
writes in the order in which it took them (`seq`); no clock has a say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from notebrain.domain.sync.computers import Myself, Others

if TYPE_CHECKING:
    from notebrain.domain.ports import RemoteEmbedder, Space
    from notebrain.domain.review.second_opinion import Arbiter
    from notebrain.domain.sync.vault_time import AccountTime


class Kind(StrEnum):
    """What is shared between the computers of one user."""

    NOTE = "note"
    CARD = "card"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called in the account."""

    kind: Kind
    id: str


WITHDRAWN: Final = '{"withdrawn":true}'
"""What the mark of a removal says where a computer keeps the note to itself from now on."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing as a computer wrote it, or as the account keeps it.

    Attributes:
        rev: The name of the write, at most 40 letters, never used twice.
        base: The name of the write it was made from; None when it is new.
        device: Which computer wrote it.
        content: JSON text; None where `left_out` says so, and for what is gone for good, or `WITHDRAWN`.
        gone: Whether it was removed for good; a mark stays, so that every computer hears of it.
        left_out: Whether the content was not sent along, because the computer that asks wrote it itself.
        seq: Its number in the account's order; 0 for what was not sent yet.
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
        """Whether nobody removed it: a computer keeps it to itself from now on."""
        return self.gone and self.content == WITHDRAWN

    @property
    def is_whole(self) -> bool:
        """Whether it can be sent: it says something, or is gone."""
        says = self.content is not None and not self.withdrawn
        return says is not self.gone and not self.left_out


@dataclass(frozen=True, slots=True)
class Head:
    """Which write of a thing is the newest.

    Attributes:
        rev: None when the account has nothing of this name.
    """

    name: Name
    rev: str | None
    seq: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A write that the account is known to have taken; it is missing where the account was taken back before it.

    Attributes:
        seq: The number of the account's last write when it was taken.
        name: The name of the first write of its request.
    """

    seq: int
    name: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of what changed, in the account's order.

    Attributes:
        upto: Where to go on next time, also when nothing came.
        more: Whether there is more already.
    """

    items: Sequence[Item]
    upto: int
    more: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many things of one kind there are, and the sum of their numbers (`Head.seq`)."""

    things: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Census:
    """What the account counts of its own.

    Attributes:
        seq: The number of its last write then.
        counts: By kind; a kind of which it never had anything is left out.
    """

    seq: int
    counts: Mapping[Kind, Count]


@dataclass(frozen=True, slots=True)
class Renewal:
    """How far an account is that an older NoteBrain laid out, and that is brought to today's layout.

    Attributes:
        moved: How many things lie in their new place.
        finished: Whether the account has today's layout now.
    """

    moved: int
    total: int
    finished: bool


class Company(Protocol):
    """The computers of one vault.

    Attributes:
        myself: What this one tells; None tells and hears nothing.
        others: What was heard last; None for nothing yet.
        beside: Requests of runs of this program here that ended without telling them.
    """

    myself: Myself | None
    others: Others | None
    beside: int


class RemoteVault(Protocol):
    """The notes of one vault in the account. All errors are `CloudError`, of its six kinds.

    Attributes:
        mark: The newest write that was seen here; set before the first request to what was kept of the last ones, and
            renewed by every answer. An account that does not have it was taken back to an earlier state.
    """

    mark: Mark | None

    @property
    def company(self) -> Company:
        """What the computers of the vault tell one another along with the requests."""
        ...

    @property
    def census(self) -> Census | None:
        """What the account counted at its last answer; None where it does not count yet."""
        ...

    async def push(self, items: Sequence[Item]) -> list[Head]:
        """Write the items whose base is still the newest, in one transaction; return the heads after it, in order.

        An item was taken if its head carries its `rev`; if not, somebody else's write came first. Sending the same
        again does no more than sending it once. The caller keeps the whole near a megabyte.

        Raises:
            CloudTooLarge: One item is larger than the account takes; nothing was sent.
            CloudTakenBack: The account was taken back, or has nothing of what an item was made from: that one was not
                taken, since others may have had a newer text of it.
        """
        ...

    async def pull(self, after: int, *, device: str) -> Page:
        """Return what was written after a number, oldest first, a few megabytes at most.

        Args:
            device: The computer that asks; the contents it wrote itself are left out.

        Raises:
            CloudTakenBack: The account was taken back to an earlier state.
        """
        ...

    async def estrange(self) -> None:
        """Let everybody who knows a mark find the account taken back: they are to compare before they write again."""
        ...

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        """Return these things as they are now, in no order; what is not there is left out."""
        ...

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        """Return the heads of a kind that is not gone, ordered by id, those greater than `after`; for comparing."""
        ...

    async def roll(self, after: int, *, limit: int) -> list[Head]:
        """Return the heads of everything after a number, marks of removals among them, in the account's order."""
        ...

    async def renew(self) -> Renewal | None:
        """Bring the account one step nearer to today's layout; None where nothing is to be done.

        Whatever becomes of it, and whoever writes meanwhile, nothing is lost.
        """
        ...


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """The vectors of one note.

    Attributes:
        vectors: By the hash of a passage's text: little-endian float32, of unit length.
    """

    note_id: str
    vectors: Mapping[bytes, bytes] = field(repr=False)


class RemoteVectors(Protocol):
    """The vectors in the account's database, so that a second computer need not pay for them again."""

    async def put(self, space: "Space", notes: Sequence[NoteVectors]) -> None:
        """Keep the vectors of these notes, in the place of those they had in this space."""
        ...

    async def get(self, space: "Space", note_ids: Sequence[str]) -> list[NoteVectors]:
        """Return the vectors of these notes, as far as there are any."""
        ...

    async def remove(self, note_ids: Sequence[str]) -> None:
        """Remove the vectors of these notes, in every space."""
        ...


@dataclass(frozen=True, slots=True)
class Point:
    """One vector of the account's index.

    Attributes:
        id: At most 64 bytes.
        namespace: At most 64 bytes; one for each workspace.
    """

    id: str
    namespace: str
    values: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Near:
    """A vector that is near another.

    Attributes:
        score: The cosine, roughly: the account's index is not exact.
    """

    id: str
    score: float


class RemoteIndex(Protocol):
    """The account's index of vectors of one space; what is written can be found some seconds later."""

    async def upsert(self, points: Sequence[Point]) -> None:
        """Write these, in the place of those of the same ids; in as many requests as it takes."""
        ...

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove these; in as many requests as it takes."""
        ...

    async def query(self, vector: bytes, *, namespace: str, limit: int) -> list[Near]:
        """Return the nearest, at most 100 of them; the empty namespace stands for all."""
        ...

    async def ids(self) -> list[str]:
        """Return the ids of all there is."""
        ...


@dataclass(frozen=True, slots=True)
class Remote:
    """Everything the engine asks of the account it is connected to; all of it belongs to one event loop.

    Attributes:
        embedder: Makes vectors of the space that `index` holds.
        index_of: Gives the index of another space, one that was used before; None where there are no others.
        arbiter: A model that judges two notes; None where there is none.
        time: Gives what the account's last answer told of the time; None before the first.
    """

    vault: RemoteVault
    vectors: RemoteVectors
    index: RemoteIndex
    embedder: "RemoteEmbedder"
    index_of: "Callable[[Space], RemoteIndex] | None" = None
    arbiter: "Arbiter | None" = None
    time: "Callable[[], AccountTime | None]" = field(default=lambda: None)


class RemoteMeaning(Protocol):
    """Understands a question in the account, for a thread that may wait for a moment and no longer."""

    @property
    def space(self) -> "Space | None":
        """The space of the account's model; None when no account is connected."""
        ...

    def question(self, text: str) -> bytes:
        """Return the vector of a question: little-endian float32, of unit length.

        Raises:
            CloudError: The account did not answer in time, or refuses.
        """
        ...

    def near(self, question: bytes, *, namespace: str, limit: int) -> Sequence[NoteVectors]:
        """Return the notes that the account's index knows near to a question, with all their vectors.

        Raises:
            CloudError: The account did not answer in time, or refuses.
        """
        ...
