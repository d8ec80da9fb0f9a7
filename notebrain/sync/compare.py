"""Compare everything in the account with everything here, and resolve differences."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.sync import comparison
from notebrain.storage.sync.comparison import Drift
from notebrain.sync.context import KeepGoing, SyncContext

# No computer has this name, so the contents of all items are included.
_READER = "verify"
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Difference:
    """An item that differs."""

    drift: Drift
    name: Name
    rev: str | None

    @property
    def is_loss(self) -> bool:
        """Whether the account has lost a note, of which other computers may have had a newer text."""
        return self.drift is Drift.MISSING_THERE and self.name.kind is Kind.NOTE


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared and how it differs.

    Attributes:
        there: The number of notes in the account.
    """

    there: int
    differences: Sequence[Difference]


class Verifier:
    """Reads the whole account once; the caller ensures exclusive access and has completed a round before."""

    def __init__(self, context: SyncContext) -> None:
        self._context = context

    async def compare(
        self, keep_going: KeepGoing, progress: Callable[[int], object] = lambda _read: None
    ) -> Comparison:
        """Return the differences without changing anything.

        Raises:
            CloudError: The account did not answer.
        """
        found: list[Difference] = []
        there: set[Name] = set()
        removed: set[Name] = set()
        after = 0
        while keep_going():
            page = await self._context.ask(self._context.remote.pull(after, device=_READER))
            found += self._context.read(partial(_compared, items=page.items))
            there.update(item.name for item in page.items if not item.gone)
            removed.update(item.name for item in page.items if item.gone)
            progress(_notes(there))
            after = page.upto
            if not page.more:
                lost = self._context.read(partial(_missing_there, there=there, removed=removed))
                found += [Difference(Drift.MISSING_THERE, name, None) for name in lost]
                break
        return Comparison(_notes(there), found)

    async def repair(self, differences: Sequence[Difference]) -> None:
        """Resolve differences without losing anything written anywhere; must be followed by a round.

        Raises:
            CloudError: The account did not answer; what was already resolved stays so.
        """
        for start in range(0, len(differences), _AT_ONCE):
            some = differences[start : start + _AT_ONCE]
            await self._context.write(partial(_prepare, some=some))
            names = [difference.name for difference in some if not _is_sent(difference)]
            if not names:
                continue
            items = await self._context.ask(self._context.remote.fetch(names))
            await self._context.apply(items)


_SENT = (Drift.MISSING_THERE, Drift.PRIVATE)


def _is_sent(difference: Difference) -> bool:
    """Return whether the local content is used; otherwise the account's content is fetched and merged."""
    has_texts = difference.name.kind in (Kind.NOTE, Kind.BLOCK)
    return difference.drift in _SENT or (not has_texts and difference.drift is Drift.CONTENT)


def _compared(db: Connection, items: Sequence[Item]) -> list[Difference]:
    found = ((comparison.compare_note(db, item), item) for item in items)
    return [Difference(drift, item.name, item.rev) for drift, item in found if drift is not None]


def _notes(names: Iterable[Name]) -> int:
    return sum(1 for name in names if name.kind is Kind.NOTE)


def _missing_there(db: Connection, there: set[Name], removed: set[Name]) -> list[Name]:
    known = {name.id for name in there | removed if name.kind is Kind.NOTE}
    notes = comparison.notes_missing_there(db, known)
    lost = [Name(Kind.NOTE, note.id) for note in notes]
    return [*lost, *comparison.items_missing_there(db, there)]


def _prepare(db: Connection, some: Sequence[Difference]) -> None:
    for difference in some:
        if difference.name.kind is not Kind.NOTE:
            _prepare_setting(db, difference)
        elif difference.drift is Drift.MISSING_THERE:
            comparison.send_again(db, difference.name.id)
        elif difference.drift is Drift.PRIVATE and difference.rev is not None:
            comparison.withdraw(db, difference.name.id, difference.rev)
        elif difference.drift is Drift.CONTENT:
            comparison.forget_state_of_note(db, difference.name.id)


def _prepare_setting(db: Connection, difference: Difference) -> None:
    if _is_sent(difference):
        comparison.send(db, difference.name, difference.rev)
    elif difference.drift in (Drift.MISSING_HERE, Drift.CONTENT):
        comparison.forget_state_of_item(db, difference.name)
