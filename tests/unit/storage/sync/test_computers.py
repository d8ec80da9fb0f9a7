"""How often runs asked the account that ended before they could tell the other computers."""

from datetime import timedelta

from notebrain.domain.sync.computers import Computer, Others
from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.reports import Run
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import account, computers, incoming, log
from notebrain.storage.sync.incoming import Why
from tests.fakes.vaulting import NOW


def test_requests_are_told_once_and_count_on(store: Store) -> None:
    before = NOW - timedelta(minutes=5)

    def act(db: Connection) -> int:
        computers.leave_use(db, 2, at=before)
        computers.leave_use(db, 3, at=NOW)
        assert computers.has_use(db, at=NOW)
        return computers.report_use(db, at=NOW)

    told = store.write(act).result()

    assert told == 5
    with store.read() as db:
        assert not computers.has_use(db, at=NOW)
        used = computers.used(db, at=NOW)
    assert (used.before, used.now) == (2, 3)


def test_the_computers_are_known_with_when_each_was_last_seen(store: Store) -> None:
    late, early = NOW, NOW - timedelta(days=2)
    note = Name(Kind.NOTE, "n")

    def act(db: Connection) -> None:
        account.connect(db, vault="v", device="here", machine="m")
        named = {"here": "Laptop", "d1": "Desk", "d2": "Phone", "d3": "attic"}
        computers.put_others(db, Others(0, named), day=0)
        for at, device in ((early, "d2"), (early, "d1"), (late, "d1"), (late, "here")):
            log.add(db, Run(at, fetched=1, fetched_items=(note,)), {"n": device})

    store.write(act).result()

    with store.read() as db:
        assert computers.known(db) == [
            Computer("Laptop", late, is_here=True),
            Computer("Desk", late),
            Computer("Phone", early),
            Computer("attic"),
        ]


def test_the_computers_that_removed_notes_are_named_once(store: Store) -> None:
    def act(db: Connection) -> None:
        computers.put_others(db, Others(0, {"d1": "Desk", "d2": "Phone", "d3": "attic"}), day=0)
        rows = (("a", "d1", "deletes"), ("b", "d1", "deletes"), ("c", "d3", "deletes"))
        for note, device, why in (*rows, ("d", "d2", "unreadable"), ("e", "d9", "deletes")):
            db.execute(
                """insert into sync_held (kind, id, rev, device, gone, seq, why)
                values ('note', ?, 'r', ?, 1, 1, ?)""",
                (note, device, str(Why.DELETES) if why == "deletes" else why),
            )

    store.write(act).result()

    with store.read() as db:
        assert incoming.removing(db) == ["attic", "Desk"]
