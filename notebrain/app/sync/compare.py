"""Comparing the account with this computer in full, and repairing the differences."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from notebrain.app.sync.texts import loss_text
from notebrain.domain.errors import CloudTakenBack, Interrupted
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock, Space
from notebrain.domain.sync.remote import Kind
from notebrain.storage.store import Store
from notebrain.storage.sync import comparison, inventory
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.compare import Difference
from notebrain.sync.file_compare import FileComparison, FileVerifier
from notebrain.sync.round_result import Round

if TYPE_CHECKING:
    from notebrain.app.sync.service import SyncService
    from notebrain.domain.sync.remote import Remote
    from notebrain.indexing.index_check import IndexCheck


NAMED = 50
"""How many differing notes are named; nobody reads a longer list."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a comparison.

    Attributes:
        notes: How many notes the account has.
        differences: Everything that differs.
        titles: The local titles of the first differing notes, by id; notes that are not here are left out.
        vectors: How many vectors the account's index has; None if it was not checked.
        vectors_missing, vectors_unwanted: How many vectors it lacks, and how many belong to notes that should not be
        there.
        repaired: Whether the differences were repaired.
        files: How the files of the notes compare.
        lost: What the account has lost, as a sentence for the user; None if it has everything it had.
    """

    notes: int
    differences: tuple[Difference, ...] = field(default=())
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    vectors: int | None = None
    vectors_missing: int = 0
    vectors_unwanted: int = 0
    repaired: bool = False
    lost: str | None = None
    files: FileComparison = field(default_factory=FileComparison)

    @property
    def counts(self) -> Mapping[Drift, int]:
        """How many differences there are of each kind."""
        return Counter(difference.drift for difference in self.differences)

    @property
    def differs(self) -> bool:
        """Whether any difference was found."""
        found = self.differences or self.vectors_missing or self.vectors_unwanted or self.lost
        return bool(found or self.files.differences)

    @property
    def sound(self) -> bool:
        """Whether there are no differences, or none are left."""
        return self.repaired or not self.differs


class AccountComparison:
    """Reads the whole account, alongside a syncing background thread or without one.

    Args:
        syncing: Keeps the vault and the account in sync; paused during the comparison.
        remote: Returns the account; raises the same errors as `Account.remote`.
        check: Compares the account's index with the notes.
        local: Returns the space of the model on this computer.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        syncing: "SyncService",
        *,
        remote: "Callable[[], Awaitable[Remote | None]]",
        check: "Callable[[], IndexCheck]",
        local: Callable[[], Space],
    ) -> None:
        self._store = store
        self._clock = clock
        self._syncing = syncing
        self._remote = remote
        self._check = check
        self._local = local

    async def run(
        self,
        progress: Callable[[int], object] = lambda _notes: None,
        keep_going: Callable[[], bool] = lambda: True,
        *,
        repair: bool = False,
        read_back: bool = False,
    ) -> Verification:
        """Sync, read everything in the account, compare it with this computer, and repair the differences if requested.

        It can be canceled at any time; what was repaired by then stays repaired.

        Args:
            progress: Called with the number of notes read so far.
            read_back: Fetch every file, too, to compare its bytes rather than the account's hashes of them.

        Raises:
            CloudError: The account did not answer.
            UserError: The vault is not connected to an account.
            Unavailable: Another process is working on the vault.
            Interrupted: `keep_going` returned False.
        """
        async with self._syncing.alone():
            found = await self._notes(progress, keep_going, repair=repair)
            found = await self._with_files(found, keep_going, repair=repair, read_back=read_back)
            return await self._with_vectors(found, repair=repair)

    async def _notes(
        self, progress: Callable[[int], object], keep_going: Callable[[], bool], *, repair: bool
    ) -> Verification:
        done = await self._syncing.once(keep_going)
        lost = self._loss()
        if isinstance(done.problem, CloudTakenBack):
            lost = str(done.problem)
        else:
            _without_problem(done)
        engine = await self._syncing.engine()
        compared = await engine.compare(keep_going, progress)
        if not keep_going():
            raise Interrupted(_("Stopped; nothing was changed."))
        if repair and (compared.differences or lost):
            await engine.repair(compared.differences)
            _without_problem(await self._syncing.once(keep_going))
        return Verification(
            compared.there,
            tuple(compared.differences),
            self._titles(compared.differences),
            repaired=repair,
            lost=lost,
        )

    def _loss(self) -> str | None:
        with self._store.read() as db:
            loss = inventory.loss(db)
        return None if loss is None else loss_text(loss)

    async def _with_files(
        self,
        found: Verification,
        keep_going: Callable[[], bool],
        *,
        repair: bool,
        read_back: bool,
    ) -> Verification:
        remote = await self._remote()
        if remote is None or remote.files is None:
            return found
        verifier = FileVerifier(self._store, self._clock, remote.files)
        files = await verifier.compare(keep_going, read_back=read_back)
        if repair and files.differences:
            await verifier.repair(files.differences, keep_going)
            _without_problem(await self._syncing.once(keep_going))
        return replace(found, files=files)

    async def _with_vectors(self, found: Verification, *, repair: bool) -> Verification:
        remote = await self._remote()
        if remote is None:
            return found
        check, space = self._check(), remote.embedder.space
        drift = await check.drift(remote.index, local=self._local(), space=space)
        if repair and (drift.missing or drift.unwanted):
            await check.repair(drift, remote.index, space)
        return replace(
            found,
            vectors=drift.there,
            vectors_missing=len(drift.missing),
            vectors_unwanted=len(drift.unwanted),
        )

    def _titles(self, differences: Sequence[Difference]) -> Mapping[str, str]:
        names = [
            difference.name.id for difference in differences if difference.name.kind is Kind.NOTE
        ]
        with self._store.read() as db:
            return comparison.titles(db, names[:NAMED])


def _without_problem(done: Round) -> None:
    if done.problem is not None:
        raise done.problem
