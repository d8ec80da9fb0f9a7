"""When a request may be made again after the account said no."""

from datetime import timedelta

import pytest

from notebrain.domain.embedding.usage import RemoteState, day_of
from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudOffline,
    CloudQuota,
    CloudThrottle,
    CloudTransient,
)
from notebrain.domain.sync.computers import Others
from notebrain.domain.sync.vault_time import FARTHEST
from notebrain.indexing.rate_limits import Meter, RequestGate
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.store import Store
from notebrain.storage.sync import computers
from tests.fakes.clock import FakeClock

WAITS = RemoteState.WAITING


@pytest.mark.parametrize(
    ("answers", "wait_s", "state"),
    [
        ([CloudTransient("no")], 2, WAITS),
        ([CloudTransient("no")] * 2, 4, WAITS),
        ([CloudOffline("no")] * 5, 32, WAITS),
        ([CloudTransient("no")] * 9, 512, WAITS),
        ([CloudTransient("no")] * 10, 600, WAITS),
        ([CloudTransient("no")] * 30, 600, WAITS),
        ([CloudTransient("no", retry_after_s=90.0)], 90, WAITS),
        ([CloudTransient("no", retry_after_s=1.0)], 2, WAITS),
        ([CloudTransient("no", retry_after_s=1000.0)] * 20, 1000, WAITS),
        ([CloudThrottle("no")], 15, WAITS),
        ([CloudThrottle("no")] * 3, 60, WAITS),
        ([CloudThrottle("no", retry_after_s=20.0)], 20, WAITS),
        ([CloudQuota("no", retry_after_s=7000.0)], 7000, RemoteState.QUOTA),
        ([CloudTransient("no"), CloudQuota("no", retry_after_s=7.0)], 7, RemoteState.QUOTA),
        ([CloudAuth("no")] * 3, 900, RemoteState.FAILED),
    ],
)
def test_each_no_is_waited_for_as_long_as_it_asks_and_longer_every_time(
    clock: FakeClock, answers: list[CloudError], wait_s: float, state: RemoteState
) -> None:
    lane = RequestGate(clock)

    for answer in answers:
        lane.hit(answer)

    assert lane.until == clock.now() + timedelta(seconds=wait_s)
    assert (lane.state, lane.reason) == (state, "no")
    assert lane.refused is (state is RemoteState.FAILED)
    assert not lane.open
    clock.forward(seconds=wait_s)
    assert lane.open


def test_an_answer_ends_all_waiting(clock: FakeClock) -> None:
    lane = RequestGate(clock)
    lane.hit(CloudTransient("no"))
    lane.hit(CloudAuth("no"))

    lane.passed()

    assert lane.open
    assert (lane.until, lane.state, lane.reason, lane.refused) == (
        None,
        RemoteState.IDLE,
        None,
        False,
    )
    lane.hit(CloudTransient("no"))
    assert lane.until == clock.now() + timedelta(seconds=2)


@pytest.mark.parametrize(
    ("answer", "opens"),
    [
        (CloudOffline("no"), True),
        (CloudTransient("no"), True),
        (CloudTransient("no", retry_after_s=5.0), False),
        (CloudThrottle("no"), False),
        (CloudQuota("no", retry_after_s=5.0), False),
        (CloudAuth("no"), False),
    ],
)
def test_who_hears_that_the_account_is_there_tries_again_unless_it_asked_to_wait(
    clock: FakeClock, answer: CloudError, opens: bool
) -> None:
    lane = RequestGate(clock)
    lane.hurry()
    lane.hit(answer)

    lane.hurry()

    assert lane.open is opens
    # what it asked once does not hold for the next time
    lane.hit(CloudOffline("no"))
    lane.hurry()
    assert lane.open


def test_a_moment_that_only_a_wrong_clock_can_have_named_is_not_waited_for(
    clock: FakeClock,
) -> None:
    lane = RequestGate(clock)

    lane.hold(clock.now() + FARTHEST + timedelta(seconds=1), WAITS, "later")

    assert lane.open


def test_use_counts_what_is_written_what_is_remembered_and_other_computers(
    store: Store, clock: FakeClock
) -> None:
    meter, today = Meter(), day_of(clock.now())
    meter.remember(2.0)

    def act(db: Connection) -> None:
        usage.spend(db, today, 10.0)
        computers.put_others(db, Others(0, {}, 300.0), today)

    store.write(act).result()

    with store.read() as db:
        assert meter.spent(db, clock.now()) == 312.0
