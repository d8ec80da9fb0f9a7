"""A program to be killed: types, answers cards, restores, imports and indexes at once, and says what it acknowledged.

    python -m tests.fakes.busy_program VAULT FOLDER SEED [prepare | finish]

It prints, each line written in one go: `trying ID HASH` before a write, `saved ID HASH` once its
future is done, `gone ID` once a note was removed for good, `free ID` before an act after which the
text may stand in another note or only in the history. With `prepare` it makes a vault in which cards
wait, to be answered before they can be raised between two kills. With `finish` it types nothing, lets import
and index come to their end, and closes.
"""

import hashlib
import os
import random
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.jobs.background import make_worker
from notebrain.app.notes.card_views import OpenCard
from notebrain.app.services import Services, open_services
from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import Edit
from notebrain.storage.notes import revisions
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners
from tests.fakes.trash import purge

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId

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


WAITING_CARDS = 8


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
        self._services = services
        self._capture = services.notes
        self._chance = chance
        self._open: dict[NoteId, str] = {}

    def type_on(self) -> None:
        """Do one thing after another until the end."""
        acts = (self._take, self._twice, self._remove, self._trash, self._bring_back, self._answer)
        while True:
            if len(self._open) < 3:
                self._take()
            elif self._chance.random() < 0.25:
                self._chance.choice(acts)()
            else:
                self._edit()

    def _take(self) -> None:
        self._save(f"note {self._chance.getrandbits(64):x}\n{self._some_text()}")

    def _twice(self) -> None:
        """Save a text once more, which raises a card."""
        self._save(self._chance.choice(list(self._open.values())))

    def _save(self, text: str) -> None:
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
        purge(self._services.store, [note_id])
        say("gone", note_id)

    def _trash(self) -> None:
        """Put a note into the trash and take it out again."""
        note_id = self._chance.choice(list(self._open))
        self._capture.forget([note_id]).result()
        self._capture.restore([note_id]).result()
        say("saved", note_id, hash_of(self._open[note_id]))

    def _bring_back(self) -> None:
        """Bring an earlier text of a note back."""
        note_id = self._chance.choice(list(self._open))
        with self._services.store.read() as db:
            earlier = revisions.history(db, note_id)
        if not earlier:
            return
        old = self._chance.choice(earlier)
        say("free", note_id)
        say("trying", note_id, hash_of(old.body))
        self._capture.restore_revision(note_id, old.id).result()
        say("saved", note_id, hash_of(old.body))
        self._open[note_id] = old.body

    def _answer(self) -> None:
        """Answer a card, or take an answer back; from then on others write in its notes."""
        answered = self._services.review.answered()
        if answered and self._chance.random() < 0.3:
            one = self._chance.choice(answered)
            self._leave(one)
            with suppress(UserError):  # the notes have changed since
                self._services.review.undo(one.card.id).result()
            say("answered", one.card.id)
            return
        if waiting := self._services.review.waiting():
            one = self._chance.choice(waiting)
            answer = self._chance.choice(one.card.offer.answers)
            self._leave(one)
            with suppress(UserError):
                self._services.review.answer(one.card.id, answer).result()
            say("answered", one.card.id)

    def _leave(self, asked: OpenCard) -> None:
        for note_id in (asked.card.older, asked.card.newer):
            self._open.pop(note_id, None)
            say("free", note_id)

    def _some_text(self) -> str:
        return "".join(self._chance.choices(_ODD, k=self._chance.choice((3, 30, 800))))


def prepare(vault: Path) -> None:
    """Save texts twice, and wait until each has its card."""
    services = open_services(vault, embedder=FakeEmbedder())
    worker = make_worker(services, Listeners())
    worker.start()
    for number in range(WAITING_CARDS):
        text = f"Pair {number}\nThe meter of house {number} was read by {'abcdefghij'[number % 10] * 6}.\n"
        for _time in range(2):
            say("saved", services.notes.capture(Draft(text)).result().note, hash_of(text))
    while len(services.review.waiting()) < WAITING_CARDS:
        worker.wake()
        time.sleep(0.02)
    worker.stop()
    services.close()


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


if __name__ == "__main__" and sys.argv[4:] == ["prepare"]:
    prepare(Path(sys.argv[1]))
elif __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), finish=sys.argv[4:] == ["finish"])
