"""What every keeper of files does, the account's R2 and the one in memory alike."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

import pytest

from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import (
    Broken,
    ChangedFile,
    CloudDamaged,
    CloudMissing,
    CloudTransient,
    Interrupted,
)
from notebrain.domain.sync.remote_files import (
    FileState,
    Progress,
    RemoteFiles,
    RemovedFiles,
    StoredFile,
    key_of,
)
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.remote_files import FakeFileStore

BUCKET = "notebrain-1ac8a42e"
PART = 256
CONTENT = random.Random(7).randbytes(1000)
SHA = sha256(CONTENT).hexdigest()
OTHER = b"another file"
OTHER_SHA = sha256(OTHER).hexdigest()
PARTS = 4
LIST_BYTES = 700
Act = Callable[[RemoteFiles], Awaitable[None]]


@dataclass
class Place:
    """Where files are kept.

    Attributes:
        run: Carries out something with a door to them.
        put: Writes an object behind everybody's back.
        lose: Loses an object.
        lose_answer: Lets the next answer to a write be lost.
    """

    run: Callable[[Act], None]
    put: Callable[[str, bytes], object]
    lose: Callable[[str], object]
    lose_answer: Callable[[], object]


def in_memory() -> Place:
    store = FakeFileStore()

    def run(act: Act) -> None:
        async def acting() -> None:
            await act(store.files(part_bytes=PART))

        asyncio.run(acting())

    def put(key: str, body: bytes) -> None:
        assert store.objects is not None
        store.objects[key] = body

    def lose(key: str) -> None:
        assert store.objects is not None
        del store.objects[key]

    return Place(run, put, lose, lambda: store.lose("put"))


def in_the_account(account: Standin) -> Place:
    def run(act: Act) -> None:
        async def acting(cloud: Cloudflare) -> None:
            await act(R2Files(Bucket(cloud, BUCKET), part_bytes=PART))

        with_cloud(account, acting)

    return Place(
        run,
        lambda key, body: account.r2.put(BUCKET, key, body),
        lambda key: account.r2.delete(BUCKET, key),
        lambda: account.faults.add(faults.response_lost(), on="r2.put"),
    )


@pytest.fixture(params=["memory", *EITHER_ACCOUNT])
def place(request) -> Place:
    if request.param == "memory":
        return in_memory()
    return in_the_account(request.getfixturevalue(request.param))


async def send(files: RemoteFiles) -> None:
    assert (await files.send(SHA, BytesIO(CONTENT))).is_whole


@pytest.mark.parametrize("size", [0, 1, PART - 1, PART, PART + 1, 1000])
def test_what_one_computer_sends_another_receives(place, size) -> None:
    content = CONTENT[:size]
    sha = sha256(content).hexdigest()

    async def act(files: RemoteFiles) -> None:
        sent = await files.send(sha, BytesIO(content))
        into = BytesIO()
        received = await files.receive(sha, into)

        assert sent.is_whole
        assert received.is_whole
        assert into.getvalue() == content
        assert received.moved == size
        assert await files.check(sha) is FileState.WHOLE

    place.run(act)


def test_looking_makes_nothing_and_making_twice_does_no_harm(place) -> None:
    async def act(files: RemoteFiles) -> None:
        assert not await files.exists()
        assert await files.stored() == {}
        assert await files.check(SHA) is FileState.MISSING
        assert not await files.exists()

        await files.make()
        await files.make()

        assert await files.exists()

    place.run(act)


def test_a_file_that_is_there_costs_nothing_to_send_again(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)

        again = await files.send(SHA, BytesIO(b"not even read"))

        assert (again.moved, again.is_whole) == (0, True)

    place.run(act)


def test_a_list_of_everything_spares_a_look_at_each_file(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await files.send(SHA, BytesIO(CONTENT), at_most=1)
        stored = await files.stored()

        sent = await files.send(SHA, BytesIO(CONTENT), there=stored[SHA])
        other = await files.send(OTHER_SHA, BytesIO(OTHER), there=StoredFile(OTHER_SHA))

        assert stored[SHA].size == PART
        assert sent.moved < len(CONTENT) - PART + LIST_BYTES
        assert other.is_whole

    place.run(act)


def test_a_limit_ends_each_call_after_a_part_and_nothing_is_sent_twice(place) -> None:
    async def act(files: RemoteFiles) -> None:
        calls = [await files.send(SHA, BytesIO(CONTENT), at_most=1) for _ in range(PARTS)]
        last = await files.send(SHA, BytesIO(CONTENT), at_most=1)

        assert [call.moved for call in calls[:-1]] == [PART] * (PARTS - 1)
        assert not any(call.is_whole for call in calls[:-1])
        # the list of parts is as small as a request, so it goes with the last part
        assert sum(call.moved for call in (*calls, last)) < len(CONTENT) + LIST_BYTES
        assert last.is_whole
        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


def test_a_limit_of_nothing_moves_nothing(place) -> None:
    async def act(files: RemoteFiles) -> None:
        sent = await files.send(SHA, BytesIO(CONTENT), at_most=0)
        assert (sent.moved, sent.is_whole) == (0, False)
        await send(files)

        into = BytesIO()
        received = await files.receive(SHA, into, at_most=0)

        assert (received.moved, received.is_whole) == (0, False)
        assert into.getvalue() == b""

    place.run(act)


def test_fetching_goes_on_where_it_was_left(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        into = BytesIO()

        calls = [await files.receive(SHA, into, at_most=1) for _ in range(PARTS)]

        assert [call.moved for call in calls] == [PART, PART, PART, 1000 - 3 * PART]
        assert [call.is_whole for call in calls] == [False, False, False, True]
        assert into.getvalue() == CONTENT

    place.run(act)


def test_what_an_earlier_try_left_is_checked_before_it_is_kept(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        into = BytesIO(CONTENT[:PART] + b"half a part" + bytes(2000))

        received = await files.receive(SHA, into)

        assert received.moved == len(CONTENT) - PART
        assert into.getvalue() == CONTENT

    place.run(act)


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_stopping_keeps_what_has_arrived(place, after) -> None:
    left = iter([True] * after)

    async def act(files: RemoteFiles) -> None:
        with pytest.raises(Interrupted):
            await files.send(SHA, BytesIO(CONTENT), keep_going=lambda: next(left, False))
        before = (await files.stored()).get(SHA, StoredFile(SHA))

        sent = await files.send(SHA, BytesIO(CONTENT))

        assert not before.has_list
        assert before.size + sent.moved < len(CONTENT) + LIST_BYTES
        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


def test_progress_goes_up_to_the_whole_in_both_directions(place) -> None:
    async def act(files: RemoteFiles) -> None:
        up: list[Progress] = []
        down: list[Progress] = []
        await files.send(SHA, BytesIO(CONTENT), on_progress=up.append)
        await files.receive(SHA, BytesIO(), on_progress=down.append)

        for seen in (up, down):
            assert {one.total for one in seen} == {len(CONTENT)}
            assert [one.done for one in seen] == sorted(one.done for one in seen)
            assert (seen[0].done, seen[-1].done) == (0, len(CONTENT))
            assert seen[-1].moved >= len(CONTENT)

    place.run(act)


def test_a_file_whose_list_is_not_there_is_not_received(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await files.send(SHA, BytesIO(CONTENT), at_most=PART)
        into = BytesIO()

        with pytest.raises(CloudMissing) as raised:
            await files.receive(SHA, into)

        assert not isinstance(raised.value, CloudDamaged)
        assert into.getvalue() == b""
        assert await files.check(SHA) is FileState.UNFINISHED
        assert not (await files.stored())[SHA].has_list

    place.run(act)


def test_a_file_that_was_changed_here_is_never_called_sent(place) -> None:
    async def act(files: RemoteFiles) -> None:
        with pytest.raises(ChangedFile):
            await files.send(SHA, BytesIO(CONTENT[:-1] + b"!"))

        assert await files.check(SHA) is FileState.UNFINISHED
        # and the right one repairs it
        await send(files)
        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


DAMAGE: dict[str, Callable[[Place], object]] = {
    "another content": lambda place: place.put(key_of(SHA, 1), bytes(PART)),
    "a shorter part": lambda place: place.put(key_of(SHA, 1), CONTENT[PART : PART + 9]),
    "no part": lambda place: place.lose(key_of(SHA, 1)),
    "a list of another file": lambda place: place.put(key_of(SHA), b'{"version":1,"parts":[]}'),
    "no list at all": lambda place: place.put(key_of(SHA), b"<html>"),
    "an empty list": lambda place: place.put(key_of(SHA), b""),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_copy_is_noticed_not_received_and_repaired(place, damage) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        damage(place)
        into = BytesIO()

        with pytest.raises(CloudDamaged):
            await files.receive(SHA, into)
        state = await files.check(SHA)
        repaired = await files.send(SHA, BytesIO(CONTENT))
        await files.receive(SHA, into)

        assert state is FileState.DAMAGED
        assert repaired.moved <= PART + LIST_BYTES
        assert into.getvalue() == CONTENT

    place.run(act)


def test_a_list_that_lies_about_the_whole_is_noticed(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        place.lose(key_of(SHA, 3))
        place.put(key_of(SHA), b'{"version":1,"sha256":"%s","parts":[]}' % SHA.encode())

        with pytest.raises(CloudDamaged):
            await files.receive(SHA, BytesIO())

    place.run(act)


def test_a_lost_answer_costs_a_part_at_most(place) -> None:
    place.lose_answer()

    async def act(files: RemoteFiles) -> None:
        moved: list[Progress] = []
        while True:
            try:
                sent = await files.send(SHA, BytesIO(CONTENT), on_progress=moved.append)
            except CloudTransient:
                continue
            break

        assert sent.is_whole
        assert moved[-1].moved < len(CONTENT) + PART + LIST_BYTES
        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


def test_a_file_is_removed_alone_and_again_without_harm(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        await files.send(OTHER_SHA, BytesIO(OTHER))

        await files.remove(SHA)
        await files.remove(SHA)

        assert await files.check(SHA) is FileState.MISSING
        assert list(await files.stored()) == [OTHER_SHA]

    place.run(act)


def test_everything_is_removed_with_the_bucket_and_can_be_sent_anew(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        await files.send(OTHER_SHA, BytesIO(OTHER), at_most=0)

        removed = await files.remove_all()

        assert (removed.count, removed.size) == (1, len(CONTENT))
        assert not await files.exists()
        assert await files.remove_all() == RemovedFiles()
        await send(files)
        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


def test_a_list_that_has_become_old_is_not_believed(place) -> None:
    async def act(files: RemoteFiles) -> None:
        await send(files)
        await files.send(OTHER_SHA, BytesIO(OTHER), at_most=0)
        old = await files.stored()
        await files.remove(SHA)

        await files.send(SHA, BytesIO(CONTENT), there=old[SHA])

        assert await files.check(SHA) is FileState.WHOLE

    place.run(act)


@pytest.mark.parametrize("name", ["", "a", SHA.upper(), f"{SHA}/..", "../" + SHA[3:], SHA + "0"])
def test_a_name_that_is_no_hash_goes_nowhere(place, name) -> None:
    async def act(files: RemoteFiles) -> None:
        for call in (
            files.send(name, BytesIO(CONTENT)),
            files.receive(name, BytesIO()),
            files.check(name),
            files.remove(name),
        ):
            with pytest.raises(Broken):
                await call

        assert not await files.exists()

    place.run(act)
