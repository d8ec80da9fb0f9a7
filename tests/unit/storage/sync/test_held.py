"""What came from the account and waits here: kept as it came, told by name, let go of by one act."""

from dataclasses import replace

import pytest

from notebrain.domain.notes.note import Category
from notebrain.domain.sync.computers import Others
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Head, Item, Kind, Name
from notebrain.domain.sync.reports import HeldChange, Receipt, ReceiptKind, Run
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import (
    comparison,
    computers,
    incoming,
    inventory,
    log,
    outgoing_notes,
    state,
)
from notebrain.storage.sync.incoming import Why
from tests.fakes.vaulting import NOW, add


def item(number: int, *, kind: Kind = Kind.NOTE, gone: bool = False) -> Item:
    content = None if gone else f"content {number}"
    return Item(
        Name(kind, f"id-{number}"),
        f"rev-{number}",
        f"base-{number}",
        "two",
        content,
        gone=gone,
        seq=9 - number,
    )


@pytest.fixture
def filled(store: Store) -> Store:
    def act(db: Connection) -> None:
        for number, title in ((1, "pear"), (2, "Apple"), (3, "lime"), (4, "fig")):
            add(db, f"# {title}", id_=f"id-{number}")
        incoming.put(db, item(1, gone=True), Why.DELETES)
        incoming.put(db, item(2, gone=True), Why.DELETES)
        incoming.put(db, item(3), Why.UNREADABLE, tried_by="1.0")
        incoming.put(db, item(4), Why.FAULTY, tried_by="1.1", fault="KeyError at taking.py:7")
        incoming.put(db, item(5, kind=Kind.CARD), Why.UNREADABLE, tried_by="1.1")
        incoming.put(db, item(6), Why.BUSY)

    store.write(act).result()
    return store


def test_what_is_kept_comes_out_as_it_came_in_the_order_of_the_account(filled: Store) -> None:
    with filled.read() as db:
        assert incoming.of(db, Why.DELETES) == [item(2, gone=True), item(1, gone=True)]
        assert incoming.of(db, Why.DELETES, limit=1) == [item(2, gone=True)]
        assert incoming.of(db, Why.BUSY) == [item(6)]
        assert incoming.of(db, Why.ALLOWED) == []
        assert [incoming.count(db, why) for why in Why] == [1, 2, 2, 1, 0, 0]


def test_a_thing_is_kept_once(filled: Store) -> None:
    filled.write(lambda db: incoming.put(db, item(1), Why.BUSY)).result()

    with filled.read() as db:
        assert incoming.of(db, Why.BUSY) == [item(1), item(6)][::-1]
        assert incoming.count(db, Why.DELETES) == 1
    filled.write(lambda db: incoming.drop(db, item(1).name)).result()
    filled.write(lambda db: incoming.drop(db, Name(Kind.CARD, "id-6"))).result()
    with filled.read() as db:
        assert incoming.of(db, Why.BUSY) == [item(6)]


def test_what_another_version_could_not_carry_out_is_tried_by_this_one(filled: Store) -> None:
    with filled.read() as db:
        assert incoming.untried(db, "1.1") == [item(3)]
        assert incoming.untried(db, "2") == [item(5, kind=Kind.CARD), item(4), item(3)]
    filled.write(incoming.try_again).result()
    with filled.read() as db:
        assert len(incoming.untried(db, "1.1")) == 3


def test_what_is_set_aside_is_told_with_its_title_and_the_fault(filled: Store) -> None:
    with filled.read() as db:
        assert incoming.set_aside(db) == [
            HeldChange(Name(Kind.CARD, "id-5"), "", newer=True, fault=None),
            HeldChange(
                Name(Kind.NOTE, "id-4"), "fig", newer=False, fault="KeyError at taking.py:7"
            ),
            HeldChange(Name(Kind.NOTE, "id-3"), "lime", newer=True, fault=None),
        ]
        assert len(incoming.set_aside(db, limit=2)) == 2


@pytest.mark.parametrize(("delete", "why"), [(True, Why.ALLOWED), (False, Why.REFUSED)])
def test_an_answer_counts_for_every_note_that_would_go(
    filled: Store, delete: bool, why: Why
) -> None:
    assert filled.write(lambda db: incoming.answer(db, delete=delete)).result() == 2

    with filled.read() as db:
        assert incoming.of(db, why) == [item(2, gone=True), item(1, gone=True)]
        assert incoming.count(db, Why.BUSY) == 1


def test_notes_are_named_from_a_to_z(filled: Store) -> None:
    def lose(db: Connection) -> None:
        db.executemany(
            "insert into sync_missing (kind, id) values (?, ?)",
            [("note", "id-1"), ("note", "id-2"), ("note", "id-3"), ("card", "id-4")],
        )

    with filled.read() as db:
        assert incoming.titles(db, Why.DELETES, limit=9) == ["Apple", "pear"]
        assert incoming.titles(db, Why.DELETES, limit=1) == ["Apple"]
        assert comparison.titles(db, ["id-3", "none", "id-1"]) == {
            "id-1": "pear",
            "id-3": "lime",
        }
    filled.write(lose).result()
    with filled.read() as db:
        assert inventory.lost_titles(db, limit=9) == ["Apple", "lime", "pear"]
        assert inventory.lost_titles(db, limit=2) == ["Apple", "lime"]


def test_what_the_account_has_is_heard_of_under_its_newest_number(store: Store) -> None:
    def act(db: Connection) -> list[tuple[str, int]]:
        db.executemany("insert into sync_missing values ('note', ?)", [("a",), ("b",), ("c",)])
        for rev_and_seq in ([("x", 3), (None, 4), ("x", 5)], [("y", 2), ("y", 4), ("y", 7)]):
            heads = [
                Head(Name(Kind.NOTE, name), rev, seq)
                for name, (rev, seq) in zip("abc", rev_and_seq, strict=True)
            ]
            inventory.record(
                db, [heads[1], heads[0], heads[2]][: 3 if rev_and_seq[0][0] == "x" else 2]
            )
        return db.execute("select id, seq from sync_there order by id").fetchall()

    assert store.write(act).result() == [("a", 3), ("b", 4), ("c", 5)]
    with store.read() as db:
        assert db.execute("select id from sync_missing").fetchall() == []


def test_the_last_rounds_tell_what_they_did_and_why_they_stopped(store: Store) -> None:
    things = (Name(Kind.NOTE, "id-1"), Name(Kind.CARD, "card"), Name(Kind.NOTE, "gone"))
    sent = (Name(Kind.NOTE, "id-2"), Name(Kind.SETTING, "s"))
    done = Run(NOW, 1, 2, 3, 4, 5, "No network.", things, sent)
    devices = {"id-1": "device-1", "card": "device-2"}

    def act(db: Connection) -> None:
        add(db, "# pear", id_="id-1")
        log.add(db, Run(NOW))
        log.add(db, done, devices)
        computers.put_others(db, Others(0, {"device-1": "Desk"}, 0.0), 0)

    store.write(act).result()

    with store.read() as db:
        newest, first = log.last(db)
        assert log.last(db, limit=1) == [newest]
    assert newest == replace(done, titles={"id-1": "pear"}, writers={"id-1": "Desk"})
    assert first == Run(NOW)


def test_a_round_of_an_earlier_version_names_no_computer(store: Store) -> None:
    def act(db: Connection) -> None:
        log.add(db, Run(NOW, fetched=1))
        db.execute('update sync_run set things = \'[["note", "id-1"]]\'')

    store.write(act).result()

    with store.read() as db:
        (run,) = log.last(db)
    assert (run.fetched_items, run.sent_items) == ((Name(Kind.NOTE, "id-1"),), ())
    assert run.writers == {}


def test_a_note_that_is_shared_says_all_that_it_said_to_another_version(store: Store) -> None:
    record = NoteRecord(
        "id-1", "Home", "Pear", True, "# pear", "a: b", Category.FACT, 4, True, "cli", ("a", "B"), 1, 2, 3,
        {"z": [1, None], "colour": "red"},
    )  # fmt: skip

    def act(db: Connection) -> int:
        key = incoming.insert(db, record, now=NOW)
        state.settle(db, record, key, "rev")
        return key

    key = store.write(act).result()

    with store.read() as db:
        assert outgoing_notes.of(db, key) == record
        assert outgoing_notes.of_keys(db, [key, 77]) == {key: record}
        assert outgoing_notes.extra_text(record) == '{"colour": "red", "z": [1, null]}'
        assert outgoing_notes.extra_text(replace(record, extra={})) is None


def test_what_was_done_with_a_note_is_told_with_its_title(store: Store) -> None:
    def act(db: Connection) -> None:
        add(db, "# pear", id_="id-1")
        for number, what in (
            (1, ReceiptKind.STAYS),
            (2, ReceiptKind.TO_TRASH),
            (1, ReceiptKind.TAKEN_OUT),
        ):
            log.add_receipt(db, f"id-{number}", what, at=NOW)

    store.write(act).result()

    with store.read() as db:
        assert log.last_receipts(db, ReceiptKind.STAYS, ReceiptKind.TO_TRASH, limit=9) == [
            Receipt(NOW, "id-2", ReceiptKind.TO_TRASH, ""),
            Receipt(NOW, "id-1", ReceiptKind.STAYS, "pear"),
        ]
        assert len(log.last_receipts(db, *ReceiptKind, limit=2)) == 2
