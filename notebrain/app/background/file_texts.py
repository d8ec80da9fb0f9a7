"""The background's part in reading the files in notes: when to read the next one, on a thread of its own."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from notebrain.app.core.threads import BackgroundTask
from notebrain.app.events import Event, FileRead
from notebrain.domain.errors import NoteBrainError
from notebrain.indexing.file_reader import FileReader
from notebrain.storage.store import Store

_AFTER_FAULT_S = 60.0
_CHECK_AGAIN_S = 2.0
_GATHER_S = 2.0
_LOOK_S = 600.0
"""A file may come from the account, which changes no note."""
log = logging.getLogger("notebrain.files")


def make_file_reader(store: Store) -> FileReader:
    """Return what reads the files of a vault in a process of its own; it is for one thread."""
    from notebrain.documents.subprocess_client import ApartReader
    from notebrain.embedders.subprocess_client import start

    return FileReader(store, ApartReader(start))


class FileTextService(BackgroundTask):
    """Reads one file after the other beside the indexing, which a slow file must not hold up.

    Args:
        leads: Whether this process is the one that works on the vault.
        paused: Whether the user paused the work on the index.
    """

    def __init__(
        self,
        reader: FileReader,
        *,
        leads: Callable[[], bool],
        paused: Callable[[], bool],
        publish: Callable[[Event], object],
    ) -> None:
        super().__init__()
        self._reader = reader
        self._leads = leads
        self._paused = paused
        self._publish = publish
        self._stopping = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="notebrain-files")

    def gather_s(self) -> float:
        """Return how long to wait after a commit, since most commits bring no file."""
        return _GATHER_S

    async def turn(self) -> float | None:
        """Read the next file; return how many seconds to wait before the one after it.

        Raises:
            NoteBrainError: It cannot be read now, or the vault cannot be written.
        """
        if self._paused() or not self._leads():
            return _CHECK_AGAIN_S if self._reader.count_waiting() else _LOOK_S
        from asyncio import wrap_future

        if await wrap_future(self._pool.submit(self._reader.step, self._keep_going)) is None:
            self._reader.release()
            return _LOOK_S
        self._publish(FileRead())
        return 0

    def failed(self, error: NoteBrainError | None) -> float:
        """Wait a minute: the file keeps waiting, and whatever writes a note tells the user what is wrong."""
        if error is not None:
            log.info("no files are read for a moment: %s", error)
        return _AFTER_FAULT_S

    async def close(self) -> None:
        """End the process that reads; a file under way is read again by the next program."""
        self._stopping = True
        self._reader.stop()
        self._pool.shutdown()
        self._reader.release()

    def _keep_going(self) -> bool:
        return not (self._stopping or self._paused())
