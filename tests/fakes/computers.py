"""Whole computers of one user without windows: a vault each, and the engine between it and a shared account."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.sync.file_transfer import FileChoices, FileStanding, MovingFile
from notebrain.domain.sync.records import NoteRecord
from notebrain.notes.files import FileActs, with_links
from notebrain.notes.service import CaptureService, Edit, Filing
from notebrain.storage.connection import Connection
from notebrain.storage.files import attachments
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.notes import notes, revisions
from notebrain.storage.store import Store
from notebrain.storage.sync import account, file_transfers, outgoing_counts, outgoing_notes
from notebrain.sync.engine import SyncEngine, as_card
from notebrain.sync.round_result import Round
from tests.fakes.aging import age
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.remote import FakeAccount
from tests.fakes.trash import purge, purge_overdue

if TYPE_CHECKING:
    from notebrain.sync.files import OnMoving
    from notebrain.sync.types import Conflict
    from tests.fakes.remote_files import FakeFileStore


class NamedIds(FakeIds):
    """Names that tell which computer gave them."""

    def __init__(self, owner: str) -> None:
        super().__init__()
        self._owner = owner

    def new(self, at: object) -> NoteId:
        self.given.append(NoteId(f"{self._owner}-{len(self.given) + 1:06d}"))
        return self.given[-1]


class Computer:
    """One computer; acts are those of the user, `sync` is one round of the engine."""

    def __init__(
        self,
        folder: Path,
        name: str,
        shared: FakeAccount,
        clock: FakeClock,
        files: "FakeFileStore | None" = None,
    ) -> None:
        self.there = files
        self.choices = FileChoices()
        self.moving: list[MovingFile | None] = []
        self.name = name
        self.folder = folder
        self.clock = clock
        self.shared = shared
        self.conflicts: list[Conflict] = []
        self.typing_in: set[str] = set()
        self.ids = NamedIds(name)
        self.open()

    def open(self, *, program: str = "1") -> None:
        """Open the vault, as a start of this version of the program does."""
        self.store = Store.open(self.folder, clock=self.clock)
        self.capture = CaptureService(self.store, self.clock, self.ids)
        self.program = program
        self.engine = self.make_engine()

    def make_engine(self, on_moving: "OnMoving | None" = None) -> SyncEngine:
        """Return an engine for the open vault; without `on_moving`, `moving` has what it told of files."""
        return SyncEngine(
            self.store,
            self.clock,
            self.ids,
            self.shared.vault(),
            vectors=self.shared.vectors_of_notes(),
            files=None if self.there is None else self.there.files(),
            file_choices=lambda: self.choices,
            on_moving=on_moving or self.moving.append,
            busy=self.typing_in.__contains__,
            on_conflict=self._conflict,
            machine=self.name,
            program=self.program,
        )

    def _conflict(self, db: Connection, conflict: "Conflict") -> None:
        self.conflicts.append(conflict)
        as_card(db, conflict)

    @property
    def blobs(self) -> Blobs:
        return Blobs.beside(self.store.path)

    def attach(
        self, content: bytes, text: str = "", *, name: str = "a.bin", **draft: object
    ) -> NoteId:
        """Take a note with a file."""
        with FileActs(self.store, self.clock, lambda: 1 << 30).stage_bytes(content, name) as new:
            body = with_links(text, [new.attachment])
            made = self.capture.capture(Draft(body, **draft), files=[new]).result()  # type: ignore[arg-type]
        assert made.note is not None
        return made.note

    def files(self) -> dict[str, bytes]:
        """Return the content of every file that is here and known."""
        with self.store.read() as db:
            shas = attachments.all_sizes(db)
        return {sha: self.blobs.path(sha).read_bytes() for sha in shas}

    def standing(self) -> FileStanding:
        with self.store.read() as db:
            return file_transfers.standing(db)

    def age(self, days: float) -> None:
        """Let the vault's own time pass, and do what the upkeep does with files then."""
        age(self.store, self.clock, days)

    def close(self) -> None:
        self.store.close()

    def connect(self) -> None:
        self.store.write(
            lambda db: account.connect(db, vault="v", device=self.name, machine=self.name)
        ).result()

    def take(self, text: str, **draft: object) -> NoteId:
        return self.capture.capture(Draft(text, **draft)).result().note  # type: ignore[arg-type]  # a test's short cut

    def edit(self, note: NoteId, text: str) -> None:
        self.clock.forward(seconds=1)
        session = f"{self.name}-{self.clock.now().isoformat()}"
        self.capture.edit(note, Edit(text, session=session)).result()

    def file(self, note: NoteId, **filing: object) -> None:
        self.capture.file([note], Filing(**filing)).result()  # type: ignore[arg-type]  # a test's short cut

    def forget(self, *ids: NoteId) -> None:
        self.capture.forget(ids).result()

    def purge(self, *ids: NoteId) -> None:
        purge(self.store, ids)

    def sync(self, *, send_first: bool = False) -> Round:
        """Let everything rest, then do one round, and what the upkeep does next."""
        self.clock.moment += timedelta(seconds=3)
        done = asyncio.run(self.engine.round(send_first=send_first))
        purge_overdue(self.store)
        return done

    def note(self, note: NoteId) -> Note:
        with self.store.read() as db:
            return notes.get(db, note)

    def texts(self) -> dict[str, str]:
        """Return what the notes outside the trash say, by id."""
        with self.store.read() as db:
            rows = db.execute("select id, body from note where deleted_at is null")
            return dict(rows.fetchall())

    def trash(self) -> set[str]:
        with self.store.read() as db:
            rows = db.execute("select id from note where deleted_at is not null")
            return {row[0] for row in rows}

    def history(self, note: NoteId) -> list[str]:
        with self.store.read() as db:
            return [one.body for one in revisions.history(db, note)]

    def records(self) -> dict[str, NoteRecord]:
        with self.store.read() as db:
            keys = [row[0] for row in db.execute("select rowid from note")]
            return {one.id: one for one in outgoing_notes.of_keys(db, keys).values()}

    def waiting_in_all(self) -> int:
        """Return how much the status says is unsent."""
        with self.store.read() as db:
            return outgoing_counts.counts(db).waiting

    def waiting(self) -> int:
        with self.store.read() as db:
            number: int = db.execute("select count(*) from outbox where kind = 'send'").fetchone()[
                0
            ]
            return number


def settle(*computers: Computer) -> None:
    """Sync until all computers know the same."""
    for _round in range(3):
        for one in computers:
            done = one.sync()
            assert done.problem is None


def assert_same(one: Computer, two: Computer) -> None:
    """Fail unless both have the same notes and nothing waits."""
    ours, theirs = one.records(), two.records()
    assert ours.keys() == theirs.keys()
    assert [note for note in ours if not ours[note].says_the_same(theirs[note])] == []
    assert one.waiting() == two.waiting() == 0
