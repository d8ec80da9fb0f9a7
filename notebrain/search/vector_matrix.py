"""The vectors of all passages in memory, compared exactly.

Exact search runs at memory speed for up to a million passages, so there is no approximate index. Above 16,384
passages, vectors are stored as int8 (a quarter of the memory, at the same speed) and the best matches are compared
again in full.
"""

import numpy as np
import numpy.typing as npt

from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import vectors

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

BLOCK = 8_192
_AT_ONCE = 256
MOST_IN_FULL = 16_384
"""25 MB with 384 dimensions: what fits the cache of a processor is compared faster in full."""
NO_MATCH = -2.0
"""Marks passages that are gone or filtered out: lower than any cosine."""
_MOST_DEAD = 0.25
_INT8 = 127.0


class _Block:
    """Up to `BLOCK` vectors, in full or as int8 with one scale each."""

    def __init__(self, dimensions: int) -> None:
        self.rows = 0
        self.full: Floats | None = np.empty((BLOCK, dimensions), np.float32)
        self.small: npt.NDArray[np.int8] | None = None
        self.scales: Floats | None = None

    def compress(self) -> None:
        if self.full is None:
            return
        self.small = np.zeros(self.full.shape, np.int8)
        self.scales = np.zeros(BLOCK, np.float32)
        for start in range(0, self.rows, _AT_ONCE):
            end = min(start + _AT_ONCE, self.rows)
            part = self.full[start:end]
            top = np.maximum(np.abs(part).max(axis=1), np.float32(1e-9))
            scales = np.where(np.isfinite(top), top / _INT8, np.float32(np.nan))
            with np.errstate(invalid="ignore"):  # a damaged vector has no scale
                self.small[start:end] = np.rint(part * (1 / scales)[:, None])
            self.scales[start:end] = scales
        self.full = None

    def cosines(self, queries: Floats, into: Floats, scratch: Floats) -> None:
        """Fill `into` with the cosines of each row with the queries, which are columns.

        Args:
            scratch: Room for `_AT_ONCE` rows in full.
        """
        # processing a few rows at a time keeps them in the processor's cache: half the time of a whole block
        for start in range(0, self.rows, _AT_ONCE):
            end = min(start + _AT_ONCE, self.rows)
            np.dot(self._in_full(start, end, scratch), queries, out=into[start:end])
        if self.scales is not None:
            into *= self.scales[: self.rows, None]

    def _in_full(self, start: int, end: int, scratch: Floats) -> Floats:
        """Return some rows as floats, without their scale."""
        if self.full is not None:
            return self.full[start:end]
        some = scratch[: end - start]
        if self.small is not None:
            np.copyto(some, self.small[start:end])
        return some


class Matrix:
    """The vectors of one space, kept in step with the vault: it loads new passages and drops deleted ones."""

    def __init__(self, space: Space, *, most_in_full: int = MOST_IN_FULL) -> None:
        self.space = space
        self._most_in_full = most_in_full
        self._clear()

    def _clear(self) -> None:
        self._blocks: list[_Block] = []
        self._count = self._dead = 0
        self._ids: Ints = np.zeros(0, np.int64)
        self._keys: Ints = np.zeros(0, np.int64)
        self._dated: Ints = np.zeros(0, np.int64)
        self._last_id = self._last_gone = 0
        self._waiting: set[int] = set()

    def __len__(self) -> int:
        return self._count - self._dead

    @property
    def keys(self) -> Ints:
        """The note of each row; -1 if the passage is gone."""
        return self._keys[: self._count]

    @property
    def rows_in_full(self) -> int:
        """How many vectors are stored in full: all, or those for which there is no full block yet."""
        return sum(block.rows for block in self._blocks if block.full is not None)

    def chunk_ids(self, rows: Ints) -> list[int]:
        """Return the passage ids of rows."""
        found: list[int] = self._ids[rows].tolist()
        return found

    def dated_ms(self, rows: Ints) -> list[int | None]:
        """Return the dates of rows that are appended updates, in milliseconds."""
        return [None if moment < 0 else moment for moment in self._dated[rows].tolist()]

    def refresh(self, db: Connection) -> None:
        """Load what changed since the last call; reload everything if too many passages are gone."""
        last_made = vectors.last_made(db)
        if self._dead > _MOST_DEAD * max(self._count, BLOCK) or last_made < self._last_id:
            self._clear()
        if self._last_id == 0:
            self._last_gone = vectors.last_gone(db)
        else:
            self._forget(db)
        if self._waiting:
            self._append(vectors.of_passages(db, self.space, sorted(self._waiting)))
        if last_made > self._last_id:
            for rows in vectors.since(db, self.space, self._last_id, batch=BLOCK // 4):
                self._append(rows)
                self._last_id = rows[-1][0]

    def _forget(self, db: Connection) -> None:
        gone = vectors.gone_since(db, self._last_gone)
        if not gone:
            return
        self._last_gone = gone[-1][0]
        ids = {chunk_id for _, chunk_id in gone}
        self._waiting -= ids
        rows = np.flatnonzero(
            np.isin(self._ids[: self._count], np.fromiter(ids, np.int64)) & (self.keys >= 0)
        )
        self._keys[rows] = -1
        self._dead += len(rows)

    def _append(self, rows: list[vectors.Row]) -> None:
        size = self.space.dimensions * 4
        ready = [row for row in rows if row[4] is not None and len(row[4]) == size and row[3] >= 0]
        self._waiting |= {row[0] for row in rows if row[4] is None}
        if self._waiting:
            self._waiting -= {row[0] for row in ready}
        while ready:
            block = self._open_block()
            part, ready = ready[: BLOCK - block.rows], ready[BLOCK - block.rows :]
            data = np.frombuffer(b"".join(row[4] or b"" for row in part), "<f4").reshape(
                len(part), -1
            )
            if block.full is not None:
                block.full[block.rows : block.rows + len(part)] = data
            block.rows += len(part)
            self._remember(part)
            self._compress_full_blocks()

    def _compress_full_blocks(self) -> None:
        """Store vectors small as soon as there are too many: while a vault is read, not after it."""
        if self._count > self._most_in_full:
            for block in self._blocks:
                if block.rows == BLOCK:
                    block.compress()

    def _open_block(self) -> _Block:
        if not self._blocks or self._blocks[-1].rows == BLOCK:
            self._blocks.append(_Block(self.space.dimensions))
        return self._blocks[-1]

    def _remember(self, part: list[vectors.Row]) -> None:
        end = self._count + len(part)
        if end > len(self._ids):
            room = max(end, 2 * len(self._ids), BLOCK // 8)
            self._ids, self._keys, self._dated = (
                np.resize(column, room) if len(column) else np.zeros(room, np.int64)
                for column in (self._ids, self._keys, self._dated)
            )
        self._ids[self._count : end] = [row[0] for row in part]
        self._keys[self._count : end] = [row[1] for row in part]
        self._dated[self._count : end] = [-1 if row[2] is None else row[2] for row in part]
        self._count = end

    def cosines(self, query: Floats) -> Floats:
        """Return the cosine of every row with a vector of unit length; `NO_MATCH` for rows that are gone."""
        only: Floats = self.cosines_of(query[None])[0]
        return only

    def cosines_of(self, queries: Floats) -> Floats:
        """Return the same for several vectors, with shape (vectors, rows).

        All of them share one pass over the stored vectors, which takes most of the time: for 100,000 vectors, eight
        queries take 21 ms and one takes 9 ms.
        """
        found = np.empty((self._count, len(queries)), np.float32)
        columns = np.ascontiguousarray(queries.T)
        scratch = np.empty((_AT_ONCE, self.space.dimensions), np.float32)
        at = 0
        with np.errstate(invalid="ignore"):  # of a damaged vector; it matches nothing
            for block in self._blocks:
                block.cosines(columns, found[at : at + block.rows], scratch)
                at += block.rows
        found[self.keys < 0] = NO_MATCH
        return found.T

    def vectors(self, db: Connection, rows: Ints) -> Floats:
        """Return the vectors of rows in full."""
        found = np.zeros((len(rows), self.space.dimensions), np.float32)
        missing: list[int] = []
        places: list[int] = rows.tolist()
        for place, row in enumerate(places):
            block = self._blocks[row // BLOCK]
            if block.full is not None:
                found[place] = block.full[row % BLOCK]
            else:
                missing.append(place)
        if missing:
            ids = self.chunk_ids(rows[missing])
            stored = {row[0]: row[4] for row in vectors.of_passages(db, self.space, ids)}
            for place, chunk_id in zip(missing, ids, strict=True):
                data = stored.get(chunk_id)
                if data is not None:
                    found[place] = np.frombuffer(data, "<f4")
        return found


def best_rows(matrix: Matrix, cosines: Floats, wanted: list[int], *, top: int) -> Ints:
    """Return the `top` rows and the best row of each note that is in `wanted`."""
    rows = _top(cosines, top)
    if not wanted:
        return rows
    keys = matrix.keys
    table = np.zeros(max(int(keys.max(initial=0)), *wanted) + 1, np.bool_)
    table[wanted] = True
    theirs = np.flatnonzero(table[np.maximum(keys, 0)] & (cosines > NO_MATCH))
    best = theirs[best_of_notes(keys[theirs], cosines[theirs])]
    chosen: Ints = np.union1d(rows, best)
    return chosen


def best_of_notes(keys: Ints, cosines: Floats) -> Ints:
    """Return the place of the best cosine of each note, in the order of the notes."""
    order = np.lexsort((-cosines, keys))
    owners = keys[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = owners[1:] != owners[:-1]
    places: Ints = order[first]
    return places


def _top(cosines: Floats, number: int) -> Ints:
    # drop rows without a match first: many equal values make the partition slow (16 ms for 100,000)
    rows: Ints = np.flatnonzero(cosines > NO_MATCH)
    if number <= 0:
        return rows[:0]
    if number >= len(rows):
        return rows
    best: Ints = rows[np.argpartition(cosines[rows], len(rows) - number)[-number:]]
    return best
