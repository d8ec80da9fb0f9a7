"""The database in the account: finding, creating and querying it; the values of a statement are one JSON text."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from notebrain.cloud import wire
from notebrain.cloud.error_codes import Service
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.request import Ask, Reply, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.domain.errors import CloudConfig, CloudLost, CloudTooLarge
from notebrain.domain.i18n import _

# field guide §4
LONGEST_SQL = 100_000
# a good size for one parameter; a single row may be larger, up to D1's limit
GOOD_SIZE = 1_000_000
LARGEST_PARAMETER = 1_990_000
_DATABASES = "/accounts/{account}/d1/database"
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement whose values come as one JSON text, `?1`, unpacked with `json_each(?1)`.

    Numbers sent as parameters become texts, and more than a hundred parameters are refused (field guide §4); JSON
    avoids both problems.

    Attributes:
        texts: Large texts passed unchanged as `?2` and up: within JSON they could be twice as long.
    """

    sql: str
    value: object = field(default=None, repr=False)
    texts: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Rows:
    """The result of a statement.

    Attributes:
        changes: How many rows were changed.
        read: How many rows were scanned, which is what the account is charged for.
        written: How many rows and index entries were written.
    """

    columns: tuple[str, ...]
    rows: list[list[object]] = field(repr=False)
    changes: int
    read: int
    written: int


@dataclass(frozen=True, slots=True)
class Database:
    """A database in the account."""

    id: str
    name: str


class D1:
    """The databases of the account."""

    def __init__(self, cloud: Cloudflare) -> None:
        self._cloud = cloud

    @property
    def pace(self) -> RateLimiter:
        """The rate limiter for requests to the account."""
        return self._cloud.pace

    async def find(self, name: str) -> Database | None:
        """Return the database with this name, or None if there is none."""
        return next((database for database in await self.like(name) if database.name == name), None)

    async def like(self, part: str) -> list[Database]:
        """Return the databases whose names contain this, at most a hundred."""
        query = {"name": part, "per_page": "100"}
        reply = await self._cloud.ask(Ask(Service.D1, "GET", _DATABASES, query=query))
        found = (_database(entry) for entry in wire.items(reply.result))
        return [database for database in found if database is not None]

    async def get(self, database_id: str) -> Database:
        """Return the database with this id.

        Raises:
            CloudMissing: It does not exist.
        """
        reply = await self._cloud.ask(Ask(Service.D1, "GET", _path(database_id)))
        return _needed(_database(reply.result))

    async def create(self, name: str) -> Database:
        """Create a database.

        Raises:
            CloudExists: There is already one with this name.
        """
        body = json_body({"name": name})
        # a second try would say that it exists, and its id would be lost with the first answer
        ask = Ask(Service.D1, "POST", _DATABASES, body=body, repeatable=False)
        return _needed(_database((await self._cloud.ask(ask)).result))

    async def delete(self, database_id: str) -> None:
        """Delete a database with all its contents.

        Raises:
            CloudMissing: It does not exist.
        """
        await self._cloud.ask(Ask(Service.D1, "DELETE", _path(database_id)))

    async def run(
        self,
        database_id: str,
        statements: Sequence[Statement],
        *,
        repeatable: bool = True,
        harmless: Sequence[Statement] = (),
    ) -> list[Rows]:
        """Execute all statements or none, in order, and return the result of each.

        Args:
            repeatable: Whether executing them twice has the same effect as once; if not, they are not sent again when
                the answer was lost, and the caller has to find out what happened to them.
            harmless: The same statements without any content, which change nothing; they show whether the content is
                refused.

        Raises:
            CloudTooLarge: A statement exceeds D1's size limit; nothing was sent.
            CloudRefused: These statements are refused, while the harmless ones pass.
        """
        if not statements:
            return []
        ask = _asked(database_id, statements, repeatable=repeatable, harmless=harmless)
        return _results(await self._cloud.ask(ask), len(statements))


def in_pieces(rows: Iterable[object], size: int = GOOD_SIZE) -> Iterator[list[object]]:
    """Yield the rows in lists that make a parameter of a good size; a large row gets a list of its own."""
    piece: list[object] = []
    length = 0
    for row in rows:
        row_length = len(_packed(row).encode("utf-8", "replace")) + 1
        if piece and length + row_length > size:
            yield piece
            piece, length = [], 0
        piece.append(row)
        length += row_length
    if piece:
        yield piece


def _packed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _prepared(statement: Statement) -> dict[str, str | list[str]]:
    entry: dict[str, str | list[str]] = {"sql": statement.sql}
    params: list[str] = []
    if statement.value is not None or statement.texts:
        params = [_packed(statement.value), *statement.texts]
        entry["params"] = params
    largest = max((len(param.encode("utf-8", "replace")) for param in params), default=0)
    if len(statement.sql.encode()) > LONGEST_SQL or largest > LARGEST_PARAMETER:
        raise CloudTooLarge(
            _("This is too large for your Cloudflare account. It stays safe on this computer."),
            service=Service.D1,
        )
    return entry


def _asked(
    database_id: str,
    statements: Sequence[Statement],
    *,
    repeatable: bool = True,
    harmless: Sequence[Statement] = (),
) -> Ask:
    sent = [_prepared(statement) for statement in statements]
    return Ask(
        Service.D1,
        "POST",
        f"{_path(database_id)}/raw",
        body=json_body(sent[0] if len(sent) == 1 else {"batch": sent}),
        private=tuple(str(param) for entry in sent for param in entry.get("params", ())),
        repeatable=repeatable,
        harmless=_asked(database_id, harmless) if harmless else None,
    )


def _path(database_id: str) -> str:
    if not _ID.fullmatch(database_id):
        raise CloudConfig(_("This is not the id of a database."), service=Service.D1)
    return f"{_DATABASES}/{database_id}"


def _database(value: object) -> Database | None:
    fields = wire.obj(value)
    uuid, name = wire.text(fields.get("uuid")), wire.text(fields.get("name"))
    if uuid is None or name is None or not _ID.fullmatch(uuid):
        return None
    return Database(id=uuid, name=name)


def _needed(database: Database | None) -> Database:
    if database is None:
        raise unreadable(Service.D1)
    return database


def _results(reply: Reply, expected: int) -> list[Rows]:
    answers = [_rows(entry) for entry in wire.items(reply.result)]
    found = [answer for answer in answers if answer is not None]
    if len(found) != expected or len(answers) != expected:
        raise unreadable(Service.D1)
    return found


def _rows(value: object) -> Rows | None:
    fields = wire.obj(value)
    results, meta = fields.get("results"), wire.obj(fields.get("meta"))
    columns = [wire.text(one) for one in wire.items(wire.obj(results).get("columns"))]
    rows = [wire.items(one) for one in wire.items(wire.obj(results).get("rows"))]
    names = tuple(column for column in columns if column is not None)
    if fields.get("success") is not True or not isinstance(results, dict):
        return None
    if len(names) != len(columns) or any(len(row) != len(names) for row in rows):
        return None
    return Rows(
        columns=names,
        rows=rows,
        changes=wire.whole(meta.get("changes")) or 0,
        read=wire.whole(meta.get("rows_read")) or 0,
        written=wire.whole(meta.get("rows_written")) or 0,
    )


def unreadable(service: Service) -> CloudLost:
    """Return the error for an answer that lacks what was requested."""
    return CloudLost(
        _(
            "NoteBrain did not understand Cloudflare’s answer. Everything is safe here; NoteBrain will try again."
        ),
        service=service,
        detail="wrong shape",
    )
