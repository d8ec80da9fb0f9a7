"""The vectors in memory: exact, filtered, and following the vault."""

import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest

from notebrain.domain.embedding.scales import scale_of
from notebrain.domain.ports import Space
from notebrain.search import vector_matrix
from notebrain.search.meaning_arm import fuse, search_vectors
from notebrain.search.vector_matrix import BLOCK, Matrix, best_rows
from notebrain.storage.embedding import chunks, vectors
from notebrain.storage.embedding.chunks import Chunk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notebrain.storage.connection import Connection
    from tests.unit.search.conftest import Vault

SPACE = Space("test", "mean", 8)
random = np.random.default_rng(7)


def unit(*values: float) -> bytes:
    padded = [*values, *([0.0] * (SPACE.dimensions - len(values)))]
    length = sum(value * value for value in padded) ** 0.5
    return struct.pack(f"<{SPACE.dimensions}f", *(value / length for value in padded))


def put(
    vault: "Vault", keys: "int | Sequence[int]", vectors: "Sequence[bytes]", space: Space = SPACE
) -> None:
    """Set the passages of a note, or of several that get as many each."""
    several = [keys] if isinstance(keys, int) else keys
    each = len(vectors) // len(several)

    def act(db: "Connection") -> None:
        for number, key in enumerate(several):
            own = vectors[number * each : (number + 1) * each]
            hashes = [
                f"{key}-{place}-{vector[:8].hex()}".encode() for place, vector in enumerate(own)
            ]
            chunks.replace(
                db,
                key,
                [Chunk(place, place + 1, one) for place, one in enumerate(hashes)],
                at=vault.clock.now(),
            )
            chunks.put_vectors(db, list(zip(hashes, own, strict=True)), space)

    vault.store.write(act).result()


@pytest.fixture
def notes(vault: "Vault") -> "Vault":
    for place in range(4):
        vault.take(f"note {place}", indexed=False)
    put(vault, 1, [unit(1, 0), unit(0, 1)])
    put(vault, 2, [unit(1, 1)])
    put(vault, 3, [unit(0, 0, 1)])
    return vault


def found(vault: "Vault", matrix: Matrix, question: bytes, **options: object) -> dict[int, float]:
    with vault.store.read() as db:
        matrix.refresh(db)
        settings = {"also": [], "allowed": None, "hidden": frozenset(), "top": 10, **options}
        near = search_vectors(db, matrix, question, **settings)  # type: ignore[arg-type]  # options of the arm
    return dict(zip(near.keys, near.cosines, strict=True))


def test_each_note_is_found_once_by_its_best_passage(notes: "Vault") -> None:
    cosines = found(notes, Matrix(SPACE), unit(1, 0))

    assert cosines == pytest.approx({1: 1.0, 2: 0.5**0.5, 3: 0.0})


def test_filters_are_exact_and_notes_asked_for_are_always_there(notes: "Vault") -> None:
    matrix = Matrix(SPACE)

    assert set(found(notes, matrix, unit(1, 0), allowed=frozenset({2, 3, 99}))) == {2, 3}
    assert set(found(notes, matrix, unit(1, 0), hidden=frozenset({1}))) == {2, 3}
    assert set(found(notes, matrix, unit(1, 0), top=1, also=[3, 99])) == {1, 3}
    assert found(notes, matrix, unit(1, 0), top=0) == {}


def test_changed_and_removed_passages_are_followed(notes: "Vault") -> None:
    matrix = Matrix(SPACE)
    found(notes, matrix, unit(1, 0))

    put(notes, 1, [unit(0, 0, 0, 1)])
    put(notes, 2, [])

    assert found(notes, matrix, unit(1, 0)) == pytest.approx({1: 0.0, 3: 0.0})
    assert len(matrix) == 2


def test_everything_is_read_again_when_much_is_gone(notes: "Vault") -> None:
    matrix = Matrix(SPACE)
    for turn in range(5):
        put(notes, 4, [unit(1, 0.001 * place, turn) for place in range(BLOCK // 8)])
        found(notes, matrix, unit(1, 0))

    assert len(matrix) == BLOCK // 8 + 4
    assert len(matrix.keys) <= BLOCK


def test_more_than_a_block_is_searched_whole(notes: "Vault") -> None:
    put(notes, 4, [unit(1, 0.0001 * place) for place in range(BLOCK + 5)])

    assert found(notes, Matrix(SPACE), unit(1, 0))[4] == pytest.approx(1.0)


@pytest.mark.slow
def test_above_the_limit_vectors_are_kept_small_and_compared_again_in_full(notes: "Vault") -> None:
    vectors = random.normal(size=(BLOCK + 5, SPACE.dimensions))
    put(notes, 4, [unit(*row) for row in vectors])
    small, full = Matrix(SPACE, most_in_full=100), Matrix(SPACE)
    question = unit(1, 2, 3, 4, 5, 6, 7, 8)

    assert found(notes, small, question) == pytest.approx(found(notes, full, question), abs=1e-6)
    assert small.rows_in_full < BLOCK
    assert full.rows_in_full == BLOCK + 9


def test_blocks_are_made_small_while_they_are_read(
    notes: "Vault", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_matrix, "BLOCK", 8)
    put(notes, 4, [unit(*row) for row in random.normal(size=(40, SPACE.dimensions))])
    matrix = Matrix(SPACE, most_in_full=16)
    in_full: list[int] = []
    read = vectors.since

    def since(db: "Connection", space: Space, after_id: int, *, batch: int) -> object:
        for rows in read(db, space, after_id, batch=batch):
            yield rows
            in_full.append(matrix.rows_in_full)

    monkeypatch.setattr(vectors, "since", since)
    found(notes, matrix, unit(1, 0))

    assert len(matrix) == 44
    assert max(in_full) <= 16


@pytest.mark.parametrize("most_in_full", [100, 100_000], ids=["small", "full"])
def test_several_questions_at_once_are_answered_as_one_by_one(
    notes: "Vault", most_in_full: int
) -> None:
    put(notes, 4, [unit(*row) for row in random.normal(size=(BLOCK + 5, SPACE.dimensions))])
    put(notes, 2, [])
    matrix = Matrix(SPACE, most_in_full=most_in_full)
    with notes.store.read() as db:
        matrix.refresh(db)
    questions = random.normal(size=(3, SPACE.dimensions)).astype(np.float32)

    together = matrix.cosines_of(questions)

    assert together.shape == (3, len(matrix.keys))
    assert np.allclose(together, [matrix.cosines(one) for one in questions], atol=1e-6)


@pytest.mark.parametrize("spread", [None, 0.9, 0.02], ids=["even", "clusters", "near twins"])
def test_the_nearest_notes_are_those_of_the_vectors_in_full(
    vault: "Vault", monkeypatch: pytest.MonkeyPatch, spread: float | None
) -> None:
    monkeypatch.setattr(vector_matrix, "BLOCK", 100)
    space, seeded = Space("test", "mean", 384), np.random.default_rng(11)
    passages = seeded.normal(size=(1_500, 384)) * (spread or 1.0)
    if spread is not None:
        passages += np.repeat(seeded.normal(size=(15, 384)), 100, axis=0)
    passages = (passages / np.linalg.norm(passages, axis=1, keepdims=True)).astype("<f4")
    for key in range(1, 301):
        vault.take(f"note {key}", indexed=False)
    put(vault, range(1, 301), [one.tobytes() for one in passages], space)
    questions = passages[::50] + seeded.normal(size=(30, 384)).astype("<f4") / 30
    matrix, same = Matrix(space, most_in_full=0), 0

    for question in questions / np.linalg.norm(questions, axis=1, keepdims=True):
        best = found(vault, matrix, question.tobytes(), top=100)
        exact = np.interp(passages @ question, *np.array(scale_of("test").question).T)
        exact = exact.reshape(300, 5)
        nearest = (np.argsort(-exact.max(axis=1))[:10] + 1).tolist()
        same += len({*sorted(best, key=lambda key: -best[key])[:10]} & {*nearest})
        assert all(np.abs(exact[key - 1] - best[key]).min() < 1e-6 for key in nearest)

    assert matrix.rows_in_full == 0
    assert same / (10 * len(questions)) >= 0.995


@pytest.mark.parametrize("block", [2, BLOCK], ids=["small", "full"])
def test_damaged_vectors_are_near_nothing(
    notes: "Vault", monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(vector_matrix, "BLOCK", block)
    broken = [struct.pack("<8f", *[value] * 8) for value in (float("nan"), float("inf"))]
    put(notes, 4, [*broken, unit(1, 0)[:-1]])

    cosines = found(notes, Matrix(SPACE, most_in_full=0), unit(1, 0), also=[4])

    assert cosines == pytest.approx({1: 1.0, 2: 0.5**0.5, 3: 0.0})


def test_each_note_has_its_own_nearest_though_several_are_asked_for_at_once(vault: "Vault") -> None:
    for body in ("the red house", "the red barn", "a boat with a blue sail", "a boat of paper"):
        vault.take(body)
    space, (house, boat) = vault.embedder.space, vault.embedder.embed(["the red", "a boat"])

    first, none, damaged, second, both = vault.recall.nearest(
        space, [[house], [], [house[:-1]], [boat], [boat, house]], top=2
    )

    assert (set(first), none, damaged, set(second)) == ({1, 2}, {}, {}, {3, 4})
    assert both == pytest.approx({**first, **second})


def test_an_empty_index_finds_nothing(vault: "Vault") -> None:
    matrix = Matrix(SPACE)

    assert found(vault, matrix, unit(1)) == {}
    assert len(best_rows(matrix, np.zeros(0, np.float32), [1], top=3)) == 0


def test_alike_notes_match_nearly_alike(notes: "Vault") -> None:
    matrix = Matrix(SPACE)
    put(notes, 4, [unit(1, 0.01)])
    with notes.store.read() as db:
        matrix.refresh(db)
        near = search_vectors(
            db, matrix, unit(1, 0), also=[], allowed=None, hidden=frozenset(), top=9
        )
    places = {key: place for place, key in enumerate(near.keys)}
    words = [0.0] * len(places)
    words[places[1]] = 1.0

    keyword, meaning = fuse(words, near, list(range(len(places))), alpha=0.5)

    assert keyword[places[4]] > 0
    assert all(0 <= one <= 1 for one in (*keyword, *meaning))


def test_notes_without_a_vector_match_by_their_words_only(notes: "Vault") -> None:
    matrix = Matrix(SPACE)
    with notes.store.read() as db:
        matrix.refresh(db)
        near = search_vectors(
            db, matrix, unit(1, 0), also=[], allowed=None, hidden=frozenset(), top=9
        )

    assert fuse([1.0, 0.5], near, [None, None], alpha=0.5) == ([1.0, 0.5], [0.0, 0.0])
