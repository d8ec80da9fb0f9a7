"""The files of an account, in memory: one `FakeFileStore`, shared by several computers.

store = FakeFileStore()
one, two = store.files(), store.files()      # each of them a RemoteFiles of the same bucket
store.fail(CloudOffline("gone"), on="put")   # the next part or list is not written
store.lose("put")                            # the next one is written, and the answer lost
store.refusal = CloudFilesOff("…")           # nothing works until it is None again

Operations are `exists make list put get remove`; `store.calls` has them in order.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO, Final

from notebrain.domain.errors import (
    Broken,
    ChangedFile,
    CloudDamaged,
    CloudError,
    CloudMissing,
    CloudTransient,
    Interrupted,
)
from notebrain.domain.sync.remote_files import (
    FOLDER,
    FileState,
    KeepGoing,
    Moved,
    OnProgress,
    Part,
    Progress,
    RemovedFiles,
    StoredFile,
    StoredPart,
    always,
    files_in,
    ignore,
    is_hash,
    key_of,
    read_list,
    written_list,
)

PART_BYTES: Final = 256


@dataclass
class _Fault:
    error: CloudError
    on: str
    lost: bool
    left: int | None


@dataclass
class FakeFileStore:
    """What all computers of a user share.

    Attributes:
        objects: Everything in the bucket; None if there is no bucket.
        refusal: Raised by every operation, e.g. because R2 is off.
    """

    objects: dict[str, bytes] | None = None
    refusal: CloudError | None = None
    calls: list[str] = field(default_factory=list[str])
    _faults: list[_Fault] = field(default_factory=list[_Fault])

    def files(self, *, part_bytes: int = PART_BYTES) -> "FakeFiles":
        """Return the door for one computer."""
        return FakeFiles(self, part_bytes)

    def fail(self, error: CloudError, *, on: str, times: int | None = 1) -> None:
        """Let the next `times` operations of this name (None: all) do nothing but raise."""
        self._faults.append(_Fault(error, on, lost=False, left=times))

    def lose(self, on: str, *, times: int | None = 1) -> None:
        """Let the next `times` operations of this name be done, and their answers be lost."""
        lost = CloudTransient("the answer was lost", service="r2")
        self._faults.append(_Fault(lost, on, lost=True, left=times))

    def mend(self) -> None:
        """End all faults."""
        self._faults.clear()

    @contextmanager
    def asked(self, operation: str) -> Generator[None]:
        """Carry out one operation."""
        self.calls.append(operation)
        if self.refusal is not None:
            raise self.refusal
        struck = next((one for one in self._faults if one.on == operation and one.left != 0), None)
        if struck is not None and struck.left is not None:
            struck.left -= 1
        if struck is not None and not struck.lost:
            raise struck.error
        yield
        if struck is not None:
            raise struck.error


class FakeFiles:
    """A `RemoteFiles`."""

    def __init__(self, store: FakeFileStore, part_bytes: int) -> None:
        self._store = store
        self._part_bytes = part_bytes

    async def exists(self) -> bool:
        with self._store.asked("exists"):
            return self._store.objects is not None

    async def make(self) -> None:
        with self._store.asked("make"):
            if self._store.objects is None:
                self._store.objects = {}

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
        if there is None or there.has_list or there.parts:
            there = await self._look(sha)
        if there.has_list and self._state(there) is FileState.WHOLE:
            return Moved(0, is_whole=True)
        if self._store.objects is None:
            await self.make()
        source.seek(0)
        content = source.read()
        size = self._part_bytes
        bodies = [content[start : start + size] for start in range(0, len(content), size)]
        moving = _Moving(len(content), at_most, on_progress, keep_going)
        for number, body in enumerate(bodies):
            moving.go_on()
            stored = there.parts.get(number)
            if stored is None or not stored.fits(Part.of(body)):
                if moving.is_over:
                    return Moved(moving.moved, is_whole=False)
                await self._put(key_of(sha, number), body)
                moving.moved += len(body)
            moving.done += len(body)
        moving.go_on()
        if sha256(content).hexdigest() != sha:
            raise ChangedFile("changed")
        listed = written_list(sha, [Part.of(body) for body in bodies])
        await self._put(key_of(sha), listed)
        return Moved(moving.moved + len(listed), is_whole=True)

    async def receive(
        self,
        sha: str,
        into: BinaryIO,
        *,
        at_most: int | None = None,
        on_progress: OnProgress = ignore,
        keep_going: KeepGoing = always,
    ) -> Moved:
        parts = self._list_of(sha)
        moving = _Moving(sum(part.size for part in parts), at_most, on_progress, keep_going)
        for number, part in enumerate(parts):
            moving.go_on()
            into.seek(moving.done)
            if not part.is_of(into.read(part.size)):
                if moving.is_over:
                    return Moved(moving.moved, is_whole=False)
                body = self._get(key_of(sha, number))
                moving.moved += len(body)
                if not part.is_of(body):
                    raise CloudDamaged("damaged", service="r2")
                into.seek(moving.done)
                into.write(body)
            moving.done += part.size
        moving.go_on()
        into.truncate(moving.done)
        into.seek(0)
        if sha256(into.read()).hexdigest() != sha:
            raise CloudDamaged("damaged", service="r2")
        return Moved(moving.moved, is_whole=True)

    async def check(self, sha: str) -> FileState:
        return self._state(await self._look(sha))

    async def stored(self) -> dict[str, StoredFile]:
        await asyncio.sleep(0)
        with self._store.asked("list"):
            objects = self._store.objects or {}
            parts = {key: Part.of(body) for key, body in objects.items() if key.startswith(FOLDER)}
            return files_in((key, StoredPart(one.size, one.md5)) for key, one in parts.items())

    async def remove(self, sha: str) -> None:
        await self._remove(await self._look(sha))

    async def remove_all(self, keep_going: KeepGoing = always) -> RemovedFiles:
        files = await self.stored()
        for there in files.values():
            if not keep_going():
                raise Interrupted("stopped")
            await self._remove(there)
        with self._store.asked("remove"):
            self._store.objects = None
        return RemovedFiles(len(files), sum(there.size for there in files.values()))

    async def _remove(self, there: StoredFile) -> None:
        for key in (key_of(there.sha), *(key_of(there.sha, number) for number in there.parts)):
            with self._store.asked("remove"):
                (self._store.objects or {}).pop(key, None)

    async def _look(self, sha: str) -> StoredFile:
        if not is_hash(sha):
            raise Broken("not a hash")
        return (await self.stored()).get(sha, StoredFile(sha))

    def _state(self, there: StoredFile) -> FileState:
        if not there.has_list:
            return FileState.UNFINISHED if there.parts else FileState.MISSING
        try:
            parts = self._list_of(there.sha)
        except CloudDamaged:
            return FileState.DAMAGED
        found = [there.parts.get(number) for number in range(len(parts))]
        fits = [one and one.fits(part) for one, part in zip(found, parts, strict=True)]
        return FileState.WHOLE if all(fits) else FileState.DAMAGED

    def _list_of(self, sha: str) -> list[Part]:
        if not is_hash(sha):
            raise Broken("not a hash")
        with self._store.asked("get"):
            listed = (self._store.objects or {}).get(key_of(sha))
        if listed is None:
            raise CloudMissing("not there", service="r2")
        parts = read_list(sha, listed, largest=1 << 20)
        if parts is None:
            raise CloudDamaged("damaged", service="r2")
        return parts

    async def _put(self, key: str, body: bytes) -> None:
        await asyncio.sleep(0)  # others may come in between, as on a network
        with self._store.asked("put"):
            objects = self._store.objects = self._store.objects or {}
            objects[key] = body

    def _get(self, key: str) -> bytes:
        with self._store.asked("get"):
            found = (self._store.objects or {}).get(key)
        if found is None:
            raise CloudDamaged("damaged", service="r2")
        return found


@dataclass
class _Moving:
    total: int
    at_most: int | None
    on_progress: OnProgress
    keep_going: KeepGoing
    done: int = 0
    moved: int = 0

    @property
    def is_over(self) -> bool:
        return self.at_most is not None and self.moved >= self.at_most

    def go_on(self) -> None:
        if not self.keep_going():
            raise Interrupted("stopped")
        self.on_progress(Progress(self.done, self.total, self.moved))
