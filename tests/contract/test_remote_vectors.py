"""What every keeper of vectors does, the account's database and index and those in memory alike."""

import asyncio
import hashlib
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import make
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.vectors import D1Vectors, VectorizeIndex
from notebrain.cloud.workers_ai import BASE, SMALL
from notebrain.domain.errors import CloudBadRequest
from notebrain.domain.sync.remote import NoteVectors, Point, RemoteIndex, RemoteVectors
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.remote import FakeAccount

SPACE = SMALL.space


@dataclass
class Doors:
    """Where vectors are kept; `settle` lets the index do what it has taken."""

    vectors: RemoteVectors
    index: RemoteIndex
    settle: Callable[[], None]


Act = Callable[[Doors], Awaitable[None]]
Run = Callable[[Act], None]


@pytest.fixture(params=["memory", *EITHER_ACCOUNT])
def run(request) -> Run:
    if request.param != "memory":
        return in_the_account(request.getfixturevalue(request.param))
    shared = FakeAccount()

    def in_memory(act: Act) -> None:
        async def acting() -> None:
            await act(Doors(shared.vectors_of_notes(), shared.index(SPACE), lambda: None))

        asyncio.run(acting())

    return in_memory


def in_the_account(account: Standin) -> Run:
    def run(act: Act) -> None:
        async def acting(cloud: Cloudflare) -> None:
            found = await make(D1(cloud), "notebrain", vault_id="vault")
            index = Vectorize(cloud, SPACE)
            await index.create()
            vectors = D1Vectors(D1(cloud), found.database.id)
            await act(Doors(vectors, VectorizeIndex(index), account.vectorize.settle))

        with_cloud(account, acting)

    return run


def text_hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def vector(place: int, dimensions: int = SPACE.dimensions) -> bytes:
    values = [0.0] * dimensions
    values[place % dimensions] = 1.0
    return struct.pack(f"<{dimensions}f", *values)


def note(note_id: str, *places: int) -> NoteVectors:
    return NoteVectors(note_id, {text_hash(f"{one}"): vector(one) for one in places})


def by_id(found: list[NoteVectors]) -> dict[str, dict[bytes, bytes]]:
    assert len({one.note_id for one in found}) == len(found)
    return {one.note_id: dict(one.vectors) for one in found}


def test_the_vectors_of_notes_come_back_bit_by_bit(run) -> None:
    async def act(doors: Doors) -> None:
        third = struct.pack("<384f", *(1 / (3 + number) for number in range(384)))
        odd = NoteVectors("odd", {text_hash("odd"): third})
        await doors.vectors.put(SPACE, [note("a", 1, 2), note("b", 3), odd])

        found = by_id(await doors.vectors.get(SPACE, ["b", "odd", "a", "a", "none"]))

        assert found == by_id([note("a", 1, 2), note("b", 3), odd])
        assert await doors.vectors.get(SPACE, []) == []

    run(act)


def test_new_vectors_of_a_note_take_the_place_of_the_old(run) -> None:
    async def act(doors: Doors) -> None:
        await doors.vectors.put(SPACE, [note("a", *range(600)), note("b", 5)])

        await doors.vectors.put(SPACE, [note("a", 7)])
        await doors.vectors.put(SPACE, [note("b")])

        assert by_id(await doors.vectors.get(SPACE, ["a", "b"])) == by_id([note("a", 7)])

    run(act)


def test_putting_twice_does_no_more_than_putting_once(run) -> None:
    async def act(doors: Doors) -> None:
        for _time in range(2):
            await doors.vectors.put(SPACE, [note("a", 1)])

        assert by_id(await doors.vectors.get(SPACE, ["a"])) == by_id([note("a", 1)])

    run(act)


def test_every_space_has_vectors_of_its_own(run) -> None:
    async def act(doors: Doors) -> None:
        other = NoteVectors("a", {text_hash("x"): vector(1, 768)})
        await doors.vectors.put(SPACE, [note("a", 1)])
        await doors.vectors.put(BASE.space, [other])

        assert by_id(await doors.vectors.get(SPACE, ["a"])) == by_id([note("a", 1)])
        assert by_id(await doors.vectors.get(BASE.space, ["a"])) == by_id([other])

    run(act)


def test_removed_vectors_are_gone_in_every_space(run) -> None:
    async def act(doors: Doors) -> None:
        await doors.vectors.put(SPACE, [note("a", 1), note("b", 2)])
        await doors.vectors.put(BASE.space, [NoteVectors("a", {text_hash("x"): vector(1, 768)})])

        await doors.vectors.remove(["a", "never there"])
        await doors.vectors.remove([])

        assert by_id(await doors.vectors.get(SPACE, ["a", "b"])) == by_id([note("b", 2)])
        assert await doors.vectors.get(BASE.space, ["a"]) == []

    run(act)


def test_many_notes_and_a_very_long_one_arrive_whole(run) -> None:
    async def act(doors: Doors) -> None:
        notes = [note(f"n{number:04}", number) for number in range(1100)]
        long_one = NoteVectors("long", {text_hash(f"l{n}"): vector(n) for n in range(3000)})
        await doors.vectors.put(SPACE, [*notes[:500], long_one, *notes[500:]])

        found = by_id(await doors.vectors.get(SPACE, ["long", *(one.note_id for one in notes)]))

        assert found == by_id([*notes, long_one])

    run(act)


def test_a_vector_of_another_length_is_a_fault_of_ours(run) -> None:
    async def act(doors: Doors) -> None:
        with pytest.raises(CloudBadRequest):
            await doors.vectors.put(SPACE, [NoteVectors("a", {text_hash("x"): vector(1, 768)})])

    run(act)


def test_points_are_written_in_any_number_listed_and_removed(run) -> None:
    async def act(doors: Doors) -> None:
        points = [Point(f"p{number:04}", "Personal", vector(number)) for number in range(1203)]

        await doors.index.upsert(points)
        doors.settle()
        assert sorted(await doors.index.ids()) == [one.id for one in points]
        await doors.index.remove([one.id for one in points[1:]])
        doors.settle()

        assert await doors.index.ids() == ["p0000"]

    run(act)


def test_the_nearest_points_of_a_namespace_come_first(run) -> None:
    async def act(doors: Doors) -> None:
        half = struct.pack("<384f", *(0.7071067811865476 if n < 2 else 0.0 for n in range(384)))
        await doors.index.upsert(
            [
                Point("one", "A", vector(0)),
                Point("between", "A", half),
                Point("far", "A", vector(5)),
                Point("elsewhere", "B", vector(0)),
            ]
        )
        doors.settle()

        found = await doors.index.query(vector(0), namespace="A", limit=2)

        assert [one.id for one in found] == ["one", "between"]
        assert found[0].score == pytest.approx(1.0, abs=0.01)
        assert found[1].score == pytest.approx(0.7071, abs=0.01)

    run(act)


@pytest.mark.parametrize(
    "wrong",
    [
        Point("x" * 65, "A", vector(0)),
        Point("x", "ä" * 33, vector(0)),
        Point("x", "A", vector(0, 768)),
    ],
    ids=["long id", "long namespace", "other length"],
)
def test_a_point_that_does_not_fit_is_a_fault_of_ours(run, wrong) -> None:
    async def act(doors: Doors) -> None:
        with pytest.raises(CloudBadRequest):
            await doors.index.upsert([wrong])
        assert await doors.index.ids() == []

    run(act)
