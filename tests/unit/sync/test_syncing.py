"""Two computers and an account: what one writes, the other has."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.changes import Act, Changes, touched
from notebrain.domain.errors import CloudOffline, CloudRefused
from notebrain.domain.remote import WITHDRAWN, Kind, Name
from notebrain.domain.vault_time import AccountTime
from notebrain.storage import settings, vault_time
from notebrain.storage.syncing import account, failures, held
from notebrain.storage.syncing.held import Why
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
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


def settle(*computers: Computer) -> None:
    for _round in range(3):
        for one in computers:
            done = one.sync()
            assert done.problem is None


def assert_same(one: Computer, two: Computer) -> None:
    ours, theirs = one.records(), two.records()
    assert ours.keys() == theirs.keys()
    assert [note for note in ours if not ours[note].says_the_same(theirs[note])] == []
    assert one.waiting() == two.waiting() == 0


def test_a_one_note_change_takes_two_requests(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime in autumn")
    settle(one, two)
    one.edit(note, "lime in spring")
    shared.calls.clear()

    one.sync()

    assert shared.calls == ["pull", "push"]


def test_who_sends_first_need_not_listen_where_nobody_else_wrote(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime in autumn")
    settle(one, two)
    one.edit(note, "lime in spring")
    shared.calls.clear()

    done = one.sync(send_first=True)

    assert (shared.calls, done.sent) == (["push"], 1)
    settle(two)
    assert_same(one, two)


def test_who_sends_first_listens_where_there_is_nothing_to_send(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = two.take("lime in autumn")
    two.sync()
    shared.calls.clear()

    one.sync(send_first=True)

    assert shared.calls == ["pull"]
    assert one.texts() == {note: "lime in autumn"}


def test_who_sends_first_hears_what_others_wrote(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    mine = one.take("lime in autumn")
    settle(one, two)
    theirs = two.take("pear in spring")
    two.sync()
    one.edit(mine, "lime in winter")
    shared.calls.clear()

    one.sync(send_first=True)

    assert shared.calls == ["push", "pull"]
    assert one.texts() == {mine: "lime in winter", theirs: "pear in spring"}


def test_who_sends_again_what_had_no_answer_hears_what_others_wrote_since(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    mine = one.take("lime in autumn")
    settle(one, two)
    one.edit(mine, "lime in winter")
    shared.lose("push")
    one.sync()
    theirs = two.take("pear in spring")
    two.sync()

    one.sync(send_first=True)

    assert one.texts() == {mine: "lime in winter", theirs: "pear in spring"}


def test_an_idle_round_asks_once_and_writes_nothing(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    one.take("lime in autumn")
    settle(one, two)
    shared.calls.clear()
    before = one.store.data_version()

    done = one.sync()

    assert shared.calls == ["pull"]
    assert one.store.data_version() == before
    assert done.wait_s == 60


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


def test_a_note_in_the_trash_is_in_the_trash_everywhere(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)

    one.forget(note)
    settle(one, two)
    assert two.trash() == {note}

    one.purge(note)
    settle(one, two)
    assert two.records() == {}


def test_an_edit_beats_a_removal(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    trashed, purged = one.take("lime"), one.take("chalk")
    settle(one, two)

    one.forget(trashed, purged)
    one.purge(purged)
    two.edit(trashed, "lime in autumn")
    two.edit(purged, "chalk in spring")
    settle(one, two)

    assert one.texts() == {trashed: "lime in autumn", purged: "chalk in spring"}
    assert_same(one, two)


def test_a_note_removed_for_good_at_once_goes_to_the_trash_elsewhere(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)

    one.forget(note)
    one.purge(note)
    settle(one, two)
    assert two.trash() == {note}

    two.capture.restore([note]).result()
    settle(one, two)
    assert one.texts() == {note: "lime"}
    assert_same(one, two)


def test_a_lost_answer_doubles_nothing(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    shared.lose("push")

    assert one.sync().problem is not None
    one.edit(note, "lime in autumn")
    settle(one, two)

    assert two.texts() == {note: "lime in autumn"}
    assert len(shared.items) == 1
    assert_same(one, two)


def test_what_the_other_made_of_a_write_whose_answer_was_lost_is_no_conflict(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.edit(note, "lime in autumn")
    shared.lose("push")
    one.sync()
    settle(two)
    two.edit(note, "lime in late autumn")
    settle(two)

    settle(one, two)

    assert one.note(note).body == "lime in late autumn"
    assert not one.conflicts
    assert_same(one, two)


def test_a_removal_whose_edit_went_unanswered_is_told(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    shared.lose("push")
    one.sync()
    one.forget(note)
    one.purge(note)

    settle(one, two)

    assert one.records() == two.records() == {}
    assert [item.gone for item in shared.items.values()] == [True]


def test_without_a_network_everything_waits(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    shared.fail(CloudOffline("no network"), on="pull", times=None)
    one.take("lime")

    first, second = one.sync(), one.sync()

    assert isinstance(first.problem, CloudOffline)
    assert first.wait_s is not None
    assert second.wait_s is not None
    assert first.wait_s < second.wait_s
    shared.mend()
    settle(one, two)
    assert_same(one, two)


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


def test_a_note_that_becomes_local_only_leaves_the_account(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("the number of the account")
    settle(one, two)

    one.file(note, local_only=True)
    one.edit(note, "another number")
    settle(one, two)

    assert [(item.gone, item.content) for item in shared.items.values()] == [(True, WITHDRAWN)]
    assert one.texts() == {note: "another number"}
    assert two.trash() == {note}
    assert "vectors.remove" in shared.calls

    one.file(note, local_only=False)
    settle(one, two)
    assert two.texts() == {note: "another number"}
    assert_same(one, two)


def test_a_note_stays_local_only_whatever_others_write(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("a number")
    settle(one, two)

    one.file(note, local_only=True)
    two.edit(note, "a number, edited there")
    settle(two, one, two)

    assert one.texts() == {note: "a number"}
    assert [item.content for item in shared.items.values()] == [WITHDRAWN]


def test_what_was_written_elsewhere_of_a_note_that_stays_here_is_in_its_history(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("a number")
    settle(one, two)

    one.file(note, local_only=True)
    two.edit(note, "a number, edited there")
    two.sync()
    two.forget(note)
    settle(one, two, one)

    assert one.history(note) == ["a number, edited there"]


def test_a_first_connection_removes_nothing(tmp_path: Path, shared: FakeAccount) -> None:
    clock = FakeClock()
    one, two = (Computer(tmp_path / name, name, shared, clock) for name in ("one", "two"))
    one.connect()
    two.connect()
    trashed, purged = one.take("lime"), one.take("chalk")
    settle(one, two)
    one.forget(trashed, purged)
    one.purge(purged)
    settle(one)

    two.connect()  # as if for the first time
    settle(two, one)

    assert two.texts() == one.texts() == {trashed: "lime", purged: "chalk"}
    assert_same(one, two)
    one.close()
    two.close()


def test_many_removals_are_asked_about(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(30)]
    settle(one, two)
    one.forget(*ids[:21])
    settle(one)

    asked = two.sync()
    assert asked.asks == 21
    assert len(two.texts()) == 30
    assert two.sync().asks == 21

    import asyncio

    assert asyncio.run(two.engine.answer_deletions(delete=False)) == 21
    settle(two, one)
    assert len(one.texts()) == len(two.texts()) == 30
    assert_same(one, two)

    one.forget(*ids[:21])
    settle(one)
    assert two.sync().asks == 21
    assert asyncio.run(two.engine.answer_deletions(delete=True)) == 21
    settle(two, one)
    assert len(two.texts()) == 9
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


def test_what_the_account_refuses_is_set_aside_and_the_rest_goes_on(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    good = [one.take(f"note {number}") for number in range(5)]
    bad = one.take("x" * 2_000_000)

    done = one.sync()

    (refusal,) = done.failed
    assert refusal.name.id == bad
    settle(two)
    assert set(two.texts()) == set(good)
    assert one.sync().failed == ()

    one.edit(bad, "short enough")
    settle(one, two)
    assert two.note(bad).body == "short enough"


@pytest.mark.parametrize("years", [0, 10, -10])
def test_what_was_refused_is_sent_a_day_later_also_after_the_clock_was_set(
    pair: tuple[Computer, Computer], shared: FakeAccount, years: int
) -> None:
    one, two = pair
    settle(one, two)
    now = one.clock.moment
    one.clock.moment = now.replace(year=now.year + years)
    note = one.take("cat /etc/passwd")
    shared.fail(CloudRefused("a firewall"), on="push", times=None)
    assert [refusal.name.id for refusal in one.sync().failed] == [note]
    shared.mend()
    if not years:
        one.clock.moment = now + timedelta(hours=23)
        assert one.sync().sent == 0

    one.clock.moment = now + timedelta(hours=26)
    assert one.sync().sent == 1
    settle(two)

    assert two.note(note).body == "cat /etc/passwd"


def test_what_looks_like_a_passing_fault_is_tried_again_sooner(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    settle(one, two)
    one.take("lime")
    shared.fail(CloudRefused("500", passing=True), on="push", times=None)
    waits: list[float] = []
    for _ in range(3):
        one.sync()
        with one.store.read() as db:
            (aside,) = failures.all_of(db)
        waits.append((aside.retry_at - one.clock.now()).total_seconds())
        one.clock.moment = aside.retry_at

    assert waits == [30, 60, 120]


def test_what_was_refused_before_does_not_go_with_the_others(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    settle(one, two)
    one.take("lime")
    shared.fail(CloudRefused("a firewall"), on="push")
    one.sync()
    one.clock.forward(days=2)
    one.take("pear")
    shared.calls.clear()

    assert one.sync().sent == 2

    assert shared.calls.count("push") == 2


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


def test_many_pages_come_in_once(pair: tuple[Computer, Computer], shared: FakeAccount) -> None:
    one, two = pair
    shared.page_items = 3
    for number in range(20):
        one.take(f"note {number}")
    settle(one)

    done = two.sync()

    assert done.fetched == 20
    assert_same(one, two)


def test_a_round_tells_what_came_by_itself_and_what_met_changes_made_here(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    plain, met = one.take("lime"), one.take("first\n\nmiddle\n\nlast\n")
    settle(one, two)
    one.edit(plain, "lime in autumn")
    one.edit(met, "first, here\n\nmiddle\n\nlast\n")
    one.sync()

    two.edit(met, "first\n\nmiddle\n\nlast, there\n")
    done = two.sync()

    assert (done.fetched, done.merged, done.conflicts, done.sent) == (2, 1, 0, 1)
    assert (done.withdrawn, done.asks, done.failed, done.requests) == (0, 0, (), 2)


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


def test_a_setting_whose_answer_was_lost_is_known_to_be_there_and_changes_again(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    name = Name(Kind.SETTING, "search.alpha:Home")
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.3, scope="Home")).result()
    shared.lose("push")
    assert one.sync().problem is not None
    sent = shared.items[name]

    settle(one, two)

    assert shared.items[name] == sent
    two.store.write(lambda db: settings.put(db, "search.alpha", 0.7, scope="Home")).result()
    settle(two, one)
    with one.store.read() as db:
        assert settings.get(db, "search.alpha", scope="Home") == 0.7
        assert held.count(db, Why.FAULTY) == 0


def test_a_setting_that_another_computer_set_first_is_met_though_an_answer_was_lost(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.3, scope="Home")).result()
    settle(one, two)
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.5, scope="Home")).result()
    shared.fail(CloudOffline("no network"), on="push")
    one.sync()
    two.store.write(lambda db: settings.put(db, "search.alpha", 0.7, scope="Home")).result()
    two.sync()

    settle(one, two)

    for computer in (one, two):
        with computer.store.read() as db:
            assert settings.get(db, "search.alpha", scope="Home") == 0.5
            assert held.count(db, Why.FAULTY) == 0


def test_all_notes_over_which_others_wrote_first_are_fetched_at_once(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"{number}\n\nmiddle\n\nlast\n") for number in range(3)]
    settle(one, two)
    for number, note in enumerate(ids):
        one.edit(note, f"{number}, here\n\nmiddle\n\nlast\n")
        two.edit(note, f"{number}\n\nmiddle\n\nlast, there\n")
    one.sync()
    shared.calls.clear()

    two.sync(send_first=True)

    assert shared.calls[:3] == ["push", "fetch", "push"]
    assert shared.calls.count("fetch") == 1
    settle(one, two)
    assert one.note(ids[2]).body == "2, here\n\nmiddle\n\nlast, there\n"
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


def test_notes_removed_for_good_at_once_elsewhere_stay_until_the_user_says_so(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(30)]
    settle(one, two)

    one.forget(*ids)
    one.purge(*ids)
    one.sync()
    done = two.sync()

    assert done.asks == 30
    assert set(two.texts()) == set(ids)


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


def test_a_write_that_never_arrived_is_sent_again_under_its_name(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    shared.fail(CloudOffline("no network"), on="push")
    assert one.sync().problem is not None
    with one.store.read() as db:
        under_way = db.execute("select sending_rev from sync_note").fetchone()[0]

    done = one.sync()

    assert (done.sent, one.waiting()) == (1, 0)
    assert shared.items[Name(Kind.NOTE, note)].rev == under_way
    settle(two)
    assert_same(one, two)


@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        ([], True),
        (["forget"], True),
        (["edit"], False),
        (["edit", "forget"], False),
        (["forget", "restore"], False),
        (["forget", "edit", "restore"], False),
        (["file"], False),
        (["file", "forget"], False),
        (["tag", "forget"], False),
    ],
)
def test_a_removal_elsewhere_counts_unless_more_was_done_here_than_to_throw_away(
    pair: tuple[Computer, Computer], changes: list[str], goes: bool
) -> None:
    one, two = pair
    note, other = one.take("lime"), one.take("chalk")
    settle(one, two)
    acts = {
        "forget": lambda: two.forget(note),
        "restore": lambda: two.capture.restore([note]).result(),
        "edit": lambda: two.edit(note, "lime in autumn"),
        "file": lambda: two.file(note, pinned=True),
        "tag": lambda: two.file(note, add_tags=("garden",)),
    }
    one.forget(note)
    one.purge(note)
    for change in changes:
        acts[change]()

    settle(one, two)

    assert other in two.texts()
    if goes:
        assert one.texts() == two.texts() == {other: "chalk"}
        assert one.trash() == set()
    else:
        assert note in {*one.texts(), *one.trash()}
        assert_same(one, two)


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


def test_the_account_forgets_what_stays_here_and_hears_of_nothing_else(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    stays, changes = one.take("lime"), one.take("chalk")
    settle(one, two)
    one.file(stays, local_only=True)
    one.edit(changes, "chalk in spring")
    new = one.take("pear")
    one.clock.forward(seconds=3)

    asyncio.run(one.engine.withdraw())

    assert one.waiting() == 2
    assert shared.items[Name(Kind.NOTE, stays)].content == WITHDRAWN
    assert "spring" not in (shared.items[Name(Kind.NOTE, changes)].content or "")
    assert Name(Kind.NOTE, new) not in shared.items
    one.store.write(account.disconnect).result()
    shared.calls.clear()
    asyncio.run(one.engine.withdraw())
    assert shared.calls == []
