"""Comparing everything in the account with everything here, and putting right what differs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from notebrain.domain.remote import Item, Kind, Name
from notebrain.storage.database import Connection
from notebrain.storage.syncing import comparing
from notebrain.storage.syncing.drift import Drift
from notebrain.sync.door import Door, KeepGoing
from notebrain.sync.taking import read

# No computer is called like this: every content comes along.
_READER = "verify"
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs."""

    drift: Drift
    name: Name
    rev: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared, and what differs.

    Attributes:
        there: How many notes the account has.
    """

    there: int
    differences: Sequence[Difference]


class Verifier:
    """Reads all of the account once; the caller leads, and has done a round before."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def compare(
        self, keep_going: KeepGoing, progress: Callable[[int], object] = lambda _read: None
    ) -> Comparison:
        """Return what differs; changes nothing.

        Raises:
            CloudError: The account did not answer.
        """
        found: list[Difference] = []
        there: set[str] = set()
        after = 0
        while keep_going():
            page = await self._door.ask(self._door.remote.pull(after, device=_READER))
            found += self._door.read(partial(_compared, items=page.items))
            there.update(
                item.name.id for item in page.items if item.name.kind is Kind.NOTE and not item.gone
            )
            progress(len(there))
            after = page.upto
            if not page.more:
                lost = self._door.read(lambda db: comparing.missing_there(db, there))
                found += [
                    Difference(Drift.MISSING_THERE, Name(Kind.NOTE, one.id), None) for one in lost
                ]
                break
        return Comparison(len(there), found)

    async def repair(self, differences: Sequence[Difference]) -> None:
        """Put right what differs; nothing that is written anywhere is lost. A round is to follow.

        Raises:
            CloudError: The account did not answer; what was put right stays so.
        """
        for start in range(0, len(differences), _AT_ONCE):
            some = differences[start : start + _AT_ONCE]
            await self._door.write(partial(_prepare, some=some))
            names = [one.name for one in some if one.drift not in _SENT]
            if not names:
                continue
            items = await self._door.ask(self._door.remote.fetch(names))
            await self._door.take([read(item) for item in items])


_SENT = (Drift.MISSING_THERE, Drift.PRIVATE)


def _compared(db: Connection, items: Sequence[Item]) -> list[Difference]:
    found = ((comparing.compare(db, item), item) for item in items)
    return [Difference(drift, item.name, item.rev) for drift, item in found if drift is not None]


def _prepare(db: Connection, some: Sequence[Difference]) -> None:
    for one in some:
        if one.drift is Drift.MISSING_THERE:
            comparing.send_again(db, one.name.id)
        elif one.drift is Drift.PRIVATE and one.rev is not None:
            comparing.withdraw(db, one.name.id, one.rev)
        elif one.drift is Drift.CONTENT:
            comparing.forget_state(db, one.name.id)
