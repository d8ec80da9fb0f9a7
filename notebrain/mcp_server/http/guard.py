"""What is refused before anything of a request is looked at: other hosts, web pages, wrong methods, too much."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

CAPTURE, CLIP_PAGE, MCP = "/capture", "/clip", "/mcp"
POSTS: Final = frozenset({CAPTURE, "/append", "/update", "/forget", MCP})
GETS: Final = frozenset(
    {
        *("/list", "/recall", "/show", "/context", "/status"),
        *("/ask", "/tags", "/workspaces", "/review", "/episodes", CLIP_PAGE),
    }
)
_EXTENSION: Final = re.compile(
    r"(?:chrome-extension|moz-extension|safari-web-extension)://[A-Za-z0-9-]{1,64}"
)
_SECRETS: Final = re.compile(r"(?:^|&)(?:token|access_token|key|authorization)=", re.IGNORECASE)
_JSON: Final = re.compile(r"application/json\s*(?:;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)
_TOKEN: Final = re.compile(r"Bearer ([\w-]{1,100})")
_MOST_DIGITS: Final = 12
_MOST_HEADERS: Final = 100
MOST_BODY, MOST_CAPTURE = 5_000_000, 25_000_000


@dataclass(frozen=True, slots=True)
class Head:
    """A request without its body.

    Attributes:
        headers: Names in lower case, and all values of each.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str | None:
        """Return a header that is there once; None if it is not, or not once."""
        values = self.headers.get(name, ())
        return values[0] if len(values) == 1 else None


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a request goes no further.

    Attributes:
        word: For programs.
        headers: More headers of the answer.
    """

    status: int
    word: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def refusal_of(head: Head, port: int) -> Refused | None:
    """Return why a request is refused, whoever sends it; None lets its token be looked at."""
    refused = _sender_refusal(head, port)
    if refused is not None:
        return refused
    return _preflight(head) if head.method == "OPTIONS" else _request_refusal(head)


def _sender_refusal(head: Head, port: int) -> Refused | None:
    if sum(map(len, head.headers.values())) > _MOST_HEADERS:
        return Refused(431, "headers")
    if head.one("host") not in hosts(port):
        return Refused(403, "host")
    if "upgrade" in head.headers:
        return Refused(403, "upgrade")
    if "origin" in head.headers:
        return None if _may_ask(head, port) else Refused(403, "origin")
    if head.method != "OPTIONS" and _from_a_page(head) and head.path != CLIP_PAGE:
        return Refused(403, "origin")
    return None


def _request_refusal(head: Head) -> Refused | None:
    if head.path not in POSTS | GETS:
        return Refused(404, "path")
    allowed = "POST" if head.path in POSTS else "GET"
    if head.method != allowed:
        return Refused(405, "method", {"Allow": allowed})
    if _SECRETS.search(head.query):
        return Refused(401, "token")
    if allowed == "GET":
        return None
    return _kind_refusal(head) or _length_refusal(head)


def hosts(port: int) -> tuple[str, str]:
    """Return how this computer may be called, so that no name can be made to lead here."""
    return f"127.0.0.1:{port}", f"[::1]:{port}"


def token_of(head: Head) -> str:
    """Return the secret that a request gives, or an empty string."""
    found = _TOKEN.fullmatch(head.one("authorization") or "")
    return "" if found is None else found[1]


def most_bytes(path: str) -> int:
    """Return how long the body of a request may be."""
    return MOST_CAPTURE if path == CAPTURE else MOST_BODY


def shared_with(head: Head) -> Mapping[str, str]:
    """Return the headers that let an extension read the answer, named as it named itself."""
    origin = head.one("origin")
    if origin is None:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}


def _may_ask(head: Head, port: int) -> bool:
    """Return whether the origin of a request is an extension or the clipper's page, which save and nothing else."""
    origin = head.one("origin") or ""
    own = {f"http://{host}" for host in hosts(port)}
    return head.path == CAPTURE and (origin in own or _EXTENSION.fullmatch(origin) is not None)


def _from_a_page(head: Head) -> bool:
    """Return whether a browser says that a web page made it ask."""
    return any(one not in ("none", "same-origin") for one in head.headers.get("sec-fetch-site", ()))


def _preflight(head: Head) -> Refused:
    """Return the answer to a browser that asks whether it may ask; only an extension gets this far."""
    named = head.one("access-control-request-headers") or ""
    wanted = {name.strip().lower() for name in named.split(",") if name.strip()}
    is_ours = head.one("access-control-request-method") == "POST" and wanted <= {
        "authorization",
        "content-type",
    }
    if "origin" not in head.headers or not is_ours:
        return Refused(403, "preflight")
    more = {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": "authorization, content-type",
        "Access-Control-Max-Age": "600",
    }
    if "access-control-request-private-network" in head.headers:
        more["Access-Control-Allow-Private-Network"] = "true"
    return Refused(204, "", {**shared_with(head), **more})


def _kind_refusal(head: Head) -> Refused | None:
    if _JSON.fullmatch(head.one("content-type") or "") is None:
        return Refused(415, "content_type")
    return Refused(415, "content_encoding") if "content-encoding" in head.headers else None


def _length_refusal(head: Head) -> Refused | None:
    length = head.headers.get("content-length")
    if length is None:
        return None
    is_number = len(length) == 1 and length[0].isascii() and length[0].isdigit()
    if not is_number or "transfer-encoding" in head.headers:
        return Refused(400, "length")
    if len(length[0]) > _MOST_DIGITS or int(length[0]) > most_bytes(head.path):
        return Refused(413, "too_large")
    return None
