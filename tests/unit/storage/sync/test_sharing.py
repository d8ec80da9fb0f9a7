"""Where a note is, besides on this computer, and what has left it."""

from datetime import UTC, datetime

import pytest

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.reports import Left, Shared, Where
from notebrain.notes.service import CaptureService, Filing
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import account, sharing
from notebrain.storage.writer import outcome
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


@pytest.fixture
def notes(store: Store, clock: FakeClock) -> CaptureService:
    return CaptureService(store, clock, FakeIds())


def take(notes: CaptureService, body: str, *, local_only: bool = False) -> NoteId:
    return outcome(notes.capture(Draft(body, local_only=local_only))).note


def connect(store: Store) -> None:
    outcome(store.write(lambda db: account.connect(db, vault="v", device="d", machine="m")))


def where(store: Store, note: NoteId) -> Shared:
    with store.read() as db:
        return sharing.of(db, note)


def acknowledge(store: Store, note: NoteId) -> None:
    """Note down that the account has the note as it is."""

    def act(db: Connection) -> None:
        db.execute(
            """insert or replace into sync_note (note_rowid, rev)
            select rowid, 'rev' from note where id = ?""",
            (note,),
        )
        db.execute("delete from outbox where kind = 'send'")

    outcome(store.write(act))


def refuse(store: Store, reason: str) -> None:
    def act(db: Connection) -> None:
        db.execute(
            "update outbox set last_error = ?, retry_at = 253370764800000, attempts = 1 where kind = 'send'",
            (reason,),
        )

    outcome(store.write(act))


def test_without_an_account_a_note_is_here_alone(store: Store, notes: CaptureService) -> None:
    note = take(notes, "Alone")

    assert where(store, note) == Shared(Where.HERE)


def test_a_note_waits_is_sent_and_waits_again_once_it_changed(
    store: Store, notes: CaptureService
) -> None:
    connect(store)
    note = take(notes, "Waits")
    assert where(store, note) == Shared(Where.WAITS)

    acknowledge(store, note)

    assert where(store, note) == Shared(Where.SENT)
    outcome(notes.file([note], Filing(pinned=True)))
    assert where(store, note) == Shared(Where.WAITS)


def test_a_note_that_stays_here_says_so_and_is_counted(store: Store, notes: CaptureService) -> None:
    connect(store)
    stays = take(notes, "Stays", local_only=True)
    sent = take(notes, "Sent")
    acknowledge(store, sent)

    assert where(store, stays) == Shared(Where.STAYS)
    with store.read() as db:
        assert sharing.left(db) == Left(sent=1, stays=1)
        assert [(note, title) for note, title, _at in sharing.list_left(db, limit=9)] == [
            (sent, "Sent")
        ]


def test_a_refused_note_says_why_until_it_is_tried_again(
    store: Store, notes: CaptureService
) -> None:
    connect(store)
    note = take(notes, "Large")
    refuse(store, "It is too large.")
    assert where(store, note) == Shared(Where.FAILED, "It is too large.", None)

    outcome(store.write(sharing.retry))

    assert where(store, note) == Shared(Where.WAITS)


def test_a_refused_note_that_is_tried_again_by_itself_says_when(
    store: Store, notes: CaptureService
) -> None:
    connect(store)
    note = take(notes, "Odd")
    refuse(store, "Not now.")
    store.write(lambda db: db.execute("update outbox set retry_at = 86400000").rowcount).result()

    again = datetime(1970, 1, 2, tzinfo=UTC)
    assert where(store, note) == Shared(Where.FAILED, "Not now.", again)
