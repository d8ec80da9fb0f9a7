"""Worlds in which notes have files: added, pasted into other notes, and left over by notes that go."""

from dataclasses import dataclass, field
from hashlib import sha256

from notebrain.domain.notes.attachments import Sha, link_to, mentioned_in
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note
from notebrain.notes.files import FileActs, with_links
from notebrain.notes.service import Edit
from notebrain.storage.files import attachments, uses
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.sync import file_transfers
from tests.fakes.aging import age
from tests.fuzz.stack import BUCKET, PART_BYTES, Computer
from tests.fuzz.world import TROUBLES, World

MOST_PARTS = 5


def content_of(word: str, size: int) -> bytes:
    """Return the content of a file that nobody else has, of this size unless the word is longer."""
    return f"{word} ".encode().ljust(size, b"x")


@dataclass
class FilesWorld(World):
    """Adds files.

    Attributes:
        made: Every file that somebody added and was told is saved, by its hash.
        used_by: The notes that named it at some time, by its hash.
    """

    made: dict[Sha, bytes] = field(default_factory=dict[Sha, bytes])
    used_by: dict[Sha, set[str]] = field(default_factory=dict[Sha, set[str]])

    def act(self, computer: Computer) -> None:
        chance = self.dice.random()
        alive = [note for note in computer.all_notes() if note.deleted_at is None]
        if chance < 0.2:
            return self.add(computer)
        if chance < 0.35 and alive:
            return self.paste(computer, self.dice.choice(alive))
        return super().act(computer)

    def trouble(self, computer: Computer) -> None:
        if self.dice.random() < 0.5:
            super().trouble(computer)
            return
        trouble = self.dice.choice(TROUBLES)()
        on = self.dice.choice(("r2.put", "r2.get", "r2.list"))
        times, skip = self.dice.choice((1, 2, 7)), self.dice.choice((0, 1, 3))
        self.trail.append(f"trouble: {trouble.name} on {on} x{times} after {skip}")
        self.shared.faults.add(trouble, on=on, times=times, skip=skip)

    def time(self, computer: Computer) -> None:
        super().time(computer)
        days = self.dice.choice((1, 20, 40))
        self.note_down(computer, "ages", f"{days} days")
        age(computer.store, computer.clock, days)

    def add(self, computer: Computer) -> None:
        """Take a note with a file."""
        self.counts.acts += 1
        computer.pass_time(seconds=1)
        size = self.dice.randint(0, PART_BYTES * MOST_PARTS)
        content = content_of(self.ledger.word(), size)
        files = FileActs(computer.store, computer.clock, lambda: 1 << 20)
        local_only = self.dice.random() < 0.1
        with files.stage_bytes(content, "a.bin") as new:
            body = with_links(f"a note {self.ledger.word()}", [new.attachment])
            draft = Draft(body, local_only=local_only)
            note = computer.capture.capture(draft, files=[new]).result().note
        assert note is not None
        self.made[new.attachment.sha] = content
        self.used_by.setdefault(new.attachment.sha, set()).add(note)
        self.ledger.saved(note, "", body)
        if local_only:
            self.ledger.kept_back.add(note)
            self.ledger.private.add(note)
        self.note_down(computer, "adds", note, new.attachment.sha[:8], str(local_only))

    def paste(self, computer: Computer, note: Note) -> None:
        """Copy the link to a file into another note, also of a file that is not here yet."""
        there = [sha for one in computer.all_notes() for sha in mentioned_in(one.body)]
        if not there:
            return
        sha = Sha(self.dice.choice(there))
        with computer.store.read() as db:
            known = attachments.get(db, sha)
        link = f"[a.bin](attachment:{sha}/a.bin)" if known is None else link_to(known)
        body = f"{note.body}\n\n{link}\n"
        self.used_by.setdefault(sha, set()).add(note.id)
        self.note_down(computer, "pastes", note.id, sha[:8])
        session = f"{computer.name}{self.counts.acts}"
        computer.capture.edit(note.id, Edit(body, session=session)).result()
        self.ledger.saved(note.id, note.body, body)

    def judge_more(self) -> None:
        """Every file that a shared note names is on every computer, and nothing else is in the account in the end."""
        self.all_there()
        self.grow_old()
        self.all_there()
        needed = self.needed()
        orphans = self._in_the_bucket() - needed
        assert not orphans, f"nobody needs {[sha[:8] for sha in orphans]}"

    def grow_old(self) -> None:
        """Let so much time pass that everything unused has gone, and everybody has heard of it."""
        for _month in range(6):
            for computer in self.computers:
                age(computer.store, computer.clock, 20)
                computer.pass_time(hours=30)
                self.note_down(computer, "ages and rounds")
                self.rounded(computer)

    def needed(self) -> set[str]:
        """Return the files that some computer has or names."""
        found: set[str] = set()
        for computer in self.computers:
            with computer.store.read() as db:
                named, known = uses.named_anywhere(db), attachments.all_sizes(db).keys()
            # as a folder is not emptied in which no used file is found, so neither is the account
            assert known <= named or not known & named, f"{computer.name} keeps {known - named}"
            found |= named | known
        return found

    def all_there(self) -> None:
        """Look for every file that a shared note names, on every computer that has the note, byte by byte."""
        for computer in self.computers:
            blobs = Blobs.beside(computer.store.path)
            with computer.store.read() as db:
                known = attachments.all_sizes(db)
                standing = file_transfers.standing(db)
            for note in computer.records().values():
                for sha in mentioned_in(note.body):
                    assert sha in known, f"{computer.name} lacks {sha[:8]} of {note.id}: {standing}"
                    content = blobs.path(Sha(sha)).read_bytes()
                    assert sha256(content).hexdigest() == sha, f"{sha[:8]} is not what it was"
                    assert content == self.made.get(Sha(sha), content)
            assert standing.waiting == 0, f"{computer.name} has files to send: {standing}"
        there = self._in_the_bucket()
        private = {
            sha for sha, notes in self.used_by.items() if notes <= self.ledger.private
        } & self.made.keys()
        assert not there & private, f"left its computer: {there & private}"

    def _in_the_bucket(self) -> set[str]:
        if BUCKET not in self.shared.r2.buckets:
            return set()
        return {key.split("/")[1] for key in self.shared.r2.objects(BUCKET)}
