"""`python -m tests.fuzz.busy_computer FOLDER NAME SEED URL TOKEN ACCOUNT DATABASE`: writes and syncs until killed.

Says "saved NOTE WORD" on a line of its own once it was told that a word is saved.
"""

import random
import sys
from datetime import timedelta
from pathlib import Path

from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import Edit
from tests.fuzz.stack import Address, Computer

MOST_NOTES = 8


def main(folder: str, name: str, seed: str, *address: str) -> None:
    """Work until the end of all days."""
    dice = random.Random(seed)
    computer = Computer(Path(folder), name, Address(*address), timedelta(days=len(name)))
    computer.ids.begin(seed)
    computer.connect()
    number = 0
    while True:
        number += 1
        word = f"w{seed}{number:06d}w"
        there = computer.all_notes()
        if not there or (len(there) < MOST_NOTES and dice.random() < 0.3):
            note_id = computer.capture.capture(Draft(f"start\n{word}\n")).result().note
        else:
            note = dice.choice(there)
            note_id = note.id
            lines = note.body.splitlines(keepends=True)
            lines.insert(dice.randint(0, len(lines)), f"{word}\n")
            computer.capture.edit(note_id, Edit("".join(lines), session=word)).result()
        sys.stdout.write(f"saved {note_id} {word}\n")
        sys.stdout.flush()
        if dice.random() < 0.5:
            computer.sync()


if __name__ == "__main__":
    main(*sys.argv[1:])
