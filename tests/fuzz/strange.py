"""Worlds in which vaults are also brought back from backups and copied to other computers, and settings change."""

import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from notebrain.domain.errors import CloudError
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.records import record_from
from notebrain.storage import settings
from tests.fuzz.ledger import words_in
from tests.fuzz.oracle import text_of
from tests.fuzz.stack import Computer
from tests.fuzz.world import World

MOST_COMPUTERS = 5


@dataclass
class StrangeWorld(World):
    """Adds what users seldom do.

    Attributes:
        kept: The copy of a vault that can be brought back, and the notes it has, by the name of the computer.
    """

    kept: dict[str, tuple[Path, set[str]]] = field(default_factory=dict[str, tuple[Path, set[str]]])

    def something(self) -> None:
        if self.dice.random() > 0.08:
            return super().something()
        computer = self.dice.choice(self.computers)
        strange = (
            *(self.back_up, self.bring_back, self.copy, self.setting, self.setting),
            *(self.fill, self.empty, self.damage, self.repair),
        )
        return self.dice.choice(strange)(computer)

    def listens(self) -> bool:
        return self.settling or self.dice.random() < 0.6

    def back_up(self, computer: Computer) -> None:
        """Put a copy of a vault aside."""
        self.note_down(computer, "backs up")
        copy = self.folder / f"{computer.name}-backup-{len(self.trail)}"
        self.copied(computer, copy)
        self.kept[computer.name] = copy, {note.id for note in computer.all_notes()}

    def bring_back(self, computer: Computer) -> None:
        """Put the copy in the place of a vault; what only this computer had since is lost, as everybody is told."""
        if computer.name not in self.kept:
            return
        self.note_down(computer, "brings its backup back")
        copy, in_backup = self.kept[computer.name]
        self.mark_leaving(computer, in_backup)
        computer.close()
        computer.abandoned.clear()
        shutil.rmtree(computer.folder)
        shutil.copytree(copy, computer.folder)
        computer.open()

    def copy(self, computer: Computer) -> None:
        """Go on with a copy of a vault on another computer, too."""
        if len(self.computers) >= MOST_COMPUTERS:
            return
        name = "vwxyz"[len(self.computers) - 1]
        self.note_down(computer, "is copied", name)
        self.copied(computer, self.folder / name)
        self.ledger.may_differ.update(note.id for note in computer.all_notes())
        skew = computer.clock.now() - Computer.start() + timedelta(seconds=5)
        self.computers.append(Computer(self.folder / name, name, self.address, skew))

    def damage(self, _computer: Computer) -> None:
        """Let the account lose some notes."""
        database = self.shared.d1.database("notebrain")
        there = [
            row[0]
            for row in database.look(
                "select id from item where kind = 'note' and not gone order by id"
            )
        ]
        for note_id in self.dice.sample(there, min(len(there), self.dice.randint(1, 3))):
            self.trail.append(f"the account loses {note_id}")
            self.lost_there.add(note_id)
            database.look("delete from item where kind = 'note' and id = ?", note_id)

    def repair(self, computer: Computer) -> None:
        """Put right what differs from the account."""
        if computer.connected:
            self.note_down(computer, "repairs")
            with suppress(CloudError):
                computer.repair(computer.differences())

    def fill(self, computer: Computer) -> None:
        """Take many notes at once."""
        for _note in range(self.dice.randint(5, 25)):
            self.capture(computer)

    def empty(self, computer: Computer) -> None:
        """Throw most notes away."""
        alive = [one.id for one in computer.all_notes() if one.deleted_at is None]
        going = alive[self.dice.randint(0, 3) :]
        self.note_down(computer, "forgets", str(going))
        self.ledger.binned.update(going)
        computer.capture.forget(going).result()

    def setting(self, computer: Computer) -> None:
        """Change a setting of a workspace."""
        name = self.dice.choice(("list.sort", "search.alpha"))
        scope = self.dice.choice(("Personal", "Work"))
        value = self.dice.choice((None, 1, 2, "x"))
        self.note_down(computer, "sets", name, scope, str(value))
        computer.store.write(lambda db: settings.put(db, name, value, scope=scope)).result()

    def copied(self, computer: Computer, to: Path) -> None:
        computer.close()
        computer.abandoned.clear()
        shutil.copytree(computer.folder, to)
        computer.open()

    def mark_leaving(self, computer: Computer, in_backup: set[str]) -> None:
        """Take out of the ledger what the account never heard of."""
        rows = self.shared.d1.database("notebrain").look(
            "select id, content from item where kind = 'note' and not gone"
        )
        shared = {note_id: record_from(content) for note_id, content in rows}
        told = {word for note in shared.values() for word in words_in(text_of(note))}
        for note in computer.all_notes():
            texts = (note.title, note.body, computer.history(note.id), computer.card_of(note.id))
            self.ledger.lost_with_a_vault |= words_in("\n".join(texts)) - told
            known = {tag.casefold() for tag in shared[note.id].tags} if note.id in shared else set()
            self.ledger.tags -= {(note.id, tag) for tag in note.tags if tag.casefold() not in known}
            self.let_go_note(note.id, in_backup | shared.keys())

    def let_go_note(self, note_id: NoteId, elsewhere: set[str]) -> None:
        others = {note.id for one in self.computers for note in one.all_notes()}
        if note_id not in elsewhere and note_id in others:
            self.ledger.notes_perhaps_lost.add(note_id)
