"""What is asked of the account, and what it answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from notebrain.cloud.error_codes import Service

READ_S = 30.0


@dataclass(frozen=True, slots=True)
class Ask:
    """One request.

    Attributes:
        path: Behind the base address; `{account}` stands for the account id.
        private: Texts that an error must not repeat.
        timeout_s: For the whole answer.
        patience_s: How long to wait, all in all, before the error is handed on; 0 asks once.
        repeatable: Whether asking twice does no more than asking once.
        suspect: Whether its content is suspected at the first failure: asking again costs more than finding out.
        harmless: The same with a content that nobody refuses: if it passes where this one fails, the content is why.
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
    """The answer to a request that succeeded.

    Attributes:
        neurons: What it cost, where the account tells.
        total: How many things there are on all pages, for lists.
    """

    result: object
    neurons: float | None = None
    total: int | None = None


def json_body(value: object) -> bytes:
    """Return `value` as JSON; halves of surrogate pairs, which JSON in UTF-8 cannot carry, become question marks."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.encode("utf-8", "replace")
