"""Where each file is, as its note and the page of files say it; files that rest while notes go on."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from notebrain.domain.errors import CloudFilesOff, CloudTooLarge
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.sync.computers import Others
from notebrain.domain.sync.file_transfer import (
    FetchFiles,
    FileChoices,
    FilePlace,
    FileStatus,
    FileWait,
    MovingFile,
    status_of,
)
from notebrain.storage.connection import Connection
from notebrain.storage.sync import computers, file_transfers
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_files import FakeFileStore

PICTURE = b"a picture of a rose" * 100
MUSIC = b"a song" * 500


def sha_of(content: bytes) -> Sha:
    return Sha(sha256(content).hexdigest())


@pytest.fixture
def there() -> FakeFileStore:
    return FakeFileStore()


@pytest.fixture
def both(
    tmp_path: Path, shared: FakeAccount, there: FakeFileStore, clock: FakeClock
) -> Iterator[tuple[Computer, Computer]]:
    one, two = (Computer(tmp_path / name, name, shared, clock, there) for name in ("one", "two"))
    one.connect()
    two.connect()
    yield one, two
    one.close()
    two.close()


def status(computer: Computer, content: bytes) -> FileStatus:
    def read(db: Connection) -> FileStatus:
        [facts] = file_transfers.facts(db, sha_of(content)).values()
        every = file_transfers.facts(db)
        assert every[sha_of(content)] == facts  # one by itself is as in the list of all
        return status_of(facts, computer.choices.fetch, connected=True)

    with computer.store.read() as db:
        return read(db)


def test_a_file_is_to_be_sent_and_then_in_both_places(both: tuple[Computer, Computer]) -> None:
    one, two = both
    one.attach(PICTURE)
    assert status(one, PICTURE) == FileStatus(FilePlace.TO_SEND, len(PICTURE))

    settle(one, two)

    assert status(one, PICTURE).place is FilePlace.BOTH
    assert status(two, PICTURE).place is FilePlace.BOTH


def test_a_file_of_a_note_that_stays_is_here_alone(both: tuple[Computer, Computer]) -> None:
    one, _two = both
    one.attach(PICTURE, local_only=True)

    one.sync()

    assert status(one, PICTURE).place is FilePlace.HERE


def test_a_file_that_waits_says_why(both: tuple[Computer, Computer], there: FakeFileStore) -> None:
    one, two = both
    there.refusal = CloudFilesOff("R2 is off", service="r2")
    one.attach(PICTURE)

    settle(one, two)

    expected = (FilePlace.TO_SEND, FileWait.OFF, "R2 is off")
    found = status(one, PICTURE)
    assert (found.place, found.why, found.reason) == expected
    assert status(two, PICTURE).place is FilePlace.TO_FETCH
    assert status(two, PICTURE).why is FileWait.OFF


def test_a_file_that_is_too_large_for_the_account_says_so_beside_one_that_goes(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, _two = both
    there.fail(CloudTooLarge("too large", service="r2"), on="put")
    one.attach(PICTURE)
    one.sync()
    one.attach(MUSIC)

    assert status(one, PICTURE).why is FileWait.TOO_LARGE
    assert status(one, MUSIC).why is FileWait.NONE


def test_a_file_that_only_another_computer_has_names_it(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    one.choices = FileChoices(rest=FileWait.PAUSED)
    one.attach(PICTURE)
    two.store.write(
        lambda db: computers.put_others(db, Others(0, {"one": "Desk", "two": "Laptop"}), 0)
    ).result()

    settle(one, two)

    found = status(two, PICTURE)
    assert (found.place, found.why, found.computer) == (
        FilePlace.TO_FETCH,
        FileWait.ELSEWHERE,
        "Desk",
    )
    assert not found.can_be_fetched


@pytest.mark.parametrize("fetch", [FetchFiles.SMALL, FetchFiles.SHOWN])
def test_a_file_that_is_left_in_the_account_comes_when_it_is_wanted(
    both: tuple[Computer, Computer], monkeypatch: pytest.MonkeyPatch, fetch: FetchFiles
) -> None:
    one, two = both
    monkeypatch.setattr("notebrain.domain.sync.file_transfer.SMALL_BYTES", 1_000)
    two.choices = FileChoices(fetch)
    note = one.attach(PICTURE)
    settle(one, two)
    assert status(two, PICTURE).place is FilePlace.LEFT_THERE
    assert status(two, PICTURE).can_be_fetched

    with two.store.read() as db:
        absent = file_transfers.absent_in(db, note)
    two.store.write(lambda db: file_transfers.want(db, absent[0])).result()

    assert status(two, PICTURE).place is FilePlace.TO_FETCH
    two.sync()
    assert status(two, PICTURE).place is FilePlace.BOTH
    with two.store.read() as db:
        assert file_transfers.absent_in(db, note) == []


@pytest.mark.parametrize("rest", [FileWait.PAUSED, FileWait.METERED])
def test_files_rest_while_notes_go_on(both: tuple[Computer, Computer], rest: FileWait) -> None:
    one, two = both
    one.choices = FileChoices(rest=rest)
    note = one.attach(PICTURE, "roses")

    settle(one, two)

    assert "roses" in two.note(note).body
    assert two.files() == {}
    assert (one.standing().waiting, one.standing().why) == (1, rest)
    assert one.standing().reason

    one.choices = FileChoices()
    settle(one, two)
    assert two.files() == {sha_of(PICTURE): PICTURE}
    assert one.standing().why is FileWait.NONE


def test_files_stop_in_the_middle_of_one_and_go_on_there(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, _two = both

    def stop(moving: MovingFile | None) -> None:
        if moving is not None and moving.done >= 1_000:
            one.choices = FileChoices(rest=FileWait.PAUSED)

    one.engine = one.make_engine(stop)
    one.attach(MUSIC)
    done = one.sync()
    assert done.problem is None
    assert (done.sent, done.files_sent) == (1, 0)
    assert one.standing().why is FileWait.PAUSED
    parts = there.calls.count("put")
    assert parts

    one.choices = FileChoices()
    one.engine = one.make_engine()
    one.sync()

    assert status(one, MUSIC).place is FilePlace.BOTH
    assert there.calls.count("put") == -(-len(MUSIC) // 256) + 1  # each part once, and the list


def test_a_pause_ends_nothing_that_another_reason_began(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, _two = both
    there.refusal = CloudFilesOff("R2 is off", service="r2")
    one.attach(PICTURE)
    one.sync()
    one.choices = FileChoices(rest=FileWait.PAUSED)
    one.sync()
    assert one.standing().why is FileWait.PAUSED

    one.choices = FileChoices()
    one.sync()

    assert one.standing().why is FileWait.OFF
