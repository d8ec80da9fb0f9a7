"""Files in notes are read once, whatever ends the program in between, and their words go with them."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.errors import Unavailable
from notebrain.domain.notes import file_texts
from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.file_texts import FileText, Piece, ReadState
from notebrain.indexing.file_reader import FileReader
from notebrain.notes.files import FileActs
from notebrain.storage.connection import connect
from notebrain.storage.files import attachments, texts
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.documents import FakeDocuments


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        yield store


@pytest.fixture
def files(store: Store) -> FileActs:
    return FileActs(store, FakeClock(), lambda: 10_000_000)


def added(files: FileActs, data: bytes, name: str = "a.txt") -> Sha:
    return files.add_bytes(data, name).attachment.sha


def pieces(store: Store) -> list[tuple[int | None, str]]:
    with store.read() as db:
        return db.execute("select page, text from attachment_text order by id").fetchall()


def state(store: Store, sha: Sha) -> ReadState | None:
    with store.read() as db:
        reading = texts.reading(db, sha)
    return None if reading is None else reading.state


def found(store: Store, word: str) -> int:
    with store.read() as db:
        count: int = db.execute(
            "select count(*) from attachment_fts where attachment_fts match ?", (word,)
        ).fetchone()[0]
    return count


def test_a_file_waits_from_the_transaction_that_added_it(store: Store, files: FileActs) -> None:
    sha = added(files, b"words of a file")

    assert state(store, sha) is ReadState.WAITING


def test_each_file_is_read_once(store: Store, files: FileActs) -> None:
    first, second = added(files, b"one"), added(files, b"two")
    reader = FileReader(store, FakeDocuments())

    assert {reader.step(), reader.step()} == {first, second}
    assert reader.step() is None
    assert found(store, "one") == found(store, "two") == 1
    assert state(store, first) is ReadState.READ


def test_a_picture_is_not_read(store: Store, files: FileActs) -> None:
    sha = added(files, b"\x89PNG\r\n\x1a\n", "a.png")

    assert FileReader(store, FakeDocuments()).step() is None
    assert state(store, sha) is None


def test_a_file_that_cannot_be_read_is_not_tried_again_by_this_version(
    store: Store, files: FileActs, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = added(files, b"bad")
    documents = FakeDocuments({b"bad": FileText(ReadState.DIED)})
    reader = FileReader(store, documents)

    reader.step()

    assert (state(store, sha), reader.step()) == (ReadState.DIED, None)
    documents.texts.clear()
    newer = f"{texts._WAITS}".replace(f">= {file_texts.READER}", f">= {file_texts.READER + 1}")
    monkeypatch.setattr(texts, "_WAITS", newer)
    assert reader.step() == sha
    assert found(store, "bad") == 1


def test_a_file_whose_reading_was_ended_waits(store: Store, files: FileActs) -> None:
    class Ended(FakeDocuments):
        def read(self, path: str, media_type: str) -> FileText:
            raise Unavailable("stopped")

    sha = added(files, b"words")

    with pytest.raises(Unavailable):
        FileReader(store, Ended()).step()

    assert state(store, sha) is ReadState.WAITING


def test_a_kill_between_two_pieces_costs_nothing(store: Store, files: FileActs) -> None:
    many = tuple(Piece(f"piece{number}", number) for number in range(3 * texts.AT_ONCE))
    sha = added(files, b"long")
    documents = FakeDocuments({b"long": FileText(ReadState.READ, many, len(many))})
    steps = iter([True, False])

    assert FileReader(store, documents).step(lambda: next(steps)) is None
    half = len(pieces(store))
    FileReader(store, documents).step()

    assert 0 < half < len(many)
    assert pieces(store) == [(piece.page, piece.text) for piece in many]
    assert (state(store, sha), found(store, "piece1")) == (ReadState.READ, 1)


def test_a_missing_file_waits_and_holds_nothing_up(store: Store, files: FileActs) -> None:
    first, second = added(files, b"here"), added(files, b"gone")
    path = files.blobs.path(second)
    path.chmod(0o600)
    path.unlink()
    reader = FileReader(store, FakeDocuments())

    assert (reader.step(), reader.step()) == (first, None)
    assert state(store, second) is ReadState.WAITING


def test_the_words_go_with_the_file(store: Store, files: FileActs) -> None:
    sha = added(files, b"secret words")
    FileReader(store, FakeDocuments()).step()

    store.write(
        lambda db: db.execute("delete from attachment where sha = ?", (sha,)).rowcount
    ).result()

    assert (found(store, "secret"), pieces(store)) == (0, [])
    with store.read() as db:
        assert db.execute("select count(*) from attachment_reading").fetchone() == (0,)


def test_a_file_that_goes_while_it_is_read_leaves_no_words(store: Store, files: FileActs) -> None:
    sha = added(files, b"secret")

    class Slow(FakeDocuments):
        def read(self, path: str, media_type: str) -> FileText:
            store.write(lambda db: db.execute("delete from attachment").rowcount).result()
            return FileText(ReadState.READ, (Piece("secret"),))

    FileReader(store, Slow()).step()

    assert (pieces(store), state(store, sha)) == ([], None)


def test_the_index_of_the_files_agrees_with_their_text(
    tmp_path: Path, store: Store, files: FileActs
) -> None:
    for word in (b"one", b"two", b"three"):
        added(files, word)
    reader = FileReader(store, FakeDocuments())
    for sha in [reader.step() for _file in range(3)]:
        assert sha is not None
        store.write(partial(texts.drop_some, sha=sha)).result()
        reader.step()

    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.execute(
            "insert into attachment_fts (attachment_fts, rank) values ('integrity-check', 1)"
        )
    with store.read() as db:
        assert len(attachments.rows(db)) == 3


def test_a_damaged_index_of_the_files_is_made_anew_from_their_text(
    tmp_path: Path, store: Store, files: FileActs
) -> None:
    added(files, b"words of a file")
    FileReader(store, FakeDocuments()).step()
    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.execute("update attachment_fts_data set block = x'00112233' where id > 10")

    store.rebuild_words().result()

    assert found(store, "words") == 1
