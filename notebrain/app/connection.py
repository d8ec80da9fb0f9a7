"""Which account the notes of a vault are connected to, kept in the vault; the token is never among it."""

import json
import re
from dataclasses import asdict, dataclass

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

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
