"""Whether something can be sent now."""

from collections.abc import Callable

import pytest

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import account, outgoing_counts, outgoing_settings, state
from tests.fakes.vaulting import NOW, add


def a_setting(db: Connection) -> None:
    outgoing_settings.differ(db, Name(Kind.SETTING, "list.sort:Work"), None, None)


def a_removal(db: Connection) -> None:
    state.forget(db, "0190-gone", "rev", withdrawn=True)
    db.execute("update sync_gone set key = 'key'")


def a_note_without_an_answer(db: Connection) -> None:
    key, _note = add(db, "lime")
    db.execute("delete from outbox")
    db.execute(
        "insert into sync_note (note_rowid, sending_rev, sending) values (?, 'rev', '{}')", (key,)
    )


@pytest.mark.parametrize("what", [a_setting, a_removal, a_note_without_an_answer])
def test_what_waits_besides_edited_notes_can_be_sent(
    store: Store, what: Callable[[Connection], None]
) -> None:
    store.write(lambda db: account.connect(db, vault="v", device="d", machine="m")).result()
    with store.read() as db:
        before = outgoing_counts.is_ready(db, now=NOW)

    store.write(what).result()

    with store.read() as db:
        assert (before, outgoing_counts.is_ready(db, now=NOW)) == (False, True)
