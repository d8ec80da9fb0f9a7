"""What other programs write: at a version, within limits, listed, and taken back byte for byte."""

from contextlib import closing
from datetime import timedelta

import pytest

from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.programs.program import (
    LimitReached,
    Limits,
    NotAllowed,
    ProgramVerb,
    Scope,
    StaleVersion,
)
from notebrain.notes.programs import NoteAt, ProgramWrite, ProgramWrites
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.connection import connect
from notebrain.storage.notes import notes, revisions
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.soundness import faults_of

ANY = Limits()
US = "mcp:us"


@pytest.fixture
def ids() -> FakeIds:
    return FakeIds()


@pytest.fixture
def user(store: Store, clock: FakeClock, ids: FakeIds) -> CaptureService:
    return CaptureService(store, clock, ids)


@pytest.fixture
def writes(store: Store, clock: FakeClock, ids: FakeIds) -> ProgramWrites:
    return ProgramWrites(store, clock, ids)


def read(store: Store, note: NoteId) -> Note:
    with store.read() as db:
        return notes.get(db, note)


def at(note: NoteId, version: int = 1) -> NoteAt:
    return NoteAt(note, version)


def test_a_new_note_is_from_the_program_and_listed(writes: ProgramWrites, store: Store) -> None:
    write = writes.capture(US, Draft("Milk", source=US), ANY)
    note = write.future.result().note

    (act,) = writes.acts()
    assert (act.program, act.verb, act.note_id) == (US, ProgramVerb.CAPTURE, note)
    assert (write.number, write.note_id, write.version) == (act.number, note, 1)
    assert read(store, note).source == US


@pytest.mark.parametrize("verb", ["append", "update", "forget", "restore"])
def test_a_note_changed_since_is_not_written(
    writes: ProgramWrites, user: CaptureService, store: Store, verb: str
) -> None:
    note = user.capture(Draft("one")).result().note
    user.edit(note, Edit.single("two")).result()
    act = {
        "append": lambda: writes.append(US, at(note), "more", ANY),
        "update": lambda: writes.update(US, at(note), lambda _body: "mine", ANY),
        "forget": lambda: writes.forget(US, at(note), ANY),
        "restore": lambda: writes.restore(US, at(note), ANY),
    }[verb]

    with pytest.raises(StaleVersion) as refused:
        act().future.result()

    assert refused.value.present == 2
    assert read(store, note).body == "two"
    assert not writes.acts()


def test_a_version_that_is_still_to_come_is_refused_too(
    writes: ProgramWrites, user: CaptureService
) -> None:
    note = user.capture(Draft("one")).result().note

    with pytest.raises(StaleVersion):
        writes.update(US, at(note, 2), lambda _body: "mine", ANY)


def test_every_kind_of_act_is_taken_back_byte_for_byte(
    writes: ProgramWrites, user: CaptureService, store: Store
) -> None:
    body = "# Title\r\n\r\n\ttext #tag \u2028 end  "
    first, other, trashed = (user.capture(Draft(body)).result().note for _ in range(3))
    user.forget([trashed]).result()
    writes.append(US, at(first), "more #new", ANY).future.result()
    writes.update(US, at(first, 2), lambda _body: "all new", ANY).future.result()
    writes.forget(US, at(other), ANY).future.result()
    writes.restore(US, at(trashed), ANY).future.result()
    made = writes.capture(US, Draft("mine"), ANY).future.result().note

    kept, done = writes.undo_all(US, None)

    assert (kept, done) == ([], 5)
    assert read(store, first).body == body
    assert read(store, first).tags == ("tag",)
    assert read(store, other).deleted_at is None
    assert read(store, trashed).deleted_at is not None
    assert read(store, made).deleted_at is not None


def test_what_the_user_changed_since_is_never_taken_back(
    writes: ProgramWrites, user: CaptureService, store: Store
) -> None:
    note = user.capture(Draft("one")).result().note
    write = writes.update(US, at(note), lambda _body: "two", ANY)
    write.future.result()
    user.edit(note, Edit.single("the user's")).result()

    with pytest.raises(UserError, match="changed since"):
        writes.undo(write.number or 0).result()
    kept, done = writes.undo_all(US, None)

    assert ([act.number for act in kept], done) == ([write.number], 0)
    assert read(store, note).body == "the user's"


def test_an_act_is_taken_back_once(writes: ProgramWrites) -> None:
    number = _done(writes.capture(US, Draft("mine"), ANY))
    writes.undo(number).result()

    with pytest.raises(UserError, match="already"):
        writes.undo(number).result()
    with pytest.raises(NotFound):
        writes.undo(number + 1).result()


def _done(write: ProgramWrite) -> int:
    write.future.result()
    assert write.number is not None
    return write.number


def test_the_same_text_again_is_no_act(
    writes: ProgramWrites, user: CaptureService, store: Store
) -> None:
    note = user.capture(Draft("one")).result().note

    write = writes.update(US, at(note), lambda body: body, ANY)
    write.future.result()

    assert (write.number, write.version) == (None, 1)
    with store.read() as db:
        assert not revisions.history(db, note)


def test_all_programs_together_write_so_often_in_an_hour(
    writes: ProgramWrites, clock: FakeClock
) -> None:
    limits = Limits(writes=2)
    for name in ("mcp:one", "mcp:two"):
        writes.capture(name, Draft(name), limits).future.result()

    with pytest.raises(LimitReached):
        writes.capture("mcp:three", Draft("three"), limits).future.result()
    clock.forward(minutes=61)
    writes.capture("mcp:three", Draft("three"), limits).future.result()

    assert len(writes.acts()) == 3


def test_undone_acts_count_too_or_a_loop_would_never_end(writes: ProgramWrites) -> None:
    writes.undo(_done(writes.capture(US, Draft("one"), ANY))).result()

    with pytest.raises(LimitReached):
        writes.capture(US, Draft("two"), Limits(writes=1)).future.result()


def test_a_day_has_a_limit_of_its_own_for_the_trash(
    writes: ProgramWrites, user: CaptureService, clock: FakeClock
) -> None:
    one, two = (user.capture(Draft("text")).result().note for _ in range(2))
    limits = Limits(forgets=1)
    writes.forget(US, at(one), limits).future.result()
    clock.forward(hours=23)

    with pytest.raises(LimitReached):
        writes.forget(US, at(two), limits).future.result()
    assert writes.left(limits) == (60, 0)


def test_more_is_allowed_from_the_moment_the_user_says_so(
    writes: ProgramWrites, clock: FakeClock
) -> None:
    writes.capture(US, Draft("one"), ANY).future.result()
    clock.forward(minutes=1)

    limits = Limits(writes=1, since=clock.now())
    writes.capture(US, Draft("two"), limits).future.result()

    assert writes.left(Limits(writes=5, since=clock.now() + timedelta(days=9)))[0] == 5


def test_a_date_ahead_counts_from_now_and_no_longer(
    writes: ProgramWrites, clock: FakeClock
) -> None:
    limits = Limits(writes=1, since=clock.now() + timedelta(days=9))
    writes.capture(US, Draft("one"), limits).future.result()
    clock.forward(seconds=1)

    assert limits.counted_from(ProgramVerb.UPDATE, clock.now()) == clock.now()


def test_what_stays_on_this_computer_is_not_there_for_a_program(
    writes: ProgramWrites, user: CaptureService, store: Store
) -> None:
    note = user.capture(Draft("secret", local_only=True)).result().note

    with pytest.raises(NotFound):
        writes.append(US, at(note), "more", ANY).future.result()
    with pytest.raises(NotFound):
        writes.update(US, at(note, 7), lambda _body: "x", ANY)

    writes.allow(note, allowed=True).result()
    writes.append(US, at(note), "more", ANY).future.result()
    assert "more" in read(store, note).body


def test_an_important_note_is_changed_only_if_the_user_allowed_it(
    writes: ProgramWrites, user: CaptureService
) -> None:
    note = user.capture(Draft("will", importance=4)).result().note

    with pytest.raises(NotAllowed, match="importance 4"):
        writes.forget(US, at(note), ANY).future.result()
    writes.allow(note, allowed=True).result()
    writes.forget(US, at(note), ANY).future.result()
    writes.allow(note, allowed=False).result()

    with pytest.raises(NotAllowed):
        writes.restore(US, at(note), ANY).future.result()


def test_a_note_in_the_trash_is_not_changed_there(
    writes: ProgramWrites, user: CaptureService
) -> None:
    note = user.capture(Draft("old")).result().note
    user.forget([note]).result()

    with pytest.raises(NotAllowed, match="trash"):
        writes.append(US, at(note), "more", ANY).future.result()


def test_a_program_writes_only_within_its_scope(
    writes: ProgramWrites, user: CaptureService
) -> None:
    note = user.capture(Draft("text", tags=("home",))).result().note
    writes.set_scope(US, Scope(tags=("work",))).result()

    with pytest.raises(NotFound):
        writes.append(US, at(note), "more", ANY).future.result()

    writes.set_scope(US, Scope(tags=("Home",))).result()
    writes.append(US, at(note), "more", ANY).future.result()


def test_the_text_from_before_is_never_thinned_out(
    writes: ProgramWrites, user: CaptureService, store: Store, clock: FakeClock
) -> None:
    note = user.capture(Draft("one")).result().note
    number = _done(writes.update(US, at(note), lambda _body: "one.", ANY))
    clock.forward(days=900)
    with store.read() as db:
        key = notes.key_of(db, note)
    store.write(lambda db: revisions.thin(db, key, now=clock.now(), most=99)).result()

    writes.undo(number).result()

    assert read(store, note).body == "one"


def test_a_scope_that_cannot_be_understood_blocks(writes: ProgramWrites, store: Store) -> None:
    writes.set_scope(US, Scope()).result()
    store.write(lambda db: db.execute("update program set content = 'x'")).result()

    assert writes.scope_of(US).is_blocked


def test_what_went_out_is_counted_by_program(writes: ProgramWrites) -> None:
    assert writes.count_use(US, "recall", calls=1, characters=10).result()
    assert not writes.count_use(US, "show", calls=2, characters=5).result()

    (one,) = writes.known()
    assert (one.name, one.calls, one.characters) == (US, 3, 15)


def test_the_vault_is_sound_after_all_of_it(
    writes: ProgramWrites, user: CaptureService, store: Store
) -> None:
    note = user.capture(Draft("one")).result().note
    writes.update(US, at(note), lambda _body: "two", ANY).future.result()
    writes.undo_all(US, None)

    with closing(connect(store.path)) as db:
        assert not faults_of(db)


def test_what_one_program_may_write_is_kept_beside_its_other_limits(
    writes: ProgramWrites, store: Store, clock: FakeClock
) -> None:
    only = Scope(("Work",), ("home",), may=frozenset({ProgramVerb.CAPTURE}))
    writes.set_scope(US, only).result()

    assert writes.scope_of(US) == only
    writes.set_scope(US, Scope(may=frozenset())).result()
    assert writes.scope_of(US).may == frozenset()
    writes.set_scope(US, Scope()).result()
    assert writes.scope_of(US).may is None


@pytest.mark.parametrize("content", ["", "[", "[]", '{"may": 3}', '{"tags": 1}'])
def test_a_program_whose_limits_cannot_be_read_is_blocked_until_they_are_set_again(
    writes: ProgramWrites, store: Store, content: str
) -> None:
    writes.set_scope(US, Scope()).result()
    with closing(connect(store.path)) as db:
        db.execute("update program set content = ?", (content,))

    assert writes.scope_of(US).is_blocked
    writes.set_scope(US, Scope(tags=("home",))).result()
    assert writes.scope_of(US) == Scope(tags=("home",))


def test_the_user_is_told_once_of_each_program_that_writes(writes: ProgramWrites) -> None:
    writes.set_scope("mcp:reads only", Scope()).result()
    assert writes.untold_writers() == []
    writes.capture(US, Draft("Milk", source=US), ANY).future.result()
    assert writes.untold_writers() == [US]

    writes.mark_told(US).result()
    writes.set_scope(US, Scope(tags=("home",))).result()
    writes.capture(US, Draft("Eggs", source=US, tags=("home",)), ANY).future.result()

    assert writes.untold_writers() == []


def test_what_went_out_is_told_by_function_for_today_only(
    writes: ProgramWrites, clock: FakeClock
) -> None:
    writes.count_use(US, "recall", calls=9, characters=90).result()
    clock.forward(days=1)
    writes.count_use(US, "show", calls=1, characters=500).result()
    writes.count_use(US, "recall", calls=3, characters=30).result()

    assert [(use.tool, use.calls, use.characters) for use in writes.uses()] == [
        ("recall", 3, 30),
        ("show", 1, 500),
    ]
