"""A program to be killed: types, imports and indexes all at once, and says what was acknowledged.

    python -m tests.fakes.busy_program VAULT FOLDER SEED [finish]

It prints, each line written in one go: `trying ID HASH` before a write, `saved ID HASH` once its
future is done, `gone ID` once a note was removed for good. With `finish` it types nothing, lets
import and index come to their end, and closes.
"""

import hashlib
import os
import random
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.background import make_worker
from notebrain.app.events import Listeners
from notebrain.app.services import Services, open_services
from notebrain.capture.service import Edit
from notebrain.domain.drafts import Draft
from tests.fakes.embedder import FakeEmbedder

if TYPE_CHECKING:
    from notebrain.domain.note import NoteId

_ODD = (
    "\r\n",
    "\r",
    "\u00a0",
    "\u2028",
    "\t",
    "🌱",
    "#ff0000 ",
    "```\ncode\n```\n",
    "Ä",
    "中文 ",
    "word ",
    "word ",
    "word ",
)


class SlowEmbedder(FakeEmbedder):
    """Takes as long as a small model."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        time.sleep(0.002 * len(texts))
        return super().embed(texts)


def say(*words: str) -> None:
    os.write(1, (" ".join(words) + "\n").encode())


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Typist:
    """Types into a few notes as an editor saves them: the whole text again and again."""

    def __init__(self, services: Services, chance: random.Random) -> None:
        self._capture = services.capture
        self._chance = chance
        self._open: dict[NoteId, str] = {}

    def type_on(self) -> None:
        while True:
            if len(self._open) < 3 or self._chance.random() < 0.05:
                self._take()
            elif self._chance.random() < 0.05:
                self._remove()
            else:
                self._edit()

    def _take(self) -> None:
        text = f"note {self._chance.getrandbits(64):x}\n{self._some_text()}"
        say("trying", "new", hash_of(text))
        note_id = self._capture.capture(Draft(text, tags=("Äpfel", "work/a"))).result().note
        say("saved", note_id, hash_of(text))
        self._open[note_id] = text

    def _edit(self) -> None:
        note_id = self._chance.choice(list(self._open))
        text = self._open[note_id] + self._some_text()
        say("trying", note_id, hash_of(text))
        self._capture.edit(
            note_id, Edit(text, session="one", resting=self._chance.random() < 0.3)
        ).result()
        say("saved", note_id, hash_of(text))
        self._open[note_id] = text

    def _remove(self) -> None:
        note_id = self._chance.choice(list(self._open))
        del self._open[note_id]
        say("trying", note_id, "gone")
        self._capture.forget([note_id]).result()
        self._capture.purge([note_id]).result()
        say("gone", note_id)

    def _some_text(self) -> str:
        return "".join(self._chance.choices(_ODD, k=self._chance.choice((3, 30, 800))))


def main(vault: Path, folder: Path, seed: int, *, finish: bool) -> None:
    services = open_services(vault, embedder=SlowEmbedder())
    worker = make_worker(services, Listeners())
    worker.start()
    say("open")
    if not finish:
        threading.Thread(target=services.importer.run, args=(folder,), daemon=True).start()
        Typist(services, random.Random(seed)).type_on()
    report = services.importer.run(folder)
    while services.indexer.next_due_ms() is not None or services.indexer.fill_substrings():
        worker.wake()
        time.sleep(0.02)
    worker.stop()
    services.close()
    say("finished", str(report.found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), finish=sys.argv[4:] == ["finish"])
