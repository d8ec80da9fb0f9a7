"""How often runs asked the account that ended before they could tell the other computers."""

from datetime import timedelta

from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import computers
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
