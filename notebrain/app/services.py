"""The composition root: the one place that chooses which parts work together."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.app.clock import SystemClock
from notebrain.app.events import EventBridge, Listeners, NotesChanged
from notebrain.app.ids import UuidIds
from notebrain.app.library import Library
from notebrain.app.model_keeper import ModelKeeper
from notebrain.app.paths import data_folder, socket_path
from notebrain.app.resources import resource
from notebrain.app.setting_values import Settings
from notebrain.app.settings import ACCOUNT_CONNECTION
from notebrain.app.typing_in import Typing
from notebrain.capture.service import CaptureService
from notebrain.domain.ports import Clock, Embedder, Ids, Space
from notebrain.storage.lease import Lease
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from concurrent.futures import Future

    from notebrain.app.account import Account
    from notebrain.app.account_indexing import AccountIndexing
    from notebrain.app.account_judging import AccountJudging
    from notebrain.app.account_meaning import AccountMeaning
    from notebrain.app.account_vectors import AccountVectors
    from notebrain.app.backups import Backups
    from notebrain.app.connection import Connection
    from notebrain.app.home import Home
    from notebrain.app.instance import Word
    from notebrain.app.judging import TextJudge
    from notebrain.app.links import Links
    from notebrain.app.loop_thread import LoopThread
    from notebrain.app.review import Review
    from notebrain.app.searches import Searches
    from notebrain.app.sync_overview import SyncOverviews
    from notebrain.app.syncing import Syncing
    from notebrain.app.templates import Templates
    from notebrain.app.vaults import KnownVaults
    from notebrain.app.worker import Beside, Worker
    from notebrain.capture.daily import DailyNotes
    from notebrain.capture.linking import LinkActs
    from notebrain.capture.tagging import TagService
    from notebrain.capture.welcome import WelcomeService
    from notebrain.domain.changes import Changes
    from notebrain.domain.remote import Remote
    from notebrain.exchange.exporting import Exporter
    from notebrain.exchange.importing import Importer
    from notebrain.recall.service import RecallService
    from notebrain.review.checking import Checker
    from notebrain.review.own_bands import OwnBands
    from notebrain.sync.indexing import Indexer
    from notebrain.sync.meter import Meter
    from notebrain.sync.reembedding import Reembedding
    from notebrain.sync.remote_indexing import RemoteIndexing

T = TypeVar("T")

WINDOW_LOCK = "window.lock"
INDEXER_LOCK = "indexer.lock"


class Services:
    """All parts of one open vault; the window, the command line and the Python surface work through these.

    The parts that many commands never touch are loaded when first asked for (measured: 70 of 125 ms of a start).
    """

    def __init__(
        self, folder: Path, store: Store, *, clock: Clock, ids: Ids, model: ModelKeeper
    ) -> None:
        self.folder = folder
        self.store = store
        self.clock = clock
        self.model = model
        self.settings = Settings(store)
        self.library = Library(store)
        self.capture = CaptureService(store, clock, ids)
        self.typing = Typing()
        self.syncing: Syncing | None = None
        """Keeps the vault and the account the same; None before the background has begun."""
        self._ids = ids
        self._worker: Worker | None = None

    @cached_property
    def searches(self) -> "Searches":
        """The searches that are kept."""
        from notebrain.app.searches import Searches

        return Searches(self.settings)

    @cached_property
    def links(self) -> "Links":
        """Who links to whom."""
        from notebrain.app.links import Links

        return Links(self.store)

    @cached_property
    def linking(self) -> "LinkActs":
        """Acts on links."""
        from notebrain.capture.linking import LinkActs

        return LinkActs(self.store, self.clock)

    @cached_property
    def home(self) -> "Home":
        """Looks over the notes, for Home."""
        from notebrain.app.home import Home

        return Home(self.store)

    @cached_property
    def welcome(self) -> "WelcomeService":
        """Writes the notes that show a new user around."""
        from notebrain.capture.welcome import WelcomeService

        return WelcomeService(self.store, self.clock, self._ids)

    @cached_property
    def tags(self) -> "TagService":
        """Acts on tags themselves."""
        from notebrain.capture.tagging import TagService

        return TagService(self.store)

    @cached_property
    def templates(self) -> "Templates":
        """What notes can begin with."""
        from notebrain.app.templates import Templates

        return Templates(self.store)

    @cached_property
    def daily(self) -> "DailyNotes":
        """The notes of days."""
        from notebrain.capture.daily import DailyNotes

        return DailyNotes(self.store, self.clock, self._ids)

    @cached_property
    def backups(self) -> "Backups":
        """Makes backups and looks into them."""
        from notebrain.app.backups import Backups

        return Backups(self.store, self.settings, self.clock)

    @cached_property
    def account(self) -> "Account":
        """The user's own Cloudflare account."""
        from notebrain.app.account import Account

        return Account(self.settings, self.clock)

    @property
    def account_connection(self) -> "Connection | None":
        """Which account the vault is connected to; loads nothing of the account."""
        from notebrain.app.connection import connection_in

        return connection_in(str(self.settings.get(ACCOUNT_CONNECTION)))

    @cached_property
    def sync_overviews(self) -> "SyncOverviews":
        """How syncing stands, for who shows it."""
        from notebrain.app.sync_overview import SyncOverviews

        return SyncOverviews(self.store, self.settings)

    def sync_soon(self) -> None:
        """Sync now what can be, here or in the window that has this vault open, e.g. after a token was given."""
        if self.syncing is not None:
            self.syncing.sync_now()
            return
        address = socket_path(self.folder)
        if address.exists():
            from notebrain.app.instance import Word, tell

            tell(address, Word.SYNC)

    def retry_sync(self) -> "Future[Changes]":
        """Let what the account did not take be sent again now."""

        def again(_done: object) -> None:
            if self.syncing is not None:
                self.syncing.sync_now()

        done = self.sync_overviews.retry()
        done.add_done_callback(again)
        return done

    @cached_property
    def account_meaning(self) -> "AccountMeaning":
        """Understands questions in the account."""
        from notebrain.app.account_meaning import AccountMeaning

        return AccountMeaning(
            self._remote,
            space=self._account_space,
            submit=self.submit,
            meter=self.meter,
        )

    @cached_property
    def meter(self) -> "Meter":
        """Counts what this computer spends of the account's daily share."""
        from notebrain.sync.meter import Meter

        return Meter()

    @cached_property
    def remote_indexing(self) -> "RemoteIndexing":
        """The account's share of the indexing, for the background loop."""
        from notebrain.sync.remote_indexing import RemoteIndexing

        return RemoteIndexing(
            self.store,
            self.clock,
            local=self.model.space,
            meter=self.meter,
            wishes=self.account_vectors.wishes,
        )

    @cached_property
    def account_vectors(self) -> "AccountVectors":
        """How things stand with the account's vectors, and what they would cost."""
        from notebrain.app.account_vectors import AccountVectors

        return AccountVectors(
            self.store,
            self.settings,
            self.clock,
            local=self.model.space,
            meter=self.meter,
            last=lambda: self.remote_indexing.last,
        )

    def submit(self, work: "Coroutine[Any, Any, T]") -> "Future[T]":
        """Run a coroutine on the background's loop, or on one of its own where there is no background."""
        return self._loop.submit(work) if self._worker is None else self._worker.submit(work)

    @cached_property
    def _loop(self) -> "LoopThread":
        from notebrain.app.loop_thread import LoopThread

        return LoopThread()

    async def _remote(self) -> "Remote | None":
        return await self.account.remote()

    def _account_space(self) -> "Space | None":
        # the parts of the account are loaded only where there is one
        return self.account.model.space if self.settings.get(ACCOUNT_CONNECTION) else None

    def repair_words(self) -> "Future[None]":
        """Make the word index anew from the notes; they are not touched."""
        from notebrain.storage.health import rebuild_word_index

        return self.store.write(rebuild_word_index)

    @cached_property
    def recall(self) -> "RecallService":
        """Finds notes."""
        from notebrain.recall.service import RecallService

        return RecallService(self.store, self.model, self.clock, self.account_meaning)

    @cached_property
    def review(self) -> "Review":
        """Shows what was noticed about notes, and carries answers out."""
        from notebrain.app.review import Review

        return Review(self.store, self.settings, self.clock, self._ids)

    def check(self, keep_going: "Callable[[], bool]") -> int:
        """Compare a few notes that were indexed with the others; return how many."""
        if not self.review.checks_wait():
            return 0  # numpy and the judge are not loaded for nothing
        self._own_bands.renew()
        return self._checker.step(keep_going)

    @cached_property
    def _own_bands(self) -> "OwnBands":
        from notebrain.review.own_bands import OwnBands

        return OwnBands(self.store, self.model.space)

    @cached_property
    def _checker(self) -> "Checker":
        from notebrain.review.checking import NEAREST_PASSAGES, Checker

        return Checker(
            self.store,
            self.model,
            self.clock,
            lambda vectors: self.recall.nearest(self.model.space, vectors, top=NEAREST_PASSAGES),
            rules=self.review.rules,
            bands=self._own_bands,
        )

    @cached_property
    def importer(self) -> "Importer":
        """Brings notes in."""
        from notebrain.exchange.importing import Importer

        return Importer(self.store, self.clock, self._ids)

    @cached_property
    def exporter(self) -> "Exporter":
        """Writes notes out."""
        from notebrain.exchange.exporting import Exporter

        return Exporter(self.store)

    @cached_property
    def indexer(self) -> "Indexer":
        """Makes notes findable by meaning."""
        from notebrain.sync.indexing import Indexer

        return Indexer(self.store, self.model, self.clock)

    @cached_property
    def reembedding(self) -> "Reembedding":
        """Makes the meanings of all notes anew."""
        from notebrain.sync.reembedding import Reembedding

        return Reembedding(self.store, self.model, self.clock)

    @cached_property
    def vaults(self) -> "KnownVaults":
        """Remembers where else this user keeps notes."""
        from notebrain.app.vaults import KnownVaults

        return KnownVaults()

    def worker(self, bridge: EventBridge, *, listen: bool = False) -> "Worker":
        """Make the background thread, not started yet; `listen` opens the window's socket to other processes."""
        from notebrain.app.instance import Server
        from notebrain.app.rounds import Rounds
        from notebrain.app.upkeep import Upkeep
        from notebrain.app.worker import Worker

        worker: Worker | None = None

        def hear(word: "Word") -> None:
            if worker is not None:
                worker.hear(word)

        server = Server(socket_path(self.folder), hear) if listen else None
        upkeep = Upkeep(self.store, self.indexer, self.clock, bridge.publish)
        lease = Lease(self.folder / INDEXER_LOCK)
        rounds = Rounds(self.indexer, upkeep, lease, self.check)

        def beside() -> "Sequence[Beside]":
            # on the thread, since it loads what the window need not wait for
            self.syncing = self.make_syncing(bridge, lambda: lease.held)
            self.store.subscribe(self.syncing.notes_changed)
            vectors = self.make_account_indexing(bridge, lambda: lease.held)
            self.store.subscribe(vectors.notes_changed)
            self.indexer.when_worked(vectors.wake)
            opinions = self.make_account_judging(lambda: lease.held)
            self.store.subscribe(opinions.notes_changed)
            return (self.syncing, vectors, opinions)

        worker = self._worker = Worker(rounds, self.model, bridge, server, beside)
        self.store.subscribe(worker.notes_changed)
        self.store.subscribe(lambda changes: bridge.publish(NotesChanged(changes)))
        return worker

    def make_syncing(self, bridge: EventBridge, leads: "Callable[[], bool]") -> "Syncing":
        """Make what keeps the vault and the account the same, while this process leads."""
        from notebrain.app.account_door import LazyDoor
        from notebrain.app.conflict_cards import keep_conflict
        from notebrain.app.machine_mark import machine_mark
        from notebrain.app.syncing import Syncing

        return Syncing(
            self.store,
            self.clock,
            self._ids,
            LazyDoor(self.settings, lambda: self.account),
            publish=bridge.publish,
            leads=leads,
            busy=self.typing.busy,
            machine=machine_mark(self.folder),
            on_conflict=keep_conflict,
        )

    def make_account_indexing(
        self, bridge: EventBridge, leads: "Callable[[], bool]"
    ) -> "AccountIndexing":
        """Make what keeps the account's vectors true, while this process leads."""
        from notebrain.app.account_door import LazyDoor
        from notebrain.app.account_indexing import AccountIndexing

        return AccountIndexing(
            self.remote_indexing,
            LazyDoor(self.settings, lambda: self.account),
            self.settings,
            publish=bridge.publish,
            leads=leads,
        )

    def make_account_judging(self, leads: "Callable[[], bool]") -> "AccountJudging":
        """Make what asks the account about cards that are unsure, while this process leads."""
        from notebrain.app.account_door import LazyDoor
        from notebrain.app.account_judging import AccountJudging
        from notebrain.domain.neurons import RemoteState
        from notebrain.sync.arbitration import Arbitration

        return AccountJudging(
            Arbitration(
                self.store, self.clock, self.meter, lambda: self.account_vectors.wishes().budget
            ),
            LazyDoor(self.settings, lambda: self.account),
            self.settings,
            self.clock,
            leads=leads,
            busy=lambda: self.remote_indexing.last.state is RemoteState.WORKING,
        )

    def tell_window(self) -> None:
        """Let a running window of this vault know that notes changed."""
        address = socket_path(self.folder)
        if address.exists():
            from notebrain.app.instance import Word, tell

            tell(address, Word.CHANGED)

    def close(self) -> None:
        """Finish the queued writes and let go of the vault."""
        if "_loop" in self.__dict__:
            if "account" in self.__dict__:
                self._loop.submit(self.account.close()).result()
            self._loop.close()
        self.store.close()
        self.model.release()


def open_services(
    folder: str | Path | None = None,
    *,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    apart: bool = False,
) -> Services:
    """Open the vault in `folder` (default: the environment's or the platform's) and put the parts together.

    Args:
        apart: Run the model in a process of its own, for a program that stays open.

    Nothing heavy is loaded: the model only when something is embedded, numpy only when meanings are compared.

    Raises:
        VaultError: The vault cannot be opened; says why and what to do.
    """
    place = data_folder(folder)
    clock = clock or SystemClock()
    store = Store.open(place, clock=clock)
    model = ModelKeeper(embedder or _embedder(apart=apart))
    model.when_released(store.shrink)
    return Services(place, store, clock=clock, ids=UuidIds(), model=model)


def text_judge(embedder: Embedder | None = None) -> "TextJudge":
    """Return a judge of texts that are in no vault; none is opened for it."""
    from notebrain.app.judging import TextJudge

    return TextJudge(embedder or _embedder(apart=False))


def _embedder(*, apart: bool) -> Embedder:
    if not apart:
        from notebrain.embedders.local import LocalEmbedder

        return LocalEmbedder(resource("model"))
    from notebrain.embedders.apart import ApartEmbedder

    return ApartEmbedder(resource("model"))


def window_lease(folder: Path) -> Lease:
    """Return the lock that the one window of a vault holds."""
    return Lease(folder / WINDOW_LOCK)


__all__ = ["Listeners", "Services", "open_services", "text_judge", "window_lease"]
