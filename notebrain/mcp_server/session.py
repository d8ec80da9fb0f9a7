"""One client: which generation and version it speaks, what it calls itself, and the answers to its requests."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from notebrain.domain.programs.program import program_name
from notebrain.mcp_server.features import INSTRUCTIONS, Features
from notebrain.mcp_server.protocol import (
    BATCH_VERSION,
    CACHEABLE_METHODS,
    CLIENT_KEY,
    HANDSHAKE_METHODS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    SERVER_KEY,
    STATELESS_METHODS,
    STATELESS_VERSIONS,
    Json,
    Message,
    RpcError,
    negotiated,
)
from notebrain.version import __version__

SERVER: Final[Mapping[str, str]] = {
    "name": "notebrain",
    "title": "NoteBrain",
    "version": __version__,
}
_LISTS: Final = frozenset(
    {"tools/list", "resources/list", "resources/templates/list", "prompts/list"}
)


class Session:
    """Answers the requests of one client; both generations may come through one pipe.

    Args:
        door: How the client came in: `mcp`.
        name: What the user calls the client; None lets it name itself, once.
    """

    def __init__(self, features: Features, *, door: str = "mcp", name: str | None = None) -> None:
        self._features = features
        self._door = door
        self._name = None if name is None else program_name(door, name)
        self._version: str | None = None
        self.subscribed: set[str] = set()
        """The addresses that a client of the handshake generation wants to hear of."""

    @property
    def program(self) -> str:
        """Who asks."""
        return self._name or program_name(self._door, "")

    @property
    def takes_batches(self) -> bool:
        """Whether a line may be a list of messages."""
        return self._version == BATCH_VERSION

    def result(self, request: Message) -> Json:
        """Return the result of a request.

        Raises:
            RpcError: It cannot be answered.
        """
        if request.is_stateless:
            return self._stateless(request)
        if request.method == "initialize":
            return self._initialized(request)
        if request.method == "ping":
            return {}
        if request.method not in HANDSHAKE_METHODS:
            raise _unknown(request)
        if self._version is None:
            raise RpcError(INVALID_REQUEST, "Invalid request: initialize first")
        if request.method.startswith("resources/") and request.method.endswith("subscribe"):
            return self._subscription(request)
        return self._feature(request)

    def _stateless(self, request: Message) -> Json:
        if request.method not in STATELESS_METHODS:
            raise _unknown(request)
        request.check_envelope()
        self._call(request.meta.get(CLIENT_KEY))
        if request.method == "server/discover":
            result: Json = {
                "supportedVersions": list(STATELESS_VERSIONS),
                "capabilities": _capabilities(),
                "instructions": INSTRUCTIONS,
            }
        else:
            result = self._feature(request)
        return dressed(request.method, result)

    def _initialized(self, request: Message) -> Json:
        if self._version is not None:
            raise RpcError(INVALID_REQUEST, "Invalid request: initialize was done")
        self._version = negotiated(request.params.get("protocolVersion"))
        self._call(request.params.get("clientInfo"))
        return {
            "protocolVersion": self._version,
            "capabilities": _capabilities(),
            "serverInfo": dict(SERVER),
            "instructions": INSTRUCTIONS,
        }

    def _call(self, said: object) -> None:
        """Remember what a client calls itself; a second name changes nothing, or limits could be walked around."""
        if self._name is not None:
            return
        name = cast("Json", said).get("name") if isinstance(said, dict) else None
        self._name = program_name(self._door, name) if isinstance(name, str) else None

    def _subscription(self, request: Message) -> Json:
        uri = request.text("uri")
        if request.method == "resources/subscribe":
            if len(self.subscribed) >= MOST_SUBSCRIBED:
                raise RpcError(INVALID_REQUEST, "Too many subscriptions")
            self.subscribed.add(uri)
        else:
            self.subscribed.discard(uri)
        return {}

    def _feature(self, request: Message) -> Json:
        features, params = self._features, request.params
        if request.method in _LISTS and params.get("cursor") is not None:
            return _EMPTY[request.method]  # each list is one page
        lists: Mapping[str, Callable[[], Json]] = {
            "tools/list": lambda: features.tools(self.program),
            "resources/list": features.resources,
            "resources/templates/list": features.templates,
            "prompts/list": features.prompts,
        }
        if request.method in lists:
            return lists[request.method]()
        match request.method:
            case "tools/call":
                return features.call(self.program, request.text("name"), params.get("arguments"))
            case "resources/read":
                return features.read(self.program, request.text("uri"))
            case "prompts/get":
                return features.prompt(request.text("name"), params.get("arguments"))
            case _other:
                raise _unknown(request)


MOST_SUBSCRIBED: Final = 100
_EMPTY: Final[Mapping[str, Json]] = {
    "tools/list": {"tools": []},
    "resources/list": {"resources": []},
    "resources/templates/list": {"resourceTemplates": []},
    "prompts/list": {"prompts": []},
}


def dressed(method: str, result: Json) -> Json:
    """Return a result with what the stateless generation asks of each."""
    more: Json = {"resultType": "complete", "_meta": {SERVER_KEY: dict(SERVER)}}
    if method in CACHEABLE_METHODS:
        more |= {"ttlMs": 0, "cacheScope": "private"}
    return {**result, **more}


def _capabilities() -> Json:
    return {"tools": {}, "resources": {"subscribe": True}, "prompts": {}}


def _unknown(request: Message) -> RpcError:
    return RpcError(METHOD_NOT_FOUND, "Method not found", request.method[:60])
