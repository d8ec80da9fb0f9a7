"""A file leaves the account only when its days are over and every known computer has seen that nothing uses it."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from notebrain.domain.errors import CloudAuth, CloudOffline
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.file_transfer import FetchFiles, FileChoices
from notebrain.domain.sync.leaving_files import KNOWN_FOR_S
from notebrain.storage.files import attachments
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_files import PART_BYTES, FakeFileStore

PICTURE = b"a picture of a rose" * 100
KEPT = b"the file that is still used"


def sha_of(content: bytes) -> Sha:
    return Sha(sha256(content).hexdigest())


def link(content: bytes) -> str:
    return f"[a.bin](attachment:{sha_of(content)}/a.bin)"


class Two:
    """Two computers that share two notes with a file each; the user deletes one of them for good.

    Attributes:
        there: The files in the account.
    """

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self.clock = clock
        self.shared = FakeAccount()
        self.there = FakeFileStore()
        self.one, self.two = (
            Computer(folder / name, name, self.shared, clock, self.there) for name in ("one", "two")
        )
        for computer in (self.one, self.two):
            computer.connect()
            computer.age(0)
        self.one.attach(KEPT, "stays")
        self.note = self.one.attach(PICTURE, "goes")
        settle(self.one, self.two)

    def delete(self, note: NoteId | None = None) -> None:
        self.one.forget(note or self.note)
        settle(self.one, self.two)  # in the trash of both, it goes for good on both
        self.one.purge(note or self.note)
        settle(self.one, self.two)

    def wait(self, days: int, *computers: Computer) -> None:
        """Let days pass, of which some computers, or both, are in use on the first and the last two."""
        for some in (days - 3, 1, 1, 1) if days > 4 else (1,) * days:
            self.clock.forward(days=some)
            for computer in computers or (self.one, self.two):
                computer.age(some)
                computer.sync()

    def has(self, content: bytes) -> bool:
        """Return whether anything of a file is in the account."""
        return any(key.startswith(f"files/{sha_of(content)}/") for key in self.there.objects or {})


@pytest.fixture
def both(tmp_path: Path, clock: FakeClock) -> Iterator[Two]:
    two = Two(tmp_path, clock)
    yield two
    two.one.close()
    two.two.close()


def test_the_file_of_a_note_deleted_for_good_leaves_after_its_days(both: Two) -> None:
    both.delete()
    both.wait(29)
    assert both.has(PICTURE)

    both.wait(5)

    assert not both.has(PICTURE)
    assert both.has(KEPT)
    assert both.shared.leaving.announced == {}
    assert both.one.files() == both.two.files() == {sha_of(KEPT): KEPT}


def test_it_stays_until_the_other_computer_has_synced_past_the_removal(both: Two) -> None:
    both.delete()
    both.wait(60, both.one)
    assert both.has(PICTURE)

    both.wait(40, both.two)
    both.wait(2)

    assert not both.has(PICTURE)


def test_no_clock_of_another_computer_counts(both: Two) -> None:
    both.delete()
    both.two.age(4000)  # its days are over at once
    both.wait(3, both.two)
    both.wait(3, both.one)

    assert both.has(PICTURE)


def test_a_file_that_another_computer_uses_stays(both: Two) -> None:
    both.two.take(f"not sent yet {link(PICTURE)}")
    both.one.forget(both.note)
    both.one.purge(both.note)
    both.wait(40, both.one)
    assert both.has(PICTURE)

    both.wait(40)

    assert both.has(PICTURE)
    assert both.one.files().keys() == both.two.files().keys() == {sha_of(PICTURE), sha_of(KEPT)}


def test_a_file_that_only_an_earlier_version_elsewhere_uses_stays_there_and_in_the_account(
    both: Two,
) -> None:
    note = both.two.take("a list")
    both.two.edit(note, f"a list {link(PICTURE)}")
    both.two.edit(note, "a list without")
    both.delete()

    both.wait(50)

    assert both.has(PICTURE)
    assert sha_of(PICTURE) in both.two.files()


def test_a_computer_without_the_bytes_keeps_the_file_it_uses_in_the_account(both: Two) -> None:
    both.two.choices = FileChoices(fetch=FetchFiles.SHOWN)
    film = b"a film" * 50
    note = both.one.attach(film, "a film")
    settle(both.one, both.two)
    assert sha_of(film) not in both.two.files()
    copy = both.two.take("mine, not sent yet")
    both.one.forget(note)
    both.one.purge(note)
    both.wait(40, both.one)
    both.two.edit(copy, f"mine {link(film)}")

    both.wait(5)

    assert both.has(film)


def test_the_computer_that_needed_it_lets_it_go_when_it_does_not_any_more(both: Two) -> None:
    note = both.two.take("a list", local_only=True)
    both.two.edit(note, f"a list {link(PICTURE)}")
    both.two.edit(note, "an earlier version of it has the picture")
    both.delete()
    both.wait(45)
    assert both.has(PICTURE)

    both.two.forget(note)
    both.two.purge(note)
    both.wait(80)

    assert not both.has(PICTURE)


def test_a_file_that_is_added_again_in_time_stays(both: Two) -> None:
    both.delete()
    both.wait(31, both.one)
    both.two.attach(PICTURE, "again")

    both.wait(40)

    assert both.has(PICTURE)
    assert both.one.files().keys() == {sha_of(PICTURE), sha_of(KEPT)}


def test_an_account_that_cannot_be_asked_is_asked_again(both: Two) -> None:
    both.delete()
    both.wait(29)
    both.there.refusal = CloudOffline("no network", service="r2")
    both.wait(9)
    assert both.has(PICTURE)
    assert both.shared.leaving.announced.keys() == {sha_of(PICTURE)}

    both.there.refusal = None
    both.wait(2)

    assert not both.has(PICTURE)


@pytest.mark.parametrize("on", ["list", "remove", "leaving"])
@pytest.mark.parametrize("skip", range(4))
def test_a_lost_answer_anywhere_only_delays_it(both: Two, on: str, skip: int) -> None:
    both.delete()
    both.wait(29)
    error = CloudOffline("the line broke", service="r2")
    left = skip

    def break_line(operation: str) -> None:
        nonlocal left
        if operation == on:
            left -= 1
            if left == -1:
                raise error

    if on == "leaving":
        both.shared.before = break_line
    else:
        both.there.lose(on, times=skip + 1)
    both.wait(6)

    assert not both.has(PICTURE)
    assert both.has(KEPT)
    assert both.shared.leaving.announced == {}


def test_a_day_on_which_no_more_may_be_moved_delays_nothing(both: Two) -> None:
    for computer in (both.one, both.two):
        computer.choices = FileChoices(day_bytes=1)
    both.one.attach(b"more than a day allows" * 9)
    both.delete()

    both.wait(36)

    assert not both.has(PICTURE)


def test_the_list_of_parts_goes_first(both: Two) -> None:
    both.delete()
    both.wait(29)
    both.there.fail(CloudAuth("no permission", service="r2"), on="remove", times=None)
    both.wait(4)
    assert f"files/{sha_of(PICTURE)}/parts" in (both.there.objects or {})

    both.there.mend()
    both.there.lose("remove", times=1)
    both.wait(1, both.one)

    left = [key for key in both.there.objects or {} if sha_of(PICTURE) in key]
    assert left
    assert f"files/{sha_of(PICTURE)}/parts" not in left
    both.wait(4)
    assert not both.has(PICTURE)


def test_parts_that_nobody_finishes_leave_after_the_days(both: Two) -> None:
    assert both.there.objects is not None
    both.there.objects[f"files/{sha_of(b'orphan')}/0000"] = b"orph"

    both.wait(1)
    both.wait(29)
    assert both.has(b"orphan")
    both.wait(5)

    assert not both.has(b"orphan")


def test_parts_of_a_file_that_is_on_its_way_stay(both: Two) -> None:
    film = bytes(range(250)) * 20
    both.two.attach(film, "a film")
    assert both.there.objects is not None
    both.there.objects[f"files/{sha_of(film)}/0000"] = film[:PART_BYTES]

    both.wait(60, both.one)
    assert both.has(film)
    settle(both.two, both.one)

    assert both.one.files()[sha_of(film)] == film


def test_what_is_left_of_a_file_whose_note_stays_here_leaves_at_once(both: Two) -> None:
    secret = b"a secret" * 100
    both.one.attach(secret, "a secret", local_only=True)
    assert both.there.objects is not None
    both.there.objects[f"files/{sha_of(secret)}/0000"] = secret[:PART_BYTES]

    both.wait(1)

    assert not both.has(secret)
    assert both.one.files()[sha_of(secret)] == secret


def test_a_computer_that_has_not_looked_for_a_year_is_not_waited_for(both: Two) -> None:
    both.delete()
    both.wait(40, both.one)
    assert both.has(PICTURE)

    both.shared.leaving = replace(both.shared.leaving, at=KNOWN_FOR_S + 1)
    both.wait(2, both.one)

    assert not both.has(PICTURE)


def test_a_user_who_keeps_unused_files_keeps_them_in_the_account(both: Two) -> None:
    for computer in (both.one, both.two):
        computer.choices = FileChoices(unused_days=0)
    both.there.objects = (both.there.objects or {}) | {f"files/{sha_of(b'orphan')}/0000": b"orph"}

    both.wait(90)

    assert both.has(b"orphan")


def test_a_look_costs_little_and_happens_once_a_day(both: Two) -> None:
    both.wait(1)
    calls, lists = both.shared.calls.count("leaving"), both.there.calls.count("list")
    for _hour in range(20):
        both.clock.forward(hours=1)
        both.one.sync()

    assert both.shared.calls.count("leaving") == calls
    assert both.there.calls.count("list") == lists


def test_a_vault_without_files_asks_nothing_of_r2(tmp_path: Path, clock: FakeClock) -> None:
    shared, there = FakeAccount(), FakeFileStore()
    alone = Computer(tmp_path / "one", "one", shared, clock, there)
    alone.connect()
    alone.take("only text")
    alone.sync()
    clock.forward(days=3)
    alone.sync()

    assert there.calls == []
    assert shared.calls.count("leaving") == 3  # it comes, and looks on two days
    alone.close()


def test_a_computer_is_known_before_it_knows_a_note_of_others(both: Two, tmp_path: Path) -> None:
    both.delete()
    both.wait(29)
    three = Computer(tmp_path / "three", "three", both.shared, both.clock, both.there)
    three.connect()
    both.shared.fail(CloudOffline("no network"), on="pull", times=None)
    three.sync()
    both.shared.mend()

    both.wait(10)
    assert both.has(PICTURE)
    settle(three)
    both.wait(2)

    assert not both.has(PICTURE)
    three.close()


def test_a_computer_that_connects_again_is_still_one_computer(both: Two) -> None:
    both.wait(1)
    both.two.connect()
    both.wait(1)

    assert len(both.shared.leaving.computers) == 2


def test_removing_here_begins_the_days_only_once(both: Two) -> None:
    both.delete()
    both.wait(31, both.one)

    with both.one.store.read() as db:
        assert attachments.get(db, sha_of(PICTURE)) is None
    assert both.shared.leaving.announced.keys() == {sha_of(PICTURE)}
