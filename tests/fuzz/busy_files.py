"""`python -m tests.fuzz.busy_files FOLDER NAME SEED URL TOKEN ACCOUNT DATABASE`: adds files and syncs until killed.

Says "added NOTE WORD SIZE" once it was told that a note with a file is saved, and a word for every step of a round, so
that it can be killed at each of them.
"""

import random
import sys
from datetime import timedelta
from pathlib import Path

from notebrain.domain.notes.attachments import mentioned_in
from notebrain.domain.notes.draft import Draft
from notebrain.notes.files import FileActs, with_links
from notebrain.notes.service import Edit
from tests.fuzz.filing import content_of
from tests.fuzz.stack import PART_BYTES, Address, Computer

MOST_PARTS = 12
MOST_NOTES = 12


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(folder: str, name: str, seed: str, *address: str) -> None:
    """Work until the end of all days."""
    dice = random.Random(seed)
    computer = Computer(Path(folder), name, Address(*address), timedelta(days=len(name)))
    computer.ids.begin(seed)
    computer.connect()
    computer.crossing = say
    number = 0
    while True:
        number += 1
        there = computer.all_notes()
        if len(there) < MOST_NOTES or dice.random() < 0.1:
            add(computer, dice, f"w{seed}{number:06d}w")
        else:
            paste(computer, dice, f"{seed}-{number}")
        if dice.random() < 0.7:
            computer.sync()


def add(computer: Computer, dice: random.Random, word: str) -> None:
    """Take a note with a file."""
    size = dice.randint(0, PART_BYTES * MOST_PARTS)
    files = FileActs(computer.store, computer.clock, lambda: 1 << 20)
    with files.stage_bytes(content_of(word, size), "a.bin") as new:
        draft = Draft(with_links("a note", [new.attachment]))
        note = computer.capture.capture(draft, files=[new]).result().note
    say(f"added {note} {word} {size}")


def paste(computer: Computer, dice: random.Random, session: str) -> None:
    """Copy the links of a note into another one, which loses its own."""
    source, target = dice.sample(computer.all_notes(), 2)
    links = [f"[a.bin](attachment:{sha}/a.bin)" for sha in mentioned_in(source.body)]
    computer.capture.edit(target.id, Edit("\n\n".join(links), session=session)).result()
    say(f"pasted {target.id}")


if __name__ == "__main__":
    main(*sys.argv[1:])
