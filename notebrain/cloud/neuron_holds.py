"""Holds neurons for questions in the vault's database, so that its computers together stay within the budget.

What a computer spent is reported with its next sync round, which is too late for a question that costs as much as many
texts: two computers could ask at once. So the most that a question can cost is held first, in one statement that
counts what all computers spent and hold today. Afterwards the report of what was spent takes the place of the hold.
A hold whose question was never settled, for example because the program was killed, ends with the account's day.
"""

from dataclasses import dataclass
from typing import Final

from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1, Statement
from notebrain.domain.sync.remote import Hold

# executing it twice holds once
_HOLD: Final = """with own (name) as (select format('day:%d:%s', unixepoch() / 86400, ?1->>'$.device')),
used (neurons) as (
    select value from meta where name >= format('hold:%d:', unixepoch() / 86400)
        and name < format('hold:%d;', unixepoch() / 86400)
    union all select value from meta where name >= format('day:%d:', unixepoch() / 86400)
        and name < format('day:%d;', unixepoch() / 86400) and name <> (select name from own)
    union all select max(
        coalesce((select value from meta where name = (select name from own)), 0),
        iif(?1->>'$.day' = unixepoch() / 86400, ?1->>'$.spent', 0)
    )
)
insert into meta (name, value)
select format('hold:%d:%s:%s', unixepoch() / 86400, ?1->>'$.device', ?1->>'$.id'), ?1->>'$.neurons'
where (select sum(neurons) from used) + ?1->>'$.neurons' <= ?1->>'$.most'
on conflict (name) do nothing"""
_HELD: Final = """select value from meta
where name = format('hold:%d:%s:%s', unixepoch() / 86400, ?1->>'$.device', ?1->>'$.id')"""
_SPENT: Final = """insert into meta (name, value)
select format('day:%d:%s', unixepoch() / 86400, ?1->>'$.device'), ?1->>'$.spent'
where ?1->>'$.day' = unixepoch() / 86400 and ?1->>'$.spent' > 0
on conflict (name) do update set value = max(value, excluded.value)"""
# if the clocks disagree about the day, the hold goes on counting in place of the report
_RELEASE: Final = """delete from meta
where name = format('hold:%d:%s:%s', unixepoch() / 86400, ?1->>'$.device', ?1->>'$.id')
and ?1->>'$.day' = unixepoch() / 86400"""
_FORGET: Final = """delete from meta
where name >= 'hold:' and name < format('hold:%d', unixepoch() / 86400)"""


@dataclass(frozen=True, slots=True)
class D1NeuronHolds:
    """The `NeuronHolds` of one vault."""

    d1: D1
    database_id: str
    computers: Computers

    async def hold(self, hold: Hold, *, spent: float, most: float) -> bool:
        """Hold neurons if all computers together then have spent and hold at most `most` today.

        Raises:
            CloudError: The account did not answer; they may be held.
        """
        value = _value(hold, spent) | {"most": most}
        asked = [Statement(_FORGET), Statement(_HOLD, value), Statement(_HELD, value)]
        answers = await self.computers.run(self.d1, self.database_id, asked, writes=True)
        return bool(answers[-1].rows)

    async def settle(self, hold: Hold, *, spent: float) -> None:
        """End a hold, and report what this computer spent today, including the question it was for.

        Raises:
            CloudError: The account did not answer; the neurons may stay held until the day ends.
        """
        value = _value(hold, spent)
        settled = [Statement(_SPENT, value), Statement(_RELEASE, value)]
        await self.computers.run(self.d1, self.database_id, settled, writes=True)


def _value(hold: Hold, spent: float) -> dict[str, object]:
    return {
        "device": hold.device,
        "id": hold.id,
        "day": hold.day,
        "neurons": hold.neurons,
        "spent": spent,
    }
