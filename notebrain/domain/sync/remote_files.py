"""Files in the user's account: how they are stored there, and the interface to them.

A file is its content, named by its SHA-256. It is stored in parts, `files/SHA/0000`, `files/SHA/0001` and so on, and a
list of the parts, `files/SHA/parts`, which is written last: whoever finds the list has the whole file.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import md5, sha256
from typing import BinaryIO, Final, Protocol, cast

PART_BYTES: Final = 16 * 1024 * 1024
MOST_PARTS: Final = 10_000
FOLDER: Final = "files/"
LIST: Final = "parts"
_VERSION: Final = 1
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MD5: Final = re.compile(r"[0-9a-f]{32}")
_NUMBER: Final = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file, described by its content.

    Attributes:
        md5: What the account gives as the part's `etag`; compares it without fetching it.
    """

    size: int
    sha256: str
    md5: str

    @classmethod
    def of(cls, content: bytes) -> "Part":
        """Return the description of a content."""
        # not for safety: a changed part is noticed by its SHA-256
        etag = md5(content, usedforsecurity=False).hexdigest()
        return cls(len(content), sha256(content).hexdigest(), etag)

    def is_of(self, content: bytes) -> bool:
        """Return whether this is the content."""
        return len(content) == self.size and sha256(content).hexdigest() == self.sha256


@dataclass(frozen=True, slots=True)
class StoredPart:
    """A part as the account lists it.

    Attributes:
        etag: The MD5 of its content in hexadecimal digits; anything else says nothing about the content.
    """

    size: int
    etag: str

    def fits(self, part: Part) -> bool | None:
        """Return whether it is this part, or None if only its content can tell."""
        if self.size != part.size:
            return False
        return self.etag == part.md5 if _MD5.fullmatch(self.etag) else None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """What the account has of a file.

    Attributes:
        parts: The parts by number; none has to be what it should be.
        has_list: Whether the list of parts is there: then somebody sent the whole file.
    """

    sha: str
    parts: Mapping[int, StoredPart] = field(default_factory=dict[int, StoredPart])
    has_list: bool = False

    @property
    def size(self) -> int:
        """How many bytes its parts take."""
        return sum(part.size for part in self.parts.values())


@dataclass(frozen=True, slots=True)
class RemovedFiles:
    """What was removed: how many files, and how many bytes they had there."""

    count: int = 0
    size: int = 0


class FileState(StrEnum):
    """The state of a file in the account."""

    MISSING = "missing"
    UNFINISHED = "unfinished"
    """Some parts are there, and no list."""
    DAMAGED = "damaged"
    """There is a list, but a part is missing or another one."""
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a file is.

    Attributes:
        done: How many of its bytes have arrived.
        total: How many bytes it has.
        moved: How many bytes went over the network in this call, including those that had to be repeated.
    """

    done: int
    total: int
    moved: int


@dataclass(frozen=True, slots=True)
class Moved:
    """What one call has done.

    Attributes:
        moved: How many bytes went over the network, including those that had to be repeated.
        is_whole: Whether the whole file has arrived and was checked; otherwise another call continues.
    """

    moved: int
    is_whole: bool


OnProgress = Callable[[Progress], object]
KeepGoing = Callable[[], bool]


def ignore(_progress: Progress) -> None:
    """Ignore the progress."""


def always() -> bool:
    """Never stop."""
    return True


class RemoteFiles(Protocol):
    """The files of one vault in the account. All errors are of the six kinds of `CloudError`.

    Parts that are there already are not sent or fetched again, whoever sent them and however it ended. The arguments of
    `send` and `receive` beside the file:

    - `at_most`: No part begins after this many bytes were moved, so at most one part more is moved; None is no limit.
    - `on_progress`: Called often, also during a part.
    - `keep_going`: Asked as often; False raises `Interrupted`, and what has arrived stays.
    """

    async def exists(self) -> bool:
        """Return whether the account has the vault's bucket; changes nothing.

        Raises:
            CloudFilesOff: R2 is not switched on in the account.
            CloudAuth: The token lacks the permission *Workers R2 Storage: Edit*.
        """
        ...

    async def make(self) -> None:
        """Create the vault's bucket if it does not exist. `send` does this by itself."""
        ...

    async def send(
        self,
        sha: str,
        source: BinaryIO,
        *,
        there: StoredFile | None = None,
        at_most: int | None = None,
        on_progress: OnProgress = ignore,
        keep_going: KeepGoing = always,
    ) -> Moved:
        """Send the file with this SHA-256; it is whole only after its list of parts was read back.

        Args:
            source: The file, open for reading.
            there: What the account had of it, from `stored`; `StoredFile(sha)`, which is nothing, spares a request.

        Raises:
            ChangedFile: The content does not have this hash; the account has no list of it.
            CloudFilesOff: R2 is not switched on in the account.
            CloudAuth: The token lacks the permission *Workers R2 Storage: Edit*.
        """
        ...

    async def receive(
        self,
        sha: str,
        into: BinaryIO,
        *,
        at_most: int | None = None,
        on_progress: OnProgress = ignore,
        keep_going: KeepGoing = always,
    ) -> Moved:
        """Fetch a file, checking each part before it is written and the whole at the end.

        Args:
            into: Open for reading and writing, not for appending; parts that an earlier call left there are checked and
                kept. Only when the result is whole, it is the file. The caller flushes it to the disk, and names it.

        Raises:
            CloudMissing: The account does not have the whole file; a computer that has it can send it.
            CloudDamaged: The account's copy is not the file; sending it again repairs it.
            OSError: `into` could not be written.
        """
        ...

    async def check(self, sha: str) -> FileState:
        """Return the state of a file, comparing its parts by the hashes the account says, without fetching them."""
        ...

    async def stored(self) -> dict[str, StoredFile]:
        """Return everything that is there, by SHA-256; one request for each thousand parts and lists."""
        ...

    async def remove(self, sha: str) -> None:
        """Remove a file, its list first; a file that is not there counts as removed."""
        ...

    async def remove_all(self, keep_going: KeepGoing = always) -> RemovedFiles:
        """Remove all files and the bucket; return what there was."""
        ...


def bucket_name(database: str, vault_id: str) -> str:
    """Return the name of a vault's bucket: its database's, and a mark of the vault.

    Every computer of the vault finds it without being told. A new vault under the name of an old one does not get the
    old one's bucket, and nobody else's bucket is called that.

    Example:
        >>> bucket_name("notebrain-garden", "vault")
        'notebrain-garden-e6f0a1fb'
    """
    return f"{database}-{sha256(vault_id.encode()).hexdigest()[:8]}"


def is_hash(sha: str) -> bool:
    """Return whether this can be the name of a file."""
    return _HASH.fullmatch(sha) is not None


def key_of(sha: str, number: int | None = None) -> str:
    """Return the key of a part in the bucket, or that of the list of parts if there is no number.

    Example:
        >>> key_of("ab" * 32, 7)[-12:], key_of("ab" * 32)[-8:]
        ('abababa/0007', 'ab/parts')
    """
    return f"{FOLDER}{sha}/{LIST if number is None else f'{number:04}'}"


def files_in(listed: Iterable[tuple[str, StoredPart]]) -> dict[str, StoredFile]:
    """Return the files of a listing of keys; keys that nobody here could have written are left out."""
    parts: dict[str, dict[int, StoredPart]] = {}
    lists: set[str] = set()
    for key, stored in listed:
        sha, _slash, name = key.removeprefix(FOLDER).partition("/")
        if not key.startswith(FOLDER) or not is_hash(sha):
            continue
        if name == LIST:
            lists.add(sha)
        elif _NUMBER.fullmatch(name):
            parts.setdefault(sha, {})[int(name)] = stored
    found = sorted(lists | parts.keys())
    return {sha: StoredFile(sha, parts.get(sha, {}), sha in lists) for sha in found}


def written_list(sha: str, parts: Sequence[Part]) -> bytes:
    """Return the list of parts as it is stored in the account."""
    rows = [[part.size, part.sha256, part.md5] for part in parts]
    value = {"version": _VERSION, "sha256": sha, "parts": rows}
    return json.dumps(value, separators=(",", ":")).encode()


def read_list(sha: str, content: bytes, *, largest: int) -> list[Part] | None:
    """Return the parts of a file from its list, or None if it is not one.

    Args:
        largest: How many bytes a part may have: more would not fit into the memory.
    """
    try:
        value = cast("object", json.loads(content))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    fields = cast("dict[str, object]", value)
    rows = fields.get("parts")
    if fields.get("version") != _VERSION or fields.get("sha256") != sha:
        return None
    if not isinstance(rows, list) or len(cast("list[object]", rows)) > MOST_PARTS:
        return None
    parts = [_part(row, largest) for row in cast("list[object]", rows)]
    whole = [part for part in parts if part is not None]
    return whole if len(whole) == len(parts) else None


def _part(row: object, largest: int) -> Part | None:
    match row:
        case [int(size), str(sha), str(etag)] if not isinstance(size, bool):
            fits = 0 < size <= largest and is_hash(sha) and _MD5.fullmatch(etag)
            return Part(size, sha, etag) if fits else None
        case _:
            return None
