"""Make files in notes findable by their words: read one after the other that waits, and store its text."""

import logging
from collections.abc import Callable
from functools import partial

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.ports import DocumentReader
from notebrain.storage.files import texts
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

log = logging.getLogger("notebrain.files")


class FileReader:
    """Works through the files that wait, on the thread that calls it."""

    def __init__(self, store: Store, documents: DocumentReader) -> None:
        self._store = store
        self._documents = documents
        self._blobs = Blobs.beside(store.path)

    def step(self, keep_going: Callable[[], bool] = lambda: True) -> Sha | None:
        """Read the file that was added last of those that wait and are here; return it, or None if there is none.

        Its pieces are stored as they fit beside other writes, and the file counts as read with the last of them. A kill
        in between makes it wait again.

        Raises:
            Unavailable: The process that reads cannot be used now; the file keeps waiting.
            VaultError: The vault cannot be written; the file keeps waiting.
        """
        with self._store.read() as db:
            waiting = [
                (sha, kind)
                for sha, kind, size in texts.waiting(db)
                if self._blobs.size(sha) == size
            ][:1]
        for sha, kind in waiting:
            text = self._documents.read(str(self._blobs.path(sha)), kind)
            while outcome(self._store.write(partial(texts.drop_some, sha=sha))):
                pass
            for start in range(0, len(text.pieces), texts.AT_ONCE):
                if not keep_going():
                    return None
                some = text.pieces[start : start + texts.AT_ONCE]
                outcome(self._store.write(partial(texts.add_some, sha=sha, pieces=some)))
            outcome(self._store.write(partial(texts.finish, sha=sha, text=text)))
            log.info("read a file of %s: %s", kind, text.state)
            return sha
        return None

    def count_waiting(self) -> int:
        """Return how many files wait to be read."""
        with self._store.read() as db:
            return len(texts.waiting(db))

    def stop(self) -> None:
        """End the reading of a file that is under way, from any thread; it waits again."""
        self._documents.stop()

    def release(self) -> None:
        """End the process that reads; the next file starts another."""
        self._documents.release()
