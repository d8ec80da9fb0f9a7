"""Whatever is done to a note and however the program ends: its history has every text that a user could miss."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import Phase, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.history import VersionPlan, loses_much
from notebrain.domain.notes.note import Note, Revision
from notebrain.domain.review.answers import NoteState
from notebrain.notes.links import LinkActs, LinkChange
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes, revisions
from notebrain.storage.review import answers
from notebrain.storage.store import Store
from notebrain.storage.sync import incoming, outgoing_notes
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

MINUTE = timedelta(minutes=1)
# Words come again too rarely for a removed one to be found elsewhere in the text by chance.
WORD = st.one_of(
    st.integers(0, 100_000).map("milk{}".format), st.sampled_from(["[[Dal]]", "\n", "é日本語,"])
)
WORDS = st.lists(WORD, min_size=1, max_size=30).map(" ".join)
MEMORY = Path("/dev/shm")  # there, no write waits for a disk
SHARE = st.floats(0, 1)
pytestmark = pytest.mark.timeout(600)
SETTINGS = settings(max_examples=30, stateful_step_count=20, deadline=None)


def removed(old: str, new: str) -> int:
    """Return how many characters a change took away, counted the simple way."""
    head = same(old, new)
    return len(old) - head - same(old[head:][::-1], new[head:][::-1])


def same(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def is_large(gone: int, text: str) -> bool:
    return gone > 200 or 3 * gone > len(text)


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))


class Writing(RuleBasedStateMachine):
    """One note, written in by everybody.

    `missed` has what a user would miss: the texts before each sitting, those that stood for ten minutes, and those
    that a large removal took away. `protected` has the last ones, which thinning must never take.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = new_folder()
        self.clock = FakeClock()
        self.ids = FakeIds()
        self.missed: set[str] = set()
        self.protected: set[str] = set()
        self.thinned: set[str] = set()
        self.sitting = 0
        self.is_fresh = True

    @initialize(body=st.one_of(st.just(""), WORDS))
    def take(self, body: str) -> None:
        self.open()
        self.note = self.capture.capture(Draft(body)).result().note
        self.since = self.edited = self.clock.now()

    def open(self) -> None:
        self.store = Store.open(self.folder, clock=self.clock)
        self.capture = CaptureService(self.store, self.clock, self.ids)
        self.begin_sitting()

    def begin_sitting(self) -> None:
        self.sitting += 1
        self.is_fresh = True

    def present(self) -> Note:
        with self.store.read() as db:
            return notes.get(db, self.note)

    def history(self) -> list[Revision]:
        with self.store.read() as db:
            return revisions.history(db, self.note)

    def write(self, body: str) -> None:
        """Save what stands in the window."""
        paused = self.clock.now() - self.edited >= 5 * MINUTE
        self.change(
            lambda: self.capture.edit(self.note, Edit(body, session=f"{self.sitting}")).result(),
            is_first=self.is_fresh or paused,
        )
        self.is_fresh = False

    def act(self, do: Callable[[], object]) -> None:
        """Change the note by an act that ends the sitting, as all but typing does."""
        self.change(do, is_first=True)
        self.begin_sitting()

    def change(self, do: Callable[[], object], *, is_first: bool) -> None:
        old, until = self.present().body, self.clock.now()

        do()

        new = self.present().body
        if new == old:
            return
        if is_first or until - self.since >= 10 * MINUTE:
            self.missed.add(old)
        self.lost(old, new)
        self.since = self.edited = until

    def lost(self, old: str, new: str) -> None:
        """Note down a text that a large removal took away; a corrected word is none."""
        gone = removed(old, new)
        if is_large(gone if gone >= 8 else min(gone, len(old) - len(new)), old):
            self.missed.add(old)
            self.protected.add(old)

    @rule(words=WORDS)
    def type_on(self, words: str) -> None:
        self.write(f"{self.present().body} {words}")

    @rule(words=WORDS, at=SHARE)
    def type_between(self, words: str, at: float) -> None:
        body = self.present().body
        place = round(at * len(body))
        self.write(f"{body[:place]}{words}{body[place:]}")

    @rule(start=SHARE, end=SHARE, words=st.one_of(st.just("x"), st.just(""), WORDS))
    def replace_some(self, start: float, end: float, words: str) -> None:
        body = self.present().body
        first, last = sorted((round(start * len(body)), round(end * len(body))))
        self.write(f"{body[:first]}{words}{body[last:]}")

    @rule(words=st.sampled_from(["x", ""]))
    def replace_all(self, words: str) -> None:
        self.write(words)

    @rule(word=st.sampled_from(["milk", "1", " "]))
    def find_and_replace(self, word: str) -> None:
        self.write(self.present().body.replace(word, "tea"))

    @rule(down_to=SHARE, at_once=st.integers(5, 12))
    def hold_backspace(self, down_to: float, at_once: int) -> None:
        """Delete from the end, saved every few characters; what was there is not lost if a version says it all."""
        full = self.present().body
        for end in range(len(full), round(down_to * len(full)), -at_once):
            self.write(full[: max(0, end - at_once)])
        gone = len(full) - len(self.present().body)
        if is_large(gone, full) and not any(removed(full, one.body) == 0 for one in self.history()):
            self.missed.add(full)
            self.protected.add(full)

    @rule()
    def visit_another_note(self) -> None:
        self.begin_sitting()

    @rule(minutes=st.sampled_from([0.1, 1, 4.9, 5, 9, 11, 60 * 26, 60 * 24 * 9]))
    def wait(self, minutes: float) -> None:
        self.clock.forward(minutes=minutes)

    @rule()
    def quit(self) -> None:
        self.store.close()
        self.open()

    @rule()
    def kill(self) -> None:
        """Go on with the files as a kill leaves them: the log not folded in, nothing closed."""
        left = new_folder()
        shutil.copytree(self.folder, left, dirs_exist_ok=True)
        self.store.close()
        shutil.rmtree(self.folder)
        self.folder = left
        self.open()

    @rule(words=WORDS)
    def edit_by_command(self, words: str) -> None:
        self.sitting += 1
        edit = Edit(words, session=f"once-{self.sitting}", resting=True)
        self.act(lambda: self.capture.edit(self.note, edit).result())

    @rule(words=WORDS)
    def append(self, words: str) -> None:
        self.act(lambda: self.capture.append(self.note, f"more {words}").result())

    @rule()
    def rename_a_linked_note(self) -> None:
        acts = LinkActs(self.store, self.clock)
        self.act(lambda: acts.retarget("Dal", "Rice", LinkChange()).result())

    @rule(which=SHARE)
    def restore(self, which: float) -> None:
        kept = self.history()
        if kept:
            old = kept[round(which * (len(kept) - 1))].id
            self.act(lambda: self.capture.restore_revision(self.note, old).result())

    @rule(words=WORDS)
    def answer_a_card(self, words: str) -> None:
        note, now = self.present(), self.clock.now()
        state = NoteState(
            note.title, note.title_is_set, words, (), now, None, note.reinforcement_count
        )

        def put(db: Connection) -> bool:
            return answers.put_state(db, self.note, state, at=now, reason="answer")

        self.act(lambda: self.store.write(put).result())

    @rule(words=WORDS, late=st.sampled_from([-(10**11), 0, 10**11]))
    def take_a_change_of_another_computer(self, words: str, late: int) -> None:
        """Sync a text, dated by a clock that may be wrong by years."""

        def take(db: Connection) -> bool:
            key = notes.key_of(db, self.note)
            theirs = outgoing_notes.of(db, key)
            theirs = replace(theirs, body=words, updated_at=theirs.updated_at + late)
            return incoming.change(db, key, theirs, now=self.clock.now())

        self.act(lambda: self.store.write(take).result())

    @rule(days=st.sampled_from([0, 0.5, 1, 40, 3650, -3650]))
    def thin_out(self, days: float) -> None:
        """Thin out, perhaps by a clock that is wrong."""
        before = {one.body for one in self.history()}
        now = self.clock.now() + timedelta(days=days)

        def thin(db: Connection) -> None:
            for key in revisions.to_thin(db, now=now):
                while revisions.thin(db, key, now=now, most=3):
                    pass
            revisions.drop_aside(db, now=now)

        self.store.write(thin).result()

        left = [self.present().body, *(one.body for one in self.history())]
        gone = before - set(left)
        for text in (
            gone & self.protected
        ):  # the last one before a large removal may say a little less
            assert not all(loses_much(text, one) for one in left), (text, left)
        self.thinned |= gone

    @invariant()
    def everything_is_in_the_history(self) -> None:
        if hasattr(self, "note"):
            absent = [text for text in self.missed - self.thinned if not self.is_found(text)]
            assert absent == [], (absent, [one.body for one in self.history()])

    def is_found(self, text: str) -> bool:
        """Tell whether the history has a text, or all it said: what a large removal left of a version is no version."""
        there = [self.present().body, *(one.body for one in self.history())]
        return text in there or any(
            text in (old, "") or (removed(text, old) == 0 and is_large(removed(old, text), old))
            for old in there
        )

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.mark.slow
def test_every_text_a_user_could_miss_is_in_the_history() -> None:
    run_state_machine_as_test(Writing, settings=SETTINGS)


def never_by_removal(prior: str, new: str, *, due: bool, **_more: object) -> VersionPlan:
    """Keep texts before sittings only."""
    return VersionPlan(prior=due)


def never_little_by_little(
    prior: str, new: str, *, due: bool, last: str | None, fullest: str | None
) -> VersionPlan:
    """Look at each autosave alone."""
    return VersionPlan(prior=due or loses_much(prior, new))


def by_the_first_kept(last: object, *, session: str, last_edit: datetime, now: datetime) -> bool:
    """Keep the text before the first change of all, as if a sitting had no end."""
    return last is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("plan_versions", never_by_removal),
        pytest.param("plan_versions", never_little_by_little, marks=pytest.mark.long),
        ("is_due", by_the_first_kept),
    ],
)
def test_a_rule_that_forgets_something_is_found_out(
    name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisions, name, fault)
    thorough = settings(SETTINGS, max_examples=400, database=None, phases=[Phase.generate])

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Writing, settings=thorough)
