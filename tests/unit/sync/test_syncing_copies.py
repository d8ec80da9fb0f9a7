"""A vault that is connected, copied, or brought back from a backup."""

from pathlib import Path

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.sync import account
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount


def test_the_notes_of_before_are_sent_when_a_vault_is_connected(
    tmp_path: Path, shared: FakeAccount
) -> None:
    clock = FakeClock()
    one, two = (Computer(tmp_path / name, name, shared, clock) for name in ("one", "two"))
    kept = one.take("from one")
    secret = one.take("a secret", local_only=True)
    other = two.take("from two")
    one.connect()
    two.connect()

    settle(one, two)

    assert one.texts() == {kept: "from one", other: "from two", secret: "a secret"}
    assert two.texts() == {kept: "from one", other: "from two"}
    assert not any("secret" in (item.content or "") for item in shared.items.values())
    one.close()
    two.close()


def test_a_copy_of_a_vault_goes_on_under_its_own_name(
    tmp_path: Path, pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    import shutil

    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.close()
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    one.open()
    copy = Computer(tmp_path / "copy", "copy", shared, one.clock)
    one.edit(note, "lime in autumn")
    other = copy.take("chalk")

    settle(one, copy, two)

    assert two.texts() == copy.texts() == {note: "lime in autumn", other: "chalk"}
    assert_same(one, copy)
    copy.close()


def test_a_vault_that_is_brought_back_from_a_backup_catches_up(
    tmp_path: Path, pair: tuple[Computer, Computer]
) -> None:
    import shutil

    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.close()
    shutil.copytree(tmp_path / "one", tmp_path / "backup")
    one.open()
    one.edit(note, "lime in autumn")
    later = one.take("chalk")
    settle(one, two)
    one.close()
    shutil.rmtree(tmp_path / "one")
    shutil.copytree(tmp_path / "backup", tmp_path / "one")
    one.open()
    one.edit(note, "lime, from the backup")

    settle(one, two)

    assert one.texts().keys() == {note, later}
    assert_same(one, two)


def test_a_copy_of_a_vault_writes_under_a_name_of_its_own_once_it_meets_the_other(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    two.store.write(lambda db: account.connect(db, vault="v", device="one", machine="two")).result()
    note = one.take("lime")
    one.sync()

    two.sync()

    with two.store.read() as db:
        known = account.get(db)
    assert two.texts() == {note: "lime"}
    assert known is not None
    assert known.device == two.ids.given[-1] != "one"
    assert known.machine == "two"
    mine = two.take("chalk")
    settle(two, one)
    assert shared.items[Name(Kind.NOTE, mine)].device == known.device
    assert one.texts() == {note: "lime", mine: "chalk"}
