"""Creates the background thread of an open vault."""

from collections.abc import Sequence
from concurrent.futures import Future

from notebrain.app.background.file_texts import FileTextService, make_file_reader
from notebrain.app.background.maintenance import Upkeep
from notebrain.app.background.rounds import IndexScheduler
from notebrain.app.background.worker import LoopTask, Worker
from notebrain.app.core.instance import Message, Server
from notebrain.app.core.paths import socket_path
from notebrain.app.events import EventPublisher, NotesChanged
from notebrain.app.services import Services, indexer_lease
from notebrain.system.power import is_on_mains


def make_worker(services: Services, bridge: EventPublisher, *, listen: bool = False) -> Worker:
    """Create the background thread without starting it; `listen` opens the window's socket to other processes."""
    worker: Worker | None = None

    def on_message(message: Message) -> Future[None] | None:
        return None if worker is None else worker.on_message(message)

    store, indexer, cloud = services.store, services.indexer, services.cloud
    server = Server(socket_path(services.folder), on_message) if listen else None

    def look_after() -> None:
        services.memory.look_after_conversations()

    upkeep = Upkeep(store, indexer, services.clock, bridge.publish, look_after)
    lease = indexer_lease(services.folder)
    rounds = IndexScheduler(
        indexer, upkeep, lease, services.check, services.model_choice, is_on_mains
    )

    services.hotkeys.report_to(bridge.publish)

    def leads() -> bool:
        return lease.held

    def paused() -> bool:
        return worker is not None and worker.paused

    def beside() -> Sequence[LoopTask]:
        # on the thread, because it loads what the window need not wait for
        cloud.syncing = cloud.make_syncing(leads, bridge.publish)
        store.subscribe(cloud.syncing.notes_changed)
        vectors = cloud.make_indexing(leads, bridge.publish)
        store.subscribe(vectors.notes_changed)
        indexer.when_worked(vectors.notes_indexed)
        cloud.syncing.when_reached(vectors.hurry)
        opinions = cloud.make_judging(leads)
        store.subscribe(opinions.notes_changed)
        files = FileTextService(
            make_file_reader(store), leads=leads, paused=paused, publish=bridge.publish
        )
        store.subscribe(files.notes_changed)
        return (cloud.syncing, vectors, opinions, files, services.hotkeys)

    worker = cloud.worker = Worker(rounds, services.model, bridge, server, beside)
    store.subscribe(worker.notes_changed)
    store.subscribe(lambda changes: bridge.publish(NotesChanged(changes)))
    return worker
