"""Connections that take long: those that the program works on stay, those whose client does nothing are closed."""

import asyncio
import json
import socket
from collections.abc import Iterator

import pytest

from notebrain.domain.programs.tokens import TokenScope
from tests.fakes.http_door import Served, served_vault

pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")

from notebrain.mcp_server.http import server


@pytest.fixture
def served(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Served]:
    monkeypatch.setattr(server, "_LOOK_EVERY_S", 0.05)
    with served_vault(tmp_path_factory.mktemp("long") / "vault") as served:
        yield served


def request(served: Served, token: str, line: str, body: str = "", *more: str) -> bytes:
    head = [
        f"{line} HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        f"Authorization: Bearer {token}",
        *((f"Content-Length: {len(body)}", "Content-Type: application/json") if body else ()),
        *more,
    ]
    return "\r\n".join([*head, "", body]).encode()


def test_a_large_clip_that_takes_longer_than_any_wait_is_saved_and_told(served: Served) -> None:
    words = "<p>Some words of a <b>long</b> page with <a href='/x'>links</a>.</p>" * 5_000
    body = json.dumps(
        {"html": f"<title>Long</title><article>{words}</article>", "url": "http://a.b"}
    )
    token = served.token(TokenScope.CAPTURING)

    answer = served.send(
        request(served, token, "POST /capture", body, "Connection: close"), timeout=120
    )

    assert answer.startswith("HTTP/1.1 200"), answer[:200]
    assert '"outcome":"saved"' in answer
    assert served.notes() == 1


def test_while_nobody_asks_nothing_wakes_the_program(served: Served) -> None:
    running = served.server._server
    assert running is not None

    async def timers() -> int:
        return len(running._loop._scheduled)  # type: ignore[attr-defined]

    assert asyncio.run_coroutine_threadsafe(timers(), running._loop).result(20) == 0


def test_a_connection_that_is_used_again_and_again_stays_open(served: Served) -> None:
    token = served.token(TokenScope.READING)
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        for _ in range(40):
            assert _asked(connection, request(served, token, "GET /list"))


@pytest.mark.parametrize("first", [True, False], ids=["nothing asked before", "asked before"])
def test_half_a_request_is_given_up(served: Served, *, first: bool) -> None:
    token = served.token(TokenScope.READING)
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        if not first:
            assert _asked(connection, request(served, token, "GET /list"))
        connection.sendall(b"GET /list HTTP/1.1\r\nHost:")

        assert _ended(connection)


def test_an_answer_that_nobody_reads_is_given_up(served: Served) -> None:
    from notebrain.domain.notes.draft import Draft

    note = served.services.notes.capture(Draft("x" * 9_000_000)).result().note
    token = served.token(TokenScope.READING)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", served.port))
        connection.sendall(request(served, token, f"GET /show?note={note}&budget=100000"))
        first = connection.recv(100)
        assert first.startswith(b"HTTP/1.1 200")

        assert _ended(connection)


def _asked(connection: socket.socket, request: bytes) -> bool:
    """Ask, read the whole answer, and return whether it is one."""
    connection.sendall(request)
    answer = b""
    while not answer.endswith(b'{"notes":[]}') and (part := connection.recv(65_536)):
        answer += part
    return answer.startswith(b"HTTP/1.1 200")


def _ended(connection: socket.socket) -> bool:
    """Return whether the other end closes the connection; reads nothing before it does."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True
