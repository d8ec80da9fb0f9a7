"""Passages and vectors: kept while they are used, found when they are missing, gone with their notes."""

from datetime import timedelta

from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.notes import notes
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add

SPACE = Space("fake", "bag", 2)
OTHER = Space("other", "bag", 2)


def passages(db: Connection, key: int) -> list[tuple[int, int, bytes]]:
    return db.execute(
        'select start, "end", content_hash from chunk where note_rowid = ? order by position',
        (key,),
    ).fetchall()


def ids(db: Connection) -> list[int]:
    return [row[0] for row in db.execute("select id from chunk order by position")]


def test_passages_that_stay_the_same_keep_their_rows(store: Store) -> None:
    def act(db: Connection) -> None:
        key, _ = add(db, "note")
        chunks.replace(
            db, key, [Chunk(0, 9, b"a"), Chunk(9, 20, b"b"), Chunk(20, 30, b"c")], at=NOW
        )
        before = ids(db)

        chunks.replace(db, key, [Chunk(0, 9, b"a"), Chunk(9, 21, b"B")], at=NOW)

        after = ids(db)
        gone = [row[0] for row in db.execute("select chunk_id from chunk_gone order by chunk_id")]
        assert passages(db, key) == [(0, 9, b"a"), (9, 21, b"B")]
        assert after[0] == before[0]
        assert after[1] > max(before)
        assert gone == before[1:]

    store.write(act).result()


def test_a_long_note_can_be_stored_part_by_part(store: Store) -> None:
    def act(db: Connection) -> None:
        key, _ = add(db, "note")
        parts = [Chunk(at, at + 1, b"%d" % at) for at in range(10)]
        chunks.replace(db, key, [Chunk(0, 99, b"old")] * 12, at=NOW)
        for first in range(0, 10, 4):
            chunks.put(db, key, parts[first : first + 4], first=first, at=NOW)
        chunks.cut(db, key, 10)

        assert passages(db, key) == [(part.start, part.end, part.content_hash) for part in parts]

    store.write(act).result()


def test_a_dated_passage_keeps_its_date(store: Store) -> None:
    def act(db: Connection) -> int:
        key, _ = add(db, "note")
        chunks.replace(db, key, [Chunk(0, 9, b"a", NOW)], at=NOW)
        moment: int = db.execute("select dated_at from chunk").fetchone()[0]
        return moment

    assert store.write(act).result() == int(NOW.timestamp() * 1000)


def test_only_what_has_no_vector_in_this_space_is_missing(store: Store) -> None:
    def act(db: Connection) -> None:
        assert chunks.without_vector(db, [b"a"], SPACE) == {b"a"}
        assert chunks.space_id(db, SPACE) is None
        chunks.put_vectors(db, [(b"a", b"1" * 8)], SPACE)
        chunks.put_vectors(db, [(b"a", b"2" * 8), (b"b", b"2" * 8)], SPACE)

        assert chunks.without_vector(db, [b"a", b"b", b"c"], SPACE) == {b"c"}
        assert chunks.without_vector(db, [b"a"], OTHER) == {b"a"}
        assert db.execute("select data from vector where content_hash = ?", (b"a",)).fetchall() == [
            (b"1" * 8,)
        ]

    store.write(act).result()


def test_coverage_counts_notes_outside_the_trash_whose_present_text_is_indexed(
    store: Store,
) -> None:
    def act(db: Connection) -> None:
        (a, _), (b, b_id), (c, _), (_d, _) = (add(db, name) for name in "abcd")
        assert chunks.coverage(db, SPACE) == (0, 4)
        for key in (a, b, c):
            chunks.mark_indexed(db, key, 1, SPACE)
        chunks.mark_indexed(db, a, 1, SPACE)
        notes.trash(db, b_id, at=NOW)
        db.execute("update note set version = 2 where rowid = ?", (c,))

        assert chunks.coverage(db, SPACE) == (1, 3)
        assert chunks.coverage(db, OTHER) == (0, 3)
        assert chunks.coverage(db, None) == (0, 3)

    store.write(act).result()


def test_vectors_no_passage_uses_go_after_a_while_and_a_few_at_a_time(store: Store) -> None:
    def act(db: Connection) -> None:
        key, _ = add(db, "note")
        hashes = [b"%02d" % number for number in range(10)]
        chunks.put_vectors(db, [(one, one * 4) for one in hashes], SPACE)
        chunks.put_vectors(db, [(b"nobody's", b"x" * 8)], SPACE)
        chunks.replace(db, key, [Chunk(0, 1, one) for one in hashes], at=NOW)
        chunks.replace(db, key, [Chunk(0, 1, hashes[0])], at=NOW)

        early = chunks.delete_unused(db, before=NOW, limit=99)
        late = NOW + timedelta(days=8)
        first = chunks.delete_unused(db, before=late, limit=4)
        while chunks.delete_unused(db, before=late, limit=4):
            pass

        assert early == 1
        assert first == 8
        assert db.execute("select content_hash from vector").fetchall() == [(hashes[0],)]

    store.write(act).result()


def test_removing_many_notes_removes_their_vectors(store: Store) -> None:
    def act(db: Connection) -> None:
        made = []
        for number in range(50):
            key, note_id = add(db, f"note {number}")
            chunks.put_vectors(db, [(b"%d" % number, b"x" * 8), (b"common", b"y" * 8)], SPACE)
            chunks.replace(db, key, [Chunk(0, 1, b"%d" % number), Chunk(1, 2, b"common")], at=NOW)
            made.append(note_id)
        notes.remove(db, made[:49])
        assert db.execute("select count(*) from vector").fetchone()[0] == 2
        notes.remove(db, made[49:])
        assert db.execute("select count(*) from vector").fetchone()[0] == 0

    store.write(act).result()
