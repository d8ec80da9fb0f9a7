"""The parts of an open vault that concern the user's account, put together in one place."""

from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.app.core.paths import socket_path
from notebrain.domain.errors import NoteBrainError
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from concurrent.futures import Future

    from notebrain.app.account.account import Account
    from notebrain.app.account.connection import Connection
    from notebrain.app.account.disconnect import PendingRemovals
    from notebrain.app.account.embedding_service import RemoteIndexingService
    from notebrain.app.account.embedding_status import AccountVectors
    from notebrain.app.account.lazy_remote import LazyRemoteProvider
    from notebrain.app.account.model_answers import ModelAnswers
    from notebrain.app.account.model_removal import ModelRemoving
    from notebrain.app.account.query_budget import QuestionBudget
    from notebrain.app.account.query_embedding import RemoteQueryEmbedder
    from notebrain.app.account.second_opinion_service import SecondOpinionService
    from notebrain.app.account.unused_models import OtherModels
    from notebrain.app.background.worker import Worker
    from notebrain.app.core.threads import LoopThread
    from notebrain.app.core.typing_guard import TypingGuard
    from notebrain.app.events import Event
    from notebrain.app.settings.setting import Settings
    from notebrain.app.sync.compare import AccountComparison
    from notebrain.app.sync.overview import SyncOverviews
    from notebrain.app.sync.service import SyncService
    from notebrain.domain.notes.attachments import Sha
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.ports import Clock, Ids, Space
    from notebrain.domain.sync.computers import Use
    from notebrain.domain.sync.remote import Remote
    from notebrain.indexing.rate_limits import Meter
    from notebrain.indexing.remote_indexer import RemoteIndexing
    from notebrain.storage.connection import Connection as Database
    from notebrain.storage.store import Store

    Publish = Callable[[Event], object]
    Leads = Callable[[], bool]

T = TypeVar("T")


def _unheard(_event: "Event") -> None:
    """Ignore the event."""


class CloudServices:
    """Everything between one vault and its account; each part is loaded on first use.

    Args:
        folder: Where the vault is.
        local: Returns the embedding space of the model on this computer.
        typing: Knows which notes are being typed in.
    """

    def __init__(
        self,
        folder: Path,
        store: "Store",
        settings: "Settings",
        *,
        clock: "Clock",
        ids: "Ids",
        local: "Callable[[], Space]",
        typing: "TypingGuard",
    ) -> None:
        self._folder = folder
        self._store = store
        self._settings = settings
        self._clock = clock
        self._ids = ids
        self._local = local
        self._typing = typing
        self.syncing: SyncService | None = None
        """Keeps the vault and the account in sync; None until the background thread has started."""
        self.worker: Worker | None = None
        """The background thread, whose loop runs the account's coroutines when there is one."""

    @cached_property
    def account(self) -> "Account":
        """The user's own Cloudflare account."""
        from notebrain.app.account.account import Account
        from notebrain.app.account.disconnect import only_there, remaining

        return Account(
            self._settings,
            self._clock,
            remaining=lambda: remaining(self._store),
            used=self._used,
            has_files=self._has_files,
            only_there=lambda there: only_there(self._store, there),
        )

    def _has_files(self) -> bool:
        from notebrain.storage.files import attachments

        with self._store.read() as db:
            return attachments.is_any(db)

    def _used(self) -> "Use":
        from notebrain.storage.sync import computers

        with self._store.read() as db:
            return computers.used(db, at=self._clock.now())

    @cached_property
    def withdrawing(self) -> "PendingRemovals":
        """What still has to be removed from the account before leaving it."""
        from notebrain.app.account.disconnect import PendingRemovals

        syncing = self.make_syncing(lambda: True)
        return PendingRemovals(
            self._store, self._remote, syncing.engine, lambda: self.indexing.removing
        )

    @property
    def connection(self) -> "Connection | None":
        """The account the vault is connected to; reading it loads no account code."""
        from notebrain.app.account.connection import connection_in
        from notebrain.app.settings.table import ACCOUNT_CONNECTION

        return connection_in(self._settings.get(ACCOUNT_CONNECTION))

    @cached_property
    def overviews(self) -> "SyncOverviews":
        """The state of syncing, for display."""
        from notebrain.app.sync.overview import SyncOverviews

        return SyncOverviews(self._store, self._settings)

    def sync_soon(self) -> None:
        """Sync what can be synced now, here or in the window that has this vault open, e.g. after a token was given."""
        if self.syncing is not None:
            self.syncing.sync_now()
            return
        from notebrain.app.core.instance import MessageKind, send_message

        send_message(socket_path(self._folder), MessageKind.SYNC)

    def retry(self) -> "Future[Changes]":
        """Retry now what the account did not accept."""

        def again(_done: object) -> None:
            if self.syncing is not None:
                self.syncing.sync_now()

        done = self.overviews.retry()
        done.add_done_callback(again)
        return done

    def fetch_files(self, shas: "Sequence[Sha]") -> "Future[None]":
        """Fetch these files now, whatever their size, because the user wants to see them."""
        from notebrain.storage.sync import file_transfers

        def want(db: "Database") -> None:
            for sha in shas:
                file_transfers.want(db, sha)

        done = self._store.write(want)
        done.add_done_callback(lambda _done: self.sync_soon())
        return done

    @cached_property
    def meaning(self) -> "RemoteQueryEmbedder":
        """Embeds search questions in the account."""
        from notebrain.app.account.query_embedding import RemoteQueryEmbedder

        return RemoteQueryEmbedder(
            self._remote,
            space=self._space,
            submit=self.submit,
            meter=lambda: self.meter,
            budget=lambda: self._question_budget,
        )

    @cached_property
    def answers(self) -> "ModelAnswers":
        """Answers questions with a model in the account, once the user allowed it."""
        from notebrain.app.account.model_answers import ModelAnswers

        return ModelAnswers(
            self._store,
            self._settings,
            self._clock,
            self.meter,
            remote=self._remote,
            submit=self.submit,
        )

    @cached_property
    def _question_budget(self) -> "QuestionBudget":
        from notebrain.app.account.query_budget import QuestionBudget
        from notebrain.indexing.rate_limits import DailyBudget

        share = DailyBudget(self.meter, self.vectors.preferences)
        return QuestionBudget(self._store, self._clock, share, lambda: self.vectors.model)

    @cached_property
    def meter(self) -> "Meter":
        """Counts how much of the account's daily allowance this computer uses."""
        from notebrain.indexing.rate_limits import Meter

        return Meter()

    @cached_property
    def indexing(self) -> "RemoteIndexing":
        """The account's part of indexing, for the background loop."""
        from notebrain.indexing.remote_indexer import RemoteIndexing

        return RemoteIndexing(
            self._store,
            self._clock,
            local=self._local,
            meter=self.meter,
            preferences=self.vectors.preferences,
        )

    @cached_property
    def vectors(self) -> "AccountVectors":
        """The state of the account's vectors, and what more of them would cost."""
        from notebrain.app.account.embedding_status import AccountVectors

        return AccountVectors(
            self._store,
            self._settings,
            self._clock,
            local=self._local,
            meter=self.meter,
            last=lambda: self.indexing.last,
        )

    @cached_property
    def other_models(self) -> "OtherModels":
        """The models that are not in use but still have vectors."""
        from notebrain.app.account.unused_models import OtherModels

        return OtherModels(self._store, self._settings, self.account.own_client, local=self._local)

    def make_removing(self, provider: "LazyRemoteProvider | None" = None) -> "ModelRemoving":
        """Create what removes such a model's vectors, for the loop of the leading process; it closes `provider`."""
        from notebrain.app.account.model_removal import ModelRemoving

        client = (provider or self._provider()).engine_client
        return ModelRemoving(self._store, self._settings, client, local=self._local)

    def submit(self, work: "Coroutine[Any, Any, T]") -> "Future[T]":
        """Run a coroutine on the background loop, or on a loop of its own if there is no background thread."""
        return self._loop.submit(work) if self.worker is None else self.worker.submit(work)

    def make_syncing(self, leads: "Leads", publish: "Publish" = _unheard) -> "SyncService":
        """Create what keeps the vault and the account in sync while this process leads."""
        from notebrain.app.sync.service import SyncService
        from notebrain.app.system.machine import machine_mark

        return SyncService(
            self._store,
            self._clock,
            self._ids,
            self._provider(),
            publish=publish,
            leads=leads,
            busy=self._typing.busy,
            machine=machine_mark(self._folder),
        )

    def verifying(self) -> "AccountComparison":
        """Return what compares the account with this computer, alongside the background thread if there is one."""
        from notebrain.app.sync.compare import AccountComparison

        return AccountComparison(
            self._store,
            self._clock,
            self.syncing or self.make_syncing(lambda: True),
            remote=self._remote,
            check=lambda: self.indexing.check,
            local=self._local,
        )

    def make_indexing(
        self, leads: "Leads", publish: "Publish" = _unheard
    ) -> "RemoteIndexingService":
        """Create what keeps the account's vectors up to date while this process leads."""
        from notebrain.app.account.embedding_service import RemoteIndexingService
        from notebrain.app.account.model_removal import RemovalTurns

        provider = self._provider()
        return RemoteIndexingService(
            self.indexing,
            provider,
            self._settings,
            publish=publish,
            leads=leads,
            removals=RemovalTurns(
                self._settings, self._clock, lambda: self.make_removing(provider), publish
            ),
        )

    def make_judging(self, leads: "Leads") -> "SecondOpinionService":
        """Create what asks the account about uncertain cards while this process leads."""
        from notebrain.app.account.second_opinion_service import SecondOpinionService
        from notebrain.domain.embedding.usage import RemoteState
        from notebrain.indexing.second_opinions import Arbitration

        return SecondOpinionService(
            Arbitration(
                self._store, self._clock, self.meter, lambda: self.vectors.preferences().budget
            ),
            self._provider(),
            self._settings,
            self._clock,
            leads=leads,
            busy=lambda: self.indexing.last.state is RemoteState.WORKING,
        )

    def close(self) -> None:
        """Close the network connections, and save the account usage that no other computer knows of yet."""
        if "_loop" in self.__dict__:
            if "account" in self.__dict__:
                self._loop.submit(self.account.close()).result()
            self._loop.close()
        if "account" in self.__dict__ and (requests := self.account.unreported):
            with suppress(NoteBrainError):  # on a full or read-only disk it goes uncounted
                outcome(self._store.write(partial(self._save_use, requests=requests)))

    def _save_use(self, db: "Database", *, requests: int) -> None:
        from notebrain.storage.sync import computers

        now = self._clock.now()
        computers.leave_use(db, requests, at=now)
        self.meter.book(db, 0.0, now)

    @cached_property
    def _loop(self) -> "LoopThread":
        from notebrain.app.core.threads import LoopThread

        return LoopThread()

    def _provider(self) -> "LazyRemoteProvider":
        from notebrain.app.account.lazy_remote import LazyRemoteProvider

        return LazyRemoteProvider(self._settings, lambda: self.account)

    async def _remote(self) -> "Remote | None":
        return await self.account.remote()

    def _space(self) -> "Space | None":
        from notebrain.app.settings.table import ACCOUNT_CONNECTION

        # the account's parts are loaded only if there is an account
        return self.account.model.space if self._settings.get(ACCOUNT_CONNECTION) else None
