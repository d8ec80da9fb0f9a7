"""The durable queue: what goes first, what comes back, what is done."""

from datetime import timedelta

from notebrain.domain.notes.note import NoteId, NoteState
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add


def queued(db: Connection) -> list[int]:
    return [job.note_key for job in queue.due(db, now=NOW, limit=99)]


def test_edits_go_before_the_backfill_and_the_newest_first(store: Store) -> None:
    def act(db: Connection) -> tuple[list[int], list[int]]:
        keys = [add(db, f"note {number}")[0] for number in range(6)]
        for key, lane, ago in zip(keys, [1, 1, 0, 0, 1, 0], [5, 4, 3, 1, 2, 6], strict=True):
            queue.queue_index(
                db, key, NoteId(f"n{key}"), 1, lane=Lane.EDIT, at=NOW - timedelta(seconds=ago)
            )
            db.execute("update outbox set lane = ? where note_rowid = ?", (lane, key))
        return queued(db), [keys[at] for at in (3, 2, 5, 4, 1, 0)]

    found, expected = store.write(act).result()

    assert found == expected


def test_a_limit_takes_the_first_of_both_lanes(store: Store) -> None:
    def act(db: Connection) -> list[int]:
        for number in range(5):
            key, _ = add(db, f"note {number}")
            if number < 3:
                db.execute("update outbox set lane = 1 where note_rowid = ?", (key,))
        return [job.lane for job in queue.due(db, now=NOW, limit=3)]

    assert store.write(act).result() == [Lane.EDIT, Lane.EDIT, Lane.BACKFILL]


def test_an_edit_brings_a_waiting_job_up_to_date_and_wipes_its_failures(store: Store) -> None:
    def act(db: Connection) -> None:
        key, note_id = add(db, "note")
        (job,) = queue.due(db, now=NOW, limit=9)
        queue.failed(db, job, error="no model", retry_at=NOW + timedelta(hours=1))
        assert notes.get(db, note_id).state is NoteState.FAILED
        assert queue.waiting(db) == 1
        queue.queue_index(db, key, note_id, 2, lane=Lane.BACKFILL, at=NOW)

        (again,) = queue.due(db, now=NOW, limit=9)

        assert (again.attempts, again.lane, again.idempotency_key) == (0, Lane.EDIT, f"{note_id}:2")
        assert notes.get(db, note_id).state is NoteState.WAITING
        assert not queue.is_current(db, job)
        queue.done(db, [job])
        queue.failed(db, job, error="late", retry_at=NOW)
        assert queue.is_current(db, again)
        queue.done(db, [again])
        assert queued(db) == []
        assert notes.get(db, note_id).state is NoteState.INDEXED

    store.write(act).result()


def test_a_note_that_is_left_need_not_rest(store: Store) -> None:
    def act(db: Connection) -> None:
        key, note_id = add(db, "note")
        queue.queue_index(db, key, note_id, 2, lane=Lane.EDIT, at=NOW + timedelta(seconds=2))

        assert queue.hasten(db, key, at=NOW)
        assert not queue.hasten(db, key, at=NOW)
        assert queued(db) == [key]

    store.write(act).result()


def test_the_next_moment_is_the_first_of_both_lanes_that_is_still_to_come(store: Store) -> None:
    def act(db: Connection) -> None:
        assert queue.next_due_ms(db) is None
        assert queue.next_due(db, after=NOW) is None
        keys = [add(db, f"note {number}") for number in range(3)]
        for (key, note_id), seconds, lane in zip(keys, (0, 60, 30), (0, 0, 1), strict=True):
            queue.queue_index(
                db, key, note_id, 2, lane=Lane.EDIT, at=NOW + timedelta(seconds=seconds)
            )
            db.execute("update outbox set lane = ? where note_rowid = ?", (lane, key))

        assert queue.next_due(db, after=NOW) == NOW + timedelta(seconds=30)
        assert queue.next_due_ms(db) == int(NOW.timestamp() * 1000)

    store.write(act).result()
