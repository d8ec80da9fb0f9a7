"""Read rows directly from the pages of a damaged database when SQLite itself cannot reach them.

Every leaf page of a table contains complete rows, so they can be read whatever happened to the pages above them, the
schema or the file header. The format: https://www.sqlite.org/fileformat2.html
"""

import struct
from collections.abc import Iterator
from pathlib import Path

Value = int | float | bytes | str | None
"""A value of a row; invalid bytes of a text are kept as lone surrogates (`surrogateescape`)."""

_MAGIC = b"SQLite format 3\x00"
_LOG_MAGIC = (0x377F0682, 0x377F0683)
_HEAD, _LOG_HEAD, _FRAME_HEAD = 100, 32, 24
_TABLE_LEAF = 0x0D
_OWN_PAGE_SIZE, _LEAST_SIZE, _MOST_SIZE = 8192, 512, 65536
_FLOAT = 7
_LONGEST_NUMBER = 9
_MORE_FOLLOWS = 0x80
_NUMBER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIRST_BLOB = 12


class Pages:
    """The pages of a file, replaced by newer ones from its log.

    Args:
        log: The write-ahead log, if it can be trusted.
    """

    def __init__(self, file: Path, log: Path | None = None) -> None:
        self._data = file.read_bytes() if file.exists() else b""
        head = self._data[:_HEAD]
        size = int.from_bytes(head[16:18]) if head.startswith(_MAGIC) else 0
        size = _MOST_SIZE if size == 1 else size
        plausible = _LEAST_SIZE <= size <= _MOST_SIZE and size & (size - 1) == 0
        self.size = size if plausible else _OWN_PAGE_SIZE
        reserved = head[20] if plausible and len(head) == _HEAD else 0
        self._usable = self.size - (reserved if reserved <= self.size - 480 else 0)
        self._newer = _logged(log, self.size) if log is not None and log.exists() else {}
        self.count = max([len(self._data) // self.size, *self._newer])

    def rows(self, *, skip: frozenset[int] = frozenset()) -> Iterator[tuple[int, list[Value]]]:
        """Yield key and values of every row on every leaf page of any table, except pages in `skip`."""
        for number in range(1, self.count + 1):
            if number not in skip:
                yield from self._rows_on(number)

    def free(self) -> frozenset[int]:
        """Return the pages marked as free, which contain deleted data."""
        found: set[int] = set()
        head = self._page(1)
        trunk = int.from_bytes(head[32:36]) if head.startswith(_MAGIC) else 0
        while 0 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            page = self._page(trunk)
            trunk, leaves = struct.unpack_from(">II", page)
            most = min(leaves, (self.size - 8) // 4)
            found.update(struct.unpack_from(f">{most}I", page, 8))
        return frozenset(found)

    def _page(self, number: int) -> bytes:
        newer = self._newer.get(number)
        page = (
            newer
            if newer is not None
            else self._data[(number - 1) * self.size : number * self.size]
        )
        return page.ljust(self.size, b"\0")

    def _rows_on(self, number: int) -> Iterator[tuple[int, list[Value]]]:
        page = self._page(number)
        head = _HEAD if number == 1 else 0
        if page[head] != _TABLE_LEAF:
            return
        cells = int.from_bytes(page[head + 3 : head + 5])
        for place in range(min(cells, (self.size - head - 8) // 2)):
            at = int.from_bytes(page[head + 8 + 2 * place : head + 10 + 2 * place])
            if head + 8 <= at < self._usable:
                try:
                    yield self._row(page, at)
                except (IndexError, ValueError, struct.error):
                    continue  # not a row, or no longer one

    def _row(self, page: bytes, at: int) -> tuple[int, list[Value]]:
        length, at = _number(page, at)
        key, at = _number(page, at)
        return _signed(key), _values(self._payload(page, at, length))

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        usable = self._usable
        if length > self.size * self.count:
            raise ValueError(length)
        if length <= usable - 35:
            return _part(page, at, length)
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        here = here if here <= usable - 35 else least
        parts = [_part(page, at, here)]
        following = int.from_bytes(_part(page, at + here, 4))
        left, seen = length - here, set[int]()
        while left > 0:
            if not 0 < following <= self.count or following in seen:
                raise ValueError(following)
            seen.add(following)
            beyond = self._page(following)
            parts.append(beyond[4 : 4 + min(left, usable - 4)])
            following, left = int.from_bytes(beyond[:4]), left - (usable - 4)
        return b"".join(parts)


def _logged(log: Path, size: int) -> dict[int, bytes]:
    """Return the pages of a log up to its last commit, ignoring frames from an earlier use of the log."""
    data = log.read_bytes()
    if len(data) < _LOG_HEAD:
        return {}
    magic, _version, page_size = struct.unpack_from(">III", data)
    if magic not in _LOG_MAGIC or page_size != size:
        return {}
    salt = data[16:24]
    committed: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for at in range(_LOG_HEAD, len(data) - _FRAME_HEAD - size + 1, _FRAME_HEAD + size):
        number, total = struct.unpack_from(">II", data, at)
        if data[at + 8 : at + 16] != salt:
            break
        pending[number] = data[at + _FRAME_HEAD : at + _FRAME_HEAD + size]
        if total:
            committed.update(pending)
            pending.clear()
    return committed


def _part(page: bytes, at: int, length: int) -> bytes:
    part = page[at : at + length]
    if len(part) < length:
        raise ValueError(length)
    return part


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read a variable-length number; return it and the position after it."""
    value = 0
    for place in range(at, at + _LONGEST_NUMBER - 1):
        value = value << 7 | data[place] & ~_MORE_FOLLOWS
        if data[place] < _MORE_FOLLOWS:
            return value, place + 1
    return value << 8 | data[at + _LONGEST_NUMBER - 1], at + _LONGEST_NUMBER


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _values(payload: bytes) -> list[Value]:
    head, at = _number(payload, 0)
    if head > len(payload):
        raise ValueError(head)
    kinds: list[int] = []
    while at < head:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return values


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in _NUMBER_SIZES:
        size = _NUMBER_SIZES[kind]
        return int.from_bytes(_part(payload, at, size), signed=True), at + size
    if kind == _FLOAT:
        return struct.unpack(">d", _part(payload, at, 8))[0], at + 8
    if kind < _FIRST_BLOB:
        return {8: 0, 9: 1}.get(kind), at
    size = (kind - _FIRST_BLOB) // 2
    raw = _part(payload, at, size)
    return (raw.decode("utf-8", "surrogateescape") if kind % 2 else raw), at + size
