"""Requests to the account and its replies."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from notebrain.cloud.error_codes import Service

READ_S = 30.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A request.

    Attributes:
        path: The path after the base address; `{account}` stands for the account id.
        private: Texts that an error message must not repeat.
        timeout_s: The time limit for the whole answer.
        patience_s: How long to keep retrying before the error is raised; 0 tries once.
        repeatable: Whether sending it twice has the same effect as sending it once.
        suspect: Whether to suspect its content at the first failure, because retrying costs more than finding out.
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
    harmless: "Ask | None" = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"Ask({self.method} {self.service})"


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a successful request.

    Attributes:
        neurons: What it cost, if the account says.
        total: For lists, the number of items on all pages.
    """

    result: object
    neurons: float | None = None
    total: int | None = None


def json_body(value: object) -> bytes:
    """Return `value` as JSON; unpaired surrogates, which JSON in UTF-8 cannot carry, become question marks."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.encode("utf-8", "replace")
