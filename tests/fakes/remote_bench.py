"""A computer with notes, the indexer, and its share of an account in memory."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Remote
from notebrain.indexing.index_check import IndexDrift
from notebrain.indexing.indexer import Indexer
from notebrain.indexing.rate_limits import EmbeddingPreferences, Meter
from notebrain.indexing.remote_indexer import RemoteIndexing, RemoteRound
from notebrain.notes.service import CaptureService, Edit, Filing
from notebrain.storage.embedding import remote_queue
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_embedder import FakeRemoteEmbedder


class Numbered:
    """Counts, in ids of the right shape; the n-th note of every computer is the same."""

    def __init__(self) -> None:
        self._given = 0

    def new(self, at: datetime) -> NoteId:
        self._given += 1
        return NoteId(f"01900000-0000-7000-8000-{self._given:012x}")


class RemoteBench:
    """One computer."""

    def __init__(self, folder: Path, account: FakeAccount, clock: FakeClock) -> None:
        self.folder = folder
        self.clock = clock
        self.account = account
        self.local = FakeEmbedder()
        self.far = FakeRemoteEmbedder()
        self.ids = Numbered()
        self.preferences = EmbeddingPreferences(budget=8000)
        self.start()

    def start(self) -> None:
        """Begin as a program does that starts, also after it was killed."""
        self.store = Store.open(self.folder, clock=self.clock)
        self.capture = CaptureService(self.store, self.clock, self.ids)
        self.indexer = Indexer(self.store, self.local, self.clock)
        self.meter = Meter()
        self.choose(self.far)
        self.indexing = RemoteIndexing(
            self.store,
            self.clock,
            local=lambda: self.local.space,
            meter=self.meter,
            preferences=lambda: self.preferences,
        )

    def choose(self, model: FakeRemoteEmbedder) -> None:
        """Let another model of the account make the vectors."""
        self.far = model
        account = self.account
        index = account.index(model.space)
        self.remote = Remote(
            account.vault(), account.vectors_of_notes(), index, model, account.index
        )

    def close(self) -> None:
        self.store.close()

    def take(self, text: str, **draft: object) -> NoteId:
        return self.capture.capture(Draft(text, **draft)).result().note  # type: ignore[arg-type]  # a test's short cut

    def take_all(self, texts: Sequence[str]) -> list[NoteId]:
        return [self.take(text) for text in texts]

    def index(self) -> None:
        self.clock.forward(seconds=3)
        while self.indexer.step():
            pass

    def round(self) -> RemoteRound:
        return asyncio.run(self.indexing.round(self.remote))

    def settle(self, most: int = 200) -> RemoteRound:
        """Index, and do rounds until nothing more is to be done now."""
        self.index()
        for _ in range(most):
            done = self.round()
            if done.wait_s != 0:
                return done
        raise AssertionError("it never rests")

    def edit(self, note: NoteId, text: str) -> None:
        self.capture.edit(note, Edit(text, session=f"{self.clock.now()}", resting=True)).result()

    def file(self, note: NoteId, **filing: object) -> None:
        self.capture.file([note], Filing(**filing)).result()  # type: ignore[arg-type]  # a test's short cut

    def drift(self) -> IndexDrift:
        index = self.remote.index
        return asyncio.run(
            self.indexing.check.drift(index, local=self.local.space, space=self.far.space)
        )

    def repair(self, drift: IndexDrift) -> None:
        asyncio.run(self.indexing.check.repair(drift, self.remote.index, self.far.space))

    def coverage(self) -> tuple[int, int]:
        with self.store.read() as db:
            return remote_queue.coverage(db, self.far.space)

    @property
    def points(self) -> dict[str, str]:
        """The index: namespaces by ids."""
        return {one.id: one.namespace for one in self.account.points[self.far.space].values()}

    @property
    def kept(self) -> dict[str, int]:
        """The database: the number of vectors by note."""
        return {
            note_id: len(one.vectors)
            for (space, note_id), one in self.account.vectors.items()
            if space == self.far.space
        }
