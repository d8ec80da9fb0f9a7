"""Which request is which operation."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from tests.fakes.cloudflare.wire import Refused, Reply, Request

if TYPE_CHECKING:
    from tests.fakes.cloudflare.tokens import Permission, Token

_ACCOUNT_ID: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Call:
    """A request that found its operation."""

    request: Request
    args: Mapping[str, str]
    token: "Token | None"


@dataclass(frozen=True)
class Route:
    """One operation: `{name}` takes one part of the path, `{name*}` all that are left."""

    name: str
    method: str
    path: str
    handler: Callable[[Call], Reply]
    # any one of these sets of permissions is enough
    needs: Sequence["AbstractSet[Permission]"] = ()
    forbidden: Refused | None = None
    # verifying a token answers unknown ones too
    open: bool = False
    parts: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.path.split("/")))

    def match(self, found: Sequence[str]) -> dict[str, str] | None:
        """Return the values in the path, None where it is another path."""
        args: dict[str, str] = {}
        for place, part in enumerate(self.parts):
            if part.endswith("*}"):
                args[part[1:-2]] = "/".join(found[place:])
                return args if found[place:] else None
            if place >= len(found) or (part[0] != "{" and part != found[place]):
                return None
            if part[0] == "{":
                args[part[1:-1]] = found[place]
        return args if len(found) == len(self.parts) else None


class Router:
    """Finds the operation of a request below `/client/v4`."""

    def __init__(self, routes: Collection[Route]) -> None:
        self._routes = list(routes)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Return the operation and the values in its path, or refuse as the gateway does."""
        parts = [unquote(part) for part in path.strip("/").split("/")]
        if parts[0] == "accounts" and len(parts) > 1 and not _ACCOUNT_ID.fullmatch(parts[1]):
            raise _could_not_route(path)
        known = False
        for route in self._routes:
            args = route.match(parts)
            if args is not None and route.method == method:
                return route, args
            known = known or args is not None
        if known:
            raise Refused(405, 7001, f"Method {method} not available for that URI.")
        raise Refused(404, 7000, "No route for that URI")


def _could_not_route(path: str) -> Refused:
    text = f"Could not route to {path}, perhaps your object identifier is invalid?"
    return Refused(404, 7003, text, also=[(7000, "No route for that URI")])
