"""MCP over HTTP: each request is one message; a client of the handshake generation is known by its session."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, Response

from notebrain.app.door.door import Door
from notebrain.app.door.replies import Reply, refusal
from notebrain.domain.programs.tokens import Token, TokenScope, allows
from notebrain.mcp_server.features import Features
from notebrain.mcp_server.protocol import (
    INVALID_REQUEST,
    Message,
    RpcError,
    decoded,
    error_of,
    id_of,
    message_of,
    result_of,
)
from notebrain.mcp_server.session import Session

if TYPE_CHECKING:
    from notebrain.app.door.tools import Tool
    from notebrain.mcp_server.http.guard import Head

_SESSION: Final = "mcp-session-id"
_MOST_SESSIONS: Final = 50


class TokenDoor(Door):
    """A door that only lets through what one token allows."""

    def __init__(self, door: Door, scope: TokenScope) -> None:
        self._door = door
        self._scope = scope

    def offered(self, program: str) -> "Sequence[Tool]":
        """Return the functions that the program may call and that the token allows."""
        return [tool for tool in self._door.offered(program) if allows(self._scope, tool.name)]

    def call(self, program: str, name: str, arguments: Mapping[str, object]) -> Reply:
        """Run a call that the token allows."""
        if not allows(self._scope, name):
            return refusal("not_allowed", "The token does not allow this.")
        return self._door.call(program, name, arguments)

    def read(self, program: str, uri: str) -> Reply:
        """Return what stands at an address, if the token allows to read."""
        if not allows(self._scope, "show"):
            return refusal("not_allowed", "The token does not allow this.")
        return self._door.read(program, uri)

    def mark_of(self, program: str, uri: str) -> str:
        """Return what changes whenever that at an address does."""
        return self._door.mark_of(program, uri) if allows(self._scope, "show") else ""


class McpOverHttp:
    """Answers messages; thread-safe."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._lock = threading.Lock()
        self._sessions: OrderedDict[str, tuple[str, Session]] = OrderedDict()

    def answer(self, head: "Head", token: Token, body: bytes) -> Response:
        """Answer one message."""
        try:
            found = decoded(body)
            message = message_of(found)
        except RpcError as error:
            return JSONResponse(error_of(id_of(None), error), 400)
        if message is None or message.id is None:
            return Response(status_code=202)
        if message.method == "initialize" and not message.is_stateless:
            return self._begin(message, message.id, token)
        session = self._session(head, token, message)
        if session is None:
            unknown = RpcError(INVALID_REQUEST, "Invalid request: no such session")
            return JSONResponse(error_of(message.id, unknown), 404)
        return _answered(session, message, message.id)

    def _begin(self, message: Message, request_id: str | int, token: Token) -> Response:
        session, name = self._new(token), secrets.token_urlsafe(24)
        response = _answered(session, message, request_id)
        with self._lock:
            self._sessions[name] = (token.name, session)
            while len(self._sessions) > _MOST_SESSIONS:
                self._sessions.popitem(last=False)
        response.headers[_SESSION] = name
        return response

    def _session(self, head: "Head", token: Token, message: Message) -> Session | None:
        if message.is_stateless:
            return self._new(token)
        name = head.one(_SESSION) or ""
        with self._lock:
            owner, session = self._sessions.get(name, ("", None))
            if owner != token.name:  # a session is of no use with another token
                return None
            self._sessions.move_to_end(name)
            return session

    def _new(self, token: Token) -> Session:
        door = TokenDoor(self._door, token.scope)
        return Session(Features(lambda: door), door="http", name=token.name)


def _answered(session: Session, message: Message, request_id: str | int) -> Response:
    try:
        return JSONResponse(result_of(request_id, session.result(message)))
    except RpcError as error:
        return JSONResponse(error_of(request_id, error))
