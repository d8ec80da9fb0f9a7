"""What the computers of a vault tell each other about files that may leave the account, in its database.

A row `leaving:SHA` is an announcement with its number, `leaving` the last number, and `files:COMPUTER` what a computer
has seen, and when.
"""

from collections.abc import Iterator
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.d1 import Rows, Statement, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.domain.sync.leaving_files import Leaving, Report, SeenBy
from notebrain.domain.sync.remote_files import is_hash

_LEAVING: Final = "leaving:"
_FILES: Final = "files:"
_END: Final = (
    "delete from meta where name in (select 'leaving:' || value from json_each(?1, '$.ended'))"
)
# the same announcement sent again gets no other number
_NUMBER: Final = """insert into meta (name, value) select 'leaving', 1 where exists (
    select 1 from json_each(?1, '$.announced') as one
    where not exists (select 1 from meta where name = 'leaving:' || one.value))
on conflict (name) do update set value = value + 1"""
_ANNOUNCE: Final = """insert into meta (name, value)
select 'leaving:' || one.value, (select value from meta where name = 'leaving')
from json_each(?1, '$.announced') as one where true on conflict (name) do nothing"""
_SEEN: Final = """insert into meta (name, value)
select 'files:' || (?1->>'$.computer'), json_array(?1->>'$.seen', unixepoch()) where true
on conflict (name) do update set value = json_array(max(value->>'$[0]', ?1->>'$.seen'), unixepoch())"""
# each range separately: with `or` all marks would be scanned, and rows read are counted
_LOOK: Final = """select '' as name, unixepoch() as value
union all select name, value from meta where name = 'leaving'
union all select name, value from meta where name >= 'leaving:' and name < 'leaving;'
union all select name, value from meta where name >= 'files:' and name < 'files;'"""


def statements(report: Report) -> list[Statement]:
    """Return what reports and reads the reports of all computers, in one transaction."""
    value = {
        "computer": report.computer,
        "seen": report.seen,
        "announced": list(report.announced),
        "ended": list(report.ended),
    }
    writes = (_END, _NUMBER, _ANNOUNCE, _SEEN) if report.announced else (_END, _SEEN)
    return [*(Statement(sql, value) for sql in writes), Statement(_LOOK)]


def read(rows: Rows) -> Leaving:
    """Return what the account knows; rows in an unknown format are ignored."""
    found = list(_pairs(rows))
    if not found or found[0][0]:
        raise unreadable(Service.D1)
    at = wire.whole(found[0][1])
    if at is None:
        raise unreadable(Service.D1)
    last, announced, computers = 0, dict[str, int](), dict[str, SeenBy]()
    for name, value in found[1:]:
        if name == "leaving":
            last = wire.whole(value) or 0
        elif name.startswith(_LEAVING):
            sha, number = name.removeprefix(_LEAVING), wire.whole(value)
            if is_hash(sha) and number is not None:
                announced[sha] = number
        else:
            computers[name.removeprefix(_FILES)] = _seen(value)
    return Leaving(at, last, announced, computers)


def _pairs(rows: Rows) -> Iterator[tuple[str, object]]:
    for row in rows.rows:
        if len(row) == len(("name", "value")):
            yield wire.text(row[0]) or "", row[1]


def _seen(value: object) -> SeenBy:
    """Return what a computer has seen; one that cannot be understood has seen nothing, and is waited for."""
    numbers = [
        wire.whole(one) for one in wire.items(wire.json_in((wire.text(value) or "").encode()))
    ]
    match numbers:
        case [int(number), int(at)]:
            return SeenBy(number, at)
        case _:
            return SeenBy(0, 1 << 62)
