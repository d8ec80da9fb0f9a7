"""Worlds in which few notes are everybody's, and somebody else always comes in between."""

from dataclasses import dataclass

from tests.fuzz.stack import Computer
from tests.fuzz.world import World

FEW_NOTES = 3


@dataclass
class RacingWorld(World):
    """Computers that write the same notes at the same time."""

    def people(self) -> None:
        super().people()
        for computer in self.computers:
            computer.connect()
        for _note in range(FEW_NOTES):
            self.capture(self.computers[0])
        for computer in self.computers:
            computer.sync()

    def something(self) -> None:
        computer = self.dice.choice(self.computers)
        kind = self.dice.choices((self.act, self.round, self.trouble, self.kill), (45, 48, 4, 3))
        kind[0](computer)

    def listens(self) -> bool:
        return self.settling or self.dice.random() < 0.6

    def act(self, computer: Computer) -> None:
        alive = [note for note in computer.all_notes() if note.deleted_at is None]
        if not alive or self.dice.random() < 0.2:
            return super().act(computer)
        self.counts.acts += 1
        computer.pass_time(seconds=1)
        note = self.dice.choice(alive[:FEW_NOTES])
        what = self.dice.choices((self.edit, self.rename, self.file, self.tag), (60, 5, 15, 20))
        return what[0](computer, note)

    def chance_of_others(self, where: str) -> float:
        return 0.1 if where == "write" else 0.5

    def meanwhile(self, syncing: Computer) -> None:
        """Let somebody write in the middle of a round of a computer, and mostly be first to tell the account."""
        self.disturbed = True
        try:
            other = self.dice.choice(self.computers)
            self.act(other)
            if other is not syncing and self.dice.random() < 0.7:
                other.crossing = None
                self.note_down(other, "round", "meanwhile")
                self.aside.submit(self.rounded, other).result()
        finally:
            self.disturbed = False
