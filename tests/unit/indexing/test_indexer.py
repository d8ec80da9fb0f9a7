"""The indexer: what goes first, what is embedded, and what happens when something is in the way."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import count

import pytest

from notebrain.domain.backoff import FIRST_RETRY, LONGEST_RETRY, in_words, retry_after
from notebrain.domain.errors import NoEmbedder, VaultError
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import NoteId, NoteState
from notebrain.domain.ports import Space
from notebrain.indexing.indexer import NOTES_PER_STEP, PIECES_PER_COMMIT, Indexer
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.ids import FakeIds
from tests.fakes.soundness import faults_of
from tests.fakes.trash import purge


class TouchyEmbedder(FakeEmbedder):
    """Does something while it embeds."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[str], None] = lambda _text: None

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        for text in texts:
            self.before(text)
        return super().embed(texts)


class Bench:
    """An indexer with all it needs."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store = store
        self.clock = clock
        self.embedder = TouchyEmbedder()
        self.capture = CaptureService(store, clock, FakeIds())
        self.indexer = Indexer(store, self.embedder, clock)

    def take(self, text: str) -> NoteId:
        return self.capture.capture(Draft(text)).result().note

    def backfill(self, *texts: str) -> list[NoteId]:
        """Add notes as an import does."""

        def act(db: Connection) -> list[NoteId]:
            made = [
                new_note(Draft(text), NoteId(f"import-{text[:20]}"), now=self.clock.now())
                for text in texts
            ]
            for note in made:
                notes.add(db, note, lane=queue.Lane.BACKFILL, now=self.clock.now())
            return [note.id for note in made]

        return self.store.write(act).result()

    def run(self) -> int:
        """Step until nothing is due; return how many steps it took."""
        for steps in count():
            if not self.indexer.step():
                return steps
        raise AssertionError

    def state(self, note: NoteId) -> NoteState:
        with self.store.read() as db:
            return notes.get(db, note).state

    def number(self, what: str) -> int:
        with self.store.read() as db:
            found: int = db.execute(f"select count(*) from {what}").fetchone()[0]
        return found

    def check(self) -> None:
        assert self.store.write(faults_of).result() == []


@pytest.fixture
def bench(store: Store, clock: FakeClock) -> Bench:
    return Bench(store, clock)


def long_text(pieces: int) -> str:
    return "\n\n".join(f"Part {number}. " + f"word{number} " * 150 for number in range(pieces))


def test_a_note_that_rests_is_found_by_meaning_after_one_step(bench: Bench) -> None:
    note = bench.take("Seeds for the winter garden")

    worked = bench.indexer.step()

    assert worked == 1
    assert bench.embedder.embedded == ["Seeds for the winter garden"]
    assert bench.indexer.coverage() == (1, 1)
    assert bench.state(note) is NoteState.INDEXED
    assert bench.indexer.step() == 0
    bench.check()


def test_a_note_that_is_being_typed_waits(bench: Bench) -> None:
    note = bench.take("Seeds")
    bench.run()
    bench.capture.edit(note, Edit("Seeds and bulbs", session="s")).result()

    assert bench.indexer.step() == 0
    assert bench.indexer.rest_s() == 2.0
    assert bench.indexer.next_due_ms() is not None
    bench.clock.forward(seconds=2)
    assert bench.indexer.step() == 1
    assert bench.indexer.rest_s() is None
    assert bench.embedder.embedded[-1] == "Seeds and bulbs"


def test_a_note_that_was_left_does_not_wait(bench: Bench) -> None:
    note = bench.take("Seeds")
    bench.capture.edit(note, Edit("Seeds and bulbs", session="s")).result()

    bench.capture.left(note).result()

    assert bench.indexer.step() == 1


def test_what_has_a_vector_is_not_embedded_again(bench: Bench) -> None:
    bench.take("the same words")
    bench.take("the same words")
    bench.run()
    third = bench.take("the same words")
    bench.capture.edit(third, Edit("other words", session="s", resting=True)).result()
    bench.run()
    bench.capture.edit(third, Edit("the same words", session="s", resting=True)).result()
    bench.run()

    assert sorted(bench.embedder.embedded) == ["other words", "the same words"]
    assert bench.indexer.coverage() == (3, 3)
    bench.check()


def test_an_edit_embeds_only_the_parts_that_changed(bench: Bench) -> None:
    text = long_text(8)
    note = bench.take(text)
    bench.run()
    before = len(bench.embedder.embedded)

    bench.capture.edit(note, Edit(text + " and a new end", session="s", resting=True)).result()
    bench.run()

    assert before >= 5
    assert len(bench.embedder.embedded) - before <= 2
    bench.check()


def test_an_empty_note_counts_as_indexed_and_costs_nothing(bench: Bench) -> None:
    bench.take("")
    bench.take(" \n ")

    bench.run()

    assert bench.embedder.embedded == []
    assert bench.indexer.coverage() == (2, 2)


def test_edits_go_before_a_backfill_even_while_it_runs(bench: Bench) -> None:
    bench.backfill(*(f"old note {number}" for number in range(40)))
    bench.indexer.step()
    bench.clock.forward(seconds=1)
    bench.take("fresh thought")

    bench.indexer.step()

    fresh = bench.embedder.embedded.index("fresh thought")
    assert fresh == NOTES_PER_STEP


def test_a_note_edited_while_it_is_embedded_is_indexed_as_it_is_now(bench: Bench) -> None:
    note = bench.take("first version")

    def edit_meanwhile(text: str) -> None:
        if text == "first version":
            bench.capture.edit(note, Edit("second version", session="s", resting=True)).result()

    bench.embedder.before = edit_meanwhile

    bench.indexer.step()
    between = bench.indexer.coverage()
    bench.run()

    assert between == (0, 1)
    assert bench.indexer.coverage() == (1, 1)
    with bench.store.read() as db:
        spans = db.execute('select start, "end" from chunk').fetchall()
    assert spans == [(0, len("second version"))]
    bench.check()
    bench.capture.edit(note, Edit("first version", session="s", resting=True)).result()
    bench.run()
    assert bench.embedder.embedded == ["first version", "second version"]


def test_a_note_whose_vector_goes_with_its_twin_meanwhile_is_indexed_after_all(
    bench: Bench,
) -> None:
    twin = bench.take("the same")
    bench.run()
    bench.take("another")  # the newest is looked at first
    bench.take("the same")
    bench.clock.forward(minutes=1)
    purged: list[NoteId] = []

    def purge_twin(_text: str) -> None:
        if not purged:
            purged.append(twin)
            bench.capture.forget([twin]).result()
            purge(bench.store, [twin])

    bench.embedder.before = purge_twin
    bench.run()

    assert purged == [twin]
    with bench.store.read() as db:
        assert db.execute("select count(*) from vector").fetchone()[0] == 2


def test_a_note_purged_while_it_is_embedded_leaves_nothing_behind(bench: Bench) -> None:
    note = bench.take("secret")

    def purge_meanwhile(_text: str) -> None:
        bench.capture.forget([note]).result()
        purge(bench.store, [note])

    bench.embedder.before = purge_meanwhile

    bench.indexer.step()

    assert [
        bench.number(table) for table in ("note", "chunk", "vector", "vector_owner", "outbox")
    ] == [0] * 5
    assert bench.run() == 0


def test_a_long_note_purged_while_it_is_embedded_leaves_nothing_behind(bench: Bench) -> None:
    note = bench.take(long_text(PIECES_PER_COMMIT + 20))

    def purge_meanwhile(_text: str) -> None:
        if len(bench.embedder.embedded) == PIECES_PER_COMMIT + 2:
            bench.capture.forget([note]).result()
            purge(bench.store, [note])

    bench.embedder.before = purge_meanwhile

    bench.run()

    assert [
        bench.number(table) for table in ("note", "chunk", "vector", "vector_owner", "outbox")
    ] == [0] * 5


def test_a_long_note_is_stored_part_by_part_and_resumed_where_it_stopped(bench: Bench) -> None:
    note = bench.take(long_text(PIECES_PER_COMMIT * 2 + 10))
    asked = count()

    bench.indexer.step(
        lambda: len(bench.embedder.embedded) < PIECES_PER_COMMIT + 7 or next(asked) < 0
    )
    done = len(bench.embedder.embedded)
    stored, parts = bench.number("vector"), bench.number("chunk")
    bench.run()

    assert done == PIECES_PER_COMMIT + 7
    assert stored == done
    assert parts == PIECES_PER_COMMIT * 2
    assert bench.state(note) is NoteState.INDEXED
    assert (
        len(bench.embedder.embedded) == len(set(bench.embedder.embedded)) == bench.number("vector")
    )
    bench.check()


def test_a_long_note_gives_way_to_an_edit_of_another(bench: Bench) -> None:
    bench.backfill(long_text(PIECES_PER_COMMIT * 3))

    def edit_meanwhile(_text: str) -> None:
        if len(bench.embedder.embedded) == 10:
            bench.take("fresh thought")

    bench.embedder.before = edit_meanwhile
    bench.run()

    assert bench.embedder.embedded.index("fresh thought") == PIECES_PER_COMMIT
    assert bench.indexer.coverage() == (2, 2)
    bench.check()


def test_short_notes_before_a_long_one_are_stored_first(bench: Bench) -> None:
    bench.backfill(long_text(PIECES_PER_COMMIT + 5))
    bench.clock.forward(seconds=1)
    bench.take("short")

    bench.indexer.step()

    assert bench.indexer.coverage() == (2, 2)


def test_a_step_ends_with_its_first_commit(bench: Bench) -> None:
    bench.backfill(
        *(f"{number} " + long_text(20).replace("word", f"w{number}") for number in range(6))
    )

    bench.indexer.step()

    assert PIECES_PER_COMMIT <= len(bench.embedder.embedded) < 2 * PIECES_PER_COMMIT
    assert bench.number("vector") == len(bench.embedder.embedded)


def test_asked_to_stop_it_keeps_what_is_embedded_and_ends(bench: Bench) -> None:
    bench.backfill(*(f"note {number}" for number in range(10)))

    worked = bench.indexer.step(lambda: len(bench.embedder.embedded) < 4)
    kept = bench.number("vector")
    nothing = bench.indexer.step(lambda: False)
    bench.run()

    assert (worked, kept, nothing) == (4, 4, 0)
    assert len(bench.embedder.embedded) == 10


def test_one_note_that_cannot_be_indexed_does_not_stop_the_others(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def choke(text: str) -> None:
        if "poison" in text:
            raise ValueError("text that nobody may see: poison")

    poison, *others = bench.backfill("poison", "one", "two")
    bench.embedder.before = choke

    bench.run()

    assert bench.state(poison) is NoteState.FAILED
    assert {bench.state(note) for note in others} == {NoteState.INDEXED}
    assert bench.indexer.coverage() == (2, 3)
    with bench.store.read() as db:
        (told,) = db.execute("select last_error from outbox").fetchone()
    assert "ValueError" in told
    assert "could not be indexed: ValueError" in caplog.text
    assert "poison" not in told
    assert "nobody may see" not in caplog.text
    assert bench.indexer.rest_s() == FIRST_RETRY.total_seconds()


def test_a_failed_note_is_tried_again_later_and_later(bench: Bench) -> None:
    note = bench.take("poison")
    bench.embedder.before = lambda _text: (_ for _ in ()).throw(MemoryError())
    waits: list[float | None] = []

    for _ in range(4):
        bench.run()
        waits.append(bench.indexer.rest_s())
        bench.clock.forward(seconds=waits[-1] or 0)
    bench.embedder.before = lambda _text: None
    bench.run()

    assert waits == [30, 60, 120, 240]
    assert bench.state(note) is NoteState.INDEXED


def test_a_long_note_that_fails_is_put_off_and_keeps_its_first_parts(bench: Bench) -> None:
    def choke(_text: str) -> None:
        if len(bench.embedder.embedded) == PIECES_PER_COMMIT + 3:
            raise ValueError("no")

    note = bench.take(long_text(PIECES_PER_COMMIT * 2))
    bench.embedder.before = choke

    bench.run()

    assert bench.state(note) is NoteState.FAILED
    assert bench.number("vector") == PIECES_PER_COMMIT
    bench.check()


def test_a_note_that_cannot_be_cut_is_put_off(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(_text: str) -> int:
        raise RuntimeError("tokenizer")

    note = bench.take("text")
    monkeypatch.setattr(bench.embedder, "count_tokens", stumble)

    assert bench.indexer.step() == 1
    assert bench.state(note) is NoteState.FAILED


def test_a_vector_of_the_wrong_length_is_not_stored(bench: Bench) -> None:
    note = bench.take("text")
    bench.embedder.space = Space("fake", "bag", 32)
    monkey = bench.embedder._vector
    bench.embedder._vector = lambda text: monkey(text) + b"\0" * 4  # type: ignore[method-assign]

    bench.run()

    assert bench.state(note) is NoteState.FAILED
    assert bench.number("vector") == 0


def test_without_a_model_the_jobs_stay_as_they_are(bench: Bench) -> None:
    note = bench.take("text")
    bench.embedder.failure = NoEmbedder("There is no model here.")

    with pytest.raises(NoEmbedder):
        bench.indexer.step()

    assert bench.state(note) is NoteState.WAITING
    bench.embedder.failure = None
    bench.run()
    assert bench.state(note) is NoteState.INDEXED


def test_a_disk_that_is_full_is_no_fault_of_the_note(bench: Bench) -> None:
    note = bench.take("text")
    bench.embedder.before = lambda _text: (_ for _ in ()).throw(VaultError("The disk is full."))

    with pytest.raises(VaultError):
        bench.indexer.step()

    assert bench.state(note) is NoteState.WAITING


def test_a_long_note_meets_a_full_disk(bench: Bench) -> None:
    note = bench.take(long_text(PIECES_PER_COMMIT + 9))
    bench.embedder.before = lambda _text: (_ for _ in ()).throw(VaultError("The disk is full."))

    with pytest.raises(VaultError):
        bench.indexer.step()

    assert bench.state(note) is NoteState.WAITING


def test_a_job_whose_note_is_gone_counts_as_worked_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.take("text")
    monkeypatch.setattr(notes, "get_by_key", lambda _db, _key: None)

    assert bench.indexer.step() == 1


def test_after_a_change_of_model_everything_is_queued_again(bench: Bench) -> None:
    for number in range(5):
        bench.take(f"note {number}")
    bench.run()
    bench.embedder.space = Space("newer", "bag", 64)
    before = bench.indexer.coverage()

    stopped = bench.indexer.queue_missing(lambda: False)
    queued = bench.indexer.queue_missing()
    again = bench.indexer.queue_missing()
    bench.run()

    assert (before, stopped, queued, again) == ((0, 5), 0, 5, 0)
    assert bench.indexer.coverage() == (5, 5)
    bench.check()


def test_the_substring_index_is_filled_until_it_is_complete(bench: Bench) -> None:
    for number in range(3):
        bench.take(f"note {number}")

    assert bench.indexer.fill_substrings() == 3
    assert bench.indexer.fill_substrings() == 0


def test_old_vectors_go_after_a_week(bench: Bench) -> None:
    note = bench.take("first")
    bench.run()
    bench.capture.edit(note, Edit("second", session="s", resting=True)).result()
    bench.run()

    early = bench.indexer.delete_unused()
    bench.clock.forward(days=8)
    stopped = bench.indexer.delete_unused(lambda: False)
    late = bench.indexer.delete_unused()

    assert (early, stopped, late) == (0, 0, 2)
    assert bench.number("vector") == 1
    bench.check()


def test_retries_double_from_half_a_minute_to_six_hours() -> None:
    assert [retry_after(number) for number in (0, 1, 2)] == [
        FIRST_RETRY,
        FIRST_RETRY * 2,
        FIRST_RETRY * 4,
    ]
    assert retry_after(10**6) == LONGEST_RETRY == timedelta(hours=6)


def test_a_failure_of_ours_is_told_as_it_is() -> None:
    assert in_words(VaultError("The disk is full.")) == "The disk is full."
    assert "KeyError" in in_words(KeyError("body of a note"))


def test_the_words_of_a_long_note_follow_when_it_rests(bench: Bench) -> None:
    note = bench.take("alpha " * 30_000)
    bench.capture.edit(note, Edit("beta " * 40_000, session="s")).result()

    early = bench.indexer.fill_words()
    bench.clock.forward(seconds=8)
    late = bench.indexer.fill_words()

    assert (early, late, bench.indexer.fill_words()) == (0, 1, 0)
    assert bench.number("note_fts where note_fts match 'beta'") == 1
    bench.check()


def test_many_commits_leave_a_tidy_word_index(bench: Bench) -> None:
    for number in range(40):
        bench.take(f"note number {number} about gas")

    merged = 0
    while bench.indexer.tidy_words():
        merged += 1

    assert merged
    assert not bench.indexer.tidy_words()
    with bench.store.read() as db:
        found = db.execute("select count(*) from note_fts where note_fts match 'gas'").fetchone()
    assert found == (40,)


def test_a_step_takes_as_many_short_notes_as_make_one_commit(bench: Bench) -> None:
    bench.backfill(
        *("\n\n".join(f"n{note}p{part} " * 300 for part in range(10)) for note in range(8))
    )

    steps = [bench.indexer.step() for _step in range(3)]

    pieces = bench.number("chunk") // 8
    assert steps[0] == -(-PIECES_PER_COMMIT // pieces) < 8
    assert steps[1:] == [8 - steps[0], 0]


def test_a_note_that_was_shortened_keeps_only_the_passages_it_has(bench: Bench) -> None:
    note = bench.take(long_text(3))
    bench.run()
    assert bench.number("chunk") == 3

    bench.capture.edit(note, Edit(long_text(1), session="s", resting=True)).result()
    bench.run()

    assert bench.number("chunk") == 1
    bench.check()


@pytest.mark.parametrize(("characters", "rest_s"), [(1_000, 2), (1_000_000, 27), (9_000_000, 30)])
def test_a_long_note_rests_longer_before_it_is_split_again(
    bench: Bench, characters: int, rest_s: int
) -> None:
    note = bench.take("short")
    while bench.indexer.step():
        pass

    bench.capture.edit(note, Edit("words " * (characters // 6), session="s")).result()

    rest = bench.indexer.rest_s()
    assert rest is not None
    assert abs(rest - rest_s) <= 1


def test_a_long_note_that_the_user_leaves_is_indexed_at_once(bench: Bench) -> None:
    note = bench.take("short")
    while bench.indexer.step():
        pass

    bench.capture.edit(note, Edit("words " * 50_000, session="s", resting=True)).result()

    assert bench.indexer.rest_s() is None
