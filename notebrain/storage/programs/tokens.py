"""The table of tokens; only their hashes are kept.

Apart because tokens are of HTTP alone, and what programs may see is not.
"""

from datetime import datetime

from notebrain.domain.programs.tokens import Token, TokenScope
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms


def all_(db: Connection) -> list[tuple[bytes, Token]]:
    """Return the tokens with their hashes, by name."""
    rows = db.execute("select hash, name, scope, made_at, used_at from program_token order by name")
    return [
        (
            hash_,
            Token(name, TokenScope(scope), from_ms(made), None if used is None else from_ms(used)),
        )
        for hash_, name, scope, made, used in rows
    ]


def put(db: Connection, hash_: bytes, token: Token) -> None:
    """Add a token; one with the same name is no longer valid."""
    remove(db, token.name)
    db.execute(
        "insert into program_token (hash, name, scope, made_at) values (?, ?, ?, ?)",
        (hash_, token.name, token.scope, to_ms(token.made_at)),
    )


def remove(db: Connection, name: str) -> bool:
    """Remove a token; return whether there was one."""
    return db.execute("delete from program_token where name = ?", (name,)).rowcount > 0


def use(db: Connection, hash_: bytes, *, at: datetime) -> None:
    """Note that a token was used."""
    db.execute("update program_token set used_at = ? where hash = ?", (to_ms(at), hash_))
