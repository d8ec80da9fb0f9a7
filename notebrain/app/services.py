"""The composition root: the one place that decides which parts work together."""

import os
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.core.clock import SystemClock, UuidIds
from notebrain.app.core.paths import APP_ID, data_folder, socket_path
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.storage.store import Store
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from notebrain.app.background.review_checks import Checks
    from notebrain.app.cloud_services import CloudServices
    from notebrain.app.core.typing_guard import TypingGuard
    from notebrain.app.maintenance.backups import Backups
    from notebrain.app.maintenance.file_care import FileCare
    from notebrain.app.maintenance.shredder import Shredder
    from notebrain.app.memory_services import MemoryServices
    from notebrain.app.model.local_model import ModelCache
    from notebrain.app.notes.capture_draft import CaptureDrafts
    from notebrain.app.notes.files import Files
    from notebrain.app.notes.home import Home
    from notebrain.app.notes.library import Library
    from notebrain.app.notes.links import Links
    from notebrain.app.notes.review import Review
    from notebrain.app.notes.saved_searches import Searches
    from notebrain.app.notes.templates import Templates
    from notebrain.app.settings.setting import Settings
    from notebrain.app.system.desktop import Desktop
    from notebrain.app.system.hotkeys import Hotkeys
    from notebrain.app.system.vaults import KnownVaults
    from notebrain.ask.service import AskService
    from notebrain.domain.notes.note import Note
    from notebrain.domain.ports import Clock, Ids, LocalModel
    from notebrain.domain.search.types import SearchRequest, SearchResult
    from notebrain.import_export.exporter import Exporter
    from notebrain.import_export.importer import Importer
    from notebrain.indexing.indexer import Indexer
    from notebrain.indexing.model_choice import ModelChoice
    from notebrain.indexing.reindex import Reembedding
    from notebrain.notes.daily import DailyNotes, WelcomeService
    from notebrain.notes.files import FileActs
    from notebrain.notes.links import LinkActs
    from notebrain.notes.service import CaptureService
    from notebrain.notes.tags import TagService
    from notebrain.search.service import RecallService
    from notebrain.storage.file_lock import Lease

WINDOW_LOCK = "window.lock"
INDEXER_LOCK = "indexer.lock"


class Services:
    """The parts of one open vault, which the window, the command line and the Python API work through.

    Each part is loaded on first use, because most commands need only one or two of them.

    Args:
        folder: Where the vault is.
        make_model: Creates the model keeper; called once, when something has to be embedded or compared.
    """

    def __init__(
        self,
        folder: Path,
        store: Store,
        *,
        clock: "Clock",
        ids: "Ids",
        make_model: "Callable[[], ModelCache]",
    ) -> None:
        self.folder = folder
        self.store = store
        self.clock = clock
        self._ids = ids
        self._make_model = make_model

    @cached_property
    def settings(self) -> "Settings":
        """The user's settings."""
        from notebrain.app.settings.setting import Settings

        return Settings(self.store)

    @cached_property
    def library(self) -> "Library":
        """Reads notes."""
        from notebrain.app.notes.library import Library

        return Library(self.store)

    @cached_property
    def notes(self) -> "CaptureService":
        """Creates, changes and files notes."""
        from notebrain.notes.service import CaptureService

        return CaptureService(self.store, self.clock, self._ids)

    @cached_property
    def model(self) -> "ModelCache":
        """The models on this computer, the one chosen that embeds this vault's notes."""
        from notebrain.storage.embedding import vectors

        model = self._make_model()
        with self.store.read() as db:
            model.choose(vectors.chosen(db, model.spaces))
        return model

    @cached_property
    def model_choice(self) -> "ModelChoice":
        """Chooses the model by the languages of the notes."""
        from notebrain.indexing.model_choice import ModelChoice

        return ModelChoice(self.store, self.model)

    @cached_property
    def typing(self) -> "TypingGuard":
        """Knows which notes are being typed in."""
        from notebrain.app.core.typing_guard import TypingGuard

        return TypingGuard()

    @cached_property
    def cloud(self) -> "CloudServices":
        """Everything that concerns the user's account."""
        from notebrain.app.cloud_services import CloudServices

        return CloudServices(
            self.folder,
            self.store,
            self.settings,
            clock=self.clock,
            ids=self._ids,
            local=lambda: self.model.space,
            typing=self.typing,
        )

    @cached_property
    def searches(self) -> "Searches":
        """The saved searches."""
        from notebrain.app.notes.saved_searches import Searches

        return Searches(self.settings)

    @cached_property
    def capture_drafts(self) -> "CaptureDrafts":
        """The unfinished text in the capture window."""
        from notebrain.app.notes.capture_draft import CaptureDrafts

        return CaptureDrafts(self.settings)

    @cached_property
    def links(self) -> "Links":
        """The links between notes."""
        from notebrain.app.notes.links import Links

        return Links(self.store)

    @cached_property
    def linking(self) -> "LinkActs":
        """Actions on links."""
        from notebrain.notes.links import LinkActs

        return LinkActs(self.store, self.clock)

    @cached_property
    def files(self) -> "Files":
        """Reads the files in notes."""
        from notebrain.app.notes.files import Files

        return Files(self.store, self.settings)

    @cached_property
    def file_acts(self) -> "FileActs":
        """Adds files, changes and removes them."""
        from notebrain.app.settings.table import FILE_TRACES
        from notebrain.notes.files import FileActs

        cleans = partial(self.settings.get, FILE_TRACES)
        return FileActs(self.store, self.clock, self._most_file_bytes, cleans=cleans)

    def _most_file_bytes(self) -> int:
        from notebrain.app.settings.table import FILE_MOST_MB

        return self.settings.get(FILE_MOST_MB) * 1_000_000

    @cached_property
    def file_care(self) -> "FileCare":
        """Checks and tidies the files."""
        from notebrain.app.maintenance.file_care import FileCare

        return FileCare(self.store, self.settings, self.clock)

    @cached_property
    def home(self) -> "Home":
        """Summarizes the notes for the home page."""
        from notebrain.app.notes.home import Home

        return Home(self.store)

    @cached_property
    def welcome(self) -> "WelcomeService":
        """Creates the notes that introduce a new user to the program."""
        from notebrain.notes.daily import WelcomeService

        return WelcomeService(self.store, self.clock, self._ids)

    @cached_property
    def tags(self) -> "TagService":
        """Actions on the tags themselves."""
        from notebrain.notes.tags import TagService

        return TagService(self.store)

    @cached_property
    def templates(self) -> "Templates":
        """The templates for new notes."""
        from notebrain.app.notes.templates import Templates

        return Templates(self.store)

    @cached_property
    def daily(self) -> "DailyNotes":
        """The daily notes."""
        from notebrain.notes.daily import DailyNotes

        return DailyNotes(self.store, self.clock, self._ids)

    @cached_property
    def backups(self) -> "Backups":
        """Creates and inspects backups."""
        from notebrain.app.maintenance.backups import Backups

        return Backups(self.store, self.settings, self.clock)

    @cached_property
    def shredder(self) -> "Shredder":
        """Deletes notes permanently."""
        from notebrain.app.maintenance.shredder import Shredder

        return Shredder(self.store, self.backups)

    @cached_property
    def search(self) -> "RecallService":
        """Finds notes."""
        from notebrain.search.service import RecallService

        def lets_compare(older: "Note", newer: "Note") -> bool:
            return self.review.lets_compare(older, newer)  # loads the review, so only when needed

        parts = (self.store, self.model, self.clock, self.cloud.meaning, lets_compare)
        return RecallService(*parts, conversations=self.memory.find_conversations)

    @cached_property
    def asking(self) -> "AskService":
        """Answers questions with quotes of the notes."""
        from notebrain.ask.service import AskService

        return AskService(self.store, self.answer)

    @cached_property
    def memory(self) -> "MemoryServices":
        """What is remembered beside the notes."""
        from notebrain.app.memory_services import MemoryServices as M

        lazy = (lambda: self.model, lambda: self.cloud)
        return M(self.store, self.settings, self.clock, self._ids, self.answer, *lazy)

    @cached_property
    def review(self) -> "Review":
        """Shows what was noticed about notes, and carries out the user's answers."""
        from notebrain.app.notes.review import Review

        return Review(self.store, self.settings, self.clock, self._ids, lambda: self.memory.keepers)

    def wants_upkeep(self) -> bool:
        """Return whether a backup is due, for a command that changed notes; also counts this use of the vault."""
        from notebrain.storage import vault_time

        now = self.clock.now()
        with self.store.read() as db:
            changed, known = vault_time.not_backed_up(db), vault_time.get(db)
        if not 0 < changed < vault_time.MANY_CHANGED:
            return changed > 0
        if known is not None and abs(now - known.looked_at) < vault_time.CHECK_EVERY:
            return known.running >= vault_time.BACKUP_EVERY
        return (
            self.store.write(partial(vault_time.use, now=now)).result() >= vault_time.BACKUP_EVERY
        )

    def do_upkeep(self) -> str | None:
        """Do the maintenance that is due, unless another process does; return why it failed, or None."""
        from notebrain.app.background.maintenance import Upkeep

        lease = indexer_lease(self.folder)
        if not lease.acquire():
            return None
        try:
            return Upkeep(self.store, self.indexer, self.clock).try_daily(lambda: True)
        finally:
            lease.release()

    def check(self, keep_going: "Callable[[], bool]") -> int:
        """Compare a few indexed notes with the others; return how many."""
        self.review.apply_rules()
        if not self.review.checks_wait():
            self.review.bring_out()  # perhaps another day began
            return 0  # avoids loading numpy and the judge for nothing
        return self._checks.step(keep_going)

    @cached_property
    def _checks(self) -> "Checks":
        from notebrain.app.background.review_checks import Checks

        review = self.review
        return Checks(self.store, self.model, self.clock, self.search, review.rules, review.bands)

    @cached_property
    def importer(self) -> "Importer":
        """Imports notes."""
        from notebrain.import_export.importer import Importer

        return Importer(self.store, self.clock, self._ids, self.file_acts)

    @cached_property
    def exporter(self) -> "Exporter":
        """Exports notes."""
        from notebrain.import_export.exporter import Exporter

        return Exporter(self.store)

    @cached_property
    def indexer(self) -> "Indexer":
        """Makes notes findable by meaning."""
        from notebrain.indexing.indexer import Indexer

        return Indexer(self.store, self.model, self.clock)

    @cached_property
    def reembedding(self) -> "Reembedding":
        """Embeds all notes again."""
        from notebrain.indexing.reindex import Reembedding

        return Reembedding(self.store, self.model, self.clock)

    @cached_property
    def vaults(self) -> "KnownVaults":
        """Remembers the user's other vaults."""
        from notebrain.app.system.vaults import KnownVaults

        return KnownVaults()

    @cached_property
    def hotkeys(self) -> "Hotkeys":
        """The global hotkeys, which work in any program."""
        from notebrain.app.system.hotkeys import Hotkeys
        from notebrain.system.hotkeys.select import connect, obstacle

        return Hotkeys(
            self.settings, connect=lambda listener: connect(listener, APP_ID), look=obstacle
        )

    @cached_property
    def desktop(self) -> "Desktop":
        """Integration with this computer's desktop."""
        from notebrain.app.system.desktop import Desktop

        return Desktop(self.folder)

    def answer(self, request: "SearchRequest") -> "SearchResult":
        """Return the notes that match a request; if the word index is being rebuilt, complete it first."""
        with suppress(VaultError):  # a vault that cannot be written is searched as is
            self.store.complete_words()
        return self.search.search(request)

    def finish(self, write: "Future[Changes]") -> Changes:
        """Wait until a write is durable, then notify an open window."""
        changes = outcome(write)
        if changes.notes or changes.profile or changes.act is Act.PROCEDURES:
            self.notify_window()
        return changes

    def notify_window(self) -> None:
        """Tell a running window of this vault that notes changed."""
        address = socket_path(self.folder)
        if os.path.exists(address):  # noqa: PTH110 - unlike that of a Path, it never raises
            from notebrain.app.core.instance import MessageKind, send_message

            send_message(address, MessageKind.CHANGED)

    def close(self) -> None:
        """Finish the queued writes and close the vault."""
        for part in ("cloud", "shredder"):
            if part in self.__dict__:
                getattr(self, part).close()
        self.store.close()
        if "model" in self.__dict__:
            self.model.release()


def open_services(
    folder: str | Path | None = None,
    *,
    clock: "Clock | None" = None,
    embedder: "LocalModel | None" = None,
    apart: bool = False,
) -> Services:
    """Open the vault in `folder` (default: the environment's or the platform's) and put the parts together.

    Args:
        apart: Run the model in a separate process, for a program that stays open.

    Raises:
        VaultError: The vault cannot be opened; the message says why and what to do.
    """
    # before numpy is imported: its threads would busy-wait on the window's core (twice the time of it per saved note)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    place, clock = data_folder(folder), clock or SystemClock()
    store = Store.open(place, clock=clock)

    def make_model() -> "ModelCache":
        from notebrain.app.model.local_model import ModelCache, bundled_models

        model = bundled_models(apart=apart) if embedder is None else ModelCache(embedder)
        model.when_released(store.shrink)
        return model

    return Services(place, store, clock=clock, ids=UuidIds(), make_model=make_model)


def indexer_lease(folder: Path) -> "Lease":
    """Return the lock of the process that works on the vault in the background."""
    from notebrain.storage.file_lock import Lease

    return Lease(folder / INDEXER_LOCK)


def window_lease(folder: Path) -> "Lease":
    """Return the lock held by the one window of a vault."""
    from notebrain.storage.file_lock import Lease

    return Lease(folder / WINDOW_LOCK)
