"""The account's share of the indexing: its space filled, its index and its database kept true."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.embedding.usage import RemoteState, day_of
from notebrain.domain.embedding.vector_ids import point_id
from notebrain.domain.errors import (
    CloudBadRequest,
    CloudConfig,
    CloudError,
    CloudLost,
    CloudQuota,
    CloudThrottle,
    CloudTransient,
)
from notebrain.domain.notes.content import content_hash
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.reports import FailedPart
from notebrain.indexing.rate_limits import EmbeddingPreferences
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue, usage
from notebrain.storage.sync import log
from tests.fakes.clock import FakeClock
from tests.fakes.remote import FakeAccount
from tests.fakes.remote_bench import RemoteBench
from tests.fakes.remote_embedder import FakeRemoteEmbedder
from tests.fakes.soundness import faults_in
from tests.fakes.trash import purge

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
def account() -> FakeAccount:
    return FakeAccount()


@pytest.fixture
def here(tmp_path: Path, account: FakeAccount, clock: FakeClock) -> Iterator[RemoteBench]:
    bench = RemoteBench(tmp_path / "here", account, clock)
    yield bench
    bench.close()
    assert faults_in(bench.folder) == []


def long_text(parts: int) -> str:
    """Return a note of about so many passages."""
    return "\n\n".join(f"Part {n}. " + f"word{n} " * 200 for n in range(parts))


@pytest.mark.slow
def test_notes_there_were_before_are_embedded_newest_first(here: RemoteBench) -> None:
    here.take_all([f"note number {n}" for n in range(230)])

    done = here.settle()

    assert done.state is RemoteState.IDLE
    assert [len(call) for call in here.far.calls] == [100, 100, 30]
    assert here.far.calls[0][0] == "note number 229"
    assert here.coverage() == (230, 230)
    assert len(here.points) == 230 == len(here.kept)


def test_what_was_paid_is_booked_once_however_many_commits_it_takes(here: RemoteBench) -> None:
    here.far.cost = 1.5
    here.take_all([f"note number {n}" for n in range(130)])
    here.index()

    first = here.round()
    here.settle()

    assert (first.state, first.wait_s) == (RemoteState.WORKING, 0)
    with here.store.read() as db:
        assert usage.spent(db, day_of(here.clock.now())) == 130 * 1.5


def test_an_answer_that_was_lost_is_booked_at_its_estimate(here: RemoteBench) -> None:
    here.far.cost = 1.5
    here.far.answers = [CloudLost("no answer")]
    here.take_all(["one", "two", "three"])

    here.settle()

    with here.store.read() as db:
        assert usage.spent(db, day_of(here.clock.now())) == 3 * 1.5


def test_a_note_whose_points_the_account_refuses_is_set_aside_and_the_others_go_on(
    here: RemoteBench,
) -> None:
    here.take_all(["lime", "pear"])
    here.account.fail(CloudBadRequest("no such thing"), on="index.upsert", times=2)

    here.settle()

    assert (len(here.points), len(here.kept)) == (1, 1)
    with here.store.read() as db:
        (aside,) = log.all_of(db)
    assert aside.what is FailedPart.VECTORS
    assert "no such thing" in aside.reason
    assert aside.retry_at > here.clock.now()


def test_a_new_note_costs_three_requests(here: RemoteBench) -> None:
    here.take("first")
    here.settle()
    here.account.calls.clear()
    here.far.calls.clear()

    here.take("second")
    here.settle()

    assert here.account.calls == ["index.upsert", "vectors.put"]
    assert here.far.embedded == ["second"]


def test_a_text_that_is_there_already_is_not_paid_for_again(here: RemoteBench) -> None:
    here.take("twice the same")
    here.settle()

    here.take("twice the same")
    here.settle()

    assert here.far.embedded == ["twice the same"]
    assert len(here.points) == 2


def test_an_edit_embeds_only_what_changed_and_outdates_the_rest(here: RemoteBench) -> None:
    note = here.take("before")
    here.settle()

    here.edit(note, "after")
    here.settle()
    assert set(here.points) == {point_id(note, content_hash(one)) for one in ("before", "after")}
    here.clock.forward(minutes=11)
    here.settle()

    assert set(here.points) == {point_id(note, content_hash("after"))}
    assert here.kept == {note: 1}


@pytest.mark.slow
def test_a_hundred_outdated_points_go_at_once(here: RemoteBench) -> None:
    notes = here.take_all([f"before {n}" for n in range(100)])
    here.settle()

    for note in notes:
        here.edit(note, f"after {note}")
    here.settle()

    assert len(here.points) == 100
    assert here.account.calls.count("index.remove") == 1


def test_a_forgotten_note_leaves_the_index_at_once_and_comes_back_for_free(
    here: RemoteBench,
) -> None:
    note = here.take("to and fro")
    here.settle()

    here.capture.forget([note]).result()
    here.settle()
    assert here.points == {}
    here.capture.restore([note]).result()
    here.settle()

    assert len(here.points) == 1
    assert len(here.far.embedded) == 1


def test_a_purged_note_leaves_nothing_in_the_account(here: RemoteBench) -> None:
    note = here.take("away with it")
    here.settle()

    here.capture.forget([note]).result()
    purge(here.store, [note])
    here.settle()

    assert here.points == {}
    assert here.kept == {}


def test_a_note_that_becomes_local_only_leaves_nothing_in_the_account(here: RemoteBench) -> None:
    note = here.take("mine alone")
    here.settle()

    here.file(note, local_only=True)
    here.settle()

    assert here.points == {}
    assert here.kept == {}
    assert here.coverage() == (0, 0)


def test_a_local_only_note_never_leaves(here: RemoteBench) -> None:
    here.take("mine alone", local_only=True)

    here.settle()

    assert here.far.calls == []
    assert here.account.calls == []


def test_a_moved_note_is_moved_in_the_index_without_being_embedded(here: RemoteBench) -> None:
    note = here.take("on the move")
    here.settle()

    here.file(note, workspace="Work")
    here.settle()

    assert list(here.points.values()) == ["Work"]
    assert here.far.embedded == ["on the move"]
    assert here.account.calls.count("vectors.put") == 1


def test_a_long_note_is_embedded_part_by_part(here: RemoteBench) -> None:
    here.take(long_text(150))

    here.settle()

    assert len(here.far.calls) >= 2
    assert max(len(call) for call in here.far.calls) == 100
    assert len(set(here.far.embedded)) == len(here.far.embedded) == len(here.points)


@pytest.mark.slow
def test_a_second_computer_takes_the_vectors_over_and_pays_nothing(
    here: RemoteBench, tmp_path: Path, clock: FakeClock, account: FakeAccount
) -> None:
    texts = [f"note number {n}" for n in range(120)]
    here.take_all(texts)
    here.settle()
    there = RemoteBench(tmp_path / "there", account, clock)
    there.take_all(texts)
    account.calls.clear()

    there.settle()

    assert there.far.calls == []
    assert there.coverage() == (120, 120)
    assert account.calls == ["vectors.get"]
    there.close()


def test_the_day_s_budget_holds_until_midnight(here: RemoteBench) -> None:
    here.take_all([f"note number {n}" for n in range(50)])
    here.preferences = EmbeddingPreferences(budget=20)

    done = here.settle()

    assert done.state is RemoteState.BUDGET
    assert len(here.far.embedded) == 20
    assert here.coverage() == (20, 50)
    assert done.reason
    assert "00:00" in done.reason
    midnight = here.clock.now().replace(hour=0, minute=0, second=0)
    assert done.wait_s == pytest.approx(86400 - (here.clock.now() - midnight).total_seconds())
    here.clock.forward(days=1)
    here.settle()
    assert len(here.far.embedded) == 40


def test_what_was_asked_in_vain_counts_against_the_budget(here: RemoteBench) -> None:
    here.take_all([f"note number {n}" for n in range(20)])
    here.preferences = EmbeddingPreferences(budget=50)
    here.far.answers = [CloudLost("no answer")] * 9

    while (done := here.settle()).state is RemoteState.WAITING:
        assert done.wait_s is not None
        here.clock.forward(seconds=done.wait_s)

    assert done.state is RemoteState.BUDGET
    assert 9 - len(here.far.answers) == 3  # for 20 passages, 20 again, and the 10 that are left


def test_a_larger_budget_takes_effect_at_once(here: RemoteBench) -> None:
    here.take_all([f"note number {n}" for n in range(50)])
    here.preferences = EmbeddingPreferences(budget=20)
    here.settle()

    here.preferences = EmbeddingPreferences(budget=8000)
    here.settle()

    assert here.coverage() == (50, 50)


def test_paused_nothing_is_embedded_but_what_is_unwanted_still_leaves(here: RemoteBench) -> None:
    note = here.take("first")
    here.settle()
    here.preferences = EmbeddingPreferences(budget=8000, paused=True)

    here.capture.forget([note]).result()
    here.take("second")
    done = here.settle()

    assert done.state is RemoteState.PAUSED
    assert here.far.embedded == ["first"]
    assert here.points == {}


def test_after_the_account_s_share_is_used_up_nothing_is_asked_until_it_resets(
    here: RemoteBench,
) -> None:
    here.take("first")
    here.far.answers = [CloudQuota("used up", retry_after_s=3600)]

    done = here.settle()
    assert done.state is RemoteState.QUOTA
    here.store.close()
    here.start()
    assert here.settle().state is RemoteState.QUOTA
    assert here.far.calls == []
    here.clock.forward(seconds=3601)
    here.settle()

    assert here.far.embedded == ["first"]


def test_busy_models_are_asked_again_after_a_growing_wait(here: RemoteBench) -> None:
    here.take("first")
    here.far.answers = [CloudTransient("3040"), CloudTransient("3040"), None]

    waits = []
    for _ in range(2):
        done = here.settle()
        assert done.state is RemoteState.WAITING
        assert done.wait_s is not None
        waits.append(done.wait_s)
        here.clock.forward(seconds=done.wait_s)
    here.settle()

    assert waits[1] > waits[0]
    assert here.far.embedded == ["first"]


@pytest.mark.parametrize(
    ("error", "embedded"),
    [
        (CloudTransient("out of reach"), ["first"]),
        (CloudTransient("asked for patience", retry_after_s=60), []),
        (CloudThrottle("slower", retry_after_s=60), []),
        (CloudQuota("used up", retry_after_s=60), []),
    ],
)
def test_once_the_account_answers_again_only_what_it_asked_to_wait_for_waits(
    here: RemoteBench, error: CloudError, embedded: list[str]
) -> None:
    here.take("first")
    here.far.answers = [error]
    here.settle()

    here.indexing.hurry()
    here.settle()

    assert here.far.embedded == embedded


def test_a_burst_that_was_too_much_waits_a_quarter_minute_while_embedding_goes_on(
    here: RemoteBench,
) -> None:
    here.take("first")
    here.settle()
    here.account.fail(CloudThrottle("40041", retry_after_s=1), on="index.upsert")

    here.take("second")
    done = here.settle()
    assert done.wait_s is not None
    assert done.wait_s >= 15
    here.take("third")
    here.settle()
    assert here.far.embedded == ["first", "second", "third"]
    here.clock.forward(seconds=done.wait_s)
    here.settle()

    assert len(here.points) == 3
    assert here.account.calls.count("index.upsert") == 3  # the two together in one


def test_without_an_index_the_vectors_are_kept_all_the_same(here: RemoteBench) -> None:
    here.take("first")
    here.account.fail(CloudConfig("the index is full"), on="index.upsert")

    done = here.settle()

    assert done.state is RemoteState.FAILED
    assert done.reason == "the index is full"
    assert len(here.kept) == 1
    here.clock.forward(minutes=20)
    here.settle()
    assert len(here.points) == 1
    assert here.account.calls.count("vectors.put") == 1


@pytest.mark.slow
def test_a_text_the_account_does_not_take_is_set_aside_alone(here: RemoteBench) -> None:
    here.take_all([f"note number {n}" for n in range(30)])
    bad = here.take("bad words")
    here.far.refused = "bad"

    done = here.settle()
    assert done.state is RemoteState.IDLE
    assert here.coverage() == (30, 31)
    here.edit(bad, "good words")
    here.settle()

    assert here.coverage() == (31, 31)


@pytest.mark.parametrize("years", [0, 10, -10])
def test_a_refused_text_is_tried_a_day_later_also_after_a_set_clock(
    here: RemoteBench, years: int
) -> None:
    now = here.clock.moment
    here.clock.moment = now.replace(year=now.year + years)
    here.take("bad words")
    here.far.refused = "bad"
    here.settle()
    here.clock.moment = now + timedelta(hours=23)
    here.far.refused, calls = "", len(here.far.calls)
    if not years:
        assert here.round().state is RemoteState.IDLE
        assert len(here.far.calls) == calls

    here.clock.moment = now + timedelta(hours=26)
    here.settle()

    assert here.coverage() == (1, 1)


def test_what_drifted_is_found_by_its_ids_and_put_right(here: RemoteBench) -> None:
    notes = here.take_all(["one", "two", "three"])
    here.settle()
    index = here.account.points[here.far.space]
    lost = index.pop(point_id(notes[0], content_hash("one")))
    left_over = point_id(notes[1], content_hash("an earlier text"))
    index[left_over] = replace(lost, id=left_over)
    stranger = "f" * 32 + "-" + "0" * 16
    index[stranger] = replace(lost, id=stranger)
    here.clock.forward(minutes=5)

    drift = here.drift()
    assert drift.missing == [lost.id]
    assert drift.unwanted == [left_over]
    assert drift.strangers == [stranger]
    here.repair(drift)
    here.settle()

    assert len(here.points) == 4
    assert {lost.id, stranger} <= set(here.points)
    assert left_over not in here.points


def test_what_is_on_its_way_into_the_index_or_out_of_it_has_not_drifted(here: RemoteBench) -> None:
    (note,) = here.take_all(["one"])
    here.settle()
    index = here.account.points[here.far.space]
    sent = dict(index)
    index.clear()  # the account has taken it, and does not show it yet

    assert here.drift().missing == []
    index |= sent
    here.edit(note, "another")
    here.settle()  # the earlier text's point waits to be removed with others
    assert set(sent) <= set(index)
    here.clock.forward(minutes=5)
    assert here.drift().unwanted == []
    assert here.drift().missing == []


def quietly(bench: RemoteBench, act: Callable[[Connection], object]) -> None:
    """Write as the engine does what came from the account."""

    def whole(db: Connection) -> None:
        db.execute(
            "insert into sync_account (one, vault, device, machine, quiet) values (1, '', '', '', 1)"
        )
        act(db)
        db.execute("delete from sync_account")

    bench.store.write(whole).result()


def test_an_edit_from_elsewhere_waits_a_minute_for_free_vectors(
    here: RemoteBench, tmp_path: Path, clock: FakeClock, account: FakeAccount
) -> None:
    notes = here.take_all(["first", "second"])
    here.settle()
    there = RemoteBench(tmp_path / "there", account, clock)
    there.take_all(["first", "second"])
    there.settle()
    for number, note in enumerate(notes):
        there.edit(note, f"edit {number}")
        quietly(here, partial(_rewritten, note=note, text=f"edit {number}"))

    done = here.settle()
    assert done.wait_s == pytest.approx(60)
    there.settle()
    account.vectors.pop((here.far.space, notes[1]))
    here.clock.forward(seconds=61)
    here.settle()

    assert here.far.embedded == ["second", "first", "edit 1"]
    assert here.coverage() == (2, 2)
    there.close()


def test_after_the_clock_went_back_it_still_waits_only_a_minute(
    here: RemoteBench, account: FakeAccount
) -> None:
    note = here.take("first")
    here.settle()
    account.vectors.clear()
    quietly(here, partial(_rewritten, note=note, text="edit"))
    here.settle()

    here.clock.forward(days=-900)

    assert here.settle().wait_s == pytest.approx(60)
    here.clock.forward(seconds=61)
    here.settle()
    assert here.far.embedded == ["first", "edit"]


def _rewritten(db: Connection, *, note: NoteId, text: str) -> None:
    db.execute("update note set body = ?, version = version + 1 where id = ?", (text, note))
    key, version = db.execute("select rowid, version from note where id = ?", (note,)).fetchone()
    queue.queue_index(db, key, note, version, lane=queue.Lane.EDIT, at=LONG_AGO)


def test_another_model_fills_its_own_space_and_the_first_stays(
    here: RemoteBench,
) -> None:
    first, second = here.far, FakeRemoteEmbedder(model="other")
    here.take_all(["one", "two"])
    here.settle()

    here.choose(second)
    here.settle()
    here.choose(first)
    here.settle()

    assert sorted(second.embedded) == sorted(first.embedded) == ["one", "two"]
    for model in (first, second):
        assert len(here.account.points[model.space]) == 2


def test_a_forgotten_note_leaves_the_index_of_every_model_there_was(here: RemoteBench) -> None:
    first, second = here.far, FakeRemoteEmbedder(model="other")
    note = here.take("one")
    here.settle()
    here.choose(second)
    here.settle()

    here.capture.forget([note]).result()
    here.settle()

    assert not here.account.points[first.space]
    assert not here.account.points[second.space]


@pytest.mark.parametrize("moment", ["index.upsert", "vectors.put", "embed"])
def test_a_note_that_is_purged_while_it_is_being_sent_leaves_nothing_behind(
    here: RemoteBench, moment: str
) -> None:
    note = here.take("away with it")
    purged: list[NoteId] = []

    def purge_now(operation: str) -> None:
        if operation == moment:
            here.account.before = here.far.before = None
            purged.append(note)
            here.capture.forget([note]).result()
            purge(here.store, [note])

    here.account.before = here.far.before = purge_now
    here.settle()

    assert purged == [note]
    assert here.points == {}
    assert here.kept == {}
    with here.store.read() as db:
        assert db.execute("select count(*) from vector").fetchone()[0] == 0
        assert db.execute("select count(*) from vector_sent").fetchone()[0] == 0
        assert db.execute("select count(*) from vector_kept").fetchone()[0] == 0


def test_points_whose_acknowledgement_was_lost_are_removed_with_their_note(
    here: RemoteBench,
) -> None:
    note = here.take("away with it")
    here.account.lose("index.upsert")
    here.settle()
    assert len(here.points) == 1

    here.file(note, local_only=True)
    here.clock.forward(hours=1)
    here.settle()

    assert here.points == {}
