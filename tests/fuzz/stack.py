"""One whole computer of the fuzzer: a vault in a folder, the services, and the engine before the account's stand-in."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, TypeVar

import httpx

from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1
from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vault_schema import make
from notebrain.cloud.vectors import D1Vectors
from notebrain.domain.credentials import clean
from notebrain.domain.errors import CloudOffline
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.sync.leaving_files import Leaving, Report
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Census, Head, Item, Kind, Mark, Name, Page, Renewal
from notebrain.domain.sync.remote_files import (
    FileState,
    KeepGoing,
    Moved,
    OnProgress,
    Progress,
    RemovedFiles,
    StoredFile,
    always,
    ignore,
)
from notebrain.domain.sync.reports import KEPT_ELSEWHERE, ReceiptKind
from notebrain.notes.service import CaptureService
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions
from notebrain.storage.review import cards
from notebrain.storage.store import Store
from notebrain.storage.sync import account, inventory, log, outgoing_notes
from notebrain.sync.compare import Difference
from notebrain.sync.engine import SyncEngine, as_card
from notebrain.sync.round_result import Round
from notebrain.sync.types import Conflict
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin
from tests.fakes.ids import FakeIds
from tests.fakes.passing_time import PassingTime
from tests.fakes.trash import purge_overdue

T = TypeVar("T")
BUCKET, PART_BYTES = "notebrain-fuzz", 64
START = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)


class Killed(BaseException):
    """The power went."""


class NamedIds(FakeIds):
    """Names that tell which computer gave them."""

    def __init__(self, owner: str) -> None:
        super().__init__()
        self._owner = owner

    def begin(self, start: str) -> None:
        """Give other names than the program gave when it was started before."""
        self._owner += f"-{start}"

    def new(self, at: object) -> NoteId:
        self.given.append(NoteId(f"{self._owner}-{len(self.given) + 1:06d}"))
        return self.given[-1]


class FragileStore(Store):
    """A vault that tells before every write, so that something else may happen then."""

    crossing: Callable[[str], None] | None = None

    def write(self, act: Callable[[Connection], T]) -> "asyncio.Future[T]":  # type: ignore[override]
        if self.crossing is not None:
            self.crossing("write")
        return super().write(act)  # type: ignore[return-value]


@dataclass(frozen=True)
class Address:
    """Where the account is, and the vault in it."""

    base_url: str
    token: str
    account: str
    database: str

    def client(self, clock: FakeClock, pace: RateLimiter) -> Cloudflare:
        # without certificates, which take longer to read than all the rest of a round
        transport = httpx.AsyncHTTPTransport(verify=False)
        credentials = clean(self.token, self.account)
        return Cloudflare(
            credentials, clock=clock, base_url=self.base_url, pace=pace, transport=transport
        )


class Line:
    """A `RemoteVault` behind a line that can be cut, which tells of every request before and after it."""

    def __init__(self, computer: "Computer", vault: D1Vault) -> None:
        self._computer = computer
        self._vault = vault

    @property
    def mark(self) -> Mark | None:
        return self._vault.mark

    @mark.setter
    def mark(self, mark: Mark | None) -> None:
        self._vault.mark = mark

    @property
    def census(self) -> Census | None:
        return self._vault.census

    @property
    def computers(self) -> Computers:
        return self._vault.computers

    async def invalidate_marks(self) -> None:
        await self._through(self._vault.invalidate_marks)

    async def heads_since(self, after: int, *, limit: int) -> list[Head]:
        return await self._through(lambda: self._vault.heads_since(after, limit=limit))

    async def renew(self) -> Renewal | None:
        return await self._through(self._vault.renew)

    async def push(self, items: Sequence[Item]) -> list[Head]:
        return await self._through(lambda: self._vault.push(items))

    async def pull(self, after: int, *, device: str) -> Page:
        return await self._through(lambda: self._vault.pull(after, device=device))

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        return await self._through(lambda: self._vault.fetch(names))

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        return await self._through(lambda: self._vault.heads(kind, after, limit=limit))

    async def leaving_files(self, report: Report) -> Leaving:
        return await self._through(lambda: self._vault.leaving_files(report))

    async def _through(self, ask: Callable[[], Awaitable[T]]) -> T:
        self._computer.cross("request")
        if self._computer.offline:
            raise CloudOffline("no network")
        answer = await ask()
        self._computer.cross("answer")
        return answer


class FileLine:
    """A `RemoteFiles` behind the same line; a file may be cut off anywhere."""

    def __init__(self, computer: "Computer", files: R2Files) -> None:
        self._computer = computer
        self._files = files

    async def exists(self) -> bool:
        return await self._through(self._files.exists)

    async def make(self) -> None:
        await self._through(self._files.make)

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
        return await self._through(
            lambda: self._files.send(
                sha,
                source,
                there=there,
                at_most=at_most,
                on_progress=self._crossed(on_progress),
                keep_going=keep_going,
            )
        )

    async def receive(
        self,
        sha: str,
        into: BinaryIO,
        *,
        at_most: int | None = None,
        on_progress: OnProgress = ignore,
        keep_going: KeepGoing = always,
    ) -> Moved:
        return await self._through(
            lambda: self._files.receive(
                sha,
                into,
                at_most=at_most,
                on_progress=self._crossed(on_progress),
                keep_going=keep_going,
            )
        )

    async def check(self, sha: str) -> FileState:
        return await self._through(lambda: self._files.check(sha))

    async def stored(self) -> dict[str, StoredFile]:
        return await self._through(self._files.stored)

    async def remove(self, sha: str) -> None:
        await self._through(lambda: self._files.remove(sha))

    async def remove_all(self, keep_going: KeepGoing = always) -> RemovedFiles:
        return await self._through(lambda: self._files.remove_all(keep_going))

    def _crossed(self, on_progress: OnProgress) -> OnProgress:
        def report(progress: Progress) -> None:
            self._computer.cross("part")
            on_progress(progress)

        return report

    async def _through(self, ask: Callable[[], Awaitable[T]]) -> T:
        self._computer.cross("request")
        if self._computer.offline:
            raise CloudOffline("no network")
        answer = await ask()
        self._computer.cross("answer")
        return answer


class Computer:
    """Acts are those of the user; `sync` is one round of the engine, which `crossing` may disturb or end.

    Attributes:
        crossing: Called during a round before each write, and before and after each request.
        skew: How wrong its clock goes.
        typing_in: The notes the user has the cursor in.
        conflicts: All that were told of, also those of a transaction that did not come through.
    """

    def __init__(self, folder: Path, name: str, address: Address, skew: timedelta) -> None:
        self.name = name
        self.folder = folder
        self.address = address
        self.clock = FakeClock(START + skew)
        self.ids = NamedIds(name)
        self.passing = PassingTime()
        self.offline = False
        self.typing_in: set[str] = set()
        self.conflicts: list[Conflict] = []
        self.crossing: Callable[[str], None] | None = None
        self.syncing = False
        self.abandoned: list[Store] = []
        self.machine = name
        self.open()

    @staticmethod
    def start() -> datetime:
        """Return when the story begins, by a clock that goes right."""
        return START

    def open(self) -> None:
        """Open the vault, as a start of the program does."""
        self.store = FragileStore.open(self.folder, clock=self.clock)
        self.capture = CaptureService(self.store, self.clock, self.ids)
        self.pace = RateLimiter(passing=self.passing, chance=lambda: 0.5)

    def crash(self) -> None:
        """Leave everything as it is and start again on the same files."""
        self.abandoned.append(self.store)
        self.store.crossing = None  # type: ignore[attr-defined]
        self.typing_in.clear()
        self.open()

    def close(self) -> None:
        for store in (*self.abandoned, self.store):
            store.close()

    def cross(self, where: str) -> None:
        if self.syncing and self.crossing is not None:
            self.crossing(where)

    @property
    def connected(self) -> bool:
        with self.store.read() as db:
            return account.get(db) is not None

    def connect(self) -> None:
        if not self.connected:
            self.store.write(
                lambda db: account.connect(
                    db, vault="v", device=self.ids.new(None), machine=self.machine
                )
            ).result()

    def sync(self, *, listen: bool = True) -> Round:
        """Do one round, after a moment's rest.

        Raises:
            Killed: `crossing` said so.
        """
        self.pass_time(seconds=3)
        self.syncing = True
        self.store.crossing = self.cross  # type: ignore[attr-defined]
        try:
            return asyncio.run(self._asking(lambda engine: engine.round(listen=listen)))
        finally:
            self.syncing = False
            self.store.crossing = None  # type: ignore[attr-defined]
            purge_overdue(self.store)

    def answer_deletions(self, *, delete: bool) -> int:
        return asyncio.run(self._engine(None).answer_deletions(delete=delete))

    def pass_time(self, **duration: float) -> None:
        self.clock.forward(**duration)
        self.passing.now += timedelta(**duration).total_seconds()

    def differences(self) -> Sequence[Difference]:
        """Compare everything with the account."""
        return asyncio.run(self._asking(lambda engine: engine.compare())).differences

    def misses_something(self) -> bool:
        """Tell whether the account has lost something, as far as this computer knows."""
        with self.store.read() as db:
            return inventory.loss(db) is not None

    def repair(self, differences: Sequence[Difference]) -> None:
        asyncio.run(self._asking(lambda engine: engine.repair(differences)))

    async def _asking(self, act: Callable[[SyncEngine], Awaitable[T]]) -> T:
        cloud = self.address.client(self.clock, self.pace)
        try:
            return await act(self._engine(cloud))
        finally:
            await cloud.close()

    def _engine(self, cloud: Cloudflare | None) -> SyncEngine:
        database = self.address.database
        d1 = D1(cloud)  # type: ignore[arg-type]  # None where nothing is asked
        return SyncEngine(
            self.store,
            self.clock,
            self.ids,
            Line(self, D1Vault(d1, database)),
            vectors=D1Vectors(d1, database),
            files=FileLine(self, R2Files(Bucket(cloud, BUCKET), part_bytes=PART_BYTES)),  # type: ignore[arg-type]
            busy=self.typing_in.__contains__,
            on_conflict=self._keep_conflict,
            machine=self.machine,
        )

    def _keep_conflict(self, db: Connection, conflict: Conflict) -> None:
        self.conflicts.append(conflict)
        as_card(db, conflict)

    def card_of(self, note_id: str) -> str:
        """Return the other computer's text on the card of a conflict."""
        with self.store.read() as db:
            theirs = [card.theirs for card in cards.about(db, NoteId(note_id))]
        return "\n".join(f"{one.title}\n{one.body}" for one in theirs if one is not None)

    def keeps(self, note_id: str) -> bool:
        """Tell whether a note is local only here."""
        return any(note.local_only for note in self.all_notes() if note.id == note_id)

    def told_of(self, note_id: str) -> set[ReceiptKind]:
        """Return what the user was told of a note that another computer keeps to itself."""
        with self.store.read() as db:
            told = log.last_receipts(db, *KEPT_ELSEWHERE, limit=1_000)
        return {one.what for one in told if one.note_id == note_id}

    def all_notes(self) -> list[Note]:
        with self.store.read() as db:
            keys = [row[0] for row in db.execute("select rowid from note order by id")]
            return [note for key in keys if (note := notes.get_by_key(db, key)) is not None]

    def history(self, note_id: str, *, reason: str | None = None) -> str:
        """Return all earlier texts of a note, or those kept for a reason."""
        with self.store.read() as db:
            earlier = revisions.history(db, NoteId(note_id))
        return "\n".join(
            f"{one.title}\n{one.body}" for one in earlier if reason in (None, one.reason)
        )

    def records(self) -> dict[str, NoteRecord]:
        """Return what is shared of the notes that are."""
        with self.store.read() as db:
            rows = db.execute("select rowid from note where not local_only")
            keys = [row[0] for row in rows]
            return {one.id: one for one in outgoing_notes.of_keys(db, keys).values()}

    def settings(self) -> list[tuple[str, str, str]]:
        """Return the settings of workspaces."""
        with self.store.read() as db:
            return db.execute(
                "select scope, name, value from setting where scope <> '' order by scope, name"
            ).fetchall()

    def rests(self) -> set[str]:
        """Return the notes of which the account only has a mark, and this computer a copy in the trash."""
        with self.store.read() as db:
            return {
                row[0]
                for row in db.execute(
                    """select note.id from sync_note join note on note.rowid = note_rowid
                    where gone and deleted_at is not null"""
                )
            }

    def unsettled(self) -> list[tuple[str, object]]:
        """Return what still waits for anything."""
        looks = {
            "queued": """select note.id, attempts, last_error from outbox join note on note.rowid = note_rowid
                where kind = 'send' and not local_only""",
            "sending": "select note_rowid from sync_note where sending_rev is not null",
            "removals": "select note_id, last_error from sync_gone where key is not null",
            "things": "select kind, id from sync_thing where key is not null or sending_rev is not null",
            "held": "select kind, id, why from sync_held",
        }
        with self.store.read() as db:
            return [
                (name, row) for name, sql in looks.items() for row in db.execute(sql).fetchall()
            ]


def make_vault(shared: Standin) -> Address:
    """Lay the vault out in the account."""

    async def act() -> Address:
        address = Address(shared.base_url, shared.token, shared.account, "")
        cloud = address.client(FakeClock(), RateLimiter(passing=PassingTime()))
        try:
            made = await make(D1(cloud), "notebrain", vault_id="v")
        finally:
            await cloud.close()
        return replace(address, database=made.database.id)

    return asyncio.run(act())
