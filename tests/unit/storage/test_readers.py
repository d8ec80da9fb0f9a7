"""How much of the file a read connection keeps in memory."""

import threading
from pathlib import Path

from notebrain.storage.connection import connect
from notebrain.storage.readers import Readers


def cache_kib(readers: Readers, *, much: bool = False) -> int:
    with readers.read(much=much) as db:
        size: int = db.execute("pragma cache_size").fetchone()[0]
    return -size


def readers_of(folder: Path) -> Readers:
    connect(folder / "vault.db").close()
    return Readers(folder / "vault.db")


def test_searches_keep_more_than_lists_do(tmp_path: Path) -> None:
    readers = readers_of(tmp_path)

    small, large, later = (cache_kib(readers, much=much) for much in (False, True, False))

    assert small < large == later
    readers.close()


def test_what_searches_kept_is_given_back(tmp_path: Path) -> None:
    readers = readers_of(tmp_path)
    before = cache_kib(readers)
    cache_kib(readers, much=True)

    readers.shrink()

    assert cache_kib(readers) == before
    readers.close()


def test_a_connection_that_is_being_read_from_keeps_what_it_has(tmp_path: Path) -> None:
    readers = readers_of(tmp_path)

    with readers.read(much=True) as db:
        shrinking = threading.Thread(target=readers.shrink)
        shrinking.start()
        shrinking.join()
        kept = -db.execute("pragma cache_size").fetchone()[0]

    assert kept == cache_kib(readers, much=True)
    readers.close()


def test_giving_back_after_the_end_does_nothing(tmp_path: Path) -> None:
    readers = readers_of(tmp_path)
    cache_kib(readers)
    readers.close()

    readers.shrink()
