"""Tokens: who asks, what it may do, and the two endpoints that verify one."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.fakes.cloudflare.routes import Call, Route
from tests.fakes.cloudflare.wire import Refused, Reply, success


class Permission(StrEnum):
    """What the dashboard offers for an account, under the names of the API."""

    D1_READ = "D1 Read"
    D1_EDIT = "D1 Write"
    VECTORIZE_READ = "Vectorize Read"
    VECTORIZE_EDIT = "Vectorize Write"
    AI_READ = "Workers AI Read"
    AI_EDIT = "Workers AI Write"
    R2_READ = "Workers R2 Storage Read"
    R2_EDIT = "Workers R2 Storage Write"
    ACCOUNT_READ = "Account Settings Read"


ALL: Final = frozenset(Permission)


@dataclass
class Token:
    """One token of the account; a test may change its status and permissions at any time."""

    value: str
    id: str
    permissions: frozenset[Permission] = ALL
    status: str = "active"
    of_account: bool = False
    expires_on: str | None = None


class Tokens:
    """All tokens of the account, and the doorman."""

    def __init__(self, account: str, account_name: str) -> None:
        self._account = account
        self._account_name = account_name
        self._tokens: dict[str, Token] = {}

    def issue(
        self,
        permissions: Iterable[Permission] = ALL,
        *,
        without: Iterable[Permission] = (),
        of_account: bool = False,
        status: str = "active",
        expires_on: str | None = None,
    ) -> Token:
        """Return a new token that may do `permissions`, except those in `without`."""
        value = ("cfat_" if of_account else "cfut_") + secrets.token_urlsafe(30)
        allowed = frozenset(permissions) - frozenset(without)
        token = Token(value, secrets.token_hex(16), allowed, status, of_account, expires_on)
        self._tokens[value] = token
        return token

    def revoke(self, value: str) -> None:
        """Forget a token, as if it had been deleted in the dashboard."""
        del self._tokens[value]

    def bearer(self, headers: Mapping[str, str]) -> Token | None:
        """Return the token named by the headers, None where nobody knows it; refuse malformed ones."""
        scheme, _, value = headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or not value or not value.isascii() or " " in value:
            chain = [(6111, "Invalid format for Authorization header")]
            raise Refused(400, 6003, "Invalid request headers", chain=chain)
        return self._tokens.get(value)

    def admit(self, token: Token | None, route: Route, args: Mapping[str, str]) -> None:
        """Refuse what this token may not do here."""
        if route.open:
            return
        if token is None or token.status != "active":
            raise authentication_error()
        if "account" in args and args["account"] != self._account:
            raise authentication_error()
        if route.needs and not any(one <= token.permissions for one in route.needs):
            raise route.forbidden or authentication_error()

    def routes(self) -> list[Route]:
        """Return the endpoints about tokens and accounts."""
        return [
            Route("user.verify", "GET", "user/tokens/verify", self._verify_user, open=True),
            Route(
                "account.verify",
                "GET",
                "accounts/{account}/tokens/verify",
                self._verify_account,
                open=True,
            ),
            Route("accounts.list", "GET", "accounts", self._list_accounts),
            Route(
                "accounts.get",
                "GET",
                "accounts/{account}",
                self._get_account,
                needs=[{Permission.ACCOUNT_READ}],
            ),
        ]

    def _verify_user(self, call: Call) -> Reply:
        return self._verified(call.token, of_account=False)

    def _verify_account(self, call: Call) -> Reply:
        known = call.token if call.args["account"] == self._account else None
        return self._verified(known, of_account=True)

    def _verified(self, token: Token | None, *, of_account: bool) -> Reply:
        if token is None or token.of_account is not of_account:
            raise Refused(401, 1000, "Invalid API Token")
        result = {"id": token.id, "status": token.status}
        if token.expires_on is not None:
            result["expires_on"] = token.expires_on
        # 10000 is the code of "Authentication error" too: here it comes with success
        text = f"This API Token is valid and {token.status}"
        return success(result, messages=[{"code": 10000, "message": text, "type": None}])

    def _list_accounts(self, call: Call) -> Reply:
        may_see = call.token is not None and Permission.ACCOUNT_READ in call.token.permissions
        total, page = int(may_see), call.request.number("page", 1)
        found = [self._described()] if may_see and page == 1 else []
        info = {"page": page, "per_page": 50, "count": len(found), "total_count": total}
        return success(found, info=info)

    def _get_account(self, call: Call) -> Reply:
        return success(self._described())

    def _described(self) -> dict[str, object]:
        return {"id": self._account, "name": self._account_name, "type": "standard"}


def authentication_error() -> Refused:
    """Return what an unknown token, a wrong account and a missing permission all get."""
    return Refused(401, 10000, "Authentication error")
