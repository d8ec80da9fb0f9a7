"""What the account and this computer still have of models that were used before."""

from collections.abc import Callable

import pytest

from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, vectors
from notebrain.storage.store import Store
from tests.fakes.vaulting import add

OLD, NEW, NONE = (Space(model, "cls", 3) for model in ("old", "new", "none"))


@pytest.fixture
def filled(store: Store) -> Store:
    """Three notes with points, kept vectors and vectors here of two models."""

    def act(db: Connection) -> None:
        for number in range(3):
            add(db, f"note {number}")
        for space in (OLD, NEW, NONE):
            number = chunks.ensure_space(db, space)
            if space is NONE:
                continue
            for key in (1, 2, 3):
                for point in range(2 if space is OLD else 1):
                    db.execute(
                        "insert into vector_sent values (?, ?, ?, 'here', null)",
                        (key, number, f"{key}-{point}"),
                    )
                db.execute(
                    "insert into vector_kept values (?, ?, 'id', ?)",
                    (key, number, None if key == 3 else b"digest"),
                )
                db.execute("insert into note_indexed values (?, ?, 1)", (key, number))
                db.execute(
                    "insert into vector (content_hash, space_id, data) values (?, ?, x'00')",
                    (bytes([key]), number),
                )

    store.write(act).result()
    return store


def told(store: Store) -> dict[str, tuple[int, int]]:
    with store.read() as db:
        return {space.model: (points, here) for space, points, here in vectors.held(db)}


def rows(store: Store, query: str) -> list[tuple[object, ...]]:
    with store.read() as db:
        return db.execute(query).fetchall()


def to_the_end(store: Store, act: Callable[[Connection], int]) -> list[int]:
    """Carry out an act until it has nothing more to do; return what it did each time."""
    done = [store.write(act).result()]
    while done[-1]:
        done.append(store.write(act).result())
    return done


def test_of_a_model_that_made_no_vectors_yet_the_vectors_of_another_are_not_taken(
    store: Store,
) -> None:
    def act(db: Connection) -> None:
        key, _note = add(db, "note")
        assert chunks.ensure_space(db, OLD) == 1
        chunks.put_vectors(db, [(b"hash", b"vector")], OLD)
        db.execute(
            """insert into chunk (id, note_rowid, position, start, "end", content_hash)
            values (7, ?, 0, 0, 4, ?)""",
            (key, b"hash"),
        )

    store.write(act).result()

    with store.read() as db:
        (of_old,) = vectors.of_passages(db, OLD, [7])
        (of_new,) = vectors.of_passages(db, NEW, [7])
        ((since,),) = vectors.since(db, NEW, 0, batch=9)
    assert (of_old[-1], of_new[-1], since[-1]) == (b"vector", None, None)


def test_every_space_is_told_with_what_is_there_and_here(filled: Store) -> None:
    with filled.read() as db:
        assert vectors.held(db) == [(OLD, 6, 3), (NEW, 3, 3), (NONE, 0, 0)]
        assert sorted(vectors.point_ids(db, OLD)) == ["1-0", "1-1", "2-0", "2-1", "3-0", "3-1"]
        assert vectors.point_ids(db, NONE) == []
        assert (vectors.vectors_here(db, NEW), vectors.vectors_here(db, NONE)) == (3, 0)


def test_vectors_that_only_the_database_of_the_account_has_count_as_one_at_least(
    filled: Store,
) -> None:
    filled.write(lambda db: db.execute("delete from vector_sent")).result()

    assert told(filled) == {"old": (1, 3), "new": (1, 3), "none": (0, 0)}


def test_what_is_doubted_is_not_taken_for_known_and_is_not_lost(filled: Store) -> None:
    done = to_the_end(filled, lambda db: vectors.doubt(db, OLD, limit=4))

    # a note whose vectors are to be removed stays one
    assert done == [4 + 2, 2, 0]
    assert told(filled)["old"] == (6, 3)
    spaces = "(select space_id as space, namespace from vector_sent)"
    assert set(rows(filled, f"select space, namespace from {spaces}")) == {(1, ""), (2, "here")}
    assert rows(filled, "select space_id, digest from vector_kept order by 1, note_rowid") == [
        (1, b""), (1, b""), (1, None), (2, b"digest"), (2, b"digest"), (2, None),
    ]  # fmt: skip


def test_forgetting_a_space_there_leaves_the_other_and_what_is_here(filled: Store) -> None:
    done = to_the_end(filled, lambda db: vectors.forget_there(db, OLD, limit=2))

    assert done == [4, 3, 2, 0]
    assert told(filled) == {"old": (0, 3), "new": (3, 3), "none": (0, 0)}
    assert rows(filled, "select distinct space_id from vector_kept") == [(2,)]


def test_no_note_is_said_to_have_vectors_before_the_first_goes(filled: Store) -> None:
    done = [filled.write(lambda db: vectors.drop_here(db, OLD, limit=2)).result()]
    done.append(filled.write(lambda db: vectors.drop_here(db, OLD, limit=2)).result())

    assert done == [2, 1]
    assert told(filled)["old"] == (6, 3)
    assert rows(filled, "select distinct space_id from note_indexed") == [(2,)]
    assert to_the_end(filled, lambda db: vectors.drop_here(db, OLD, limit=2)) == [2, 1, 0]
    assert told(filled) == {"old": (6, 0), "new": (3, 3), "none": (0, 0)}
