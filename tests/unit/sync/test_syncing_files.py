"""Files of notes go to the account before the notes that name them, and come to the other computers."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from notebrain.app.account.disconnect import PendingRemovalCount, remaining
from notebrain.app.sync.texts import run_text
from notebrain.documents.subprocess_client import ApartReader
from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudFilesOff,
    CloudOffline,
    CloudTooLarge,
)
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.file_texts import Reading, ReadState
from notebrain.domain.sync.file_transfer import FetchFiles, FileChoices, FileWait
from notebrain.embedders.subprocess_client import start
from notebrain.indexing.file_reader import FileReader
from notebrain.storage.files import attachments, texts
from notebrain.storage.files.attachments import Fault
from notebrain.storage.sync import file_transfers, log, sharing
from notebrain.sync import files as file_moving
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_files import PART_BYTES, FakeFileStore

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


def test_a_file_of_a_note_comes_to_the_other_computer(both: tuple[Computer, Computer]) -> None:
    one, two = both
    note = one.attach(PICTURE, "roses", name="rose.png")

    sent, fetched = one.sync(), two.sync()

    assert (sent.files_sent, fetched.files_fetched) == (1, 1)
    assert two.files() == {sha_of(PICTURE): PICTURE}
    assert "rose.png" in two.note(note).body
    assert_same(one, two)


def test_a_file_is_in_the_account_before_the_note_that_names_it(
    both: tuple[Computer, Computer], there: FakeFileStore, shared: FakeAccount
) -> None:
    one, _two = both
    one.attach(PICTURE)
    whole_at_push: list[bool] = []

    def look(operation: str) -> None:
        if operation == "push":
            whole_at_push.append(f"files/{sha_of(PICTURE)}/parts" in (there.objects or {}))

    shared.before = look
    one.sync()

    assert whole_at_push == [True]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (CloudFilesOff("R2 is off", service="r2"), FileWait.OFF),
        (CloudAuth("no permission", service="r2"), FileWait.PERMISSION),
        (CloudOffline("no network", service="r2"), FileWait.ACCOUNT),
    ],
)
def test_notes_go_without_their_files_where_the_account_takes_no_files(
    both: tuple[Computer, Computer], there: FakeFileStore, error: CloudError, why: FileWait
) -> None:
    one, two = both
    there.refusal = error
    note = one.attach(PICTURE, "roses")

    settle(one, two)

    assert "roses" in two.note(note).body
    assert one.waiting() == 0
    standing = one.standing()
    assert (standing.waiting, standing.why, standing.reason) == (1, why, str(error))
    assert (two.standing().missing, two.standing().why) == (1, why)


def test_an_account_without_files_is_asked_once_an_hour_or_when_the_user_syncs(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, _two = both
    there.refusal = CloudFilesOff("R2 is off", service="r2")
    one.attach(PICTURE)
    one.sync()
    asked = len(there.calls)
    clock.forward(minutes=50)
    one.edit(one.take("more"), "more and more")
    one.sync()
    assert len(there.calls) == asked

    one.store.write(sharing.retry).result()
    one.sync()
    assert len(there.calls) == asked + 1

    there.refusal = None
    clock.forward(hours=1)
    one.sync()
    assert one.standing().sent == 1
    assert one.standing().why is FileWait.NONE


def test_a_file_that_the_account_does_not_take_waits_alone(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    there.fail(CloudTooLarge("too large", service="r2"), on="put")
    first = one.attach(b"x", "too large for it")
    second = one.attach(MUSIC, "fits")

    settle(one, two)

    assert {first, second} <= two.records().keys()
    assert list(two.files().values()) == [MUSIC]
    assert one.standing().why is FileWait.TOO_LARGE
    assert one.waiting() == 0


def test_a_file_of_a_note_that_stays_never_leaves(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    one.attach(PICTURE, "a secret", local_only=True)

    settle(one, two)

    assert there.calls == []
    assert one.standing().waiting == 0


def test_a_file_that_a_shared_note_has_too_goes_as_the_shared_notes(
    both: tuple[Computer, Computer],
) -> None:
    one, two = both
    one.attach(PICTURE, "a secret", local_only=True)
    shared = one.attach(PICTURE, "for everybody")

    settle(one, two)

    assert two.records().keys() == {shared}
    assert list(two.files().values()) == [PICTURE]


def test_a_note_made_local_only_while_its_file_is_on_its_way_keeps_it(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    one.engine = one.make_engine(
        on_moving=lambda moving: (
            one.file(note, local_only=True) if moving and moving.done == PART_BYTES else None
        )
    )

    settle(one, two)

    assert not in_account(there, PICTURE)
    assert two.records() == {}


def in_account(there: FakeFileStore, content: bytes) -> bool:
    """Whether any part of a file is in the account."""
    return any(key.startswith(f"files/{sha_of(content)}/") for key in there.objects or {})


def test_a_file_leaves_the_account_when_its_note_becomes_local_only(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    settle(one, two)
    assert in_account(there, PICTURE)

    one.file(note, local_only=True)
    settle(one, two)

    assert not in_account(there, PICTURE)
    assert one.files() == {sha_of(PICTURE): PICTURE}
    with one.store.read() as db:
        assert file_transfers.taken_back(db) == (1, len(PICTURE))
    one.file(note, local_only=False)
    settle(one, two)
    assert in_account(there, PICTURE)


def test_files_that_were_withdrawn_are_counted_and_removed_before_leaving_the_account(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    settle(one, two)
    one.file(note, local_only=True)
    assert remaining(one.store).files == 1

    there.refusal = CloudOffline("no network", service="r2")
    with pytest.raises(CloudOffline):
        asyncio.run(one.engine.withdraw())
    assert remaining(one.store) == PendingRemovalCount(files=1)
    there.refusal = None
    asyncio.run(one.engine.withdraw())

    assert not remaining(one.store)
    assert not in_account(there, PICTURE)


def test_a_file_that_another_shared_note_uses_stays_in_the_account(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    one.attach(PICTURE, "for everybody")
    settle(one, two)

    one.file(note, local_only=True)
    settle(one, two)

    assert in_account(there, PICTURE)


def test_a_file_that_a_note_elsewhere_uses_comes_back_to_the_account(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    settle(one, two)
    copy = two.attach(PICTURE, "for everybody")  # one does not know it yet
    one.file(note, local_only=True)
    one.sync()
    assert not in_account(there, PICTURE)

    settle(one, two)
    clock.forward(days=2)
    settle(one, two)

    assert in_account(there, PICTURE)
    assert "for everybody" in one.note(copy).body


def test_an_account_that_cannot_be_asked_is_asked_again_to_remove_a_file(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, two = both
    note = one.attach(PICTURE, "a secret")
    settle(one, two)
    one.file(note, local_only=True)
    there.refusal = CloudOffline("no network", service="r2")
    one.sync()
    assert in_account(there, PICTURE)

    there.refusal = None
    clock.forward(hours=2)
    settle(one, two)

    assert not in_account(there, PICTURE)


def test_a_large_file_delays_no_text(
    both: tuple[Computer, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = both
    monkeypatch.setattr(file_transfers, "AHEAD_BYTES", 1_000)
    monkeypatch.setattr(file_moving, "ROUND_BYTES", 1_000)
    monkeypatch.setattr(file_moving, "_LEAST_BYTES", 1)
    content = bytes(range(250)) * 100
    note = one.attach(content, "a film")

    first = one.sync()
    two.sync()
    assert "a film" in two.note(note).body
    assert first.files_go_on
    assert two.standing().why is FileWait.ELSEWHERE

    while one.sync().files_go_on:
        pass
    two.store.write(sharing.retry).result()
    while two.sync().files_go_on:
        pass
    assert two.files() == {sha_of(content): content}


def test_no_more_is_moved_in_a_day_than_the_user_allows(
    both: tuple[Computer, Computer], clock: FakeClock
) -> None:
    one, two = both
    one.choices = FileChoices(day_bytes=600)
    notes = [one.attach(bytes([number]) * 500) for number in range(4)]

    settle(one, two)

    assert two.records().keys() == set(notes)
    assert 1 <= len(two.files()) <= 2
    assert one.standing().why is FileWait.CAP

    for _day in range(3):
        clock.forward(days=1)
        settle(one, two)
    assert len(two.files()) == 4
    assert one.standing().waiting == 0


def test_a_higher_limit_applies_at_once(both: tuple[Computer, Computer]) -> None:
    one, _two = both
    one.choices = FileChoices(day_bytes=10)
    for number in range(3):
        one.attach(bytes([number]) * 500)
    one.sync()
    one.sync()
    assert one.standing().waiting == 3
    assert one.standing().why is FileWait.CAP

    one.choices = FileChoices()
    one.sync()

    assert one.standing().waiting == 0


def test_a_file_that_was_cut_off_goes_on_where_it_was(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, two = both
    one.attach(PICTURE)
    one.sync()
    there.lose("get", times=1)
    two.sync()
    assert two.files() == {}
    there.mend()
    before = there.calls.count("get")
    got = two.moving

    clock.forward(minutes=2)
    two.sync()

    assert two.files() == {sha_of(PICTURE): PICTURE}
    assert got
    assert there.calls.count("get") - before <= len(PICTURE) // PART_BYTES + 2


def test_parts_that_have_come_are_not_fetched_again(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, two = both
    content = b"".join(bytes([number]) * PART_BYTES for number in range(8))
    one.attach(content)
    one.sync()
    stopped = False

    def keep_going() -> bool:
        nonlocal stopped
        last = two.moving[-1] if two.moving else None
        stopped = stopped or (last is not None and last.done >= 4 * PART_BYTES)
        return not stopped

    clock.forward(seconds=3)
    asyncio.run(two.engine.round(keep_going))
    assert two.files() == {}
    before = there.calls.count("get")
    two.close()
    two.open()

    two.sync()

    assert two.files() == {sha_of(content): content}
    assert there.calls.count("get") - before == 1 + 3  # the list, and the parts that had not come


def test_large_files_come_when_they_are_wanted(
    both: tuple[Computer, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = both
    monkeypatch.setattr("notebrain.domain.sync.file_transfer.SMALL_BYTES", 1_000)
    one.attach(PICTURE)
    one.attach(MUSIC)
    small = one.attach(b"small")
    settle(one, two)
    assert small in two.records()
    assert list(two.files().values()) == [b"small"]
    assert two.standing().missing_bytes == len(PICTURE) + len(MUSIC)

    two.store.write(lambda db: file_transfers.want(db, sha_of(MUSIC))).result()
    two.sync()
    assert set(two.files().values()) == {b"small", MUSIC}

    two.choices = FileChoices(fetch=FetchFiles.ALL)
    two.sync()
    assert len(two.files()) == 3


def test_no_file_comes_unasked_if_the_user_wants_it_so(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    two.choices = FileChoices(fetch=FetchFiles.SHOWN)
    one.attach(MUSIC)
    one.sync()
    before = len(there.calls)

    two.sync()

    assert two.files() == {}
    assert len(there.calls) == before


def test_what_the_account_has_lost_is_sent_again(
    both: tuple[Computer, Computer], there: FakeFileStore, clock: FakeClock
) -> None:
    one, two = both
    one.attach(MUSIC)
    one.sync()
    there.objects = None

    clock.forward(hours=25)
    settle(one, two)

    assert list(two.files().values()) == [MUSIC]


def test_a_file_that_is_missing_here_comes_back_from_the_account(
    both: tuple[Computer, Computer],
) -> None:
    one, _two = both
    one.attach(MUSIC)
    one.sync()
    sha = sha_of(MUSIC)
    one.blobs.path(sha).unlink()
    one.store.write(lambda db: attachments.set_fault(db, [(sha, Fault.MISSING)])).result()

    one.sync()

    assert one.files() == {sha: MUSIC}
    assert one.standing().missing == 0


def test_a_changed_file_does_not_go(both: tuple[Computer, Computer], there: FakeFileStore) -> None:
    one, two = both
    note = one.attach(MUSIC, "a song")
    path = one.blobs.path(sha_of(MUSIC))
    path.chmod(0o600)
    path.write_bytes(b"x" * len(MUSIC))

    settle(one, two)

    assert note in two.records()
    assert f"files/{sha_of(MUSIC)}/parts" not in (there.objects or {})
    assert two.files() == {}
    assert (one.standing().waiting, one.standing().missing) == (0, 1)


def test_a_new_account_gets_the_files_too(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, _two = both
    one.attach(MUSIC)
    one.sync()
    there.objects = None

    one.connect()
    one.sync()
    one.sync()

    objects: dict[str, bytes] | None = there.objects
    assert objects is not None
    assert f"files/{sha_of(MUSIC)}/parts" in objects


def test_a_round_that_only_moved_files_is_in_the_log(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    there.refusal = CloudFilesOff("R2 is off", service="r2")
    one.attach(PICTURE)
    one.attach(MUSIC)
    settle(one, two)
    there.refusal = None
    one.store.write(sharing.retry).result()
    two.store.write(sharing.retry).result()

    settle(one, two)

    with one.store.read() as db:
        assert run_text(log.last(db, limit=1)[0]) == "2 files sent"
    with two.store.read() as db:
        assert run_text(log.last(db, limit=1)[0]) == "2 files fetched"


def test_many_files_go_and_come_in_a_few_rounds(
    both: tuple[Computer, Computer], there: FakeFileStore
) -> None:
    one, two = both
    contents = [f"file {number}".encode() * 10 for number in range(70)]
    for content in contents:
        one.attach(content)

    rounds = 1
    while one.sync().files_go_on:
        rounds += 1
    while two.sync().files_go_on:
        rounds += 1

    assert sorted(two.files().values()) == sorted(contents)
    assert rounds < 10
    assert_same(one, two)


def test_a_program_without_files_sends_notes_as_ever(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    one.attach(MUSIC, "a song")

    settle(one, two)

    assert_same(one, two)
    assert two.standing().missing == 1


def test_progress_says_which_file_is_on_its_way(both: tuple[Computer, Computer]) -> None:
    one, two = both
    one.attach(PICTURE, name="rose.png")

    settle(one, two)

    goes = [moving for moving in one.moving if moving]
    comes = [moving for moving in two.moving if moving]
    assert {moving.goes for moving in goes} == {True}
    assert {moving.goes for moving in comes} == {False}
    assert goes[-1].name == "rose.png"
    assert goes[-1].total == comes[-1].total == len(PICTURE)
    assert one.moving[-1] is two.moving[-1] is None


def test_what_was_read_of_a_file_never_goes_to_the_account(
    both: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = both
    one.attach(b"zebrafish and their terms", "Flat", name="terms.txt")
    reader = FileReader(one.store, ApartReader(start))
    reader.step()
    reader.release()

    settle(one, two)

    held = " ".join(item.content or "" for item in shared.items.values())
    with two.store.read() as db:
        (sha,) = attachments.all_sizes(db)
        waits = texts.reading(db, sha)
    with one.store.read() as db:
        read = texts.reading(db, sha)
    assert "terms.txt" in held
    assert "zebrafish" not in held
    assert read == Reading(ReadState.READ, None, 25)
    assert waits == Reading(ReadState.WAITING)
