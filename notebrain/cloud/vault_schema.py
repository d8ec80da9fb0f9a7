"""The database of a vault in the account: recognizing it, creating it, and its schema."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.d1 import D1, Database, Rows, Statement, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.vault_layout import LAYOUT, NEW, TALLY
from notebrain.domain.errors import CloudBadRequest, CloudConfig, CloudExists
from notebrain.domain.i18n import _

SCHEMA: Final = 1
_PRODUCT: Final = "notebrain"
# the engine's own tables, which appear in a list of tables
_NOT_OURS_TO_JUDGE: Final = ("_cf_", "sqlite_", "d1_")

# No full-text index: exporting the database fails on virtual tables (field guide §4).
_TABLES: Final = (
    *NEW,
    """create table if not exists note_vector (
        note_id text not null,
        space text not null,
        part integer not null,
        data text not null,
        primary key (note_id, space, part)
    ) without rowid""",
    "create table if not exists meta (name text primary key, value not null) without rowid",
    *TALLY,
)
_META: Final = (
    "insert into meta (name, value) select value->>'$[0]', value->>'$[1]' from json_each(?1) where true"
    " on conflict (name) do nothing"
)
_LIST: Final = "select name from sqlite_master where type in ('table', 'view')"
_READ: Final = "select name, value from meta where name in ('product', 'schema', 'vault')"


class State(StrEnum):
    """What a name in the account refers to."""

    ABSENT = "absent"
    EMPTY = "empty"
    """A database without tables, which was created for a vault but not filled."""
    OURS = "ours"
    NEWER = "newer"
    """A vault with the layout of a newer NoteBrain."""
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class Found:
    """What exists under a name.

    Attributes:
        vault_id: The vault's own id, assigned when it was created; None unless it is ours.
    """

    state: State
    database: Database | None = None
    vault_id: str | None = None


@dataclass(frozen=True, slots=True)
class Ours:
    """A vault in the account.

    Attributes:
        vault_id: The vault's own id, assigned when it was created.
    """

    database: Database
    vault_id: str


async def find_vault(d1: D1, name: str) -> Found:
    """Return what the account has under this name; changes nothing."""
    database = await d1.find(name)
    return Found(State.ABSENT) if database is None else await inspect_database(d1, database)


async def inspect_database(d1: D1, database: Database) -> Found:
    """Return whether this database is a NoteBrain vault; changes nothing."""
    (listed,) = await d1.run(database.id, [Statement(_LIST)])
    names = [wire.text(row[0]) or "" for row in listed.rows]
    tables = {name for name in names if not name.startswith(_NOT_OURS_TO_JUDGE)}
    if not tables:
        return Found(State.EMPTY, database)
    if "meta" not in tables:
        return Found(State.FOREIGN, database)
    try:
        (read,) = await d1.run(database.id, [Statement(_READ)])
    except CloudBadRequest:  # a table with this name but other columns
        return Found(State.FOREIGN, database)
    return _judged(database, read)


async def make(d1: D1, name: str, *, vault_id: str) -> Ours:
    """Return the vault with this name, creating it if needed; calling it again does no harm.

    Args:
        vault_id: The id for a new vault; an existing one keeps its own.

    Raises:
        CloudConfig: A database with this name is not ours, or belongs to a newer NoteBrain; it was left unchanged.
    """
    found = await find_vault(d1, name)
    if found.database is None:
        try:
            database = await d1.create(name)
        except CloudExists:  # another computer was first, or the answer to our own request was lost
            found = await find_vault(d1, name)
        else:
            found = Found(State.EMPTY, database)
    if found.state is State.EMPTY and found.database is not None:
        meta = [["product", _PRODUCT], ["schema", SCHEMA], ["vault", vault_id], ["seq", 0]]
        meta.append(["layout", LAYOUT])
        laid_out = [*(Statement(sql) for sql in _TABLES), Statement(_META, meta)]
        await d1.run(found.database.id, laid_out)
        found = await inspect_database(d1, found.database)
    return checked(found, name)


def checked(found: Found, name: str) -> Ours:
    """Return the vault if it is ours.

    Raises:
        CloudConfig: It is not ours; the message says so.
    """
    if found.state is State.FOREIGN:
        raise _refused(
            _(
                "Your Cloudflare account has a database named {name} that NoteBrain did not create. It was left "
                "unchanged; choose another name for this vault."
            ).format(name=name)
        )
    if found.state is State.NEWER:
        raise _refused(
            _(
                "The notes in your Cloudflare account were written by a newer NoteBrain. Your notes are safe on this"
                " computer; install the newer version here, too."
            )
        )
    if found.database is None or found.vault_id is None:
        raise unreadable(Service.D1)
    return Ours(found.database, found.vault_id)


def _judged(database: Database, read: Rows) -> Found:
    meta = {wire.text(row[0]): row[1] for row in read.rows}
    schema, vault_id = wire.whole(meta.get("schema")), wire.text(meta.get("vault"))
    if meta.get("product") != _PRODUCT or schema is None or not vault_id:
        return Found(State.FOREIGN, database)
    if schema > SCHEMA:
        return Found(State.NEWER, database)
    return Found(State.OURS, database, vault_id)


def _refused(message: str) -> CloudConfig:
    return CloudConfig(message, service=Service.D1)


_NOTES = Statement("select count(*) from item where kind = 'note' and gone = 0")


@dataclass(frozen=True, slots=True)
class DatabaseContents:
    """A database and its contents.

    Attributes:
        notes: The number of notes, if it is a NoteBrain vault.
    """

    found: Found
    notes: int = 0


async def holding(d1: D1, database: Database) -> DatabaseContents:
    """Return what a database contains; changes nothing.

    Raises:
        CloudMissing: It does not exist.
        CloudError: The check cannot be made right now.
    """
    found = await inspect_database(d1, database)
    if found.state is not State.OURS:
        return DatabaseContents(found)
    (count,) = await d1.run(database.id, [_NOTES])
    number = wire.whole(count.rows[0][0]) if count.rows and count.rows[0] else 0
    return DatabaseContents(found, notes=number or 0)
