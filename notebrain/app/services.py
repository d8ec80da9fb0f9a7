"""The composition root: the one place that chooses which parts work together."""

from dataclasses import dataclass
from pathlib import Path

from notebrain.app.clock import SystemClock
from notebrain.app.events import EventBridge, Listeners, NotesChanged
from notebrain.app.ids import UuidIds
from notebrain.app.instance import Server, Word, tell
from notebrain.app.library import Library
from notebrain.app.model_keeper import ModelKeeper
from notebrain.app.paths import data_folder, socket_path
from notebrain.app.resources import resource
from notebrain.app.rounds import Rounds
from notebrain.app.settings import Settings
from notebrain.app.upkeep import Upkeep
from notebrain.app.worker import Worker
from notebrain.capture.service import CaptureService
from notebrain.domain.ports import Clock, Embedder
from notebrain.embedders.local import LocalEmbedder
from notebrain.exchange.exporting import Exporter
from notebrain.exchange.importing import Importer
from notebrain.recall.service import RecallService
from notebrain.storage.lease import Lease
from notebrain.storage.store import Store
from notebrain.sync.indexing import Indexer

WINDOW_LOCK = "window.lock"
INDEXER_LOCK = "indexer.lock"


@dataclass(frozen=True, slots=True)
class Services:
    """All parts of one open vault; the window, the command line and the Python surface work through these."""

    folder: Path
    store: Store
    clock: Clock
    settings: Settings
    library: Library
    capture: CaptureService
    recall: RecallService
    importer: Importer
    exporter: Exporter
    model: ModelKeeper
    indexer: Indexer

    def worker(self, bridge: EventBridge, *, listen: bool = False) -> Worker:
        """Make the background thread, not started yet; `listen` opens the window's socket to other processes."""
        worker: Worker | None = None

        def hear(word: Word) -> None:
            if worker is not None:
                worker.hear(word)

        server = Server(socket_path(self.folder), hear) if listen else None
        upkeep = Upkeep(self.store, self.indexer, self.clock)
        rounds = Rounds(self.indexer, upkeep, Lease(self.folder / INDEXER_LOCK))
        worker = Worker(rounds, self.model, bridge, server)
        self.store.subscribe(worker.notes_changed)
        self.store.subscribe(lambda changes: bridge.publish(NotesChanged(changes)))
        return worker

    def tell_window(self) -> None:
        """Let a running window of this vault know that notes changed."""
        address = socket_path(self.folder)
        if address.exists():
            tell(address, Word.CHANGED)

    def close(self) -> None:
        """Finish the queued writes and let go of the vault."""
        self.store.close()
        self.model.release()


def open_services(
    folder: str | Path | None = None, *, clock: Clock | None = None, embedder: Embedder | None = None
) -> Services:
    """Open the vault in `folder` (default: the environment's or the platform's) and put the parts together.

    Nothing heavy is loaded: the model only when something is embedded, numpy only when meanings are compared.

    Raises:
        VaultError: The vault cannot be opened; says why and what to do.
    """
    place = data_folder(folder)
    clock = clock or SystemClock()
    ids = UuidIds()
    store = Store.open(place, clock=clock)
    model = ModelKeeper(embedder or LocalEmbedder(resource("model")))
    return Services(
        folder=place,
        store=store,
        clock=clock,
        settings=Settings(store),
        library=Library(store),
        capture=CaptureService(store, clock, ids),
        recall=RecallService(store, model, clock),
        importer=Importer(store, clock, ids),
        exporter=Exporter(store),
        model=model,
        indexer=Indexer(store, model, clock),
    )


def window_lease(folder: Path) -> Lease:
    """Return the lock that the one window of a vault holds."""
    return Lease(folder / WINDOW_LOCK)


__all__ = ["Listeners", "Services", "open_services", "window_lease"]
