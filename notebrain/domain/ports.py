"""What the core asks of the outside world; adapters implement these."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from notebrain.domain.credentials import Credentials
from notebrain.domain.notes.note import NoteId


@dataclass(frozen=True, slots=True)
class Space:
    """The space vectors live in; only vectors of one space can be compared."""

    model: str
    pooling: str
    dimensions: int


class Clock(Protocol):
    """Tells the time, so that rules need not read the wall clock."""

    def now(self) -> datetime:
        """Return this moment, in UTC."""
        ...


class Ids(Protocol):
    """Makes names for new notes."""

    def new(self, at: datetime) -> NoteId:
        """Return an unused id that sorts by `at`."""
        ...


class Embedder(Protocol):
    """Turns text into vectors."""

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads; the rest would be cut off."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model makes of `text`, its two marks not counted."""
        ...

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Return one vector per text: little-endian float32, `space.dimensions` of them, of unit length.

        Raises:
            NoEmbedder: The model cannot be loaded on this computer.
        """
        ...

    def release(self) -> None:
        """Give back the memory of the model; the next call loads it again."""
        ...


class Speller(Protocol):
    """Knows how words are written."""

    def languages(self) -> list[str]:
        """Return the languages there is a dictionary for, e.g. `["de_DE", "en_GB"]`.

        Raises:
            NoSpeller: Nothing on this computer can look words up.
        """
        ...

    def knows(self, word: str, languages: Sequence[str]) -> bool:
        """Tell whether a word is right in any of these languages."""
        ...

    def suggest(self, word: str, languages: Sequence[str]) -> list[str]:
        """Return what may have been meant, the likeliest first."""
        ...


@dataclass(frozen=True, slots=True)
class Embedded:
    """What a service made of some texts.

    Attributes:
        vectors: One per text: little-endian float32, of unit length.
        neurons: What it cost of the day's share.
        measured: Whether the service told the cost; else it is an estimate.
    """

    vectors: list[bytes]
    neurons: float
    measured: bool


class RemoteEmbedder(Protocol):
    """Turns text into vectors elsewhere, for a price."""

    @property
    def space(self) -> Space:
        """The space of the vectors it makes."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text the model reads; the rest would be cut off."""
        ...

    @property
    def batch(self) -> int:
        """How many texts one request may carry."""
        ...

    def neurons(self, tokens: int) -> float:
        """Return the estimated cost of so many tokens."""
        ...

    async def embed(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Embedded:
        """Return one vector per text, at most `batch` of them; with a timeout, one try and no more.

        Raises:
            CloudError: One of its six kinds.
        """
        ...


class TokenStore(Protocol):
    """A place for the key to the user's account. It may ask the user to unlock it: never call it on the GUI thread."""

    def read(self) -> Credentials | None:
        """Return what is kept here, None when there is nothing.

        Raises:
            NoKeyStore: The place cannot be read; its subclass when it is only locked.
        """
        ...

    def keep(self, credentials: Credentials) -> None:
        """Keep these, and make sure that they can be read again.

        Raises:
            NoKeyStore: They could not be kept.
        """
        ...

    def forget(self) -> None:
        """Remove what is kept here; nothing there is fine.

        Raises:
            NoKeyStore: It could not be removed.
        """
        ...
