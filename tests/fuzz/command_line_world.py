"""Three computers whose clocks are wrong, one account, and random days through nothing but the command line.

Every word that somebody typed is marked and written once. What a command acknowledged with exit code 0 must be found
again in the end: in a note, in its history or on a card, on some computer.
"""

import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.faults import Trouble
from tests.fakes.command_line import Done
from tests.fuzz.ledger import doubled, words_in
from tests.fuzz.warm_program import KILLED, Call, WarmProgram

MOST_ROUNDS = 12
DAYS_OFF = (0, 0, 40, -40, 900, -900)
SENTENCES = (
    "The boiler code is {}",
    "Ask Ana about {} on Monday",
    "Water the {} at noon",
    "- [ ] buy {}",
    "## Plans for {}",
    "{} Größe 🌻 日本",
)
RIVALS = (
    "The landlord wants the rent of {} on the 3rd, says {}\n",
    "The boiler of the cabin has the code {} and is serviced in May by {}\n",
    "The train to Lyon leaves at {}:15 on weekdays, platform {}\n",
)
"""Notes about the same thing, which raise cards; a number and a word go in."""
TROUBLES: Sequence[Callable[[], Trouble]] = (
    faults.response_lost,
    faults.response_lost,
    faults.response_cut,
    faults.truncated_json,
    faults.null_result,
    faults.dropped,
    faults.server_error,
    faults.captive_portal,
    faults.d1_internal,
    faults.d1_reset,
    lambda: faults.throttled(1),
    lambda: faults.other_body(b"[]"),
    lambda: faults.refused(401, 10000, "Authentication error"),
)
KEEPS_WORDS = ("keep_both", "dismiss", "later", "link", "outdated")
"""Answers that move no text; the others may leave a word in two notes, which is what was asked for."""
_TRACEBACK = re.compile(r"^Traceback ", re.MULTILINE)


class Fault(AssertionError):
    """What must be true is not."""


@dataclass
class Ledger:
    """What the users typed and were told.

    Attributes:
        saved: Every word of which a command said that it is saved.
        secret: Words that were only ever typed into notes that never leave their computer.
        kept_back: Notes that were local only on some computer: what others have of them stays with them.
        twice: Words of files that were changed while their note was: the import keeps both, and says so; and of
            imported notes that were brought back from the trash, maybe after their file was imported again.
        moved: Somebody answered a card in a way that copies text, or a note was brought back from two texts.
    """

    saved: set[str] = field(default_factory=set[str])
    secret: set[str] = field(default_factory=set[str])
    kept_back: set[str] = field(default_factory=set[str])
    twice: set[str] = field(default_factory=set[str])
    moved: bool = False
    number: int = 0

    def word(self) -> str:
        """Return a word nobody has typed yet."""
        self.number += 1
        return f"w{self.number}w"


@dataclass
class Computer:
    """One computer of the user, its clock, and the way to its command line."""

    name: str
    folder: Path
    skew: timedelta
    program: WarmProgram
    account: dict[str, str]
    planted: str = ""
    local: set[str] = field(default_factory=set[str])

    def call(self, *arguments: str, stdin: str = "", kill_after_s: float | None = None) -> Call:
        """Return a command as this computer runs it."""
        environ = {
            **self.account,
            "NOTEBRAIN_DATA_DIR": str(self.folder / "vault"),
            "XDG_CONFIG_HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder),
            "XDG_STATE_HOME": str(self.folder),
        }
        return Call(arguments, environ, stdin.encode(), self.skew, kill_after_s, self.planted)

    def run(self, *arguments: str, stdin: str = "") -> Done:
        """Run a command to its end."""
        (done,) = self.program.run(self.call(*arguments, stdin=stdin))
        return done

    def json(self, *arguments: str) -> Any:
        """Run a command that only reads and return its document."""
        done = self.run(*arguments, "--json")
        if done.code != 0:
            raise Fault(f"{self.name} {arguments}: {done.code} {done.err}")
        return json.loads(done.out)

    def notes(self, *options: str) -> list[dict[str, Any]]:
        """Return what `list` tells."""
        return list(self.json("list", *options))

    def text(self, note_id: str) -> str:
        """Return the text of a note."""
        return self.run("show", note_id, "--raw").text

    def cards(self) -> list[dict[str, Any]]:
        """Return the cards that wait."""
        return list(self.json("review", "list"))

    def everything(self) -> dict[str, str]:
        """Return title and text of every note, by id; those in the trash too."""
        there = [*self.notes(), *self.notes("--trash")]
        shown = self.program.run(*(self.call("show", one["note_id"], "--json") for one in there))
        documents = [json.loads(done.out) for done in shown]
        return {one["note_id"]: f"{one['title']}\n{one['body']}" for one in documents}

    def memory(self, ids: Sequence[str]) -> str:
        """Return the earlier texts of notes and the texts on cards."""
        calls = [self.call("history", one, "--json") for one in ids]
        calls += [
            self.call("review", "list", "--json"),
            self.call("review", "list", "--answered", "--json"),
        ]
        done = self.program.run(*calls)
        assert all(one.code == 0 for one in done), done
        return "\n".join(text for one in done for text in _texts(json.loads(one.out)))


def _texts(told: object) -> Iterator[str]:
    """Yield every text of a document, with its line ends: a word has to stand free."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from _texts(list(cast("dict[str, object]", told).values()))
    elif isinstance(told, list):
        for part in cast("list[object]", told):
            yield from _texts(part)


@dataclass
class World:
    """All that one seed makes."""

    folder: Path
    seed: int
    shared: Standin
    program: WarmProgram
    planted: str = ""
    ledger: Ledger = field(default_factory=Ledger)
    trail: list[str] = field(default_factory=list[str])
    counts: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.files = self.folder / "files"
        self.files.mkdir()
        for number in range(4):
            self.write_file(number)
        account = {
            "NOTEBRAIN_CLOUDFLARE_API": self.shared.base_url,
            "NOTEBRAIN_CF_TOKEN": self.shared.token,
            "NOTEBRAIN_CF_ACCOUNT": self.shared.account,
        }
        self.computers = [
            Computer(
                name, self.folder / name, self.some_skew(), self.program, account, self.planted
            )
            for name in ("one", "two", "three")
        ]
        for computer in self.computers:
            computer.folder.mkdir(mode=0o700)
            self.check(computer, computer.run("account", "connect", "--yes"), "connect")

    def some_skew(self) -> timedelta:
        return timedelta(days=self.dice.choice((*DAYS_OFF, self.dice.randint(-900, 900))))

    # what may happen

    def live(self, actions: int) -> None:
        """Let so many things happen."""
        acts = (
            *((self.capture, 16), (self.edit, 24), (self.append, 6), (self.forget, 7)),
            *((self.restore, 5), (self.bring_back, 5), (self.file, 8), (self.bring_in, 6)),
            *(
                (self.contradict, 8),
                (self.answer, 12),
                (self.sync, 30),
                (self.trouble, 5),
                (self.jump, 3),
            ),
            *((self.keep_house, 4), (self.change_file, 2), (self.keep_back, 2)),
        )
        for _number in range(actions):
            (act,) = self.dice.choices([one for one, _ in acts], [weight for _, weight in acts])
            act(self.dice.choice(self.computers))

    def do(self, computer: Computer, *arguments: str, stdin: str = "") -> Done:
        """Run a command that changes something; one in twelve is killed, wherever it is."""
        kill_after_s = self.dice.expovariate(1 / 0.05) if self.dice.random() < 1 / 12 else None
        (done,) = self.program.run(
            computer.call(*arguments, stdin=stdin, kill_after_s=kill_after_s)
        )
        self.note_down(computer, arguments, stdin, done)
        return self.check(computer, done, " ".join(arguments))

    def check(self, computer: Computer, done: Done, what: str) -> Done:
        """A command tells its problem in a line; it never breaks."""
        self.counts["killed" if done.code == KILLED else f"exit {done.code}"] += 1
        broke = done.code not in (0, 1, KILLED) or _TRACEBACK.search(done.err)
        if broke:
            raise Fault(f"{computer.name} {what} broke: {done.code} {done.err[-1500:]}")
        return done

    def saved(self, done: Done, text: str) -> None:
        """Note down what the user was told."""
        if done.code == 0:
            self.ledger.saved |= words_in(text)

    def alive(self, computer: Computer) -> list[dict[str, Any]]:
        """Return the notes a user would choose from, some more often than others."""
        there = sorted(computer.notes(), key=lambda one: str(one["note_id"]))
        return there[:2] if self.dice.random() < 0.4 else there

    def line(self) -> str:
        return self.dice.choice(SENTENCES).format(self.ledger.word()) + "\n"

    def capture(self, computer: Computer) -> None:
        self.take("".join(self.line() for _ in range(self.dice.randint(1, 4))), computer)

    def contradict(self, computer: Computer) -> None:
        """Write about what other notes are about, and let it be noticed."""
        rival = self.dice.choice(RIVALS)
        self.take(rival.format(self.dice.randint(10, 99), self.ledger.word()), computer)
        self.do(computer, "index")

    def take(self, text: str, computer: Computer) -> None:
        options = ["--tag", "Garden"] if self.dice.random() < 0.3 else []
        if self.dice.random() < 0.2:
            options.append("--local-only")
            self.ledger.secret |= words_in(text)
        done = self.do(computer, "capture", *options, "-", stdin=text)
        self.saved(done, text)
        if "--local-only" in options and done.code == 0:
            computer.local.add(done.text.strip())

    def edit(self, computer: Computer) -> None:
        if not (there := self.alive(computer)):
            return
        note_id = str(self.dice.choice(there)["note_id"])
        lines = computer.text(note_id).splitlines(keepends=True)
        at = self.dice.randint(0, len(lines))
        if lines and self.dice.random() < 0.4:
            del lines[self.dice.randrange(len(lines)) :][: self.dice.randint(1, 3)]
            at = min(at, len(lines))
        new = self.line()
        lines[at:at] = [new]
        self.write(computer, note_id, new, "edit", note_id, "-", stdin="".join(lines))

    def append(self, computer: Computer) -> None:
        if there := self.alive(computer):
            note_id, new = str(self.dice.choice(there)["note_id"]), self.line()
            self.write(computer, note_id, new, "append", note_id, "-", stdin=new)

    def write(self, computer: Computer, note_id: str, new: str, *do: str, stdin: str) -> None:
        """Run a command that puts a new line into a note."""
        if note_id in computer.local:
            self.ledger.secret |= words_in(new)
        self.saved(self.do(computer, *do, stdin=stdin), new)

    def forget(self, computer: Computer) -> None:
        if there := self.alive(computer):
            count = self.dice.choice((1, 1, 1, len(there)))
            self.do(computer, "forget", *(str(one["note_id"]) for one in there[:count]))

    def restore(self, computer: Computer) -> None:
        if there := computer.notes("--trash"):
            one = self.dice.choice(there)
            if str(one["source"]).startswith("import:"):  # its file may have become a new note
                self.ledger.twice |= words_in(computer.text(str(one["note_id"])))
            self.do(computer, "restore", str(one["note_id"]))

    def bring_back(self, computer: Computer) -> None:
        """Bring an earlier text of a note back."""
        if not (there := self.alive(computer)):
            return
        note_id = str(self.dice.choice(there)["note_id"])
        if versions := computer.json("history", note_id):
            version = str(self.dice.choice(versions)["version"])
            self.do(computer, "restore", note_id, "--version", version)

    def file(self, computer: Computer) -> None:
        if there := self.alive(computer):
            filing = self.dice.choice((["--pin"], ["--tag", "home/Old"], ["--workspace", "Work"]))
            self.do(computer, "file", *filing, str(self.dice.choice(there)["note_id"]))

    def keep_back(self, computer: Computer) -> None:
        """Make a note local only: what others have of it stays with them."""
        if there := [one for one in self.alive(computer) if one["note_id"] not in computer.local]:
            note_id = str(self.dice.choice(there)["note_id"])
            self.ledger.kept_back.add(note_id)
            self.do(computer, "file", "--local-only", note_id)

    def bring_in(self, computer: Computer) -> None:
        """Import the folder that lies on every computer."""
        mine = computer.folder / "files"
        shutil.copytree(self.files, mine, dirs_exist_ok=True)
        texts = {path.name: path.read_text() for path in mine.iterdir()}
        done = self.do(computer, "import", str(mine), "--json")
        self.saved(done, "".join(texts.values()))
        if done.code == 0:
            twice = [texts[name] for name in json.loads(done.out)["kept_both_paths"]]
        else:  # killed: a file that has changed may have become a second note by now
            twice = [text for text in texts.values() if text.count("\n") > 1]
        self.ledger.twice |= words_in("".join(twice))

    def change_file(self, _computer: Computer) -> None:
        self.write_file(self.dice.randrange(4))

    def write_file(self, number: int) -> None:
        path = self.files / f"{number}.md"
        before = path.read_text() if path.exists() else ""
        path.write_text(before + self.line())

    def answer(self, computer: Computer) -> None:
        """Answer a card, or take an answer back."""
        answered = computer.json("review", "list", "--answered")
        if answered and self.dice.random() < 0.2:
            self.ledger.moved = True
            self.do(computer, "review", "undo", str(self.dice.choice(answered)["card_id"]))
            return
        if cards := computer.cards():
            card = self.dice.choice(cards)
            choice = str(self.dice.choice(card["answers"]))
            # both texts of a conflict become two notes, and what they share stands in both
            self.ledger.moved |= choice not in KEEPS_WORDS or card["kind"] == "conflict"
            self.do(computer, "review", "resolve", str(card["card_id"]), choice)

    def sync(self, computer: Computer) -> None:
        """Sync, often while something else is done on this computer or another syncs."""
        crowd = [computer.call("sync")]
        if self.dice.random() < 0.2:
            crowd.append(self.dice.choice(self.computers).call("sync"))
        text = self.line()
        if self.dice.random() < 0.2:
            crowd.append(computer.call("capture", "-", stdin=text))
        if self.dice.random() < 0.15:
            crowd[0] = computer.call("sync", kill_after_s=self.dice.expovariate(1 / 0.1))
        for call, done in zip(crowd, self.program.run(*crowd), strict=True):
            self.note_down(computer, call.arguments, "", done)
            self.check(computer, done, " ".join(call.arguments))
            if call.arguments[0] == "capture":
                self.saved(done, text)

    def trouble(self, _computer: Computer) -> None:
        """Let requests fail."""
        trouble = self.dice.choice(TROUBLES)()
        times, skip = self.dice.choice((1, 1, 2, 4)), self.dice.choice((0, 0, 1, 3))
        self.trail.append(f"trouble: {trouble.name} x{times} after {skip}")
        self.shared.faults.add(trouble, on="*", times=times, skip=skip)

    def jump(self, computer: Computer) -> None:
        """Set the clock of a computer to some other time."""
        computer.skew = self.some_skew()
        self.trail.append(f"{computer.name} is {computer.skew.days} days off")

    def keep_house(self, computer: Computer) -> None:
        """Do what takes its time now and then."""
        houses = (["index"], ["index"], ["doctor", "--backup"], ["doctor"], ["verify"])
        self.do(computer, *self.dice.choice(houses))

    def note_down(self, computer: Computer, what: Sequence[str], text: str, done: Done) -> None:
        told = (done.err or "").strip().replace("\n", " / ")[:160]
        self.trail.append(f"{computer.name} {' '.join(what)} {text!r} -> {done.code} {told}")

    # how it ends

    def settle(self) -> None:
        """Mend the network and let everybody sync until nothing happens any more."""
        self.trail.append("--- the network is mended")
        self.shared.faults.clear()
        told: list[dict[str, Any]] = []
        for _round in range(MOST_ROUNDS):
            told = [self.settled_sync(computer) for computer in self.computers]
            if not any(
                one["sent"] or one["fetched"] or one["asks"] or one["problem"] for one in told
            ):
                break
        else:
            raise Fault(f"it never comes to rest: {told}")
        for computer, one in zip(self.computers, told, strict=True):
            if one["waiting"] or one["failed"] or one["set_aside"]:
                raise Fault(f"something still waits on {computer.name}: {one}")

    def settled_sync(self, computer: Computer) -> dict[str, Any]:
        computer.skew += timedelta(hours=30)  # whatever was put off is due
        answer = ("--remove",) if self.dice.random() < 0.5 else ("--keep",)
        done = computer.run("sync", *answer, "--json")
        self.note_down(computer, ("sync", *answer), "", done)
        self.check(computer, done, "sync")
        if not done.out:
            raise Fault(f"{computer.name} cannot sync: {done.err}")
        if "verify" in str(json.loads(done.out)["problem"]):
            computer.run("verify", "--repair")
        return dict(json.loads(done.out))

    def judge(self) -> None:
        """Compare the computers and what the users were told.

        Raises:
            Fault: A word is missing, doubled or has left its computer, or computers differ.
        """
        left = {
            (word, one.operation)
            for one in self.shared.requests
            for word in self.ledger.secret & words_in(one.request.body.decode(errors="replace"))
        }
        if left:
            raise Fault(f"left its computer: {left}")
        held = {computer.name: computer.everything() for computer in self.computers}
        self.find_all(held)
        self.find_doubled(held)
        self.find_differences(held)

    def find_all(self, held: dict[str, dict[str, str]]) -> None:
        found = {
            word for notes in held.values() for text in notes.values() for word in words_in(text)
        }
        for computer in self.computers:
            if self.ledger.saved - found:
                found |= words_in(computer.memory(list(held[computer.name])))
        if missing := self.ledger.saved - found:
            raise Fault(f"lost: {missing}")

    def find_doubled(self, held: dict[str, dict[str, str]]) -> None:
        for computer in self.computers:
            bodies = {
                one["note_id"]: computer.text(str(one["note_id"])) for one in computer.notes()
            }
            for note_id, body in bodies.items():
                if not self.ledger.moved and doubled(body):
                    raise Fault(f"doubled in {note_id} of {computer.name}: {doubled(body)}")
            # one that does not leave its computer cannot become one with what others imported
            shared = [
                body for note_id, body in bodies.items() if note_id not in self.ledger.kept_back
            ]
            words = Counter(word for body in shared for word in words_in(body))
            twice = {word for word, count in words.items() if count > 1} - self.ledger.twice
            if twice and not self.ledger.moved:
                raise Fault(f"in two notes of {computer.name}: {twice}")

    def find_differences(self, held: dict[str, dict[str, str]]) -> None:
        """Every computer has the same of each note that was never local only."""
        one, *others = self.computers
        for other in others:
            both = held[one.name].keys() & held[other.name].keys() - self.ledger.kept_back
            differ = [key for key in both if held[one.name][key] != held[other.name][key]]
            if differ:
                raise Fault(f"{one.name} and {other.name} differ: {differ}")


def run(folder: Path, seed: int, *, actions: int, program: WarmProgram, planted: str = "") -> World:
    """Live through one seed and look whether everything is as it should be in the end.

    Raises:
        Fault: It is not; the message has the trail.
    """
    with start_cloudflare(seed=seed, rate_limit=None, checked=False) as shared:
        world = World(folder, seed, shared, program, planted)
        try:
            world.live(actions)
            world.settle()
            world.judge()
        except AssertionError as error:
            trail = "\n".join(world.trail)
            raise Fault(f"seed {seed}: {error}\n{trail}") from error
    return world
