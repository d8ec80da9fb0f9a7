"""Answers requests: who asks is known by a token, what is asked goes through the door."""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.responses import JSONResponse, Response

from notebrain.app.door.arguments import BadArguments
from notebrain.app.door.clipper import Clipper, PageThere
from notebrain.app.door.door import Door, refused
from notebrain.app.door.replies import Document, Reply
from notebrain.app.door.tools import TOOLS, Tool
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.programs.program import LimitReached, program_name
from notebrain.domain.programs.tokens import Token, allows
from notebrain.mcp_server.http import guard
from notebrain.mcp_server.http.clip_page import clip_page
from notebrain.mcp_server.http.guard import Head, Refused
from notebrain.mcp_server.http.mcp import McpOverHttp

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from notebrain.app.services import Services

log = logging.getLogger("notebrain.http")

_BODY_S: Final = 10.0
_REFUSAL_S: Final = 0.25
_A_MINUTE: Final = 60.0
_MOST_A_MINUTE: Final = 60
_STATUS: Final[Mapping[str, int]] = {
    "limit": 429,
    "not_allowed": 403,
    "bad_arguments": 400,
    "not_found": 404,
    "refused": 422,
    "changed": 409,
    "unavailable": 503,
    "failed": 500,
}
_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


class Application:
    """The ASGI application of one vault.

    Args:
        door: Runs the calls; its switch is the one of HTTP.
        port: Returns the port that this is served on.
        now: Returns seconds that only go forward.
    """

    def __init__(
        self,
        services: "Services",
        door: "Door",
        port: Callable[[], int],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._services = services
        self._door = door
        self._port = port
        self._now = now
        self._asked: dict[str, deque[float]] = {}
        self._mcp = McpOverHttp(door)
        self._clipper = Clipper(services)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request; anything that is none is turned away."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            return
        head = _head_of(scope)
        response = await self._answered(head, receive)
        for name, value in {**_HEADERS, **guard.shared_with(head)}.items():
            if response.status_code != _FORBIDDEN or not name.startswith("Access-"):
                response.headers.setdefault(name, value)
        await response(scope, receive, send)

    def close(self) -> None:
        """End what is still read, and write down what was counted."""
        self._clipper.stop()
        self._door.flush()

    async def _answered(self, head: Head, receive: "Receive") -> Response:
        started = self._now()
        refused = guard.refusal_of(head, self._port())
        if refused is None and head.path == guard.CLIP_PAGE:
            return clip_page()
        if refused is None:
            secret = guard.token_of(head)
            token = await run_in_threadpool(self._services.memory.tokens.check, secret)
            refused = self._token_refusal(token, head.path)
            if refused is None and token is not None:
                return await self._with_body(head, token, receive)
        return await self._refused(refused or Refused(401, "token"), started)

    def _token_refusal(self, token: Token | None, path: str) -> Refused | None:
        if token is None:
            return Refused(401, "token")
        if not _may_use(token, path):
            return Refused(403, "scope")
        return None if self._lets(token.name) else Refused(429, "limit", {"Retry-After": "60"})

    async def _with_body(self, head: Head, token: Token, receive: "Receive") -> Response:
        try:
            body = await asyncio.wait_for(_body(head, receive), _BODY_S)
            return await self._answer(head, token, body)
        except TimeoutError:
            return _failed(408, "slow", "", {"Connection": "close"})
        except _TooLarge:
            return _failed(413, "too_large", "", {"Connection": "close"})
        except Exception:
            log.exception("a request of another program failed")
            return _failed(500, "failed", "")

    async def _answer(self, head: Head, token: Token, body: bytes) -> Response:
        if head.path == guard.MCP:
            return await run_in_threadpool(self._mcp.answer, head, token, body)
        try:
            given = _given(head, body)
        except BadArguments as error:
            return _failed(400, "bad_arguments", str(error))
        if head.path == guard.CAPTURE and "html" in given:
            return await run_in_threadpool(self._clip, token, given)
        name, program = head.path.removeprefix("/"), program_name("http", token.name)
        reply = await run_in_threadpool(self._door.call, program, name, given)
        return _response(reply)

    def _clip(self, token: Token, given: Mapping[str, object]) -> Response:
        program = program_name("http", token.name)
        try:
            saved = self._clipper.clip(program, given, self._door.limits())
        except PageThere as there:
            word = "edited" if there.is_edited else "exists"
            return _failed(409, word, str(there))
        except NoteBrainError as error:
            if isinstance(error, LimitReached):
                self._door.note_stop(program)
            return _response(refused(error))
        return JSONResponse(saved)

    async def _refused(self, refused: Refused, started: float) -> Response:
        if refused.status == _UNKNOWN:
            # how long it takes must not tell how much of a token is right
            await asyncio.sleep(max(0.0, _REFUSAL_S - (self._now() - started)))
        if refused.status == _DONE:
            return Response(status_code=_DONE, headers=dict(refused.headers))
        return _failed(refused.status, refused.word, "", refused.headers)

    def _lets(self, name: str) -> bool:
        """Return whether a program may ask once more in this minute."""
        asked = self._asked.setdefault(name, deque())
        now = self._now()
        while asked and asked[0] <= now - _A_MINUTE:
            asked.popleft()
        if len(asked) >= _MOST_A_MINUTE:
            return False
        asked.append(now)
        return True


_DONE, _UNKNOWN, _FORBIDDEN = 204, 401, 403


class _TooLarge(Exception):
    """A body is longer than it may be."""


async def _body(head: Head, receive: "Receive") -> bytes:
    most, parts, size = guard.most_bytes(head.path), list[bytes](), 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _TooLarge
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > most:
            raise _TooLarge
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def _head_of(scope: "Scope") -> Head:
    headers: dict[str, list[str]] = {}
    for name, value in cast("Sequence[tuple[bytes, bytes]]", scope["headers"]):
        headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    query = scope["query_string"].decode("latin-1")
    return Head(scope["method"], scope["path"], query, headers)


def _may_use(token: Token, path: str) -> bool:
    # MCP has its own list of tools for each token
    return path == guard.MCP or allows(token.scope, path.removeprefix("/"))


def _given(head: Head, body: bytes) -> dict[str, object]:
    """Return the arguments of a request, from its query or its body.

    Raises:
        BadArguments: They cannot be read.
    """
    if head.method == "GET":
        return _from_query(TOOLS[head.path.removeprefix("/")], head.query)
    try:
        found: object = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadArguments("The body is no JSON in UTF-8.") from error
    if not isinstance(found, dict):
        raise BadArguments("The body is no JSON object.")
    return cast("dict[str, object]", found)


def _from_query(tool: Tool, query: str) -> dict[str, object]:
    kinds = {argument.name: argument.kind for argument in tool.arguments}
    given: dict[str, object] = {}
    for name, text in QueryParams(query).multi_items():
        if name in given:
            raise BadArguments(f"“{name[:40]}” is given twice.")
        match kinds.get(name):
            case "integer" if text.isascii() and text.isdigit() and len(text) < 12:  # noqa: PLR2004
                given[name] = int(text)
            case "boolean" if text in ("true", "false"):
                given[name] = text == "true"
            case _other:
                given[name] = text
    return given


def _response(reply: Reply) -> Response:
    document: Document = reply.document
    status = _STATUS.get(str(document.get("error")), 422) if reply.is_error else 200
    return JSONResponse(document, status)


def _failed(
    status: int, word: str, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    document: dict[str, Any] = {"error": word}
    if message:
        document["message"] = message
    return JSONResponse(document, status, dict(headers or {}))
