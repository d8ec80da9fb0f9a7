"""Requests to the account, where they go, and its replies."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from notebrain.cloud.error_codes import Service
from notebrain.domain.errors import CloudConfig
from notebrain.domain.i18n import _

CLOUDFLARE = "https://api.cloudflare.com/client/v4"
VARIABLE = "NOTEBRAIN_CLOUDFLARE_API"

_HOST = r"(?P<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)"
_URL = re.compile(rf"(?P<scheme>https?)://{_HOST}(:[0-9]{{1,5}})?(/[A-Za-z0-9._~/-]*)?")
_LOOPBACK = re.compile(r"localhost|\[::1\]|127(\.[0-9]{1,3}){3}")


def base_url(environ: Mapping[str, str]) -> str:
    """Return the address of the API, without a trailing slash.

    Raises:
        CloudConfig: The address in the environment is invalid, or would send the token unencrypted.

    Example:
        >>> base_url({})
        'https://api.cloudflare.com/client/v4'
    """
    url = environ.get(VARIABLE, "").strip() or CLOUDFLARE
    found = _URL.fullmatch(url)
    if found is None or (found["scheme"] == "http" and not _LOOPBACK.fullmatch(found["host"])):
        raise CloudConfig(
            _(
                "{variable} must be an address that begins with https://, or with http:// on this computer. "
                "Everything that does not need an account works."
            ).format(variable=VARIABLE)
        )
    return url.rstrip("/")


READ_S = 30.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A request.

    Attributes:
        path: The path after the base address; `{account}` stands for the account id.
        private: Texts that an error message must not repeat.
        timeout_s: The time limit for the whole answer; with `on_bytes`, for each piece of it.
        patience_s: How long to keep retrying before the error is raised; 0 tries once.
        repeatable: Whether sending it twice has the same effect as sending it once.
        suspect: Whether to suspect its content at the first failure, because retrying costs more than finding out.
        raw: Whether a successful answer is bytes without an envelope.
        on_bytes: Called with the length of each piece that was sent or received; whatever it raises ends the request.
        harmless: The same request with harmless content: if it passes where this one fails, the content is the reason.
    """

    service: Service
    method: str
    path: str
    body: bytes | None = None
    content_type: str = "application/json"
    query: Mapping[str, str] | None = None
    private: tuple[str, ...] = ()
    timeout_s: float = READ_S
    patience_s: float = 30.0
    repeatable: bool = True
    suspect: bool = False
    raw: bool = False
    on_bytes: Callable[[int], object] | None = field(default=None, repr=False)
    harmless: "Ask | None" = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"Ask({self.method} {self.service})"


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a successful request.

    Attributes:
        neurons: What it cost, if the account says.
        total: For lists, the number of items on all pages.
        page: For lists, what the account says about the page: a cursor, whether it is the last one.
    """

    result: object
    neurons: float | None = None
    total: int | None = None
    page: Mapping[str, object] = field(default_factory=dict[str, object])


def json_body(value: object) -> bytes:
    """Return `value` as JSON; unpaired surrogates, which JSON in UTF-8 cannot carry, become question marks."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.encode("utf-8", "replace")
