"""What the account's R2 does that files in memory cannot: being off, being slow, losing half of everything."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from hashlib import sha256
from io import BytesIO
from typing import TypeVar

import pytest

from notebrain.cloud.files import R2Files
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import (
    CloudAuth,
    CloudConfig,
    CloudDamaged,
    CloudError,
    CloudFilesOff,
    CloudLost,
    CloudMissing,
    CloudThrottle,
    CloudTooLarge,
    CloudTransient,
)
from notebrain.domain.sync.remote_files import (
    FileState,
    Moved,
    Progress,
    StoredFile,
    bucket_name,
    key_of,
)
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Permission, Standin, faults, start_cloudflare
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.r2 import Stored

T = TypeVar("T")
BUCKET = "notebrain-1ac8a42e"
PART = 1024
CONTENT = random.Random(3).randbytes(5 * PART + 7)
SHA = sha256(CONTENT).hexdigest()


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request) -> Standin:
    chosen: Standin = request.getfixturevalue(request.param)
    return chosen


def with_files(account: Standin, act: Callable[[R2Files], Awaitable[T]], token: str = "") -> T:
    def acting(cloud: Cloudflare) -> Awaitable[T]:
        return act(R2Files(Bucket(cloud, BUCKET), part_bytes=PART))

    return with_cloud(account, acting, token=token)


def send(account: Standin, token: str = "") -> Moved:
    return with_files(account, lambda files: files.send(SHA, BytesIO(CONTENT)), token)


def receive(account: Standin) -> bytes:
    async def act(files: R2Files) -> bytes:
        into = BytesIO()
        assert (await files.receive(SHA, into)).is_whole
        return into.getvalue()

    return with_files(account, act)


@pytest.mark.parametrize("first_id", ["", "x", "ü" * 200])
def test_the_bucket_of_any_vault_has_a_name_that_the_account_takes(account, first_id) -> None:
    longest = "notebrain-" + "a" * 40
    name = bucket_name(longest, first_id)

    assert with_cloud(account, lambda cloud: Bucket(cloud, name).make()) is None
    assert account.r2.buckets == [name]
    assert name != bucket_name(longest, first_id + "1")


@pytest.mark.parametrize("name", ["", "ab", "No", "a/b", "..", "a" * 64, "-ab"])
def test_another_name_is_asked_nowhere(account, name) -> None:
    async def act(cloud: Cloudflare) -> None:
        with pytest.raises(CloudConfig):
            Bucket(cloud, name)

    with_cloud(account, act)


# ------------------------------------------------------------------ what the user has to do


ACTS: dict[str, Callable[[R2Files], Awaitable[object]]] = {
    "exists": lambda files: files.exists(),
    "make": lambda files: files.make(),
    "send": lambda files: files.send(SHA, BytesIO(CONTENT)),
    "receive": lambda files: files.receive(SHA, BytesIO()),
    "check": lambda files: files.check(SHA),
    "stored": lambda files: files.stored(),
    "remove": lambda files: files.remove(SHA),
    "remove all": lambda files: files.remove_all(),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_an_account_without_r2_says_what_to_do_and_what_it_costs(account, act) -> None:
    account.r2.enabled = False

    with pytest.raises(CloudFilesOff) as raised:
        with_files(account, act)

    for words in ("Add R2 subscription", "10 GB", "1 million", "$0.015", "payment method"):
        assert words in str(raised.value)
    assert raised.value.code == 10042


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_a_token_without_the_permission_names_it(account, act) -> None:
    token = account.tokens.issue(without=[Permission.R2_READ, Permission.R2_EDIT])

    with pytest.raises(CloudAuth, match="Workers R2 Storage: Edit") as raised:
        with_files(account, act, token.value)

    assert raised.value.service == "r2"


def test_a_token_that_may_only_read_receives_and_names_what_it_lacks(account) -> None:
    send(account)
    token = account.tokens.issue(without=[Permission.R2_EDIT])

    with pytest.raises(CloudAuth, match="Workers R2 Storage: Edit"):
        with_files(account, lambda files: files.remove(SHA), token.value)

    state = with_files(account, lambda files: files.check(SHA), token.value)
    assert state is FileState.WHOLE


def test_without_a_bucket_nothing_is_received_and_sending_makes_one(account) -> None:
    with pytest.raises(CloudMissing):
        receive(account)
    assert account.r2.buckets == []

    send(account)

    assert account.r2.buckets == [BUCKET]
    assert receive(account) == CONTENT


def test_a_bucket_that_is_removed_meanwhile_is_made_again(account) -> None:
    async def act(files: R2Files) -> Moved:
        await files.make()
        await files.remove_all()
        files_too = await files.send(SHA, BytesIO(CONTENT), at_most=1)
        assert not files_too.is_whole
        for key in account.r2.objects(BUCKET):
            account.r2.delete(BUCKET, key)
        account.r2.forget(BUCKET)
        return await files.send(SHA, BytesIO(CONTENT), there=StoredFile(SHA))

    assert with_files(account, act).is_whole
    assert receive(account) == CONTENT


@pytest.mark.parametrize(
    "trouble",
    [
        faults.refused(413, 100100, "Your proposed upload exceeds the maximum allowed size."),
        faults.refused(400, 100100, "EntityTooLarge"),
        faults.server_error(413),
    ],
    ids=["413", "400", "page"],
)
def test_a_part_that_is_too_large_for_the_account_is_told(account, trouble) -> None:
    account.faults.add(trouble, on="r2.put", times=None)

    with pytest.raises(CloudTooLarge):
        send(account)

    assert len(account.requests.of("r2.put")) == 1


def test_a_bucket_with_something_of_somebody_else_is_left(account) -> None:
    send(account)
    account.r2.put(BUCKET, "holiday.jpg", b"mine")

    with pytest.raises(CloudConfig, match=BUCKET):
        with_files(account, lambda files: files.remove_all())

    assert list(account.r2.objects(BUCKET)) == ["holiday.jpg"]


# ------------------------------------------------------------------ what passes


PASSING = {
    "too many requests": faults.throttled(1),
    "too many to one object": faults.refused(429, 10058, "TooManyRequests"),
    "html 500": faults.server_error(500),
    "html 502": faults.server_error(502),
    "unavailable": faults.refused(503, 10043, "ServiceUnavailable"),
    "half a body": faults.refused(400, 10013, "IncompleteBody"),
    "dropped": faults.dropped(),
    "upload cut": faults.request_cut(),
    "answer lost": faults.response_lost(),
    "answer cut": faults.response_cut(),
    "slow": faults.slow_body(0.01),
    "half a json": faults.truncated_json(),
    "null": faults.null_result(),
    "no success": faults.other_body(b'{"success":false,"errors":[],"result":null}'),
}
OPERATIONS = ("r2.put", "r2.list", "r2.get", "r2.buckets.create")


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("trouble", PASSING.values(), ids=PASSING.keys())
def test_every_passing_trouble_ends_in_the_whole_file(account, trouble, operation) -> None:
    if operation != "r2.buckets.create":
        with_files(account, lambda files: files.make())
    fault = account.faults.add(trouble, on=operation, times=2)
    calls = 0

    async def act(files: R2Files) -> bytes:
        nonlocal calls
        into = BytesIO()
        while calls < 8:
            calls += 1
            try:
                await files.send(SHA, BytesIO(CONTENT))
                received = await files.receive(SHA, into)
            except (CloudTransient, CloudThrottle, CloudDamaged):
                continue
            assert received.is_whole
            break
        return into.getvalue()

    assert with_files(account, act) == CONTENT
    assert fault.hits or trouble.cuts
    objects = account.r2.objects(BUCKET)
    assert len(objects) == 7
    assert sum(one.size for key, one in objects.items() if not key.endswith("parts")) == len(
        CONTENT
    )


def test_a_lost_answer_to_an_upload_is_looked_up_instead_of_sent_again(account) -> None:
    account.faults.add(faults.response_lost(), on="r2.put", times=4)

    assert send(account).is_whole

    puts = account.requests.of("r2.put")
    assert len(puts) == len({one.request.path for one in puts}) == 7


def test_a_lost_connection_costs_that_part_only(account) -> None:
    account.faults.add(faults.request_cut(), on="r2.put", skip=2)

    assert send(account).is_whole

    twice = {path: n for path, n in account.requests.bytes_of("r2.put").items() if n > 2 * PART}
    assert not twice
    assert len(account.requests.of("r2.put")) == 8


def test_without_any_trouble_a_new_file_takes_few_requests(account) -> None:
    content = b"small"
    sha = sha256(content).hexdigest()
    with_files(account, lambda files: files.make())
    account.requests.clear()

    async def act(files: R2Files) -> None:
        for _again in range(3):
            await files.send(sha, BytesIO(content))

    with_files(account, act)

    # look, bucket, part, list, read back; then look and read twice
    operations = [one.operation for one in account.requests]
    assert operations[:5] == ["r2.list", "r2.buckets.get", "r2.put", "r2.put", "r2.get"]
    assert operations[5:] == ["r2.list", "r2.get"] * 2


def test_the_list_of_parts_goes_last_and_is_read_back(account) -> None:
    send(account)

    keys = [
        (one.operation, one.request.path.rpartition("/")[2])
        for one in account.requests
        if one.operation in ("r2.put", "r2.get")
    ]
    assert keys == [
        *(("r2.put", f"{number:04}") for number in range(6)),
        ("r2.put", "parts"),
        ("r2.get", "parts"),
    ]


@pytest.mark.parametrize(
    "trouble",
    [faults.other_body(b"something else"), faults.other_body(b""), faults.captive_portal()],
    ids=["other", "nothing", "portal"],
)
def test_nothing_counts_as_sent_while_the_list_does_not_come_back(account, trouble) -> None:
    account.faults.add(trouble, on="r2.get", times=None)

    with pytest.raises(CloudTransient):
        send(account)

    account.faults.clear()
    assert send(account) == Moved(0, is_whole=True)


def test_a_page_in_place_of_a_part_is_never_written(account) -> None:
    send(account)
    account.faults.add(faults.captive_portal(), on=lambda name, request: "0002" in request.path)
    into = BytesIO()

    async def act(files: R2Files) -> Moved:
        with pytest.raises(CloudLost):
            await files.receive(SHA, into)
        assert into.getvalue() == CONTENT[: 2 * PART]
        return await files.receive(SHA, into)

    assert with_files(account, act).moved == len(CONTENT) - 2 * PART
    assert into.getvalue() == CONTENT


def test_an_answer_that_says_another_hash_does_not_count_as_sent(account) -> None:
    body = b'{"success":true,"errors":[],"messages":[],"result":{"etag":"%s"}}' % (b"0" * 32)
    account.faults.add(faults.other_body(body), on="r2.put")

    with pytest.raises(CloudLost):
        send(account)

    assert with_files(account, lambda files: files.check(SHA)) is FileState.UNFINISHED


@pytest.mark.parametrize("etag", ["", '"0123"', "d41d8cd98f00b204e9800998ecf8427e-3"])
def test_an_account_whose_hashes_say_nothing_is_asked_for_the_content(
    account, etag, monkeypatch
) -> None:
    described = Stored.described
    monkeypatch.setattr(Stored, "described", lambda one: described(one) | {"etag": etag})

    sent = send(account)
    account.r2.put(BUCKET, key_of(SHA, 2), bytes(PART))
    damaged = with_files(account, lambda files: files.check(SHA))
    again = send(account)

    assert sent.is_whole
    assert damaged is FileState.DAMAGED
    assert again.is_whole
    assert receive(account) == CONTENT


@pytest.mark.parametrize("removed", range(1, 7))
def test_a_removal_that_breaks_off_leaves_no_list_without_its_parts(account, removed) -> None:
    send(account)
    refused = faults.refused(403, 10003, "Access Denied")
    account.faults.add(refused, on="r2.delete", times=None, skip=removed)

    with pytest.raises(CloudAuth):
        with_files(account, lambda files: files.remove(SHA))
    state = with_files(account, lambda files: files.check(SHA))
    account.faults.clear()
    with_files(account, lambda files: files.remove(SHA))

    assert state is FileState.UNFINISHED
    assert not account.r2.objects(BUCKET)


# ------------------------------------------------------------------ lists


def test_lists_of_many_pages_are_read_to_their_end(account) -> None:
    account.r2.most_per_page = 2
    send(account)

    stored = with_files(account, lambda files: files.stored())

    assert sorted(stored[SHA].parts) == list(range(6))
    assert stored[SHA].has_list
    assert with_files(account, lambda files: files.check(SHA)) is FileState.WHOLE


def test_a_lost_page_is_asked_for_again(account) -> None:
    account.r2.most_per_page = 2
    send(account)
    account.faults.add(faults.response_lost(), on="r2.list", skip=1)

    stored = with_files(account, lambda files: files.stored())

    assert sorted(stored[SHA].parts) == list(range(6))


def test_a_list_that_is_cut_off_never_looks_like_all_there_is(account) -> None:
    send(account)
    account.faults.add(faults.list_cut(), on="r2.list", times=None)

    for act in (ACTS["stored"], ACTS["check"], ACTS["remove"], ACTS["remove all"], ACTS["send"]):
        with pytest.raises(CloudLost):
            with_files(account, act)

    assert len(account.r2.objects(BUCKET)) == 7


STRANGE: dict[str, bytes] = {
    "no list": b'{"success":true,"errors":[],"result":{"objects":[]}}',
    "no keys": b'{"success":true,"errors":[],"result":[{"size":1}]}',
    "no size": b'{"success":true,"errors":[],"result":[{"key":"files/a"}]}',
    "a size of ever so much": b'{"success":true,"errors":[],"result":[{"key":"a","size":"%s"}]}'
    % (b"9" * 5000),
    "a negative size": b'{"success":true,"errors":[],"result":[{"key":"a","size":-1}]}',
    "the same page for ever": b'{"success":true,"errors":[],"result":[],'
    b'"result_info":{"is_truncated":true,"cursor":"a"}}',
}


@pytest.mark.parametrize("body", STRANGE.values(), ids=STRANGE.keys())
def test_a_list_in_another_shape_is_an_error_and_nothing_else(account, body) -> None:
    account.faults.add(faults.other_body(body), on="r2.list", times=None)

    with pytest.raises(CloudLost):
        with_files(account, lambda files: files.stored())


def test_keys_of_somebody_else_are_no_files(account) -> None:
    send(account)
    for key in (
        "holiday.jpg",
        "files/short/0000",
        f"files/{SHA}/0001/x",
        f"files/{SHA}/1",
        "files/",
    ):
        account.r2.put(BUCKET, key, b"x")

    stored = with_files(account, lambda files: files.stored())

    assert list(stored) == [SHA]
    assert stored[SHA].size == len(CONTENT)


# ------------------------------------------------------------------ two computers, kills and the figure


def test_two_computers_may_send_one_file_at_once(account) -> None:
    async def act(cloud: Cloudflare) -> list[Moved]:
        doors = [R2Files(Bucket(cloud, BUCKET), part_bytes=PART) for _computer in range(2)]
        return await asyncio.gather(*(door.send(SHA, BytesIO(CONTENT)) for door in doors))

    assert all(moved.is_whole for moved in with_cloud(account, act))
    assert receive(account) == CONTENT


def test_parts_of_another_size_are_received_and_not_sent_again(account) -> None:
    send(account)

    async def act(cloud: Cloudflare) -> tuple[Moved, bytes]:
        files = R2Files(Bucket(cloud, BUCKET), part_bytes=300)
        into = BytesIO()
        again = await files.send(SHA, BytesIO(CONTENT))
        await files.receive(SHA, into)
        return again, into.getvalue()

    assert with_cloud(account, act) == (Moved(0, is_whole=True), CONTENT)


@pytest.mark.parametrize("direction", ["up", "down"])
def test_a_kill_at_any_piece_costs_one_part_at_most(account, direction) -> None:
    if direction == "down":
        send(account)
        account.requests.clear()
    into = BytesIO()
    dice = random.Random(5)
    kills = 0

    async def once(files: R2Files) -> bool:
        nonlocal kills
        upto = dice.randrange(1, 3 * PART)

        def work(progress: Progress) -> None:
            if progress.moved >= upto:
                raise asyncio.CancelledError

        try:
            if direction == "up":
                await files.send(SHA, BytesIO(CONTENT), on_progress=work)
            else:
                await files.receive(SHA, into, on_progress=work)
        except asyncio.CancelledError:
            kills += 1
            return False
        return True

    for _run in range(60):
        if with_files(account, once):
            break
    else:
        pytest.fail("it never ends")

    moved = sum(account.requests.bytes_of("r2.put" if direction == "up" else "r2.get").values())
    lists = 4000
    assert kills
    assert moved <= len(CONTENT) + kills * PART + lists
    assert receive(account) == CONTENT


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_each_byte_moves_at_most_115_times_in_100_while_every_tenth_connection_is_lost(
    seed,
) -> None:
    part, size = 64 * 1024, 20_000_000
    content = random.Random(seed).randbytes(size)
    sha = sha256(content).hexdigest()
    with start_cloudflare(seed=seed, rate_limit=None) as account:
        for trouble in (faults.request_cut(), faults.response_lost()):
            account.faults.add(trouble, on="r2.put", times=None, chance=0.05)
        for trouble in (faults.response_cut(), faults.dropped()):
            account.faults.add(trouble, on="r2.get", times=None, chance=0.05)

        async def act(cloud: Cloudflare) -> bytes:
            files, into = R2Files(Bucket(cloud, BUCKET), part_bytes=part), BytesIO()
            while not await done(files.send(sha, BytesIO(content))):
                pass
            while not await done(files.receive(sha, into)):
                pass
            return into.getvalue()

        assert with_cloud(account, act) == content
        up, down = (account.requests.bytes_of(operation) for operation in ("r2.put", "r2.get"))
        lost = sum(bool(one.fault) for one in account.requests)

    assert lost > 40
    assert sum(up.values()) <= 1.15 * size
    assert sum(down.values()) <= 1.15 * size


async def done(moving: Awaitable[Moved]) -> bool:
    try:
        return (await moving).is_whole
    except CloudError:
        return False
