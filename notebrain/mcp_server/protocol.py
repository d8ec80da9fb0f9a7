"""The rules of the Model Context Protocol: versions of both generations, methods, errors, and what a message is.

The handshake generation (2024-11-05 to 2025-11-25) begins with `initialize`; in the stateless one (2026-07-28) each
request names its version and client. Checked against the official package by the contract tests.
"""

import json
from dataclasses import dataclass
from typing import Any, Final, NoReturn, cast

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_VERSIONS: Final = ("2026-07-28",)
BATCH_VERSION: Final = "2025-03-26"
"""The only version in which a line may be a list of messages."""

_META: Final = "io.modelcontextprotocol/"
VERSION_KEY, CLIENT_KEY = f"{_META}protocolVersion", f"{_META}clientInfo"
CAPABILITIES_KEY, SERVER_KEY = f"{_META}clientCapabilities", f"{_META}serverInfo"
SUBSCRIPTION_KEY: Final = f"{_META}subscriptionId"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
RESOURCE_NOT_FOUND, UNSUPPORTED_VERSION = -32002, -32022

_SHARED: Final = (
    *("tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read"),
    *("prompts/list", "prompts/get"),
)
HANDSHAKE_METHODS: Final = frozenset(
    (*_SHARED, "initialize", "ping", "resources/subscribe", "resources/unsubscribe")
)
STATELESS_METHODS: Final = frozenset((*_SHARED, "server/discover", "subscriptions/listen"))
CACHEABLE_METHODS: Final = frozenset(
    (
        *("server/discover", "tools/list", "prompts/list"),
        *("resources/list", "resources/templates/list", "resources/read"),
    )
)
"""Methods whose results say in the stateless generation how long they may be kept: here never."""

Json = dict[str, Any]
RequestId = str | int


class RpcError(Exception):
    """A request that is answered with an error of the protocol."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or with no id a notification."""

    method: str
    params: Json
    id: RequestId | None = None

    @property
    def meta(self) -> Json:
        """What the request says about itself."""
        found = self.params.get("_meta")
        return cast("Json", found) if isinstance(found, dict) else {}

    @property
    def is_stateless(self) -> bool:
        """Whether it is of the generation without a handshake."""
        return VERSION_KEY in self.meta or self.method in STATELESS_METHODS - HANDSHAKE_METHODS

    def check_envelope(self) -> None:
        """Check what a request of the stateless generation says about itself.

        Raises:
            RpcError: Something is missing, or its version is not spoken here.
        """
        missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if key not in self.meta]
        if missing:
            raise RpcError(INVALID_PARAMS, f"params._meta lacks {', '.join(missing)}")
        version = self.meta[VERSION_KEY]
        if not isinstance(version, str):
            raise RpcError(INVALID_PARAMS, f"{VERSION_KEY} is no text")
        if version not in STATELESS_VERSIONS:
            data = {"supported": list(STATELESS_VERSIONS), "requested": version}
            raise RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", data)

    def text(self, name: str) -> str:
        """Return a text among the parameters.

        Raises:
            RpcError: There is none.
        """
        value = self.params.get(name)
        if not isinstance(value, str):
            raise RpcError(INVALID_PARAMS, f"“{name}” is missing or no text")
        return value


def decoded(line: bytes) -> Json | list[Any]:
    """Return what a line holds.

    Raises:
        RpcError: It is not one JSON object, or one list of them.
    """
    try:
        found: object = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        raise RpcError(PARSE_ERROR, "Parse error: a line is one JSON object in UTF-8") from error
    if not isinstance(found, dict | list):
        raise RpcError(INVALID_REQUEST, "Invalid request: a message is a JSON object")
    return cast("Json | list[Any]", found)


def message_of(found: object) -> Message | None:
    """Return the request or notification in a JSON value; None for an answer, which nobody here waits for.

    Raises:
        RpcError: It is neither.
    """
    if not isinstance(found, dict):
        raise RpcError(INVALID_REQUEST, "Invalid request: a message is a JSON object")
    content = cast("Json", found)
    if "method" not in content and ("result" in content or "error" in content):
        return None
    method, params, request_id = content.get("method"), content.get("params"), content.get("id")
    if content.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "Invalid request: jsonrpc is “2.0”, method a text")
    if "id" in content and not is_id(request_id):
        raise RpcError(INVALID_REQUEST, "Invalid request: id is a text or a whole number")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "Invalid request: params is an object")
    return Message(method, cast("Json", params), cast("RequestId | None", request_id))


def id_of(found: object) -> RequestId | None:
    """Return the id of a message that may be wrong in every other way, or None."""
    value: object = cast("Json", found).get("id") if isinstance(found, dict) else None
    return cast("RequestId", value) if is_id(value) else None


def is_id(value: object) -> bool:
    """Return whether a value can be the id of a request."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def result_of(request_id: RequestId, result: Json) -> Json:
    """Return the answer to a request."""
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def error_of(request_id: RequestId | None, error: RpcError) -> Json:
    """Return the answer to a request that failed, or to a line that was none."""
    content: Json = {"code": error.code, "message": str(error)}
    if error.data is not None:
        content["data"] = error.data
    return {"jsonrpc": "2.0", "id": request_id, "error": content}


def notification(method: str, params: Json) -> Json:
    """Return a message that is not answered."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def encoded(message: Json | list[Json]) -> bytes:
    """Return a message as a line; only ASCII, so that no text can end it or break its encoding."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def negotiated(requested: object) -> str:
    """Return the version in which a handshake continues: the requested one, or our newest."""
    known = isinstance(requested, str) and requested in HANDSHAKE_VERSIONS
    return cast("str", requested) if known else HANDSHAKE_VERSIONS[-1]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
