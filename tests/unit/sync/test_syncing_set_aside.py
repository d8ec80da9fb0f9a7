"""What cannot be carried out here is set aside with its reason, and everything else goes on."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from notebrain.domain.errors import VaultError
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.reports import HeldChange
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.sync import incoming, outgoing_counts, sharing
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount

SORT = Name(Kind.SETTING, "list.sort:Work")


def set_aside(computer: Computer) -> list[HeldChange]:
    with computer.store.read() as db:
        return list(incoming.set_aside(db))


def restart(computer: Computer, program: str) -> None:
    computer.close()
    computer.open(program=program)


def put(shared: FakeAccount, *items: Item) -> None:
    asyncio.run(shared.vault().push(items))


def sort_of(computer: Computer) -> object:
    with computer.store.read() as db:
        return settings.get(db, "list.sort", scope="Work")


@pytest.fixture
def chokes(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The notes that this program cannot carry out."""
    bad: set[str] = set()
    insert = incoming.insert

    def fragile(db: Connection, record: object, **more: object) -> int:
        if record.id in bad:  # type: ignore[attr-defined]
            raise KeyError("the safe opens with plover")
        return insert(db, record, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(incoming, "insert", fragile)
    yield bad
    bad.clear()


def test_one_bad_note_among_many_is_set_aside_and_the_others_arrive(
    pair: tuple[Computer, Computer], chokes: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(60)]
    one.sync()
    chokes.add(ids[30])

    done = two.sync()

    assert done.problem is None
    assert two.texts().keys() == set(ids) - {ids[30]}
    (aside,) = set_aside(two)
    assert (aside.name.id, aside.newer) == (ids[30], False)
    assert aside.fault is not None
    assert aside.fault.startswith("KeyError (")
    assert "plover" not in aside.fault + caplog.text
    assert f"set aside: note {ids[30]}: KeyError" in caplog.text


def test_later_changes_arrive_and_the_bad_one_is_tried_seldom(
    pair: tuple[Computer, Computer], shared: FakeAccount, chokes: set[str]
) -> None:
    one, two = pair
    bad = one.take("lime")
    one.sync()
    chokes.add(bad)
    two.sync()
    later = one.take("pear")
    mine = two.take("mine")
    one.sync()
    shared.calls.clear()

    two.sync()
    one.sync()

    assert two.texts().keys() == {later, mine}
    assert one.texts().keys() == {bad, later, mine}
    assert shared.calls == ["pull", "push", "pull"]


def test_an_update_of_the_program_takes_up_what_was_set_aside(
    pair: tuple[Computer, Computer], chokes: set[str]
) -> None:
    one, two = pair
    bad = one.take("lime")
    one.sync()
    chokes.add(bad)
    two.sync()
    restart(two, "1")
    chokes.clear()
    two.sync()
    assert two.texts() == {}

    restart(two, "2")
    two.sync()

    assert two.texts() == {bad: "lime"}
    assert set_aside(two) == []


def test_it_is_taken_up_by_hand(pair: tuple[Computer, Computer], chokes: set[str]) -> None:
    one, two = pair
    bad = one.take("lime")
    one.sync()
    chokes.add(bad)
    two.sync()
    chokes.clear()

    two.store.write(sharing.retry).result()
    two.sync()

    assert two.texts() == {bad: "lime"}


def test_a_newer_write_of_the_same_note_takes_its_place(
    pair: tuple[Computer, Computer], chokes: set[str]
) -> None:
    one, two = pair
    bad = one.take("lime")
    one.sync()
    chokes.add(bad)
    two.sync()
    chokes.clear()
    one.edit(bad, "lime in autumn")
    one.sync()

    two.sync()

    assert two.texts() == {bad: "lime in autumn"}
    assert set_aside(two) == []


def test_what_the_user_writes_over_it_is_kept_until_it_can_be_merged(
    pair: tuple[Computer, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    note = one.take("first\n\nlime\n\nlast")
    one.sync()
    two.sync()
    one.edit(note, "first\n\npear\n\nlast")
    one.sync()

    def broken(*_args: object, **_more: object) -> bool:
        raise RecursionError

    with monkeypatch.context() as patch:
        patch.setattr(incoming, "change", broken)
        two.sync()
        two.edit(note, "first\n\nlime\n\nat last")
        two.sync()
        assert two.texts() == {note: "first\n\nlime\n\nat last"}
        one.sync()
        assert one.texts() == {note: "first\n\npear\n\nlast"}

    two.store.write(sharing.retry).result()
    two.sync()
    one.sync()

    assert one.texts() == two.texts() == {note: "first\n\npear\n\nat last"}


def test_a_disk_that_is_full_sets_nothing_aside(
    pair: tuple[Computer, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    one.take("lime")
    one.sync()

    def full(*_args: object, **_more: object) -> int:
        raise VaultError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(incoming, "insert", full)
        with pytest.raises(VaultError):
            two.sync()
    assert set_aside(two) == []
    two.sync()

    assert list(two.texts().values()) == ["lime"]


@pytest.mark.parametrize("content", ["", "no json", "[" * 100_000, '{"id": 7}', "null"])
@pytest.mark.parametrize("name", [Name(Kind.NOTE, "n"), Name(Kind.CARD, "c"), SORT])
def test_whatever_somebody_wrote_into_the_account_the_next_note_arrives(
    pair: tuple[Computer, Computer], shared: FakeAccount, name: Name, content: str
) -> None:
    one, two = pair
    put(shared, Item(name, "r", None, "stranger", content))
    note = one.take("lime")
    one.sync()

    done = two.sync()

    assert done.problem is None
    assert two.texts() == {note: "lime"}
    assert [aside.name for aside in set_aside(two)] == [name]


def test_a_setting_that_a_newer_program_wrote_is_taken_by_the_update(
    pair: tuple[Computer, Computer], shared: FakeAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    _one, two = pair
    put(shared, Item(SORT, "r1", None, "new", '{"name": "list.sort", "value": "title"}'))
    from notebrain.storage.sync import outgoing_settings

    with monkeypatch.context() as patch:
        patch.setattr(outgoing_settings, "write", lambda *_args: False)
        two.sync()
    assert [(aside.name, aside.newer) for aside in set_aside(two)] == [(SORT, True)]
    two.sync()
    assert sort_of(two) is None

    restart(two, "2")
    two.sync()

    assert sort_of(two) == "title"
    assert set_aside(two) == []


def test_a_setting_that_was_set_aside_is_not_sent_over_again_and_again(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    _one, two = pair
    put(shared, Item(SORT, "r1", None, "new", "of a newer kind"))
    two.sync()
    two.store.write(lambda db: settings.put(db, "list.sort", "title", scope="Work")).result()
    shared.calls.clear()

    two.sync()

    assert shared.calls == ["pull"]
    assert sort_of(two) == "title"
    with two.store.read() as db:
        assert not outgoing_counts.is_ready(db, now=two.clock.now())
        assert outgoing_counts.counts(db).waiting == 1


def test_a_later_write_of_a_setting_wins_over_the_one_that_was_set_aside(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    _one, two = pair
    put(shared, Item(SORT, "r1", None, "new", "of a newer kind"))
    two.sync()
    put(shared, Item(SORT, "r2", "r1", "new", '{"value": "title"}'))

    two.sync()
    restart(two, "2")
    two.sync()

    assert sort_of(two) == "title"
    assert set_aside(two) == []


def test_a_note_named_otherwise_than_it_says_is_set_aside(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    one.sync()
    (item,) = shared.items.values()
    put(shared, replace(item, name=Name(Kind.NOTE, "other"), rev="r9", base=None))

    two.sync()

    assert two.texts() == {note: "lime"}
    assert [aside.name.id for aside in set_aside(two)] == [NoteId("other")]
