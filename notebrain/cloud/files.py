"""The files of one vault in a bucket of the account.

One list of a file's objects shows by their `etag` which parts are there already, whoever sent them: nothing has to be
fetched for that, and no metadata of our own is needed, for which the REST API has no documented header. After a lost
answer, the list is looked at before a part is sent again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import SEEK_END
from typing import BinaryIO, Final

from notebrain.cloud.d1 import unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.r2 import Bucket, is_no_bucket
from notebrain.cloud.transport import LARGEST_ANSWER
from notebrain.domain.errors import (
    Broken,
    ChangedFile,
    CloudDamaged,
    CloudMissing,
    CloudOffline,
    CloudTooLarge,
    CloudTransient,
    Interrupted,
)
from notebrain.domain.i18n import _
from notebrain.domain.sync.remote_files import (
    FOLDER,
    MOST_PARTS,
    PART_BYTES,
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

_TRIES: Final = 6


@dataclass(slots=True)
class _Moving:
    """Counts the bytes of one call."""

    total: int
    at_most: int | None
    on_progress: OnProgress
    keep_going: KeepGoing
    done: int = 0
    moved: int = 0
    _of_part: int = 0

    @property
    def may_begin(self) -> bool:
        """Whether another part may be moved."""
        return self.at_most is None or self.moved < self.at_most

    def begin(self) -> None:
        """Begin a part, or begin it again."""
        self._of_part = 0
        self._go_on()

    def piece(self, size: int) -> None:
        """Count a piece of a part."""
        self.moved += size
        self._of_part += size
        self._go_on()

    def arrived(self, size: int) -> None:
        """Count a whole part."""
        self.done, self._of_part = self.done + size, 0
        self._go_on()

    def _go_on(self) -> None:
        if not self.keep_going():
            raise Interrupted(_("Stopped. What has arrived stays, and NoteBrain continues there."))
        done = min(self.done + self._of_part, self.total)
        self.on_progress(Progress(done, self.total, self.moved))


class R2Files:
    """A `RemoteFiles` in one bucket.

    Args:
        part_bytes: How large a part is when a file is sent; files in parts of another size can be fetched too.
    """

    def __init__(self, bucket: Bucket, *, part_bytes: int = PART_BYTES) -> None:
        self._bucket = bucket
        self._part_bytes = part_bytes
        self._is_made = False

    async def exists(self) -> bool:
        """Return whether the account has the bucket; changes nothing."""
        return await self._bucket.exists()

    async def make(self) -> None:
        """Create the bucket if it does not exist."""
        await self._bucket.make()
        self._is_made = True

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
        """Send a file in parts, the list of parts last; it is whole once that list was read back."""
        if there is None or there.has_list or there.parts:
            there = await self._look(sha)  # what was there may have been removed since
        if there.has_list and await self._state(there) is FileState.WHOLE:
            return Moved(0, is_whole=True)
        moving = _Moving(_size(source), at_most, on_progress, keep_going)
        parts: list[Part] = []
        whole = sha256()
        for body in _bodies(source, self._part_bytes):
            if len(parts) == MOST_PARTS:
                raise CloudTooLarge(
                    _(
                        "This file is too large for your Cloudflare account. It stays on this computer."
                    ),
                    service=Service.R2,
                )
            part, number = Part.of(body), len(parts)
            whole.update(body)
            moving.begin()
            if not await self._is(there.parts.get(number), key_of(sha, number), part):
                if not moving.may_begin:
                    return Moved(moving.moved, is_whole=False)
                await self._put(key_of(sha, number), body, part, moving)
            moving.arrived(part.size)
            parts.append(part)
        if whole.hexdigest() != sha:
            raise ChangedFile(
                _("The file was changed outside NoteBrain, so it was not sent to your account.")
            )
        await self._seal(sha, parts, moving)
        return Moved(moving.moved, is_whole=True)

    async def _seal(self, sha: str, parts: list[Part], moving: _Moving) -> None:
        """Write the list of parts, and read it back."""
        listed, key = written_list(sha, parts), key_of(sha)
        moving.begin()
        await self._put(key, listed, Part.of(listed), moving)
        if await self._bucket.get(key) != listed:
            raise unreadable(Service.R2)

    async def _put(self, key: str, body: bytes, part: Part, moving: _Moving) -> None:
        """Write an object; when in doubt, look whether it is there before it is sent again."""
        if not self._is_made:
            await self.make()
        for tries in range(_TRIES):
            moving.begin()
            if await self._put_once(key, body, part, moving, is_last=tries == _TRIES - 1):
                return
            await self._wait(tries)

    async def _put_once(
        self, key: str, body: bytes, part: Part, moving: _Moving, *, is_last: bool
    ) -> bool:
        """Return whether an object is written, or else to try again."""
        try:
            etag = await self._bucket.put(key, body, moving.piece)
        except CloudMissing as error:
            if is_last or not is_no_bucket(error):
                raise
            await self.make()  # it was removed in between
            return False
        except CloudOffline:  # the client has tried for a while
            raise
        except CloudTransient:
            if await self._holds(key, part):
                return True
            if is_last:
                raise
            return False
        stored = None if etag is None else StoredPart(part.size, etag)
        if not await (self._is(stored, key, part) if stored else self._holds(key, part)):
            raise unreadable(Service.R2)
        return True

    async def _holds(self, key: str, part: Part) -> bool:
        """Return whether the account has this content under a key."""
        listed = dict(await self._bucket.objects(key))
        return await self._is(listed.get(key), key, part)

    async def _is(self, stored: StoredPart | None, key: str, part: Part) -> bool:
        """Return whether an object is this part; it is fetched if its `etag` does not tell."""
        if stored is None:
            return False
        fits = stored.fits(part)
        return part.is_of(await self._bucket.get(key)) if fits is None else fits

    async def _wait(self, tries: int) -> None:
        pace = self._bucket.pace
        await pace.time.sleep(pace.backoff(tries))

    async def receive(
        self,
        sha: str,
        into: BinaryIO,
        *,
        at_most: int | None = None,
        on_progress: OnProgress = ignore,
        keep_going: KeepGoing = always,
    ) -> Moved:
        """Fetch a file; each part is checked before it is written, and the whole at the end."""
        parts = await self._list_of(sha)
        moving = _Moving(sum(part.size for part in parts), at_most, on_progress, keep_going)
        whole, start = sha256(), 0
        for number, part in enumerate(parts):
            moving.begin()
            into.seek(start)
            body = into.read(part.size)
            if not part.is_of(body):
                if not moving.may_begin:
                    return Moved(moving.moved, is_whole=False)
                body = await self._fetch(key_of(sha, number), part, moving)
                into.seek(start)
                into.write(body)
            whole.update(body)
            start += part.size
            moving.arrived(part.size)
        into.truncate(start)
        if whole.hexdigest() != sha:
            raise _damaged()
        return Moved(moving.moved, is_whole=True)

    async def _fetch(self, key: str, part: Part, moving: _Moving) -> bytes:
        """Return the content of a part, checked."""
        try:
            body = await self._get(key, moving)
        except CloudMissing:
            raise _damaged() from None
        if part.is_of(body):
            return body
        # was it changed in the account, or on its way here?
        stored = dict(await self._bucket.objects(key)).get(key)
        raise unreadable(Service.R2) if stored and stored.fits(part) else _damaged()

    async def _get(self, key: str, moving: _Moving) -> bytes:
        tries = 0
        while True:
            moving.begin()
            try:
                return await self._bucket.get(key, moving.piece)
            except CloudOffline:
                raise
            except CloudTransient:
                tries += 1
                if tries == _TRIES:
                    raise
                await self._wait(tries - 1)

    async def check(self, sha: str) -> FileState:
        """Return the state of a file, comparing its parts by their hashes without fetching them."""
        return await self._state(await self._look(sha))

    async def _state(self, there: StoredFile) -> FileState:
        if not there.has_list:
            return FileState.UNFINISHED if there.parts else FileState.MISSING
        try:
            parts = await self._list_of(there.sha)
        except CloudDamaged:
            return FileState.DAMAGED
        except CloudMissing:  # removed in between
            return FileState.UNFINISHED
        for number, part in enumerate(parts):
            key = key_of(there.sha, number)
            if not await self._is(there.parts.get(number), key, part):
                return FileState.DAMAGED
        return FileState.WHOLE

    async def stored(self) -> dict[str, StoredFile]:
        """Return everything that is there, by SHA-256."""
        return files_in(await self._bucket.objects(FOLDER))

    async def remove(self, sha: str) -> None:
        """Remove a file, its list first."""
        await self._remove(await self._look(sha))

    async def _remove(self, there: StoredFile) -> None:
        keys = [key_of(there.sha, number) for number in sorted(there.parts)]
        if there.has_list:
            keys.insert(0, key_of(there.sha))
        for key in keys:
            await self._bucket.remove(key)

    async def remove_all(self, keep_going: KeepGoing = always) -> RemovedFiles:
        """Remove all files and the bucket; return what there was."""
        files = await self.stored()
        for there in files.values():
            if not keep_going():
                raise Interrupted(_("Stopped. What was removed stays removed."))
            await self._remove(there)
        await self._bucket.delete()
        self._is_made = False
        return RemovedFiles(len(files), sum(there.size for there in files.values()))

    async def _look(self, sha: str) -> StoredFile:
        """Return what the account has of a file."""
        if not is_hash(sha):
            raise Broken(_("This is not the hash of a file."))
        return files_in(await self._bucket.objects(f"{FOLDER}{sha}/")).get(sha, StoredFile(sha))

    async def _list_of(self, sha: str) -> list[Part]:
        """Return the parts of a whole file.

        Raises:
            CloudMissing: There is no list: the account does not have the whole file.
            CloudDamaged: The list is not one.
        """
        if not is_hash(sha):
            raise Broken(_("This is not the hash of a file."))
        try:
            listed = await self._bucket.get(key_of(sha))
        except CloudMissing as error:
            raise CloudMissing(
                _(
                    "This file is not in your Cloudflare account yet. It comes as soon as a computer that has it syncs."
                ),
                service=Service.R2,
                code=error.code,
                detail=error.detail,
            ) from None
        parts = read_list(sha, listed, largest=LARGEST_ANSWER)
        if parts is None:
            raise _damaged()
        return parts


def _bodies(source: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield a file in parts, reading each one when it is asked for."""
    start = 0
    while True:
        source.seek(start)
        body = source.read(size)
        if not body:
            return
        yield body
        start += len(body)


def _size(source: BinaryIO) -> int:
    return source.seek(0, SEEK_END)


def _damaged() -> CloudDamaged:
    return CloudDamaged(
        _(
            "The copy of this file in your Cloudflare account is damaged. A computer that has the file will send it "
            "again."
        ),
        service=Service.R2,
    )
