"""How often the account is asked, and who is listened to first."""

from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount


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
