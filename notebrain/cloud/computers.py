"""What the computers of one vault report to each other in its database, as part of requests that are made anyway.

A computer has one row for its name, one for its requests in a five-minute window, and one for what it used on a day.
The windows and days follow the account's clock, whatever the clocks of the computers say. Another row records when the
account was last blocked for too many requests, after which all computers slow down. What was reported in a request
whose answer was lost may be counted twice, which only makes everyone slower.

The exception is how often a model was asked about two texts: that takes a separate request before the question.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.d1 import D1, Rows, Statement, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.domain.sync.computers import (
    DAY_S,
    QUIET,
    SLOW_S,
    WINDOW_S,
    Myself,
    Others,
    Use,
    clean_name,
)

WORTH_A_WRITE: Final = 20
"""How many unreported requests make a read-only request worth a write; any write reports all there are."""
_MOST_ROWS: Final = 500
_LONGEST_NUMBER: Final = 15
_USE: Final = """insert into meta (name, value)
select format('use:%d:%s', unixepoch() / (?1->>'$.window_s'), ?1->>'$.device'), ?1->>'$.requests' where true
on conflict (name) do update set value = value + excluded.value"""
_SPENT: Final = """insert into meta (name, value)
select format('day:%d:%s', ?1->>'$.day', ?1->>'$.device'), ?1->>'$.neurons'
where ?1->>'$.day' = unixepoch() / 86400 and ?1->>'$.neurons' > 0
on conflict (name) do update set value = max(value, excluded.value)"""
_NAME: Final = """insert into meta (name, value)
select 'computer:' || (?1->>'$.device'), ?1->>'$.name' where ?1->>'$.name' <> ''
on conflict (name) do update set value = excluded.value where value <> excluded.value"""
_SHUT: Final = """insert into meta (name, value) values ('shut', unixepoch())
on conflict (name) do update set value = excluded.value"""
_FORGET_USE: Final = """delete from meta
where name >= 'use:' and name < format('use:%d', unixepoch() / (?1->>'$.window_s') - 1)"""
_FORGET_DAYS: Final = """delete from meta
where name >= 'day:' and name < format('day:%d', unixepoch() / 86400)"""
_CLAIM: Final = """insert into meta (name, value) select 'asked:' || (?1->>'$.question'), 1 where true
on conflict (name) do update set value = value + 1 where value < (?1->>'$.most') returning value"""
_RELEASE: Final = (
    "update meta set value = value - 1 where name = 'asked:' || (?1->>'$') and value > 0"
)
# each range separately: with `or` all marks would be scanned, and rows read are counted
_REPORTED: Final = """select unixepoch() as value, '' as name
union all select value, name from meta where name >= 'computer:' and name < 'computer;'
union all select value, name from meta where name >= 'use:' and name < 'use;'
union all select value, name from meta where name >= 'day:' and name < 'day;'
union all select value, name from meta where name = 'shut'"""


class Computers:
    """The computers of one vault; its requests go through here.

    Attributes:
        myself: What this computer reports; None neither reports nor reads.
        others: What was last read about the others; None before the first time.
        unreported: Requests by processes of this program here that ended without reporting them.
    """

    def __init__(self) -> None:
        self.myself: Myself | None = None
        self.others: Others | None = None
        self.unreported = 0
        self._reported: dict[int, int] = {}
        self._spent_reported = 0.0

    async def run(
        self,
        d1: D1,
        database_id: str,
        statements: Sequence[Statement],
        *,
        writes: bool,
        harmless: Sequence[Statement] = (),
    ) -> list[Rows]:
        """Execute all statements or none, like `D1.run`, and exchange reports along with them."""
        myself = self.myself
        if myself is None:
            return await d1.run(database_id, statements, harmless=harmless)
        requests, ended, was_shut = d1.pace.unreported + 1, self.unreported, d1.pace.was_shut
        news = myself.neurons > self._spent_reported or was_shut
        reports = writes or news or requests + ended >= WORTH_A_WRITE
        more = [*(_statements(myself, requests + ended) if reports else ()), Statement(_REPORTED)]
        if was_shut:
            more.insert(0, Statement(_SHUT))
        answers = await d1.run(database_id, [*statements, *more], harmless=harmless)
        report = _parse_report(answers[-1])
        if reports:
            d1.pace.unreported -= requests
            self.unreported -= ended
            d1.pace.was_shut &= not was_shut
            self._spent_reported = myself.neurons
            self._remember(report.window, requests)
        self._apply_report(d1, myself, report)
        return answers[: len(statements)]

    def _remember(self, window: int, requests: int) -> None:
        self._reported = {number: n for number, n in self._reported.items() if number >= window - 1}
        self._reported[window] = self._reported.get(window, 0) + requests

    def _apply_report(self, d1: D1, myself: Myself, report: "_Report") -> None:
        neurons = sum(n for device, n in report.spent.items() if device != myself.device)
        # reported today but unknown here now: a wrong clock's day ended before the account's
        forgotten = max(0.0, report.spent.get(myself.device, 0.0) - myself.neurons)
        self.others = Others(report.at, report.names, neurons + forgotten)
        now, before = (self._others_in(report, report.window - ago, myself) for ago in (0, 1))
        busy = sum(
            now.get(device, 0) + before.get(device, 0) > QUIET
            for device in now.keys() | before.keys()
        )
        # processes here ran at full speed one after the other, so their requests do not fade
        ended = before.pop(myself.device, 0)
        into_s = report.at % WINDOW_S
        d1.pace.leave_room(Use(sum(before.values()), sum(now.values()) + ended, into_s, busy))
        if 0 <= report.at - report.shut_at < SLOW_S:
            d1.pace.slow_down(SLOW_S - (report.at - report.shut_at))

    def _others_in(self, report: "_Report", window: int, myself: Myself) -> dict[str, int]:
        """Return what others used in these five minutes; this computer's entry holds what its other processes used."""
        used = dict(report.used.get(window, {}))
        mine = used.pop(myself.device, 0) - self._reported.get(window, 0)
        return used | {myself.device: mine} if mine > 0 else used


@dataclass(frozen=True, slots=True)
class Questions:
    """Counts how often a question was asked, over all computers of a vault."""

    d1: D1
    database_id: str
    computers: Computers

    async def claim(self, question: str, *, most: int) -> bool:
        """Count a question that is about to be asked; return whether it was asked fewer than `most` times before.

        Raises:
            CloudError: The account did not answer; the question may have been counted.
        """
        asked = Statement(_CLAIM, {"question": question, "most": most})
        (counted,) = await self.computers.run(self.d1, self.database_id, [asked], writes=True)
        return bool(counted.rows)

    async def release(self, question: str) -> None:
        """Undo the last count, because the question was certainly not answered.

        Raises:
            CloudError: The account did not answer; the question stays counted.
        """
        released = Statement(_RELEASE, question)
        await self.computers.run(self.d1, self.database_id, [released], writes=True)


class _Report:
    """The rows of all computers, as read."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.window = at // WINDOW_S
        self.names: dict[str, str] = {}
        self.used: dict[int, dict[str, int]] = {}
        self.spent: dict[str, float] = {}
        self.shut_at = 0

    def add(self, name: str, value: object) -> None:
        """Add one row; rows in an unknown format are ignored."""
        kind, _colon, rest = name.partition(":")
        if kind == "computer":
            called = clean_name(wire.text(value) or "")
            if rest and called:
                self.names[rest] = called
            return
        if name == "shut":
            self.shut_at = wire.whole(value) or 0
            return
        number, _colon, device = rest.partition(":")
        if (
            not (device and number.isascii() and number.isdecimal())
            or len(number) > _LONGEST_NUMBER
        ):
            return
        if kind == "use":
            self.used.setdefault(int(number), {})[device] = max(0, wire.whole(value) or 0)
        elif kind == "day" and int(number) == self.at // DAY_S:
            self.spent[device] = max(0.0, wire.number(value) or 0.0)


def _parse_report(rows: Rows) -> _Report:
    pairs = list(_pairs(rows.rows[:_MOST_ROWS]))
    at = wire.whole(pairs[0][1]) if pairs else None
    if at is None or pairs[0][0]:
        raise unreadable(Service.D1)
    report = _Report(at)
    for name, value in pairs[1:]:
        report.add(name, value)
    return report


def _pairs(rows: Iterable[Sequence[object]]) -> Iterator[tuple[str, object]]:
    for row in rows:
        if len(row) == len(("value", "name")):
            yield wire.text(row[1]) or "", row[0]


def _statements(myself: Myself, requests: int) -> Iterator[Statement]:
    value = {
        "device": myself.device,
        "window_s": WINDOW_S,
        "name": myself.name,
        "requests": requests,
        "day": myself.day,
        "neurons": myself.neurons,
    }
    for sql in (_USE, _SPENT, _NAME, _FORGET_USE):
        yield Statement(sql, value)
    yield Statement(_FORGET_DAYS)
