"""Restoring a passage of an earlier text: the rest stays, and nothing is lost."""

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft
from notebrain.notes.restore import TextRestore
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.notes import notes, revisions
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

OLD = "Lamp\n\n4 W.\n\nIt stood.\n"
NEW = "Lamp\n\n6 W.\n\nIt hangs.\n"
BODY = "Lamp\n\n4 W.\n\nIt hangs.\n"


class Lamp:
    """A note with one earlier text."""

    def __init__(self, store: Store, *, local_only: bool = False) -> None:
        self.store = store
        self.capture = CaptureService(store, FakeClock(), FakeIds())
        draft = Draft(OLD, local_only=local_only)
        self.id = self.capture.capture(draft).result().note
        self.edit(NEW)

    def edit(self, text: str) -> None:
        self.capture.edit(self.id, Edit(text, session=text)).result()

    def passage(self, body: str = BODY) -> TextRestore:
        with self.store.read() as db:
            first = revisions.history(db, self.id)[-1].id
        return self.capture.passage_restore(self.id, first, seen=NEW, body=body)

    @property
    def body(self) -> str:
        with self.store.read() as db:
            return notes.get(db, self.id).body

    @property
    def title(self) -> str:
        with self.store.read() as db:
            return notes.get(db, self.id).title

    def history(self) -> list[tuple[str, str]]:
        with self.store.read() as db:
            return [(one.body, one.reason) for one in revisions.history(db, self.id)]


@pytest.fixture
def lamp(store: Store) -> Lamp:
    return Lamp(store)


def test_a_passage_comes_back_and_the_text_before_it_is_a_version(lamp: Lamp) -> None:
    lamp.passage().do().result()

    assert lamp.body == BODY
    assert lamp.history()[0] == (NEW, "restore")


def test_it_is_undone_byte_for_byte_and_done_again(lamp: Lamp) -> None:
    act = lamp.passage()
    act.do().result()

    act.undo().result()
    undone = lamp.body
    act.do().result()

    assert (undone, lamp.body) == (NEW, BODY)


def test_a_text_that_changed_since_it_was_compared_is_left_alone(lamp: Lamp) -> None:
    act = lamp.passage()
    lamp.edit("Something else")

    with pytest.raises(UserError):
        act.do().result()

    assert lamp.body == "Something else"


def test_the_title_follows_the_first_line(lamp: Lamp) -> None:
    lamp.passage("Bulb\n\n6 W.\n").do().result()

    assert lamp.title == "Bulb"


def test_a_passage_written_while_its_note_was_local_only_makes_it_so_again(store: Store) -> None:
    lamp = Lamp(store, local_only=True)
    with store.read() as db:
        key = notes.key_of(db, lamp.id)
    store.write(lambda db: revisions.may_leave(db, key)).result()
    store.write(lambda db: db.execute("update note set local_only = 0")).result()

    lamp.passage().do().result()

    with store.read() as db:
        assert notes.get(db, lamp.id).local_only
