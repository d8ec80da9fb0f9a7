"""A program to be killed: adds files to notes, moves them between notes, takes them out, and deletes unused ones.

    python -m tests.fakes.file_program VAULT SOURCES SEED

It prints `open`, and then `saved NOTE HASH` once a note with this text is acknowledged and `gone NOTE` before a note is
removed for good. Every other line tells of nothing.
"""

import hashlib
import os
import random
import sys
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.notes.service import Edit
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.files import unused
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.trash import purge

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZES = (0, 10, 5_000, 200_000, 2_000_000)
_YEARS = timedelta(days=4000)


def say(*words: str) -> None:
    os.write(1, (" ".join(words) + "\n").encode())


class Hand:
    """Does one thing after another to notes with files."""

    def __init__(self, services: Services, sources: Path, chance: random.Random) -> None:
        self._services = services
        self._sources = sources
        self._chance = chance
        self._notes: dict[NoteId, str] = {}
        self._passed = timedelta()

    def act(self) -> None:
        """Do something at random."""
        acts: list[Callable[[], None]] = [self.take, self._paste]
        if len(self._notes) > 3:
            acts += [self._move, self._take_out, self._remove, self._care, self._back_up]
        self._chance.choice(acts)()

    def _file(self) -> Path:
        path = self._sources / f"{self._chance.getrandbits(32):x}.bin"
        path.write_bytes(self._chance.randbytes(self._chance.choice(_SIZES)))
        return path

    def take(self) -> None:
        """Take a note with one to five new files."""
        paths = [self._file() for _ in range(self._chance.choice((1, 1, 2, 5)))]
        acts = self._services.file_acts
        note = acts.capture(self._services.notes.capture, Draft("A note"), paths).result().note
        self._saved(note, self._services.library.note(note).body)

    def _paste(self) -> None:
        """Add one to five files to a note, as the window does."""
        acts = self._services.file_acts
        with ExitStack() as stack:
            paths = [self._file() for _ in range(self._chance.choice((1, 1, 2, 5)))]
            staged = [stack.enter_context(acts.stage(path)) for path in paths]
            added, new = acts.add_together(staged)
        if self._notes:
            note = self._chance.choice(list(self._notes))
            self._edit(note, "\n\n".join([self._notes[note], *(one.markdown for one in added)]))
            new.release()

    def _move(self) -> None:
        """Move the last link of a note to another one: first in, then out."""
        one, other = self._chance.sample(list(self._notes), 2)
        rest, _blank, last = self._notes[one].rstrip().rpartition("\n\n")
        if "](attachment:" in last:
            self._edit(other, f"{self._notes[other].rstrip()}\n\n{last}")
            self._edit(one, rest)

    def _take_out(self) -> None:
        note = self._chance.choice(list(self._notes))
        self._edit(note, "No files")

    def _remove(self) -> None:
        note = self._chance.choice(list(self._notes))
        del self._notes[note]
        say("gone", note)
        self._services.notes.forget([note]).result()
        purge(self._services.store, [note])

    def _care(self) -> None:
        """Let years pass, so that everything unused is due."""
        care = self._services.file_care
        care.tidy()
        now = self._services.clock.now()

        def see(db: Connection) -> None:
            known = vault_time.get(db)
            passed = timedelta() if known is None else known.time.passed
            unused.record_new(db, passed=passed, now=now)

        self._services.store.write(see).result()
        care.remove_due(_YEARS)

    def _back_up(self) -> None:
        if self._chance.random() < 0.2:
            self._services.backups.make("by-hand")

    def _edit(self, note: NoteId, body: str) -> None:
        self._services.notes.edit(note, Edit.single(body)).result()
        self._saved(note, body)

    def _saved(self, note: NoteId, body: str) -> None:
        self._notes[note] = body
        say("saved", note, hashlib.sha256(body.encode()).hexdigest())


def main(vault: Path, sources: Path, seed: int) -> None:
    services = open_services(vault, embedder=FakeEmbedder())
    hand = Hand(services, sources, random.Random(seed))
    for _time in range(4):  # what each act loads is loaded, and there are notes to work with
        hand.take()
    say("open")
    while True:
        hand.act()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
