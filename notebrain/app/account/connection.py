"""The connection of a vault to an account."""

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
"""The default name of a vault's database in the account."""
_NAME = re.compile(r"notebrain(-[a-z0-9]+)*")
_LONGEST = 50


@dataclass(frozen=True, slots=True)
class Connection:
    """One vault's place in one account.

    Attributes:
        database_id: The permanent id of its database in the account.
        database: The name of the database, for people.
        vault_id: The id of the vault in the account, the same on every connected computer.
        token_mark: Changes with every new token, so that a running window looks the token up again.
        account_name: What the user calls the account; empty if unknown.
    """

    account_id: str
    database_id: str
    database: str
    vault_id: str
    token_mark: str = ""
    account_name: str = ""

    @property
    def name(self) -> str:
        """Return what no other vault in any account is called; the vault's tables keep it."""
        return f"{self.account_id}/{self.database_id}/{self.vault_id}"

    @property
    def entry(self) -> str:
        """Return the name under which its token is stored in the keyring."""
        return f"cloudflare {self.account_id} {self.database_id}"

    @property
    def bucket(self) -> str:
        """Return the name of the bucket that has its files, or will have them."""
        from notebrain.domain.sync.remote_files import bucket_name

        return bucket_name(self.database, self.vault_id)

    def to_text(self) -> str:
        """Return it as text for the settings."""
        return json.dumps(asdict(self))


def connection_in(text: str) -> Connection | None:
    """Return the connection stored in a setting, or None if there is none.

    Example:
        >>> connection_in(Connection("a", "b", "c", "d").to_text())
        Connection(account_id='a', database_id='b', database='c', vault_id='d', token_mark='', account_name='')
        >>> connection_in("")
    """
    try:
        stored = json.loads(text or "null")
        names = ("account_id", "database_id", "database", "vault_id")
        account_id, database_id, database, vault_id = fields = [stored[name] for name in names]
    except (ValueError, TypeError, KeyError):
        return None
    if not all(isinstance(field, str) and field for field in fields):
        return None
    mark, name = (str(stored.get(key, "")) for key in ("token_mark", "account_name"))
    return Connection(
        account_id, database_id, database, vault_id, token_mark=mark, account_name=name
    )


def database_name(given: str | None) -> str:
    """Return the name of a vault's database, which always shows that it belongs to NoteBrain.

    Raises:
        UserError: The database cannot have this name.

    Example:
        >>> database_name(None), database_name("Garden")
        ('notebrain', 'notebrain-garden')
    """
    wanted = re.sub(r"[\s_]+", "-", (given or "").strip().lower())
    if not wanted:
        return DATABASE
    name = wanted if wanted.startswith(DATABASE) else f"{DATABASE}-{wanted}"
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise UserError(
            _("A database name has at most 40 characters: letters from a to z, digits and dashes.")
        )
    return name


async def joined(
    store: Store, clock: Clock, ids: Ids, connection: Connection | None, *, machine: str
) -> bool:
    """Connect the tables to this account, or to none; return whether they belonged to another account before.

    A different account starts from scratch; a first connection removes nothing.
    """
    wanted = None if connection is None else connection.name
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
