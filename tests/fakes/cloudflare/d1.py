"""D1: databases, `/query` and `/raw`."""

import re
import threading
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.d1_database import Database, Outcome, no_database
from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.sql_text import Statement, bad_request, statements_of
from tests.fakes.cloudflare.tokens import Permission
from tests.fakes.cloudflare.wire import Refused, Reply, success

FREE_DATABASES: Final = 10
FREE_BYTES: Final = 500_000_000
_NAME: Final = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]*")
_READ: Final = ({Permission.D1_READ}, {Permission.D1_EDIT})
_EDIT: Final = ({Permission.D1_EDIT},)
_FORBIDDEN: Final = Refused(
    403, 7403, "The given account is not valid or is not authorized to access this service"
)


class Keeper(Protocol):
    """One database, whatever carries out its statements."""

    uuid: str
    name: str
    created_at: str

    def run(self, statements: Sequence[Statement]) -> list[Outcome]:
        """Run all of `statements`, or none of them."""

    def look(self, sql: str, *params: object) -> list[tuple[Any, ...]]:
        """Return rows to a test."""

    def size(self) -> int:
        """Return the bytes it takes."""

    def tables(self) -> int:
        """Return how many tables it has."""

    def close(self) -> None:
        """Forget everything."""


MakeKeeper = Callable[[str, str, str, int], Keeper]
"""Takes a uuid, a name, the time it is made, and how many bytes it may have."""


class D1:
    """The databases of the account."""

    def __init__(self, clock: StandinClock, make: MakeKeeper = Database) -> None:
        self.max_databases = FREE_DATABASES
        self.max_bytes = FREE_BYTES
        self._clock = clock
        self._make = make
        self._databases: dict[str, Keeper] = {}
        self._lock = threading.Lock()

    def database(self, key: str) -> Keeper:
        """Return a database by uuid or name, for tests."""
        return next(one for one in self._known() if key in (one.uuid, one.name))

    def names(self) -> list[str]:
        """Return the names of all databases."""
        return [one.name for one in self._known()]

    def create(self, name: str) -> Keeper:
        """Make a database, as the endpoint does."""
        if not _NAME.fullmatch(name):
            raise bad_request("The request is malformed: Invalid property: name")
        with self._lock:
            if any(one.name == name for one in self._databases.values()):
                raise Refused(400, 7502, "database already exists")
            if len(self._databases) >= self.max_databases:
                text = f"You've reached the limit of {self.max_databases} databases"
                raise Refused(400, 7406, text)
            made = self._make(str(uuid.uuid4()), name, self._clock.stamp(), self.max_bytes)
            self._databases[made.uuid] = made
            return made

    def drop(self, found: Keeper) -> None:
        """Take a database away, as the endpoint does."""
        with self._lock:
            self._databases.pop(found.uuid, None)
        found.close()

    def close(self) -> None:
        """Forget all databases."""
        for one in self._known():
            one.close()

    def routes(self) -> list[Route]:
        """Return the endpoints of D1."""
        all_of, one = "accounts/{account}/d1/database", "accounts/{account}/d1/database/{database}"
        return [
            Route("d1.create", "POST", all_of, self._create, _EDIT, _FORBIDDEN),
            Route("d1.list", "GET", all_of, self._list, _READ, _FORBIDDEN),
            Route("d1.get", "GET", one, self._get, _READ, _FORBIDDEN),
            Route("d1.delete", "DELETE", one, self._delete, _EDIT, _FORBIDDEN),
            Route("d1.query", "POST", f"{one}/query", self._query, _EDIT, _FORBIDDEN),
            Route("d1.raw", "POST", f"{one}/raw", self._raw, _EDIT, _FORBIDDEN),
        ]

    def _known(self) -> list[Keeper]:
        with self._lock:
            return list(self._databases.values())

    def _found(self, call: Call, *, by_name: bool = False) -> Keeper:
        key = call.args["database"]
        with self._lock:
            found = self._databases.get(key)
            if found is None and by_name:  # as the official command line asks for them
                named = (one for one in self._databases.values() if one.name == key)
                found = next(named, None)
        if found is None:
            raise no_database(key)
        return found

    def _create(self, call: Call) -> Reply:
        name = call.request.object(bad_request()).get("name")
        if not isinstance(name, str):
            raise bad_request("The request is malformed: Invalid property: name => Required")
        return success(self._described(self.create(name)))

    def _list(self, call: Call) -> Reply:
        wanted = call.request.query.get("name", "")
        page = call.request.number("page", 1)
        per_page = call.request.number("per_page", 1000)
        found = [one for one in self._known() if wanted in one.name]
        part = found[(page - 1) * per_page : page * per_page]
        info = {
            "page": page,
            "per_page": per_page,
            "count": len(part),
            "total_count": len(found),
        }
        return success([self._described(one) for one in part], info=info)

    def _get(self, call: Call) -> Reply:
        found = self._found(call, by_name=True)
        details = {"file_size": found.size(), "num_tables": found.tables()}
        described = self._described(found) | details
        fields = call.request.query.get("fields")
        if fields is not None:
            described = {name: described[name] for name in fields.split(",") if name in described}
        return success(described)

    def _delete(self, call: Call) -> Reply:
        self.drop(self._found(call))
        return success(None)

    def _query(self, call: Call) -> Reply:
        return success([_as_objects(one) for one in self._outcomes(call)])

    def _raw(self, call: Call) -> Reply:
        return success([_as_rows(one) for one in self._outcomes(call)])

    def _outcomes(self, call: Call) -> Iterable[Outcome]:
        database = self._found(call)
        return database.run(statements_of(call.request.object(bad_request())))

    @staticmethod
    def _described(one: Keeper) -> dict[str, Any]:
        return {
            "uuid": one.uuid,
            "name": one.name,
            "version": "production",
            "created_at": one.created_at,
        }


def _as_objects(one: Outcome) -> dict[str, Any]:
    rows = [dict(zip(one.columns, row, strict=True)) for row in one.rows]
    return {"results": rows, "success": True, "meta": one.meta}


def _as_rows(one: Outcome) -> dict[str, Any]:
    results = {"columns": one.columns, "rows": one.rows}
    return {"results": results, "success": True, "meta": one.meta}
