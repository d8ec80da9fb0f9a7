"""Some computers of one user, random days on all of them, and a random network between."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from notebrain.domain.errors import CloudError, CloudTakenBack, NoteBrainError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category, Note
from notebrain.notes.service import Edit, Filing
from notebrain.storage.notes import revisions
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.d1 import MakeKeeper
from tests.fakes.cloudflare.d1_database import Database
from tests.fakes.cloudflare.faults import Trouble
from tests.fakes.trash import purge
from tests.fuzz.ledger import Ledger
from tests.fuzz.stack import Computer, Killed, make_vault

TROUBLES: Sequence[Callable[[], Trouble]] = (
    faults.response_lost,
    faults.response_lost,
    faults.response_lost,
    faults.response_cut,
    faults.truncated_json,
    faults.null_result,
    faults.dropped,
    faults.server_error,
    faults.captive_portal,
    lambda: faults.captive_portal(302),
    faults.throttled,
    lambda: faults.throttled(None),
    faults.d1_internal,
    faults.d1_reset,
    faults.d1_account_full,
    lambda: faults.other_body(b"[]"),
    lambda: faults.refused(401, 10000, "Authentication error"),
)
ENDS = ("\n", "\n", "\n", "\r\n", "\r")
LETTERS = ("bread", "🌻", "Größe", "日本", "x\u2028y", "- [ ] milk", "- [x] eggs", "# Head", "")


@dataclass
class Counts:
    """What happened, for the report."""

    acts: int = 0
    rounds: int = 0
    kills: int = 0
    conflicts: int = 0
    merged: int = 0
    problems: int = 0
    asked: int = 0
    requests: int = 0
    files: int = 0


@dataclass
class World:
    """All that one seed makes.

    Attributes:
        trail: What was done, in order, to be read when something went wrong.
        disturbed: Something happens in the middle of a round just now.
        settling: The days are over.
        lost_there: Notes the account has lost at some time.
    """

    folder: Path
    seed: int
    shared: Standin
    computers: list[Computer] = field(default_factory=list[Computer])
    ledger: Ledger = field(default_factory=Ledger)
    counts: Counts = field(default_factory=Counts)
    trail: list[str] = field(default_factory=list[str])
    disturbed: bool = False
    settling: bool = False
    lost_there: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.aside = ThreadPoolExecutor(1)
        self.address = make_vault(self.shared)
        self.people()

    def people(self) -> None:
        """Give the user some computers."""
        for name in "abcd"[: self.dice.randint(2, 4)]:
            skew = timedelta(seconds=self.dice.choice((0, 0, -400_000, 86_400 * 900, 37)))
            self.computers.append(Computer(self.folder / name, name, self.address, skew))
        for computer in self.computers:
            if self.dice.random() < 0.7:
                computer.connect()

    def close(self) -> None:
        for computer in self.computers:
            computer.close()
        self.aside.shutdown()

    def live(self, actions: int) -> None:
        """Let so many things happen."""
        for _number in range(actions):
            self.something()

    def something(self) -> None:
        """Let one thing happen on one computer, or to it."""
        computer = self.dice.choice(self.computers)
        kind = self.dice.choices(
            (self.act, self.round, self.trouble, self.line, self.time, self.kill, self.cursor),
            weights=(50, 34, 5, 4, 3, 2, 2),
        )[0]
        kind(computer)

    # what may happen

    def act(self, computer: Computer) -> None:
        """Let the user of a computer do something, and be told that it is saved."""
        self.counts.acts += 1
        computer.pass_time(seconds=1)
        there = computer.all_notes()
        alive = [note for note in there if note.deleted_at is None]
        binned = [note for note in there if note.deleted_at is not None]
        if not alive or self.dice.random() < 0.15:
            return self.capture(computer)
        if binned and self.dice.random() < 0.12:
            return self.dig(computer, self.dice.choice(binned))
        # some notes are everybody's
        note = self.dice.choice(alive[:2] if self.dice.random() < 0.5 else alive)
        what = self.dice.choices(
            (self.edit, self.rename, self.file, self.tag, self.forget, self.keep_back, self.revert),
            weights=(56, 6, 9, 8, 12, 4, 4),
        )[0]
        return what(computer, note)

    def round(self, computer: Computer) -> None:
        """Let the engine of a computer do a round, in which more may happen."""
        computer.connect()
        left = self.dice.choice((None, None, None, self.dice.randint(1, 12)))

        def crossing(where: str) -> None:
            nonlocal left
            if left is not None:
                left -= 1
                if left < 0:
                    raise Killed(where)
            if not self.disturbed and self.others_come(where):
                self.meanwhile(computer)

        computer.crossing = crossing
        self.note_down(computer, "round", "" if left is None else f"killed after {left}")
        try:
            self.rounded(computer)
        except Killed:
            self.kill(computer)

    def listens(self) -> bool:
        """Tell whether the next round listens to the account before it sends."""
        return True

    def others_come(self, where: str) -> bool:
        """Tell whether something else happens at this point of a round."""
        chance = self.chance_of_others(where)
        return chance > 0 and self.dice.random() < chance

    def chance_of_others(self, where: str) -> float:
        """Return how likely that is."""
        return 0.0 if where == "write" else 0.2

    def judge_more(self) -> None:
        """Look whether what only this kind of world has is as it should be in the end."""

    def rounded(self, computer: Computer) -> bool:
        """Do a round; tell whether anything happened in it."""
        done = computer.sync(listen=self.listens())
        self.counts.rounds += 1
        self.counts.requests += done.requests
        self.counts.conflicts += done.conflicts
        self.counts.merged += done.merged
        self.counts.problems += done.problem is not None
        if done.asks and self.dice.random() < 0.5:
            self.counts.asked += 1
            delete = self.dice.random() < 0.6
            self.note_down(computer, "answers", f"delete={delete}")
            computer.answer_deletions(delete=delete)
        lost = isinstance(done.problem, CloudTakenBack) or computer.misses_something()
        if lost and (self.settling or self.dice.random() < 0.3):
            self.note_down(computer, "compares", "since the account has lost something")
            with suppress(CloudError):
                computer.repair(computer.differences())
        self.counts.files += done.files_sent + done.files_fetched
        moved = done.files_sent or done.files_fetched or done.files_go_on
        return done.did_something or bool(done.asks or moved) or lost

    def meanwhile(self, syncing: Computer) -> None:
        """Let something happen in the middle of a round of a computer."""
        self.disturbed = True
        try:
            other = self.dice.choice(self.computers)
            if other is syncing or not other.connected or self.dice.random() < 0.6:
                self.act(other)
            else:
                other.crossing = None
                self.note_down(other, "round", "meanwhile")
                self.aside.submit(self.rounded, other).result()
        finally:
            self.disturbed = False

    def trouble(self, _computer: Computer) -> None:
        """Let requests fail."""
        trouble = self.dice.choice(TROUBLES)()
        times, skip = self.dice.choice((1, 1, 2, 7)), self.dice.choice((0, 0, 1, 3))
        self.trail.append(f"trouble: {trouble.name} x{times} after {skip}")
        self.shared.faults.add(trouble, on="d1.raw", times=times, skip=skip)

    def line(self, computer: Computer) -> None:
        """Take a computer off the network, or bring it back."""
        computer.offline = not computer.offline
        self.note_down(computer, "offline" if computer.offline else "online")

    def time(self, computer: Computer) -> None:
        """Let time pass, or the clock jump, backwards too."""
        seconds = self.dice.choice((10, 3600, 86_400, -3600, -86_400 * 30))
        computer.pass_time(seconds=seconds)
        computer.passing.now += abs(seconds) * 2
        self.note_down(computer, "time", f"{seconds} s")

    def kill(self, computer: Computer) -> None:
        """Let the power go."""
        self.counts.kills += 1
        self.note_down(computer, "killed")
        computer.store.write(lambda _db: None).result()
        computer.crash()

    def cursor(self, computer: Computer) -> None:
        """Let the user put the cursor into a note, or take it out."""
        if computer.typing_in:
            computer.typing_in.clear()
        elif there := computer.all_notes():
            computer.typing_in.add(self.dice.choice(there).id)
        self.note_down(computer, "cursor", str(computer.typing_in))

    # what a user does

    def capture(self, computer: Computer) -> None:
        body = "".join(self.some_line() for _line in range(self.dice.randint(0, 5)))
        body += self.ledger.word() if self.dice.random() < 0.7 else self.some_line()
        draft = Draft(
            body,
            tags=self.dice.choice(((), ("Garden",), ("garden", "home/Old"))),
            workspace=self.dice.choice(("Personal", "Work")),
            local_only=self.dice.random() < 0.04,
        )
        made = computer.capture.capture(draft).result().note
        assert made is not None
        self.ledger.saved(made, "", body)
        if draft.local_only:
            self.ledger.kept_back.add(made)
            self.ledger.private.add(made)
        self.note_down(computer, "captures", made, body)

    def edit(self, computer: Computer, note: Note) -> None:
        body = self.edited(note.body)
        session = f"{computer.name}{self.counts.acts}"
        self.note_down(computer, "edits", note.id, body)
        computer.capture.edit(note.id, Edit(body, session=session)).result()
        self.ledger.saved(note.id, note.body, body)

    def rename(self, computer: Computer, note: Note) -> None:
        title = self.dice.choice((None, f"Title {self.ledger.word()}"))
        self.note_down(computer, "renames", note.id, str(title))
        computer.capture.rename(note.id, title).result()
        before = note.title if note.title_is_set else ""
        self.ledger.saved(note.id, before, title or "")

    def file(self, computer: Computer, note: Note) -> None:
        filing = self.dice.choice(
            (
                Filing(pinned=not note.pinned),
                Filing(importance=self.dice.randint(1, 5)),
                Filing(category=self.dice.choice(list(Category))),
                Filing(workspace=self.dice.choice(("Personal", "Work", "Club"))),
            )
        )
        self.note_down(computer, "files", note.id, str(filing))
        computer.capture.file([note.id], filing).result()

    def tag(self, computer: Computer, note: Note) -> None:
        if note.tags and self.dice.random() < 0.4:
            tag = self.dice.choice(note.tags)
            self.note_down(computer, "takes off", note.id, tag)
            computer.capture.file([note.id], Filing(remove_tags=(tag,))).result()
            self.ledger.tags_taken_off.add((note.id, tag))
            return
        tag = self.dice.choice((f"Tag/{self.ledger.word()}", f"t{self.ledger.word()}"))
        self.note_down(computer, "tags", note.id, tag)
        computer.capture.file([note.id], Filing(add_tags=(tag,))).result()
        self.ledger.tags.add((note.id, tag))

    def forget(self, computer: Computer, note: Note) -> None:
        going = [note.id]
        if self.dice.random() < 0.25:
            alive = [one.id for one in computer.all_notes() if one.deleted_at is None]
            going = alive[: self.dice.randint(1, 12)]
        self.note_down(computer, "forgets", str(going))
        self.ledger.binned.update(going)
        computer.capture.forget(going).result()

    def dig(self, computer: Computer, note: Note) -> None:
        """Restore a note from the trash, or remove it for good."""
        if self.dice.random() < 0.6:
            self.note_down(computer, "restores", note.id)
            self.ledger.restored.add((computer.name, note.id))
            computer.capture.restore([note.id]).result()
            return
        self.note_down(computer, "purges", note.id)
        title = note.title if note.title_is_set else ""
        self.ledger.purged(note.id, f"{title}\n{note.body}\n{computer.history(note.id)}")
        purge(computer.store, [note.id])

    def keep_back(self, computer: Computer, note: Note) -> None:
        self.note_down(computer, "local only", note.id, str(not note.local_only))
        self.ledger.kept_back.add(note.id)
        self.ledger.private.discard(note.id)
        computer.capture.file([note.id], Filing(local_only=not note.local_only)).result()

    def revert(self, computer: Computer, note: Note) -> None:
        """Bring back an earlier text."""
        with computer.store.read() as db:
            earlier = revisions.history(db, note.id)
        if not earlier:
            return
        old = self.dice.choice(earlier)
        self.note_down(computer, "brings back", note.id, old.body)
        computer.capture.restore_revision(note.id, old.id).result()
        before = f"{note.title if note.title_is_set else ''}\n{note.body}"
        after = f"{old.title if old.title_is_set else ''}\n{old.body}"
        self.ledger.saved(note.id, before, after)

    def some_line(self) -> str:
        return f"{self.dice.choice(LETTERS)} {self.ledger.word()}{self.dice.choice(ENDS)}"

    def edited(self, body: str) -> str:
        """Return a text after one to three edits somewhere in it."""
        lines = body.splitlines(keepends=True)
        for _edit in range(self.dice.choice((1, 1, 1, 2, 3))):
            at = self.dice.randint(0, len(lines))
            kind = self.dice.choice(
                ("insert", "append", "append", "extend", "tick", "cut", "replace")
            )
            if kind == "insert" or not lines:
                lines.insert(at, self.some_line())
            elif kind == "append":
                if not lines[-1].endswith(("\n", "\r")):
                    lines[-1] += self.dice.choice(ENDS)
                lines.append(self.some_line().rstrip("\r\n"))
            else:
                self.change_line(lines, min(at, len(lines) - 1), kind)
        return "".join(lines)

    def change_line(self, lines: list[str], at: int, kind: str) -> None:
        text = lines[at].rstrip("\r\n")
        end = lines[at][len(text) :]
        if kind == "extend":
            lines[at] = f"{text} {self.ledger.word()}{end}"
        elif kind == "tick":
            lines[at] = text.replace("[ ]", "[x]") + end
        elif kind == "cut":
            del lines[at]
        else:
            lines[at] = f"{self.ledger.word()}{end}"

    def note_down(self, computer: Computer, what: str, *more: str) -> None:
        inside = "    " if self.disturbed else ""
        self.trail.append(f"{inside}{computer.name} {what} " + " ".join(map(repr, more)))


def run(
    folder: Path,
    seed: int,
    *,
    actions: int,
    kind: "type[World] | None" = None,
    databases: MakeKeeper = Database,
) -> World:
    """Live through one seed and look whether everything is as it should be in the end.

    Raises:
        AssertionError: It is not; the message has the trail.
    """
    from tests.fuzz.oracle import judge, settle

    with start_cloudflare(seed=seed, rate_limit=None, checked=False, databases=databases) as shared:
        world = (kind or World)(folder, seed, shared)
        try:
            world.live(actions)
            settle(world)
            judge(world)
            world.judge_more()
        except (AssertionError, NoteBrainError) as error:
            trail = "\n".join(world.trail)
            raise AssertionError(f"seed {seed}: {error}\n{trail}") from error
        finally:
            world.close()
    return world
