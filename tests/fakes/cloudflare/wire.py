"""What goes over the wire: requests, replies, the envelope and refusals."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

JSON: Final = "application/json"


class Delivery(Enum):
    """How a reply reaches the client."""

    WHOLE = auto()
    SLOW = auto()  # half of the body, a wait, the rest
    CUT = auto()  # the headers and half of the body, then the connection ends
    NEVER = auto()  # the connection ends without one byte
    HANGING = auto()  # nothing, until the client or the stand-in gives up


@dataclass(frozen=True)
class Flow:
    """How the body of an answer arrives that is sent while it is made.

    With `size` it is split after that many bytes, wherever that is; else after each event. Before each piece there is a
    wait of `after_s`. With `until`, only so many bytes are sent; then it goes on as `ending` says.
    """

    size: int = 0
    after_s: float = 0.0
    until: int | None = None
    ending: Delivery = Delivery.CUT

    def pieces(self, body: bytes) -> Iterator[bytes]:
        """Yield what is sent at once."""
        body = body if self.until is None else body[: self.until]
        if self.size:
            yield from (body[at : at + self.size] for at in range(0, len(body), self.size))
        else:
            yield from (event for event in re.split(rb"(?<=\n\n)", body) if event)


@dataclass(frozen=True)
class Reply:
    """One answer; `after_s` is the wait of a slow one, `flow` how one arrives that is not sent as a whole."""

    status: int
    body: bytes
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    delivery: Delivery = Delivery.WHOLE
    after_s: float = 0.0
    flow: Flow | None = None

    def json(self) -> Any:
        """Return the body as JSON, or None where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def codes(self) -> tuple[int, ...]:
        """Return the codes of the errors in the envelope."""
        envelope = self.json()
        if not isinstance(envelope, dict) or envelope.get("success", True):
            return ()
        return tuple(error["code"] for error in envelope.get("errors") or ())


@dataclass(frozen=True)
class Request:
    """One question, with header names in lower case and the path as it was sent."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    def media_type(self) -> str:
        """Return the content type without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def number(self, name: str, default: int) -> int:
        """Return a positive number of the query."""
        text = self.query.get(name, str(default))
        if not text.isdecimal() or int(text) < 1:
            raise Refused(400, 7400, f"Invalid property: {name}")
        return int(text)

    def json(self, otherwise: "Refused") -> Any:
        """Return the body as JSON; what is not strict JSON is refused with `otherwise`."""
        try:
            return json.loads(self.body, parse_constant=_refuse_constant)
        except ValueError:
            raise otherwise from None

    def object(self, otherwise: "Refused") -> dict[str, Any]:
        """Return the body as a JSON object, or refuse with `otherwise`."""
        found = self.json(otherwise)
        if not isinstance(found, dict):
            raise otherwise
        return found


class Refused(Exception):
    """The service says no: a status, and one or more errors with codes."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        also: Sequence[tuple[int, str]] = (),
        chain: Sequence[tuple[int, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self._status = status
        self._errors = list(_errors(((code, message), *also)))
        if chain:
            self._errors[0]["error_chain"] = list(_errors(chain))
        self._headers = headers or {}

    def reply(self) -> Reply:
        """Return the refusal in its envelope."""
        envelope = {"success": False, "errors": self._errors, "messages": [], "result": None}
        return Reply(self._status, json.dumps(envelope).encode(), headers=self._headers)


def success(
    result: object,
    *,
    messages: Sequence[object] = (),
    info: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Return `result` in the envelope."""
    envelope = {"result": result, "success": True, "errors": [], "messages": list(messages)}
    if info is not None:
        envelope["result_info"] = dict(info)
    return bare(envelope, headers=headers)


def bare(body: object, *, headers: Mapping[str, str] | None = None) -> Reply:
    """Return `body` without the envelope, as the endpoints of the other vendor's shape do."""
    return Reply(200, json.dumps(body).encode(), headers=headers or {})


def _errors(pairs: Sequence[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    for code, message in pairs:
        yield {"code": code, "message": message}


def _refuse_constant(name: str) -> object:
    raise ValueError(name)
