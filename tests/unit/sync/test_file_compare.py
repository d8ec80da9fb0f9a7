"""Comparing files here and in the account by their hashes, and mending what differs."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from notebrain.domain.errors import CloudError, CloudFilesOff, CloudOffline, Interrupted, VaultError
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.remote_files import key_of
from notebrain.storage.sync import file_transfers
from notebrain.sync.file_compare import FileComparison, FileDifference, FileDrift, FileVerifier
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_files import FakeFiles, FakeFileStore

PICTURE = b"a picture of a rose" * 100
SHA = Sha(sha256(PICTURE).hexdigest())


@pytest.fixture
def there() -> FakeFileStore:
    return FakeFileStore()


@pytest.fixture
def one(
    tmp_path: Path, shared: FakeAccount, there: FakeFileStore, clock: FakeClock
) -> Iterator[Computer]:
    computer = Computer(tmp_path / "one", "one", shared, clock, there)
    computer.connect()
    computer.attach(PICTURE, "roses", name="rose.png")
    settle(computer, computer)
    yield computer
    computer.close()


def verifier(computer: Computer, files: FakeFiles) -> FileVerifier:
    return FileVerifier(computer.store, computer.clock, files)


def compare(one: Computer, there: FakeFileStore, *, read_back: bool = False) -> FileComparison:
    seen: list[int] = []
    found = asyncio.run(
        verifier(one, there.files()).compare(lambda: True, seen.append, read_back=read_back)
    )
    assert seen == sorted(seen)
    return found


def repair(one: Computer, there: FakeFileStore, found: FileComparison) -> None:
    asyncio.run(verifier(one, there.files()).repair(found.differences, lambda: True))
    while one.sync().files_go_on:
        pass


@pytest.mark.parametrize("read_back", [False, True])
def test_what_is_equal_is_found_equal_and_nothing_changes(
    one: Computer, there: FakeFileStore, read_back: bool
) -> None:
    before = dict(there.objects or {})

    found = compare(one, there, read_back=read_back)

    assert found == FileComparison(1, read_back)
    assert there.objects == before


def test_comparing_by_hashes_asks_for_the_list_alone(one: Computer, there: FakeFileStore) -> None:
    there.calls.clear()

    compare(one, there)

    assert there.calls == ["list"]


@pytest.mark.parametrize(
    ("key", "body", "drift"),
    [
        (key_of(SHA), None, FileDrift.MISSING_THERE),
        (key_of(SHA, 2), None, FileDrift.DAMAGED_THERE),
        (key_of(SHA, 2), b"else", FileDrift.DAMAGED_THERE),
        (key_of(SHA, 99), b"more", FileDrift.DAMAGED_THERE),
    ],
)
def test_what_differs_is_named_and_sent_again(
    one: Computer, there: FakeFileStore, key: str, body: bytes | None, drift: FileDrift
) -> None:
    whole = dict(there.objects or {})
    there.objects = {**whole, key: body} if body is not None else dict(whole)
    if body is None:
        del there.objects[key]

    found = compare(one, there)

    assert found.differences == (FileDifference(drift, SHA, "rose.png", is_here=True),)
    repair(one, there, found)
    assert {name: there.objects[name] for name in whole} == whole


def test_bytes_that_are_wrong_behind_a_right_hash_are_found_by_reading_them_back(
    one: Computer, there: FakeFileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dict(there.objects or {})
    right = asyncio.run(there.files().stored())
    assert there.objects is not None
    there.objects[key_of(SHA, 1)] = b"x" * len(whole[key_of(SHA, 1)])

    async def stored(_files: FakeFiles) -> object:
        return right

    with monkeypatch.context() as patch:
        patch.setattr(FakeFiles, "stored", stored)
        assert not compare(one, there).differences
        found = compare(one, there, read_back=True)

        assert [one.drift for one in found.differences] == [FileDrift.DAMAGED_THERE]
        repair(one, there, found)

    assert there.objects == whole


def test_a_file_that_was_changed_here_comes_back_from_the_account(
    one: Computer, there: FakeFileStore
) -> None:
    path = one.blobs.path(SHA)
    path.chmod(0o600)
    path.write_bytes(b"other" * 380)

    found = compare(one, there)

    assert [one.drift for one in found.differences] == [FileDrift.CHANGED_HERE]
    repair(one, there, found)
    assert one.files() == {SHA: PICTURE}


def test_a_file_that_was_not_sent_yet_is_no_difference(one: Computer, there: FakeFileStore) -> None:
    there.refusal = CloudFilesOff("R2 is off", service="r2")
    one.attach(b"a song")
    one.sync()
    there.refusal = None

    assert compare(one, there) == FileComparison(1)


def test_a_file_that_is_nowhere_is_counted(one: Computer, there: FakeFileStore) -> None:
    one.take(f"![](attachment:{'e' * 64}/gone.png)")
    settle(one, one)

    assert compare(one, there).nowhere == 1


def test_what_another_computer_has_lost_in_the_account_is_named_but_not_mended_here(
    one: Computer, there: FakeFileStore, tmp_path: Path, shared: FakeAccount, clock: FakeClock
) -> None:
    two = Computer(tmp_path / "two", "two", shared, clock, None)
    two.connect()
    settle(one, two)
    two.store.write(lambda db: file_transfers.put_sizes(db, {SHA: len(PICTURE)})).result()
    assert there.objects is not None
    del there.objects[key_of(SHA)]

    found = compare(two, there)

    assert found.differences == (
        FileDifference(FileDrift.MISSING_THERE, SHA, "rose.png", is_here=False),
    )
    asyncio.run(verifier(two, there.files()).repair(found.differences, lambda: True))
    assert key_of(SHA) not in there.objects
    two.close()


def test_an_account_that_takes_no_files_says_so(one: Computer, there: FakeFileStore) -> None:
    there.refusal = CloudFilesOff("R2 is off", service="r2")

    assert compare(one, there).why == "R2 is off"


def test_an_account_that_does_not_answer_ends_it(one: Computer, there: FakeFileStore) -> None:
    there.refusal = CloudOffline("gone", service="r2")

    with pytest.raises(CloudError, match="gone"):
        compare(one, there)


def test_it_can_be_stopped(one: Computer, there: FakeFileStore) -> None:
    with pytest.raises(Interrupted):
        asyncio.run(verifier(one, there.files()).compare(lambda: False))


def test_no_room_for_reading_back_is_said(
    one: Computer, there: FakeFileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_options: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("notebrain.sync.file_compare.TemporaryFile", full)

    with pytest.raises(VaultError, match="No space left on device"):
        compare(one, there, read_back=True)
