from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.services import open_services
from notebrain.notes.service import Edit
from notebrain.storage.maintenance import health
from notebrain.storage.writer import outcome
from tests.fakes.embedder import FakeEmbedder

SPACE = FakeEmbedder().space


@pytest.fixture
def brain(tmp_path: Path) -> Iterator[Brain]:
    with Brain(open_services(tmp_path, embedder=FakeEmbedder())) as brain:
        brain.capture("the first zebra")
        brain.capture("the second zebra")
        yield brain


def change(brain: Brain, sql: str) -> None:
    outcome(brain.services.store.write(lambda db: db.execute(sql).rowcount))


def test_a_sound_file_has_no_fault(brain: Brain) -> None:
    with brain.services.store.read() as db:
        assert health.file_fault(db) is None
        assert health.word_index_fault(db, brain.folder) is None
    assert not list(brain.folder.glob("check-*"))


def test_a_word_index_that_lacks_a_note_is_found(brain: Brain) -> None:
    change(brain, "delete from note_fts_docsize")

    with brain.services.store.read() as db:
        assert health.word_index_fault(db, brain.folder)


def test_a_word_index_that_follows_when_a_long_note_rests_has_no_fault(brain: Brain) -> None:
    note_id = brain.capture("zebra " * 20_000)
    outcome(brain.services.notes.edit(note_id, Edit("quagga " * 20_000, session="s")))

    with brain.services.store.read() as db:
        assert db.execute("select count(*) from unworded").fetchone() == (1,)
        assert health.word_index_fault(db, brain.folder) is None


def test_the_check_of_the_word_index_lets_others_save(brain: Brain) -> None:
    with brain.services.store.read() as db:
        fault = health.word_index_fault(db, brain.folder)
        note_id = brain.capture("saved meanwhile")

    assert fault is None
    assert brain.show(note_id).body == "saved meanwhile"


def test_the_queue_tells_what_waits_and_why(brain: Brain) -> None:
    change(brain, "update outbox set last_error = 'too strange' where id = 1")

    with brain.services.store.read() as db:
        queue = health.queue_state(db)

    assert queue == health.QueueState(waiting=2, failed=1, error="too strange", substrings=2)


def test_an_indexed_vault_lacks_nothing(brain: Brain) -> None:
    brain.index()

    with brain.services.store.read() as db:
        assert health.queue_state(db) == health.QueueState(0, 0, None, 0)
        assert health.vector_state(db, SPACE) == health.VectorState(0, 0, 0)


def test_a_lost_vector_is_found_and_its_note_queued_again(brain: Brain) -> None:
    brain.index()
    change(brain, "delete from vector where id = 1")

    with brain.services.store.read() as db:
        state = health.vector_state(db, SPACE)
    report = brain.index()

    assert state.lacking == 1
    assert (report.done, report.waiting) == (2, False)
    with brain.services.store.read() as db:
        assert health.vector_state(db, SPACE).lacking == 0


def test_a_note_that_is_neither_indexed_nor_queued_is_found(brain: Brain) -> None:
    change(brain, "delete from outbox where id = 1")

    with brain.services.store.read() as db:
        assert health.vector_state(db, SPACE).forgotten == 1


def test_vectors_kept_for_undo_are_counted(brain: Brain) -> None:
    note_id = brain.capture("a text that goes")
    brain.index()
    brain.edit(note_id, "another text")
    brain.index()

    with brain.services.store.read() as db:
        assert health.vector_state(db, SPACE) == health.VectorState(0, 1, 0)
