"""Which account a vault has."""

import json
import re
from asyncio import wrap_future
from dataclasses import asdict, dataclass

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock, Ids
from notebrain.storage.store import Store
from notebrain.storage.sync import account

DATABASE = "notebrain"
"""What the database of a vault is called in the account unless the user says otherwise."""
_NAME = re.compile(r"notebrain(-[a-z0-9]+)*")
_LONGEST = 50


@dataclass(frozen=True, slots=True)
class Connection:
    """One vault's place in one account.

    Attributes:
        database_id: What the account calls its database for good.
        database: What it is called for a person.
        vault_id: What the vault is called in the account; the same on every computer that is connected to it.
        token_mark: Another one with every token that is given, so that a window that runs looks for it anew.
    """

    account_id: str
    database_id: str
    database: str
    vault_id: str
    token_mark: str = ""

    @property
    def entry(self) -> str:
        """Return under which name the token for it is kept among the passwords of this computer."""
        return f"cloudflare {self.account_id} {self.database_id}"

    def to_text(self) -> str:
        """Return it as a setting keeps it."""
        return json.dumps(asdict(self))


def connection_in(text: str) -> Connection | None:
    """Return the connection a setting keeps, None for none.

    Example:
        >>> connection_in(Connection("a", "b", "c", "d").to_text())
        Connection(account_id='a', database_id='b', database='c', vault_id='d', token_mark='')
        >>> connection_in("")
    """
    try:
        kept = json.loads(text or "null")
        names = ("account_id", "database_id", "database", "vault_id")
        account_id, database_id, database, vault_id = fields = [kept[name] for name in names]
    except (ValueError, TypeError, KeyError):
        return None
    if not all(isinstance(one, str) and one for one in fields):
        return None
    mark = str(kept.get("token_mark", ""))
    return Connection(account_id, database_id, database, vault_id, token_mark=mark)


def database_name(said: str | None) -> str:
    """Return what the database of a vault is called; its name always tells that it is NoteBrain's.

    Raises:
        UserError: It cannot be called like this.

    Example:
        >>> database_name(None), database_name("Garden")
        ('notebrain', 'notebrain-garden')
    """
    wanted = re.sub(r"[\s_]+", "-", (said or "").strip().lower())
    if not wanted:
        return DATABASE
    name = wanted if wanted.startswith(DATABASE) else f"{DATABASE}-{wanted}"
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise UserError(
            _(
                "A database is named with letters from a to z, digits and dashes, at most 40 of them."
            )
        )
    return name


async def joined(
    store: Store, clock: Clock, ids: Ids, connection: Connection | None, *, machine: str
) -> bool:
    """Connect the tables to this account, or to none; tell whether they were to another before.

    Another account begins anew, and a first connection removes nothing.
    """
    wanted = None if connection is None else _name_of(connection)
    with store.read() as db:
        known = account.get(db)
    if (None if known is None else known.vault) == wanted:
        return False
    if wanted is None:
        await wrap_future(store.write(account.disconnect))
        return True
    device = ids.new(clock.now())
    await wrap_future(
        store.write(lambda db: account.connect(db, vault=wanted, device=device, machine=machine))
    )
    return True


def _name_of(connection: Connection) -> str:
    return f"{connection.account_id}/{connection.database_id}/{connection.vault_id}"
