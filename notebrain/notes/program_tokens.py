"""Tokens of programs that ask over HTTP: made, checked and revoked."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from notebrain.domain.programs.tokens import (
    LONGEST,
    PREFIX,
    SECRET_BYTES,
    Token,
    TokenScope,
    clean_token_name,
)
from notebrain.storage.programs import tokens
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.ports import Clock

_NOTE_USE_EVERY: Final = timedelta(minutes=5)


class ProgramTokens:
    """The tokens of one vault; thread-safe."""

    def __init__(self, store: Store, clock: "Clock") -> None:
        self._store = store
        self._clock = clock

    def make(self, name: str, scope: TokenScope) -> tuple[str, Future[None]]:
        """Make a token and return its secret, which is kept nowhere; an older one of this name ends.

        Raises:
            UserError: The name cannot be one.
        """
        token = Token(clean_token_name(name), scope, self._clock.now())
        secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        return secret, self._store.write(lambda db: tokens.put(db, _hash(secret), token))

    def revoke(self, name: str) -> Future[bool]:
        """End a token; the result tells whether there was one of this name."""
        return self._store.write(lambda db: tokens.remove(db, name))

    def known(self) -> Sequence[Token]:
        """Return the tokens, by name."""
        with self._store.read() as db:
            return [token for _hash, token in tokens.all_(db)]

    def check(self, secret: str) -> Token | None:
        """Return the token with this secret, or None; how long it takes says nothing of how much of it is right."""
        given = _hash(secret[:LONGEST])
        found: tuple[bytes, Token] | None = None
        with self._store.read() as db:
            for hash_, token in tokens.all_(db):
                if hmac.compare_digest(hash_, given):
                    found = hash_, token
        if found is None:
            return None
        now: datetime = self._clock.now()
        hash_, token = found
        if token.used_at is None or abs(now - token.used_at) > _NOTE_USE_EVERY:
            self._store.write(lambda db: tokens.use(db, hash_, at=now))
        return token


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
