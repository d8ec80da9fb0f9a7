from pathlib import Path

import pytest

from notebrain.domain.errors import NotFound
from notebrain.domain.procedures.procedures import (
    ProcedureDraft,
    ProcedureId,
    Source,
    Trigger,
    TriggerKind,
)
from notebrain.storage.connection import Connection
from notebrain.storage.procedures import procedures
from notebrain.storage.repair import rescue
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

DRAFT = ProcedureDraft("Check first.", Trigger(TriggerKind.WORDS, "code review"))
OTHER = ProcedureDraft("Ask Ana.", Trigger(TriggerKind.SEARCH, "tag:home"), "home", is_off=True)
ID = ProcedureId("p1")


@pytest.fixture
def number(store: Store, clock: FakeClock) -> int:
    """A procedure, and the number of the change that made it."""
    return store.write(
        lambda db: procedures.add(db, DRAFT, id=ID, source=Source.MANUAL, at=clock.now())
    ).result()


def drafts(store: Store) -> list[ProcedureDraft]:
    with store.read() as db:
        return [one.draft for one in procedures.all_procedures(db)]


def test_a_procedure_is_kept_as_it_is(store: Store, clock: FakeClock, number: int) -> None:
    with store.read() as db:
        one = procedures.get(db, ID)

    assert (one.draft, one.source, one.created_at) == (DRAFT, Source.MANUAL, clock.now())


def test_every_change_can_be_undone_in_turn(store: Store, clock: FakeClock, number: int) -> None:
    changed = store.write(lambda db: procedures.change(db, ID, OTHER, at=clock.now())).result()
    removed = store.write(lambda db: procedures.remove(db, ID)).result()
    assert drafts(store) == []
    assert changed is not None

    assert store.write(lambda db: procedures.undo(db, removed)).result() == ID
    assert drafts(store) == [OTHER]
    assert store.write(lambda db: procedures.undo(db, changed)).result() == ID
    assert drafts(store) == [DRAFT]
    assert store.write(lambda db: procedures.undo(db, number)).result() == ID
    assert drafts(store) == []


def test_a_change_followed_by_another_is_not_undone(
    store: Store, clock: FakeClock, number: int
) -> None:
    store.write(lambda db: procedures.change(db, ID, OTHER, at=clock.now())).result()

    assert store.write(lambda db: procedures.undo(db, number)).result() is None
    assert drafts(store) == [OTHER]


def test_the_same_again_is_no_change(store: Store, clock: FakeClock, number: int) -> None:
    done = store.write(lambda db: procedures.change(db, ID, DRAFT, at=clock.now())).result()

    assert done is None


def test_what_was_noticed_is_added_once_and_undone(store: Store, clock: FakeClock) -> None:
    def learn(id: str) -> int | None:  # noqa: A002
        return store.write(
            lambda db: procedures.learn(db, DRAFT, id=ProcedureId(id), at=clock.now())
        ).result()

    first = learn("a")

    assert first is not None
    assert learn("b") is None
    with store.read() as db:
        assert procedures.get(db, ProcedureId("a")).source is Source.EXTRACTED
    store.write(lambda db: procedures.undo(db, first)).result()
    assert drafts(store) == []


def test_a_procedure_is_found_by_either_end_of_its_id(store: Store, number: int) -> None:
    with store.read() as db:
        assert procedures.find(db, "P") == ID
        assert procedures.find(db, "1") == ID
        for typed in ("", "x", "p11"):
            with pytest.raises(NotFound):
                procedures.find(db, typed)


def test_a_procedure_that_is_gone_cannot_be_changed(store: Store, clock: FakeClock) -> None:
    for act in (
        lambda db: procedures.change(db, ID, OTHER, at=clock.now()),
        lambda db: procedures.remove(db, ID),
    ):
        with pytest.raises(NotFound):
            store.write(act).result()


def test_only_the_last_changes_are_kept(store: Store, clock: FakeClock, number: int) -> None:
    def many(db: Connection) -> None:
        for place in range(600):
            draft = ProcedureDraft(f"{place}", DRAFT.trigger)
            procedures.change(db, ID, draft, at=clock.now())

    store.write(many).result()

    with store.read() as db:
        assert db.execute("select count(*) from procedure_change").fetchone()[0] == 500


def test_a_row_that_no_program_wrote_can_be_read(store: Store, number: int) -> None:
    def spoil(db: Connection) -> None:
        db.execute("update procedure set trigger_kind = 'x', source = 'y'")

    store.write(spoil).result()

    assert drafts(store) == [DRAFT]


def test_procedures_survive_a_rescue(
    store: Store, tmp_path: Path, clock: FakeClock, number: int
) -> None:
    new = Store.open(tmp_path / "rescued", clock=clock)
    rescue.rescue(store.path, store.backups, new, now=clock.now(), ids=FakeIds())

    assert drafts(new) == [DRAFT]
    new.close()
