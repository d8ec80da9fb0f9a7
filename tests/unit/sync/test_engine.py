"""Two computers and an account: what one writes, the other has."""

import asyncio
from datetime import timedelta

import pytest

from notebrain.domain.embedding.usage import day_of
from notebrain.domain.errors import (
    CloudBadRequest,
    CloudError,
    CloudTooLarge,
)
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.sync.computers import Myself
from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.vault_time import AccountTime
from notebrain.storage import settings, vault_time
from notebrain.storage.embedding import usage
from notebrain.sync.engine import SyncEngine
from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount


def test_a_note_typed_on_one_computer_appears_on_the_other(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("# Soil\n\nlime in autumn", tags=("garden",), pinned=True)

    one.sync()
    done = two.sync()

    assert done.fetched == 1
    assert two.records() == one.records()
    assert two.note(note).tags == ("garden",)
    assert one.waiting() == two.waiting() == 0


def test_a_note_under_the_keys_waits_until_it_rests(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    import asyncio

    one, _two = pair
    one.take("half a sent")

    done = asyncio.run(one.engine.round())

    assert not shared.items
    assert done.wait_s == pytest.approx(2.0)


def test_edits_and_filing_travel(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)

    one.edit(note, "lime in autumn")
    one.file(note, add_tags=("garden",), importance=5, workspace="Home")
    settle(one, two)

    assert two.note(note).body == "lime in autumn"
    assert two.note(note).workspace == "Home"
    assert two.history(note) == ["lime"]
    assert_same(one, two)


def test_edits_that_do_not_touch_are_merged(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("first\n\nmiddle\n\nlast\n")
    settle(one, two)

    one.edit(note, "first, here\n\nmiddle\n\nlast\n")
    two.edit(note, "first\n\nmiddle\n\nlast, there\n")
    two.file(note, add_tags=("garden",))
    settle(one, two)

    assert one.note(note).body == "first, here\n\nmiddle\n\nlast, there\n"
    assert not one.conflicts
    assert not two.conflicts
    assert_same(one, two)


def test_edits_that_touch_keep_both_texts(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("at eight")
    settle(one, two)

    one.edit(note, "at nine")
    two.edit(note, "at ten")
    settle(one, two)

    assert one.note(note).body == two.note(note).body == "at ten"
    (conflict,) = one.conflicts + two.conflicts
    assert (conflict.mine.body, conflict.theirs.body) == ("at ten", "at nine")
    assert conflict.base is not None
    assert conflict.base.body == "at eight"
    assert "at nine" in one.history(note)
    assert "at nine" in two.history(note)
    assert_same(one, two)


def test_no_text_changes_under_the_cursor(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("first\n\nlast\n")
    settle(one, two)
    two.typing_in.add(note)
    one.edit(note, "first, here\n\nlast\n")
    settle(one, two)
    assert two.note(note).body == "first\n\nlast\n"

    two.edit(note, "first\n\nlast, there\n")
    settle(two)
    two.typing_in.clear()
    settle(two, one)

    assert one.note(note).body == "first, here\n\nlast, there\n"
    assert_same(one, two)


def test_settings_of_a_workspace_travel(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.3, scope="Home")).result()
    one.store.write(lambda db: settings.put(db, "appearance.theme", "dark")).result()
    settle(one, two)
    with two.store.read() as db:
        assert settings.get(db, "search.alpha", scope="Home") == 0.3
        assert settings.get(db, "appearance.theme") is None

    two.store.write(lambda db: settings.put(db, "search.alpha", None, scope="Home")).result()
    settle(one, two)
    with one.store.read() as db:
        assert settings.get(db, "search.alpha", scope="Home") is None


def test_the_name_of_a_workspace_leaves_only_with_a_note_of_it(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("session of Monday", workspace="Therapy", local_only=True)
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.3, scope="Therapy")).result()
    settle(one, two)

    before = {name.id: item.content for name, item in shared.items.items()}
    waiting = one.waiting_in_all()
    one.file(note, local_only=False)
    settle(one, two)

    assert before == {}
    assert waiting == 0
    with two.store.read() as db:
        assert settings.get(db, "search.alpha", scope="Therapy") == 0.3


def test_many_pages_come_in_once(pair: tuple[Computer, Computer], shared: FakeAccount) -> None:
    one, two = pair
    shared.page_items = 3
    for number in range(20):
        one.take(f"note {number}")
    settle(one)

    done = two.sync()

    assert done.fetched == 20
    assert_same(one, two)


def test_views_hear_which_notes_came_and_whether_their_texts_changed(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    heard: list[Changes] = []
    two.store.subscribe(heard.append)

    one.file(note, pinned=True)
    settle(one, two)
    one.edit(note, "lime in autumn")
    settle(one, two)

    assert heard == [touched(Act.SYNC, [note]), touched(Act.SYNC, [note], text=True)]


def test_a_setting_that_both_set_alike_is_not_sent_twice(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    for computer in (one, two):
        computer.store.write(
            lambda db: settings.put(db, "search.alpha", 0.3, scope="Home")
        ).result()
    one.sync()
    first = shared.items[Name(Kind.SETTING, "search.alpha:Home")]

    done = two.sync()

    assert (done.sent, done.merged) == (0, 0)
    assert shared.items[first.name] == first


@pytest.mark.parametrize(
    ("ahead_s", "later_s", "kept"),
    [
        (0, 0, False),
        (0, 3_600, False),
        (0, 3_601, True),
        (0, -3_601, True),
        (50, 60, False),
        (90_000, 60, True),
    ],
)
def test_what_the_account_tells_of_the_time_is_kept_where_it_is_news(
    pair: tuple[Computer, Computer],
    monkeypatch: pytest.MonkeyPatch,
    ahead_s: float,
    later_s: float,
    kept: bool,
) -> None:
    one, _two = pair
    first = AccountTime(timedelta(), one.clock.now())
    later = AccountTime(timedelta(seconds=ahead_s), first.at + timedelta(seconds=later_s))
    told: list[AccountTime | None] = [None, first, later, None]
    heard: list[AccountTime | None] = []

    for each in told:
        monkeypatch.setattr(one.engine, "_account_time", iter([each]).__next__)
        assert one.sync().problem is None
        with one.store.read() as db:
            known = vault_time.get(db)
        heard.append(None if known is None else known.account)

    assert heard == [None, first, later if kept else first, later if kept else first]


@pytest.mark.parametrize(
    ("error", "again"), [(CloudTooLarge("too large"), False), (CloudBadRequest("no"), True)]
)
def test_what_is_too_large_is_tried_again_only_after_a_change(
    pair: tuple[Computer, Computer], shared: FakeAccount, error: CloudError, again: bool
) -> None:
    one, _two = pair
    note = one.take("lime")
    shared.fail(error, on="push")
    assert [failed.reason for failed in one.sync().failed] == [str(error)]

    one.clock.forward(days=400)
    one.sync()

    assert bool(shared.items) is again
    one.edit(note, "lime in autumn")
    one.sync()
    assert shared.items


@pytest.mark.parametrize("purged", [False, True])
def test_the_views_are_told_that_the_text_of_a_note_is_gone(
    pair: tuple[Computer, Computer], purged: bool
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    if purged:
        two.forget(note)
    one.forget(note)
    one.purge(note)
    one.sync()
    told: list[Changes] = []
    two.store.subscribe(told.append)

    two.sync()

    assert [(one.act, one.notes, one.text) for one in told if one.act is Act.SYNC] == [
        (Act.SYNC, (note,), True)
    ]


def test_the_others_are_told_what_this_computer_is_called_and_what_it_spent_today(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, _two = pair
    vault, today = shared.vault(), day_of(one.clock.now())
    one.store.write(lambda db: usage.spend(db, today, 7.0)).result()
    engine = SyncEngine(one.store, one.clock, one.ids, vault, machine="one", host="Desk")

    asyncio.run(engine.round())

    assert vault.computers.myself == Myself("one", "Desk", today, 7.0)
