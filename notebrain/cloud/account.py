"""Checks whether a token opens the account and what it may do there."""

from dataclasses import dataclass
from enum import StrEnum

from notebrain.cloud import wire
from notebrain.cloud.error_codes import Service
from notebrain.cloud.request import Ask, json_body
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.workers_ai import SMALL
from notebrain.domain.errors import (
    CloudAuth,
    CloudError,
    CloudFilesOff,
    CloudMissing,
    CloudOffline,
)
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import FilesAccess

_NO_DATABASE = "00000000-0000-4000-8000-000000000000"
# "Could not route to /accounts/…"
_NO_ACCOUNT = 7003
_NO_INDEX = "notebrain-permission-check"
_NO_BUCKET = "notebrain-permission-check"


class Permission(StrEnum):
    """The permissions a token needs, named as on Cloudflare's page for tokens."""

    AI = "Workers AI: Read"
    AI_RUN = "Workers AI: Edit"
    D1 = "D1: Read"
    D1_WRITE = "D1: Edit"
    VECTORIZE = "Vectorize: Read"
    VECTORIZE_WRITE = "Vectorize: Edit"


class Owner(StrEnum):
    """What a token belongs to."""

    USER = "user"
    ACCOUNT = "account"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verified:
    """A valid token.

    Attributes:
        expires_on: When it expires, according to the account; None for never.
    """

    owner: Owner
    expires_on: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What the token may and may not do.

    Attributes:
        doubts: What could not be checked, with the reason.
    """

    missing: tuple[Permission, ...]
    doubts: tuple[tuple[Permission, CloudError], ...]


# calls that change nothing: what they would remove does not exist, so only the permission is tested; running the model
# costs a hundredth of a neuron
_TRIALS: dict[Permission, Ask] = {
    Permission.AI: Ask(
        Service.AI, "GET", "/accounts/{account}/ai/models/search", query={"per_page": "1"}
    ),
    Permission.AI_RUN: Ask(
        Service.AI,
        "POST",
        f"/accounts/{{account}}/ai/run/{SMALL.name}",
        body=json_body({"text": ["a"], "pooling": "cls"}),
    ),
    Permission.D1: Ask(
        Service.D1, "GET", "/accounts/{account}/d1/database", query={"per_page": "10"}
    ),
    Permission.D1_WRITE: Ask(
        Service.D1, "DELETE", f"/accounts/{{account}}/d1/database/{_NO_DATABASE}"
    ),
    Permission.VECTORIZE: Ask(Service.VECTORIZE, "GET", "/accounts/{account}/vectorize/v2/indexes"),
    Permission.VECTORIZE_WRITE: Ask(
        Service.VECTORIZE, "DELETE", f"/accounts/{{account}}/vectorize/v2/indexes/{_NO_INDEX}"
    ),
}


async def files_access(cloud: Cloudflare) -> FilesAccess:
    """Return whether the account takes files; changes nothing, because what it would remove does not exist."""
    try:
        await cloud.ask(Ask(Service.R2, "DELETE", f"/accounts/{{account}}/r2/buckets/{_NO_BUCKET}"))
    except CloudMissing:
        return FilesAccess.OPEN
    except CloudFilesOff:
        return FilesAccess.OFF
    except CloudAuth:
        return FilesAccess.DENIED
    except CloudError:
        return FilesAccess.UNKNOWN
    return FilesAccess.OPEN


async def verify(cloud: Cloudflare) -> Verified:
    """Return whether the token belongs to a user or to an account.

    Tokens that belong to an account fail the check for users' tokens although they are valid (field guide §0.10), so
    the account's own check follows, and finally a call that any useful token may make.

    Raises:
        CloudAuth: The token is wrong or has expired.
        CloudError: The check cannot be made right now.
    """
    for owner, path in (
        (Owner.USER, "/user/tokens/verify"),
        (Owner.ACCOUNT, "/accounts/{account}/tokens/verify"),
    ):
        try:
            reply = await cloud.ask(Ask(Service.ACCOUNT, "GET", path))
        except CloudAuth:
            continue
        return _active(owner, wire.obj(reply.result))
    await cloud.ask(_TRIALS[Permission.D1])
    return Verified(Owner.UNKNOWN)


async def account_name(cloud: Cloudflare) -> str:
    """Return what the user calls the account; empty if the token may not see it (field guide §1) or nobody answers."""
    ask = Ask(Service.ACCOUNT, "GET", "/accounts", query={"per_page": "50"}, patience_s=0)
    try:
        accounts = wire.items((await cloud.ask(ask)).result)
    except CloudError:
        return ""
    found = (one for one in map(wire.obj, accounts) if one.get("id") == cloud.account_id)
    return next((wire.text(one.get("name")) or "" for one in found), "")


def _active(owner: Owner, token: wire.JsonObject) -> Verified:
    status = wire.text(token.get("status"))
    if status in ("disabled", "expired"):
        words = {
            "disabled": _("The token is disabled in Cloudflare."),
            "expired": _("The token has expired."),
        }
        raise CloudAuth(
            words[status]
            + " "
            + _("Your notes are safe on this computer; create a new token and connect again."),
            service=Service.ACCOUNT,
            detail=status,
        )
    return Verified(owner, wire.text(token.get("expires_on")))


async def check(cloud: Cloudflare) -> Checked:
    """Try everything the token is needed for and return what it may not do.

    Raises:
        CloudError: The account cannot be asked at all.
    """
    missing: list[Permission] = []
    doubts: list[tuple[Permission, CloudError]] = []
    for permission, ask in _TRIALS.items():
        try:
            await cloud.ask(ask)
        except CloudAuth:
            missing.append(permission)
        except CloudMissing:  # as expected: what the call would remove does not exist
            continue
        except CloudOffline:
            raise
        except CloudError as error:
            if error.code == _NO_ACCOUNT:
                raise
            doubts.append((permission, error))
    if len(missing) == len(_TRIALS):
        raise CloudAuth(
            _(
                "The token has no access to this account: the account ID belongs to another account, or the token "
                "has none of the permissions. Your notes are safe on this computer; check both."
            ),
            service=Service.ACCOUNT,
        )
    return Checked(missing=tuple(missing), doubts=tuple(doubts))
