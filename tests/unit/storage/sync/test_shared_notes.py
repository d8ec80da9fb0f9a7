"""What came from the account becomes a note here, and comparing tells in which way the two differ."""

from dataclasses import replace

import pytest

from notebrain.domain.notes.note import Category
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.notes import revisions
from notebrain.storage.sql import to_ms
from notebrain.storage.store import Store
from notebrain.storage.sync import account, comparison, incoming, outgoing_notes, state
from notebrain.storage.sync.comparison import Drift
from notebrain.storage.sync.incoming import Why
from notebrain.storage.sync.state import LocalNote, RemoteNoteState, RemovedNote
from tests.fakes.vaulting import NOW, add

NOTE = NoteRecord(
    id="0190-theirs",
    workspace="Home",
    title="Soil",
    title_is_set=True,
    body="lime in autumn\n",
    front_matter="tags: [a]\n",
    category=Category.FACT,
    importance=5,
    pinned=True,
    source="import:soil.md",
    tags=("garden", "soil"),
    created_at=to_ms(NOW) - 9_000,
    updated_at=to_ms(NOW) - 5_000,
    deleted_at=to_ms(NOW) - 1_000,
)
OTHER = replace(
    NOTE,
    workspace="Work",
    title="Chalk",
    title_is_set=False,
    body="Chalk\nin spring",
    front_matter="author: me\n",
    category=Category.GENERAL,
    importance=1,
    pinned=False,
    source="typed",
    tags=("chalk",),
    created_at=to_ms(NOW) - 19_000,
    updated_at=to_ms(NOW) - 4_000,
    deleted_at=None,
)


@pytest.fixture
def connected(store: Store) -> Store:
    store.write(lambda db: account.connect(db, vault="v", device="d", machine="m")).result()
    return store


def test_of_a_note_that_was_never_sent_nothing_is_known_of_the_account(connected: Store) -> None:
    note = connected.write(lambda db: add(db, "lime")[1]).result()

    with connected.read() as db:
        local = state.of(db, note)
    assert (local.known, local.queued is not None) == (None, True)


def test_a_note_of_another_computer_says_here_all_that_it_says_there(store: Store) -> None:
    key = store.write(lambda db: incoming.insert(db, NOTE, now=NOW)).result()

    with store.read() as db:
        assert outgoing_notes.of(db, key) == NOTE


def test_a_change_from_elsewhere_changes_every_part_and_keeps_a_version(
    store: Store,
) -> None:
    def act(db: Connection) -> tuple[int, bool]:
        key = incoming.insert(db, NOTE, now=NOW)
        return key, incoming.change(db, key, OTHER, now=NOW)

    key, rewritten = store.write(act).result()

    with store.read() as db:
        (kept,) = revisions.history(db, OTHER.id)  # type: ignore[arg-type]  # a test's short cut
        assert outgoing_notes.of(db, key) == OTHER
    assert rewritten
    assert (kept.note_id, kept.title, kept.title_is_set) == (NOTE.id, "Soil", True)
    assert (kept.body, kept.front_matter) == (NOTE.body, NOTE.front_matter)
    assert (kept.made_at, kept.reason) == (NOW, "sync")


def test_a_change_of_filing_alone_does_not_count_as_one_of_the_text(store: Store) -> None:
    def act(db: Connection) -> bool:
        key = incoming.insert(db, NOTE, now=NOW)
        return incoming.change(db, key, replace(NOTE, pinned=False, tags=()), now=NOW)

    assert not store.write(act).result()


def test_a_text_set_beside_a_note_is_in_its_history_and_known_again(store: Store) -> None:
    def act(db: Connection) -> int:
        key = incoming.insert(db, NOTE, now=NOW)
        incoming.save_text(db, key, OTHER, now=NOW)
        return key

    key = store.write(act).result()

    with store.read() as db:
        (kept,) = revisions.history(db, NOTE.id)  # type: ignore[arg-type]  # a test's short cut
        assert incoming.was_here(db, key, OTHER)
        assert not incoming.was_here(db, key, replace(OTHER, title="Lime"))
        assert not incoming.was_here(db, key + 1, OTHER)
    assert (kept.title, kept.title_is_set, kept.body) == ("Chalk", False, OTHER.body)
    assert kept.front_matter == OTHER.front_matter


def item(content: str | None = "", *, rev: str = "r2", gone: bool = False) -> Item:
    said = OTHER.to_json() if content == "" else content
    return Item(Name(Kind.NOTE, NOTE.id), rev, "r1", "other", None if gone else said, gone=gone)


def settled(db: Connection) -> int:
    """Let the note be here, as the account has it since `r2`."""
    with account.quietly(db):
        key = incoming.insert(db, OTHER, now=NOW)
    state.settle(db, OTHER, key, "r2")
    return key


def nothing(_db: Connection) -> None:
    """Leave the vault without the note."""


def kept_back(db: Connection) -> None:
    key = settled(db)
    with account.quietly(db):
        incoming.keep_here(db, key)


def being_taken_out(db: Connection) -> None:
    incoming.keep_here(db, settled(db))


def kept_back_elsewhere(db: Connection) -> None:
    key = settled(db)
    incoming.keep_here(db, key)
    state.keep_here(db, NOTE.id, key, "r0")


def left_over(db: Connection) -> None:
    state.leave(db, settled(db), "r2")


def sending(db: Connection) -> None:
    settled(db)
    db.execute("update sync_note set sending_rev = 'r3'")


def changed(db: Connection) -> None:
    state.differ(db, OTHER, settled(db), "r2", None)


def forgotten(db: Connection) -> None:
    state.forget(db, NOTE.id, "r2")


def removing(db: Connection) -> None:
    state.forget(db, NOTE.id, "r1")
    db.execute("update sync_gone set key = 'k'")


def forgotten_before(db: Connection) -> None:
    state.forget(db, NOTE.id, "r1")


def put_aside(db: Connection) -> None:
    incoming.put(db, item(), Why.BUSY)


@pytest.mark.parametrize(
    ("here", "there", "drift"),
    [
        (settled, item(), None),
        (settled, item(rev="r4"), Drift.BEHIND),
        (settled, item(NOTE.to_json()), Drift.CONTENT),
        (settled, item("no note"), Drift.CONTENT),
        (settled, item(None), Drift.CONTENT),
        (settled, item(gone=True), Drift.BEHIND),
        (changed, item(NOTE.to_json()), None),
        (changed, item(rev="r4"), Drift.BEHIND),
        (sending, item(rev="r4"), None),
        (left_over, item(gone=True), None),
        (left_over, item(rev="r4"), Drift.BEHIND),
        (nothing, item(), Drift.MISSING_HERE),
        (nothing, item(gone=True), None),
        (kept_back, item(), Drift.PRIVATE),
        (kept_back, item(gone=True), None),
        (being_taken_out, item(), None),
        (kept_back_elsewhere, item(), None),
        (forgotten, item(), None),
        (forgotten_before, item(), Drift.MISSING_HERE),
        (removing, item(rev="r4"), None),
        (put_aside, item(rev="r4"), None),
    ],
)
def test_comparing_tells_what_no_round_would_put_right(
    connected: Store, here, there: Item, drift: Drift | None
) -> None:
    connected.write(here).result()

    with connected.read() as db:
        assert comparison.compare_note(db, there) is drift


@pytest.mark.parametrize(
    ("said", "forgotten"),
    [
        ({}, RemovedNote("r1", None, None, withdrawn=False, elsewhere=False)),
        ({"withdrawn": True}, RemovedNote("r1", None, None, withdrawn=True, elsewhere=False)),
        ({"elsewhere": True}, RemovedNote("r1", None, None, withdrawn=True, elsewhere=True)),
    ],
)
def test_of_a_note_that_is_not_shared_it_is_known_who_keeps_it_back(
    connected: Store, said: dict[str, bool], forgotten: RemovedNote
) -> None:
    connected.write(lambda db: state.forget(db, NOTE.id, "r1", **said)).result()

    with connected.read() as db:
        assert state.of(db, NOTE.id) == LocalNote(NOTE.id, forgotten=forgotten)


def test_what_is_known_of_a_shared_note_is_told_whole(connected: Store) -> None:
    def act(db: Connection) -> int:
        key = settled(db)
        state.differ(db, OTHER, key, "r2", "base")
        db.execute("update sync_note set sending_rev = 'r3', sending = 'text'")
        db.execute("update outbox set idempotency_key = 'next' where kind = 'send'")
        return key

    key = connected.write(act).result()

    with connected.read() as db:
        known = RemoteNoteState("r2", "base", "r3", "text", gone=False, revived=False)
        assert state.of(db, NOTE.id) == LocalNote(NOTE.id, key, OTHER, False, known, "next", None)
