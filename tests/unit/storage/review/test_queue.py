"""Notes that wait to be compared, and the vectors they are compared by."""

from datetime import timedelta

from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.review import queue
from notebrain.storage.review.queue import Check
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add

SPACE, OTHER = Space("fake", "bag", 2), Space("other", "bag", 2)


def vectors(db: Connection, count: int) -> int:
    """Add a note of so many passages, each with a vector in two spaces; return its key."""
    key, _id = add(db, "note")
    hashes = [b"hash-%d" % number for number in range(count)]
    chunks.replace(db, key, [Chunk(0, 1, one) for one in hashes], at=NOW)
    chunks.put_vectors(db, [(one, b"other" + one) for one in hashes], OTHER)
    chunks.put_vectors(db, [(one, b"%03d" % place) for place, one in enumerate(hashes)], SPACE)
    return key


def test_the_users_edits_are_compared_first_and_then_what_came_first(store: Store) -> None:
    def act(db: Connection) -> list[Check]:
        keys = [add(db, f"note {number}")[0] for number in range(5)]
        for key, lane, seconds in zip(
            keys,
            (Lane.BACKFILL, Lane.BACKFILL, Lane.EDIT, Lane.EDIT, Lane.EDIT),
            (-9, -10, -1, -2, 1),
            strict=True,
        ):
            queue.queue(db, key, lane=lane, at=NOW + timedelta(seconds=seconds))
        assert queue.waiting(db) == 5
        found = queue.due(db, now=NOW, limit=9)
        assert [keys.index(one.note_key) for one in found] == [3, 2, 1, 0]
        assert [one.lane for one in found] == [Lane.EDIT] * 2 + [Lane.BACKFILL] * 2
        assert queue.due(db, now=NOW, limit=3) == found[:3]
        assert queue.due(db, now=NOW, limit=2) == found[:2]
        return found

    first, second, *_rest = store.write(act).result()

    store.write(lambda db: queue.done(db, first)).result()
    with store.read() as db:
        assert not queue.is_current(db, first)
        assert queue.is_current(db, second)
        assert queue.due(db, now=NOW, limit=1) == [second]


def test_a_note_that_is_queued_again_keeps_the_lane_of_the_users_edit(store: Store) -> None:
    def act(db: Connection) -> None:
        key, note_id = add(db, "note")
        queue.queue(db, key, lane=Lane.EDIT, at=NOW - timedelta(seconds=1))
        (before,) = queue.due(db, now=NOW, limit=9)
        db.execute("update note set version = version + 1")
        queue.queue(db, key, lane=Lane.BACKFILL, at=NOW)

        (after,) = queue.due(db, now=NOW, limit=9)
        assert (after.lane, after.stamp) == (Lane.EDIT, f"{note_id}:2")
        queue.done(db, before)
        assert queue.waiting(db) == 1

    store.write(act).result()


def test_a_long_note_is_compared_by_its_first_middle_and_last_passage(store: Store) -> None:
    def act(db: Connection) -> None:
        key = vectors(db, 9)

        assert queue.sample_vectors(db, key, SPACE) == [b"000", b"004", b"008"]
        assert queue.sample_vectors(db, key, SPACE, most=9) == [b"%03d" % n for n in range(9)]
        assert queue.all_vectors(db, key, SPACE) == [b"%03d" % n for n in range(9)]
        assert queue.all_vectors(db, key, SPACE, most=2) == [b"000", b"001"]
        assert queue.sample_vectors(db, key + 1, SPACE) == []
        assert queue.all_vectors(db, key, Space("none", "bag", 2)) == []

    store.write(act).result()


def test_only_notes_outside_the_trash_are_live(store: Store) -> None:
    def act(db: Connection) -> None:
        (one, its_id), (two, other_id) = add(db, "one"), add(db, "two")
        assert queue.live_ids(db, [one, two, 99]) == {one: its_id, two: other_id}
        notes.trash(db, other_id, at=NOW)

        assert queue.live_ids(db, [one, two]) == {one: its_id}
        assert queue.live_ids(db, []) == {}

    store.write(act).result()


def test_notes_to_be_indexed_first_count_until_that_fails(store: Store) -> None:
    def act(db: Connection) -> None:
        (new, _one), (failed, _other), (done, _third) = (add(db, name) for name in "abc")
        db.execute("delete from outbox where note_rowid = ?", (done,))
        db.execute("update outbox set attempts = 1 where note_rowid = ?", (failed,))
        queue.queue(db, new, lane=Lane.EDIT, at=NOW)

        assert queue.waiting(db) == 1
        assert queue.unread(db, [new, failed, done]) == {new}
        queue.queue(db, failed, lane=Lane.EDIT, at=NOW)
        assert queue.waiting(db) == 2

    store.write(act).result()
