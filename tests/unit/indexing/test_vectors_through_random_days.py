"""Whatever is done to notes and whatever the account does: once all is quiet, it holds what it should, and no more."""

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.embedding.vector_ids import namespace, point_id
from notebrain.domain.errors import CloudConfig, CloudOffline, CloudQuota, CloudThrottle
from notebrain.indexing.rate_limits import EmbeddingPreferences
from notebrain.storage.notes import notes
from tests.fakes.clock import FakeClock
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_bench import RemoteBench
from tests.fakes.remote_embedder import FakeRemoteEmbedder
from tests.fakes.soundness import faults_in
from tests.fakes.trash import purge

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId

SEEDS = range(int(os.environ.get("NOTEBRAIN_VECTOR_SEEDS", "6")))
ACTIONS = 50
_OPERATIONS = ("index.upsert", "index.remove", "vectors.put", "vectors.get", "vectors.remove")


class Days:
    """One computer, some notes, and an account that has its moods."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock()
        self.account = FakeAccount()
        self.here = RemoteBench(folder, self.account, self.clock)
        self.models = [self.here.far, FakeRemoteEmbedder(model="other", dimensions=16)]
        self.known: list[NoteId] = []
        self._texts = 0

    def live(self, count: int) -> int:
        for _ in range(count):
            self.chance.choice(self._acts())()
        return count

    def _acts(self) -> Sequence[Callable[[], object]]:
        always = [self._take, self._take, self._wait, self._trouble, self._work, self._kill]
        always += [self._work, self._index, self._pause, self._choose]
        return [*always, *([self._change] * 8 if self.known else [])]

    def _text(self) -> str:
        self._texts += 1
        if self.chance.random() < 0.2:
            return "the same text again"
        words = " ".join(f"w{self._texts}x{n}" for n in range(self.chance.choice((3, 10, 900))))
        return f"Text {self._texts}. {words}"

    def _take(self) -> None:
        private = self.chance.random() < 0.2
        self.known.append(self.here.take(self._text(), local_only=private))

    def _change(self) -> None:
        note = self.chance.choice(self.known)
        act = self.chance.choice(
            ["edit", "edit", "move", "forget", "restore", "purge", "stay", "share"]
        )
        capture = self.here.capture
        match act:
            case "edit":
                self.here.edit(note, self._text())
            case "move":
                self.here.file(note, workspace=self.chance.choice(("Work", "Home", "x" * 70)))
            case "forget":
                capture.forget([note]).result()
            case "restore":
                capture.restore([note]).result()
            case "purge":
                capture.forget([note]).result()
                purge(self.here.store, [note])
                self.known.remove(note)
            case _:
                self.here.file(note, local_only=act == "stay")

    def _wait(self) -> None:
        self.clock.forward(seconds=self.chance.choice((1, 20, 700, 40_000)))

    def _index(self) -> None:
        self.clock.forward(seconds=3)
        for _ in range(self.chance.randrange(4)):
            self.here.indexer.step()

    def _work(self) -> None:
        for _ in range(self.chance.randrange(6)):
            self.here.round()

    def _trouble(self) -> None:
        operation = self.chance.choice(_OPERATIONS)
        if self.chance.random() < 0.5:
            self.account.lose(operation)
            return
        error = self.chance.choice(
            (CloudOffline("gone"), CloudThrottle("slow", retry_after_s=5), CloudConfig("full"))
        )
        self.account.fail(error, on=operation)
        quota = CloudQuota("used up", retry_after_s=3600)
        self.here.far.answers = [self.chance.choice((None, CloudOffline("gone"), quota))]

    def _pause(self) -> None:
        budget = self.chance.choice((0, 3, 8000))
        self.here.preferences = EmbeddingPreferences(
            budget=budget, paused=self.chance.random() < 0.3
        )

    def _choose(self) -> None:
        if self.chance.random() < 0.2:
            self.here.choose(self.chance.choice(self.models))

    def _kill(self) -> None:
        """Forget all that is not in the vault, as a kill between two writes does."""
        self.here.close()
        self.here.start()

    def rest(self) -> None:
        """Let everything be as it should be in the end."""
        self.account.mend()
        self.here.preferences = EmbeddingPreferences(budget=8000)
        self.here.far.answers = []
        for _ in range(4):
            self.clock.forward(days=1)
            self.here.settle()

    def faults(self) -> list[str]:
        wanted: dict[str, str] = {}
        keeping: set[str] = set()
        trashed: set[str] = set()
        with self.here.store.read() as db:
            for note_id in self.known:
                note = notes.get(db, note_id)
                if note.local_only:
                    continue
                if note.deleted_at is not None:
                    trashed.add(note_id)
                    continue
                keeping.add(note_id)
                key = notes.key_of(db, note_id)
                rows = db.execute("select content_hash from chunk where note_rowid = ?", (key,))
                place = namespace(note.workspace)
                wanted |= {point_id(note_id, row[0]): place for row in rows}
        found = [] if self.here.points == wanted else ["the index differs"]
        kept = self.here.kept.keys()
        if not keeping <= kept <= keeping | trashed:
            found.append(f"the database differs: {keeping ^ kept}")
        if self.here.coverage() != (len(keeping), len(keeping)):
            found.append(f"not all are covered: {self.here.coverage()} of {len(keeping)}")
        allowed = {one.replace("-", "") for one in keeping}
        others = {one for points in self.account.points.values() for one in points}
        found += [f"{one} must not be there" for one in others if one[:32] not in allowed]
        return found


@pytest.mark.parametrize("seed", SEEDS)
def test_once_all_is_quiet_the_account_holds_what_it_should(tmp_path: Path, seed: int) -> None:
    days = Days(tmp_path / "vault", seed)

    days.live(ACTIONS)
    days.rest()
    faults = days.faults()

    days.here.close()
    assert faults == []
    assert faults_in(tmp_path / "vault") == []
