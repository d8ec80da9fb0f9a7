"""What the account refuses is set aside, and tried again later."""

from datetime import timedelta

import pytest

from notebrain.domain.errors import CloudRefused
from notebrain.storage.sync import log
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount


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
            (aside,) = log.all_of(db)
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


def test_a_removal_that_the_account_refuses_waits_and_is_sent_later(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.forget(note)
    one.purge(note)
    shared.fail(CloudRefused("a firewall"), on="push", times=None)

    done = one.sync()

    assert [refusal.name.id for refusal in done.failed] == [note]
    with one.store.read() as db:
        (aside,) = log.all_of(db)
    assert (aside.reason, aside.retry_at > one.clock.now()) == (done.failed[0].reason, True)
    shared.mend()
    one.clock.moment = aside.retry_at
    assert one.sync().sent == 1
    settle(two)
    assert two.texts() == {}
