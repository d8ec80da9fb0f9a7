"""One D1 database: real SQLite with the limits and refusals of the service."""

import math
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.cloudflare.wire import Refused

MAX_SQL_BYTES: Final = 100_000
MAX_VALUE_BYTES: Final = 2_000_000
_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 5,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 32,
    sqlite3.SQLITE_LIMIT_LENGTH: MAX_VALUE_BYTES,
}
_REFUSED_FUNCTIONS: Final = {
    "fts5",
    "fts5_source_id",
    "load_extension",
    "rtreenode",
    "soundex",
    "sqlite_compileoption_used",
    "sqlite_source_id",
    "sqlite_version",
}
_VIRTUAL_TABLES: Final = {"fts5", "fts5vocab"}
# tables that are there without being made, where SQLite was built with them
_INSIGHTS: Final = {"bytecode", "dbstat", "sqlite_dbpage", "sqlite_stmt", "tables_used"}
_PRAGMAS: Final = {
    "case_sensitive_like",
    "data_version",
    "defer_foreign_keys",
    "foreign_key_check",
    "foreign_key_list",
    "foreign_keys",
    "ignore_check_constraints",
    "index_info",
    "index_list",
    "index_xinfo",
    "legacy_alter_table",
    "optimize",
    "quick_check",
    "recursive_triggers",
    "reverse_unordered_selects",
    "table_info",
    "table_list",
    "table_xinfo",
}
_TRANSACTIONS: Final = {sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT}
_REFUSED_ACTS: Final = {
    sqlite3.SQLITE_ATTACH,
    sqlite3.SQLITE_DETACH,
    sqlite3.SQLITE_CREATE_TEMP_INDEX,
    sqlite3.SQLITE_CREATE_TEMP_TABLE,
    sqlite3.SQLITE_CREATE_TEMP_TRIGGER,
    sqlite3.SQLITE_CREATE_TEMP_VIEW,
}
_WRITES: Final = {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}
_OF_TABLES: Final = _WRITES | {
    sqlite3.SQLITE_CREATE_TABLE,
    sqlite3.SQLITE_DROP_TABLE,
    sqlite3.SQLITE_READ,
}
_OF_VIRTUAL_TABLES: Final = {sqlite3.SQLITE_CREATE_VTABLE, sqlite3.SQLITE_DROP_VTABLE}
_NO_TRANSACTIONS: Final = (
    "To execute a transaction, please use the state.storage.transaction() or "
    "state.storage.transactionSync() APIs instead of the SQL BEGIN TRANSACTION or SAVEPOINT "
    "statements. The JavaScript API is safer because it will automatically roll back on "
    "exceptions, and because it interacts correctly with Durable Objects' automatic atomic write "
    "coalescing."
)
_WHOLE_AS_DIGITS: Final = 1e21
_LATER_ERRORS: Final = {3091: "SQLITE_CONSTRAINT_DATATYPE"}
"""Errors that this Python has no name for."""


@dataclass(frozen=True)
class Outcome:
    """What one statement gave."""

    columns: list[str]
    rows: list[list[Any]]
    meta: dict[str, Any]


class Database:
    """Runs statements one after the other, as the single thread of a real one does."""

    def __init__(self, uuid: str, name: str, created_at: str, max_bytes: int) -> None:
        self.uuid = uuid
        self.name = name
        self.created_at = created_at
        self._lock = threading.Lock()
        self._written: set[tuple[int, str, str]] = set()
        self._began = False
        self._ours = False
        self._closed = False
        self._db = sqlite3.connect(
            ":memory:", check_same_thread=False, isolation_level=None, cached_statements=0
        )
        # what is no text after all comes with marks for its bytes
        self._db.text_factory = lambda text: text.decode("utf-8", "replace")
        self._db.execute("pragma foreign_keys = on")
        # the engine keeps this one for itself; who lists tables sees it
        self._db.execute("create table _cf_METADATA(key integer primary key, value blob)")
        pages = max(1, max_bytes // self._number("page_size"))
        self._db.execute(f"pragma max_page_count = {pages}")
        for limit, value in _LIMITS.items():
            self._db.setlimit(limit, value)
        self._db.set_authorizer(self._authorize)

    def run(self, statements: Sequence[Statement]) -> list[Outcome]:
        """Run all of `statements`, or none of them."""
        with self._lock:
            if self._closed:
                raise no_database(self.uuid)
            with self._transaction():
                return [self._one(statement) for statement in statements]

    def look(self, sql: str, *params: object) -> list[tuple[Any, ...]]:
        """Return rows to a test, without the limits of the service and without a trace."""
        with self._lock, self._unguarded():
            return self._db.execute(sql, params).fetchall()

    def size(self) -> int:
        """Return the bytes it takes."""
        with self._lock:
            return self._size()

    def tables(self) -> int:
        """Return how many tables it has."""
        sql = "select count(*) from sqlite_master where type = 'table' and name not like '!_cf!_%' escape '!'"
        return int(self.look(sql)[0][0])

    def close(self) -> None:
        """Forget everything."""
        with self._lock:
            self._closed = True
            self._db.close()

    def _one(self, statement: Statement) -> Outcome:
        if len(statement.sql.encode("utf-8", "surrogatepass")) > MAX_SQL_BYTES:
            raise sql_error("statement too long: SQLITE_TOOBIG")
        started = time.perf_counter()
        before = (self._db.total_changes, self._size())
        self._written.clear()
        self._began = False
        try:
            cursor = self._db.execute(statement.sql, [_bound(one) for one in statement.params])
            rows = [[_plain(value) for value in row] for row in cursor.fetchall()]
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise sql_error(_NO_TRANSACTIONS) if self._began else _told(error) from None
        columns = [column[0] for column in cursor.description or ()]
        took_ms = (time.perf_counter() - started) * 1000
        return Outcome(columns, rows, self._meta(cursor, len(rows), before, took_ms))

    def _meta(
        self, cursor: sqlite3.Cursor, rows: int, before: tuple[int, int], took_ms: float
    ) -> dict[str, Any]:
        written = self._written.copy()
        changes_before, size_before = before
        # what triggers and full text tables write inside counts, too
        changes = self._db.total_changes - changes_before if written else 0
        size = self._size()
        return {
            "served_by": "v3-prod",
            "served_by_region": "WEUR",
            "served_by_primary": True,
            "timings": {"sql_duration_ms": round(took_ms, 4)},
            "duration": round(took_ms, 4),
            "changes": changes,
            "last_row_id": cursor.lastrowid or 0,
            "changed_db": changes > 0 or size != size_before,
            "size_after": size,
            # roughly: only the engine itself knows what it looked at
            "rows_read": rows + changes,
            "rows_written": changes * (1 + self._indexes(written)),
        }

    def _indexes(self, written: set[tuple[int, str, str]]) -> int:
        """Return how many indexes a row was written to: deleting counts for none (measured)."""
        inserted = {table for act, table, _ in written if act == sqlite3.SQLITE_INSERT}
        updated = {column for act, _, column in written if act == sqlite3.SQLITE_UPDATE}
        sql = (
            "select i.name, c.name from sqlite_master t, pragma_index_list(t.name) i, "
            "pragma_index_info(i.name) c where t.name = ?"
            # a table without row numbers is the index of its key
            " and not (i.origin = 'pk' and (select wr from pragma_table_list(t.name)))"
        )
        most = 0
        with self._unguarded():
            for table in {table for _, table, _ in written}:
                rows = self._db.execute(sql, (table,)).fetchall()
                hit = {index for index, column in rows if table in inserted or column in updated}
                most = max(most, len(hit))
        return most

    def _size(self) -> int:
        with self._unguarded():
            return self._number("page_count") * self._number("page_size")

    def _number(self, pragma: str) -> int:
        return int(self._db.execute(f"pragma {pragma}").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._unguarded():
            self._db.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._end("rollback")
            raise
        self._end("commit")

    def _end(self, how: str) -> None:
        # "database is full" has rolled back already
        if not self._db.in_transaction:
            return
        with self._unguarded():
            try:
                self._db.execute(how)
            except sqlite3.Error as error:
                # a deferred constraint shows only now
                self._db.execute("rollback")
                raise _told(error) from None

    @contextmanager
    def _unguarded(self) -> Iterator[None]:
        before, self._ours = self._ours, True
        try:
            yield
        finally:
            self._ours = before

    def _authorize(
        self,
        action: int,
        first: str | None,
        second: str | None,
        _database: str | None,
        _trigger: str | None,
    ) -> int:
        if self._ours:
            return sqlite3.SQLITE_OK
        if action in _TRANSACTIONS:
            self._began = True
            return sqlite3.SQLITE_DENY
        if _is_refused(action, (first or "").lower(), (second or "").lower()):
            return sqlite3.SQLITE_DENY
        if action in _WRITES and first:
            self._written.add((action, first, second or ""))
        return sqlite3.SQLITE_OK


def no_database(key: str) -> Refused:
    """Return what is said of a database that is not there, or no longer."""
    return Refused(404, 7404, f"The database {key} could not be found")


def sql_error(text: str) -> Refused:
    """Return the error of a statement."""
    return Refused(400, 7500, text)


def _is_refused(action: int, first: str, second: str) -> bool:
    if action in _OF_TABLES:
        return first.startswith("_cf_") or first in _INSIGHTS
    if action in _OF_VIRTUAL_TABLES:
        return second not in _VIRTUAL_TABLES
    if action == sqlite3.SQLITE_FUNCTION:
        return second in _REFUSED_FUNCTIONS
    if action == sqlite3.SQLITE_PRAGMA:
        return first not in _PRAGMAS
    return action in _REFUSED_ACTS


def _bound(value: Any) -> Any:
    """Return a parameter as the engine gets it: to JavaScript, every number is a double."""
    return float(value) if isinstance(value, int) else value


def _plain(value: Any) -> Any:
    """Return a value as JavaScript writes it: bytes as numbers, numbers as a double holds them."""
    if isinstance(value, bytes):
        return list(value)
    if not isinstance(value, int | float):
        return value
    number = float(value)
    if not math.isfinite(number):
        return None
    if number.is_integer() and abs(number) < _WHOLE_AS_DIGITS:
        # the fewest digits that mean this double, and zeros
        return int(Decimal(repr(number)))
    return number


def _told(error: Exception) -> Refused:
    """Return an error in the words of the engine, but for the place in the statement (" at offset 7")."""
    text = str(error)
    if isinstance(error, sqlite3.DataError) and "query string" in text:
        return sql_error("statement too long: SQLITE_TOOBIG")
    if isinstance(error, sqlite3.ProgrammingError) and "binding" in text.lower():
        return sql_error("Wrong number of parameter bindings for SQL query.")
    code = getattr(error, "sqlite_errorcode", 0)
    name = _LATER_ERRORS.get(code) or getattr(error, "sqlite_errorname", None) or _named(error)
    plain = "_".join(name.split("_")[:2])
    extended = "" if name == plain else f" (extended: {name})"
    return sql_error(f"{text}: {plain}{extended}")


def _named(error: Exception) -> str:
    return "SQLITE_TOOBIG" if isinstance(error, sqlite3.DataError) else "SQLITE_ERROR"
