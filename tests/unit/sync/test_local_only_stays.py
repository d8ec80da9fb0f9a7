"""Whatever the user does: text that was only ever in notes of this computer is never in the account."""

import contextlib
import inspect
import itertools
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.templates import draft_from
from notebrain.domain.review.cards import OFFERS, Answer, Card, CardKind, pair_id
from notebrain.import_export.importer import Importer
from notebrain.notes.files import FileActs
from notebrain.notes.links import LinkActs, LinkChange
from notebrain.notes.restore import TextRestore
from notebrain.review.answers import AnswerService
from notebrain.storage.notes import notes, revisions
from notebrain.storage.review import cards
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
PAIRS = [kind for kind in CardKind if kind is not CardKind.CONFLICT]
HALF = 0.5
TAKING = [Answer.MERGE, Answer.REPLACE, Answer.APPEND, Answer.KEEP_ONE]


class User:
    """A user with notes that sync and notes that stay; every word he writes is one of its own."""

    def __init__(self, folder: Path) -> None:
        self.account = FakeAccount()
        self.computer = Computer(folder / "vault", "one", self.account, FakeClock())
        self.computer.connect()
        self.answers = AnswerService(self.computer.store, self.computer.clock, self.computer.ids)
        self.links = LinkActs(self.computer.store, self.computer.clock)
        self.imports = folder / "import"
        self.imports.mkdir()
        self.words = (f"word{number:05}" for number in itertools.count())
        self.renamed: list[LinkChange] = []
        self.written: set[str] = set()
        self.may_leave: set[str] = set()

    def close(self) -> None:
        self.computer.close()

    def word(self, *, leaves: bool) -> str:
        word = next(self.words)
        self.written.add(word)
        if leaves:
            self.may_leave.add(word)
        return word

    def notes(self, *, live: bool = True) -> list[Note]:
        with self.computer.store.read() as db:
            rows = db.execute("select id, deleted_at from note order by id").fetchall()
            return [notes.get(db, NoteId(row[0])) for row in rows if not live or row[1] is None]

    def one(self, number: int) -> Note:
        found = self.notes()
        return found[number % len(found)]

    def chosen(self, act: str, chance: random.Random) -> dict[str, object]:
        """Return what an act is about, by the names of its parameters."""
        ways: dict[str, object] = {
            "local": chance.random() < HALF,
            "purged": chance.random() < HALF,
            "number": chance.randrange(1_000),
            "other": chance.randrange(1_000),
            "which": chance.randrange(1_000),
            "kind": chance.choice(PAIRS),
            "answer": chance.choice([*TAKING, *TAKING, *Answer]),
        }
        return {name: ways[name] for name in inspect.signature(getattr(self, act)).parameters}

    def begin(self, local: bool) -> None:
        for _number in range(2):
            self.take(local)
            self.take(not local)

    def take(self, local: bool) -> None:
        word = self.word(leaves=not local)
        tag = self.word(leaves=not local)
        self.computer.take(f"{word}\n\nsame text\n", local_only=local, tags=(tag,))

    def write(self, number: int) -> None:
        note = self.one(number)
        word = self.word(leaves=not note.local_only)
        self.computer.edit(note.id, f"{note.body}{word}\n")

    def write_anew(self, number: int) -> None:
        note = self.one(number)
        self.computer.edit(note.id, f"{self.word(leaves=not note.local_only)}\n")

    def rename(self, number: int) -> None:
        """Give a note another first line, and let the links to it follow."""
        note = self.one(number)
        first, _line_end, rest = note.body.partition("\n")
        title = self.word(leaves=not note.local_only)
        self.computer.edit(note.id, f"{title}\n{rest}")
        self.renamed.append(LinkChange())
        self.links.retarget(first, title, self.renamed[-1], named=note.id).result()

    def take_rename_back(self, number: int) -> None:
        if self.renamed:
            self.links.undo(self.renamed.pop(number % len(self.renamed))).result()

    def link(self, number: int, other: int) -> None:
        """Link to a note as the list of titles lets the user, with a word that may be there."""
        note, target = self.one(number), self.one(other)
        if target.local_only and not note.local_only:
            return  # not offered
        self.computer.edit(note.id, f"{note.body}[[{target.title}]]\n")

    def keep_here(self, number: int) -> None:
        self.computer.file(self.one(number).id, local_only=True)

    def let_leave(self, number: int) -> None:
        note = self.one(number)
        said = " ".join((note.title, note.body, *note.tags))
        self.may_leave |= {word for word in self.written if word in said}
        self.computer.file(note.id, local_only=False)

    def forget(self, number: int) -> None:
        if len(self.notes()) > 2:
            self.computer.forget(self.one(number).id)

    def restore_or_purge(self, number: int, purged: bool) -> None:
        trash = sorted(self.computer.trash())
        if trash:
            note = NoteId(trash[number % len(trash)])
            if purged:
                self.computer.purge(note)
            else:
                self.computer.capture.restore([note]).result()

    def restore_text(self, number: int, which: int) -> None:
        note = self.one(number)
        with self.computer.store.read() as db:
            kept = revisions.history(db, note.id)
        if kept:
            wanted = kept[which % len(kept)].id
            TextRestore(self.computer.store, self.computer.clock, note.id, wanted).do().result()

    def begin_from_template(self, number: int) -> None:
        draft = draft_from(self.one(number), at=AT)
        self.computer.capture.capture(draft).result()

    def notice_and_answer(self, number: int, other: int, kind: CardKind, answer: Answer) -> None:
        """Make a card of two notes, as the review does, and answer it."""
        older, newer = self.one(number), self.one(other)
        if older.id == newer.id:
            older, newer = self.one(number), self.one(number + 1)
        if older.id == newer.id:
            return
        card = Card(
            id=pair_id(older.id, newer.id),
            kind=kind,
            older=older.id,
            newer=newer.id,
            older_hash=repeat_hash(older.body),
            newer_hash=repeat_hash(newer.body),
            confidence=0.9,
            made_at=self.computer.clock.now(),
            evidence=(Evidence(Side.NEWER, 0, len(newer.body), newer.body, What.NUMBER),),
            proposed=OFFERS[kind].proposed,
        )
        self.computer.store.write(lambda db: cards.put(db, card)).result()
        with contextlib.suppress(UserError):  # not offered
            self.answers.answer(card.id, answer).result()

    def _cards(self, state: str) -> list[Card]:
        with self.computer.store.read() as db:
            rows = db.execute("select id from card where state = ? order by id", (state,))
            return [cards.get(db, row[0]) for row in rows.fetchall()]

    def take_answer_back(self, number: int) -> None:
        given = self._cards("answered")
        if given:
            with contextlib.suppress(UserError):  # changed since
                self.answers.undo(given[number % len(given)].id).result()

    def import_file(self, number: int, local: bool) -> None:
        """Change one of three files, and import the folder again."""
        path = self.imports / f"{number % 3}.md"
        known = [one for one in self.notes(live=False) if one.source == f"import:{path.name}"]
        leaves = not local and not any(one.local_only for one in known)
        head = "---\nlocal_only: true\n---\n" if local else ""
        path.write_text(f"{head}{self.word(leaves=leaves)}\n")
        here = self.computer
        Importer(
            here.store, here.clock, here.ids, FileActs(here.store, here.clock, lambda: 1_000_000)
        ).run(self.imports)

    def nothing_leaks(self) -> None:
        self.computer.sync()
        held = " ".join(item.content or "" for item in self.account.items.values())
        leaked = {word for word in self.written - self.may_leave if word in held}
        assert not leaked


ACTS: dict[str, int] = {
    "take": 4,
    "write": 4,
    "write_anew": 4,
    "rename": 6,
    "take_rename_back": 4,
    "link": 6,
    "keep_here": 5,
    "let_leave": 5,
    "forget": 1,
    "restore_or_purge": 1,
    "restore_text": 6,
    "begin_from_template": 2,
    "notice_and_answer": 12,
    "take_answer_back": 8,
    "import_file": 4,
}
"""What the user does, and how often."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_text_that_was_only_ever_local_never_reaches_the_account(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    user = User(tmp_path)
    user.begin(local=False)

    try:
        for _step in range(100):
            (act,) = chance.choices([*ACTS], [*ACTS.values()])
            getattr(user, act)(**user.chosen(act, chance))
            user.nothing_leaks()
    finally:
        user.close()

    assert user.may_leave
    assert user.written - user.may_leave


def test_an_undone_answer_brings_no_local_text_into_a_shared_note(
    tmp_path: Path,
) -> None:
    user = User(tmp_path)
    user.take(local=True)
    (older,) = user.notes()
    user.take(local=False)
    user.notice_and_answer(0, 1, CardKind.REPLACED, Answer.REPLACE)
    user.let_leave(0)
    assert user.one(0).body != older.body

    user.take_answer_back(0)

    assert (user.one(0).body, user.one(0).local_only) == (older.body, True)
    user.nothing_leaks()
    user.close()


def test_links_taken_back_bring_no_title_that_stays_into_a_note_that_leaves(tmp_path: Path) -> None:
    user = User(tmp_path)
    user.take(local=True)
    user.take(local=True)
    user.link(1, 0)
    before = user.one(1).body
    user.rename(0)
    user.let_leave(1)
    assert user.one(1).body != before

    user.take_rename_back(0)

    assert (user.one(1).body, user.one(1).local_only) == (before, True)
    user.nothing_leaks()
    user.close()


@pytest.mark.parametrize("kind", [CardKind.REPLACED, CardKind.OVERLAP])
def test_an_answer_taken_back_after_the_note_was_shared_keeps_its_earlier_text_here(
    tmp_path: Path, kind: CardKind
) -> None:
    user = User(tmp_path)
    user.take(local=True)
    user.take(local=True)
    bodies = [user.one(number).body for number in (0, 1)]
    user.notice_and_answer(0, 1, kind, OFFERS[kind].proposed or Answer.REPLACE)
    for note in user.notes(live=False):
        if note.deleted_at is None and note.body not in bodies:
            user.let_leave([one.id for one in user.notes()].index(note.id))
    user.nothing_leaks()

    user.take_answer_back(0)

    assert sorted(one.body for one in user.notes()) == sorted(bodies)
    user.nothing_leaks()
    user.close()


def test_a_new_title_of_a_note_that_stays_goes_into_no_link_of_one_that_leaves(
    tmp_path: Path,
) -> None:
    user = User(tmp_path)
    user.take(local=False)
    user.take(local=False)
    user.link(1, 0)
    before = user.one(1).body
    user.keep_here(0)

    user.rename(0)

    assert user.one(1).body == before
    user.nothing_leaks()
    user.close()
