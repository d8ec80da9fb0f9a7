"""What was sent without an answer is sent again as it was, and carried out once."""

from notebrain.domain.errors import CloudOffline
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage import settings
from notebrain.storage.sync import incoming
from notebrain.storage.sync.incoming import Why
from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount


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
        assert incoming.count(db, Why.FAULTY) == 0


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
            assert incoming.count(db, Why.FAULTY) == 0


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
