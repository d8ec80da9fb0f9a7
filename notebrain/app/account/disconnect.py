"""Disconnecting from an account, and the receipt for it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from notebrain.app.account.connection import Connection
from notebrain.app.account.shared_vectors import VaultPoints
from notebrain.cloud.d1 import D1, Database
from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import State, holding
from notebrain.cloud.workers_ai import MODELS
from notebrain.domain.errors import (
    CloudAuth,
    CloudConfig,
    CloudError,
    CloudFilesOff,
    CloudMissing,
    UserError,
)
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import Sha, size_text
from notebrain.domain.sync.remote import Kind, RemoteVault
from notebrain.storage.embedding import remote_vectors
from notebrain.storage.files import attachments, uses
from notebrain.storage.files.attachments import Fault
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.store import Store
from notebrain.storage.sync import file_transfers, outgoing_removals
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from notebrain.domain.sync.remote import Remote
    from notebrain.indexing.vector_delete import PointRemoving
    from notebrain.sync.engine import SyncEngine


# The user is waiting: if the account does not answer for this long, disconnect without it.
_PATIENCE_S = 15.0


@dataclass(frozen=True, slots=True)
class PendingRemovalCount:
    """What is still in the account but should not be.

    Attributes:
        texts: How many notes may still have their text, or cards about them, there.
        vectors: How many further notes have only vectors there.
        files: How many files of notes that stay here are there.
    """

    texts: int = 0
    vectors: int = 0
    files: int = 0

    def __bool__(self) -> bool:
        return bool(self.texts or self.vectors or self.files)


def remaining(store: Store) -> PendingRemovalCount:
    """Return what is still in the account but should not be; a quick read of the vault."""
    with store.read() as db:
        texts = outgoing_removals.unfinished(db)
        vectors = max(0, len(remote_vectors.homeless(db)) - texts)
        return PendingRemovalCount(texts, vectors, len(file_transfers.to_withdraw(db)))


class FilesOnlyThere(UserError):
    """Files that notes show are in the account and not on this computer, so a purge would lose them.

    Attributes:
        sizes: How many bytes each of them has.
    """

    def __init__(self, sizes: Mapping[Sha, int]) -> None:
        text = ngettext(
            "{n} file in these notes ({size}) is only in your account, not on this computer. Removing the copy "
            "would delete it for good.",
            "{n} files in these notes ({size}) are only in your account, not on this computer. Removing the copy "
            "would delete them for good.",
            len(sizes),
        )
        super().__init__(text.format(n=number(len(sizes)), size=size_text(sum(sizes.values()))))
        self.sizes = sizes


def only_there(store: Store, there: Mapping[str, int]) -> Mapping[Sha, int]:
    """Return those files of the account that notes use and that are not here, with their sizes; blocks.

    What turns out to be missing or changed here is recorded, so that it can be fetched.

    Args:
        there: The size of each file that is whole in the account.
    """
    blobs = Blobs.beside(store.path)
    with store.read() as db:
        changed = {sha for sha in there if attachments.fault_of(db, Sha(sha)) is Fault.CHANGED}
        named = [sha for sha in uses.in_notes(db) if sha in there]
    lacking = {sha: size for sha in named if (size := blobs.size(sha)) != there[sha]}
    faults = [
        (sha, Fault.MISSING if size is None else Fault.CHANGED) for sha, size in lacking.items()
    ]
    if faults:
        outcome(store.write(partial(attachments.set_fault, faults=faults)))
    return {sha: there[sha] for sha in named if sha in lacking or sha in changed}


class PendingRemovals:
    """Removes withdrawn data from the account, on the background loop.

    Args:
        remote: Returns the account; raises the same errors as `Account.remote`.
        engine: Returns the account's engine; raises the same errors as `SyncService.engine`.
        removing: Removes vectors from the account.
    """

    def __init__(
        self,
        store: Store,
        remote: "Callable[[], Awaitable[Remote | None]]",
        engine: "Callable[[], Awaitable[SyncEngine]]",
        removing: "Callable[[], PointRemoving]",
    ) -> None:
        self._store = store
        self._remote = remote
        self._engine = engine
        self._removing = removing

    def remaining(self) -> PendingRemovalCount:
        """Return what is still in the account but should not be; a quick read of the vault."""
        return remaining(self._store)

    async def finish(
        self, on_part: Callable[[PendingRemovalCount], object] = lambda _left: None
    ) -> PendingRemovalCount:
        """Remove what should not be in the account, as far as it answers; return what remains there.

        Args:
            on_part: Called with what remains, before each part.
        """
        left, before = self.remaining(), None
        try:
            while left and left != before:
                on_part(left)
                async with asyncio.timeout(_PATIENCE_S):
                    await self._some()
                before, left = left, self.remaining()
        except (CloudError, UserError, TimeoutError):
            left = self.remaining()
        return left

    async def _some(self) -> None:
        """Remove as many notes as one request covers."""
        turns = iter((True,))
        engine = await self._engine()
        await engine.withdraw(lambda: next(turns, False))
        remote = await self._remote()
        if remote is not None:
            await self._removing().remove_now(remote)


_PAGE = 1000


class RemovedKind(Enum):
    """The things that can be removed."""

    DATABASE = "database"
    BUCKET = "bucket"
    INDEX = "index"
    VECTORS = "vectors"
    TOKEN = "token"  # noqa: S105 - the name of a thing


@dataclass(frozen=True, slots=True)
class Removed:
    """Something that was removed from the account or from this computer.

    Attributes:
        count: How many notes, files or vectors it held.
        size: How many bytes the files had.
    """

    kind: RemovedKind
    name: str = ""
    count: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What disconnecting removed, each item verified: nothing named here exists any more.

    Attributes:
        purged: Whether the account's copy was to be removed.
        left: What could not be removed, as sentences that say what to do.
        still_there: What the user withdrew but the account still has.
    """

    purged: bool
    removed: tuple[Removed, ...] = ()
    left: tuple[str, ...] = ()
    still_there: PendingRemovalCount = field(default_factory=PendingRemovalCount)


class Purge:
    """Removes a vault from an account.

    Args:
        has_files: Whether notes of this vault ever had files.
        only_there: Returns those of the account's files that would be lost; see the function of this name.

    Attributes:
        left: What could not be removed, as sentences that say what to do.
    """

    def __init__(
        self,
        cloud: Cloudflare,
        connection: Connection,
        vault: RemoteVault,
        *,
        has_files: bool,
        only_there: Callable[[Mapping[str, int]], Mapping[Sha, int]],
    ) -> None:
        self._has_files = has_files
        self._only_there = only_there
        self.left: tuple[str, ...] = ()
        self._connection = connection
        self._vault = vault
        self._d1 = D1(cloud)
        self._files = R2Files(Bucket(cloud, connection.bucket))
        self._points = VaultPoints(cloud, connection.database_id)

    async def run(self, *, loses_files: bool) -> list[Removed]:
        """Remove vectors and files first and the database last, so that an interrupted purge can be repeated.

        Args:
            loses_files: Also remove files that are nowhere else.

        Raises:
            FilesOnlyThere: There are such files, and they are not to be lost; nothing was removed.
            CloudConfig: The database contains something that is not NoteBrain's.
            CloudError: It cannot be done right now; what is left is still connected.
        """
        if not loses_files:
            await self._lose_no_file()
        try:
            database = await self._d1.get(self._connection.database_id)
            held = await holding(self._d1, database)
        except CloudMissing:
            return [*await self._indexes(set()), *await self._bucket()]
        if held.found.state not in (State.OURS, State.EMPTY):
            raise CloudConfig(
                _(
                    "The database {name} contains something that NoteBrain did not put there, so nothing was "
                    "removed. Disconnect and leave the account as it is, or remove the database in Cloudflare."
                ).format(name=database.name)
            )
        notes = await note_ids(self._vault) if held.found.state is State.OURS else set[str]()
        removed = [*await self._indexes(notes), *await self._bucket()]
        await self._d1.delete(database.id)
        if await self._is_there(database):
            raise CloudMissing(_("Cloudflare still has the database. Try again in a moment."))
        return [*removed, Removed(RemovedKind.DATABASE, database.name, held.notes)]

    async def _lose_no_file(self) -> None:
        try:
            stored = await self._files.stored() if await self._files.exists() else {}
        except (CloudFilesOff, CloudAuth):
            return  # none is there, or those that are there stay
        whole = {sha: one.size for sha, one in stored.items() if one.has_list}
        lost = await asyncio.to_thread(self._only_there, whole)
        if lost:
            raise FilesOnlyThere(lost)

    async def _bucket(self) -> list[Removed]:
        """Remove the vault's files; where R2 is off there are none, and the rest goes if the token may not use it."""
        bucket = self._connection.bucket
        try:
            if not await self._files.exists():
                return []
            files = await self._files.remove_all()
        except CloudFilesOff:
            return []
        except CloudAuth:
            if self._has_files:
                self.left = (_files_stay(bucket),)
            return []
        return [Removed(RemovedKind.BUCKET, bucket, files.count, files.size)]

    async def _is_there(self, database: Database) -> bool:
        try:
            await self._d1.get(database.id)
        except CloudMissing:
            return False
        return True

    async def _indexes(self, notes: set[str]) -> list[Removed]:
        """Remove the indexes, or only this vault's vectors if another vault of the account needs the indexes."""
        alone = await self._points.is_alone()
        removed: list[Removed] = []
        for model in MODELS.values():
            points = await self._points.find(model.space, notes, alone=alone)
            if points is None:
                continue
            async for _gone in self._points.remove(points):
                pass
            if points.ids is None:
                removed.append(Removed(RemovedKind.INDEX, points.index.name, points.count))
            elif points.ids:
                removed.append(Removed(RemovedKind.VECTORS, points.index.name, points.count))
        return removed


def _files_stay(bucket: str) -> str:
    return _(
        "The pictures and files of these notes were not removed from Cloudflare: the token lacks the permission "
        "“Workers R2 Storage: Edit”. Everything else was removed, and the files on this computer stay. To remove "
        "the copies as well, open “R2 object storage” in Cloudflare, empty the bucket {name} if it is there, and "
        "delete it."
    ).format(name=bucket)


async def note_ids(vault: RemoteVault) -> set[str]:
    """Return the ids of a vault's notes in the account."""
    found: set[str] = set()
    after = ""
    while True:
        heads = await vault.heads(Kind.NOTE, after, limit=_PAGE)
        found |= {head.name.id for head in heads}
        if len(heads) < _PAGE:
            return found
        after = heads[-1].name.id
