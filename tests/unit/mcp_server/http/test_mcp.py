"""MCP over HTTP: both generations, and what a token lets a client do."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from notebrain.app.services import open_services
from notebrain.app.settings.programs import PROGRAMS_PORT
from notebrain.domain.errors import UserError
from notebrain.domain.programs.tokens import TokenScope
from notebrain.mcp_server.protocol import CAPABILITIES_KEY, CLIENT_KEY, VERSION_KEY
from tests.fakes.http_door import Served, served_vault

pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served_vault(tmp_path_factory.mktemp("mcp") / "vault") as served:
        yield served


def post(
    served: Served, token: str, message: object, session: str = ""
) -> tuple[int, dict[str, str], Any]:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    head = [
        *("POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{served.port}", "Connection: close"),
        *("Content-Type: application/json", f"Content-Length: {len(body)}"),
        *(f"Authorization: Bearer {token}", "Accept: application/json, text/event-stream"),
        *([f"Mcp-Session-Id: {session}"] if session else []),
    ]
    answer = served.send("\r\n".join([*head, "", ""]).encode() + body)
    first, _mark, content = answer.partition("\r\n\r\n")
    lines = first.split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:])
    if "mcp-session-id" in headers:  # its case matters
        headers["mcp-session-id"] = next(
            line.split(": ", 1)[1] for line in lines if line.lower().startswith("mcp-session-id")
        )
    return int(lines[0].split(" ")[1]), headers, json.loads(content) if content else None


def request(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def begin(served: Served, token: str) -> str:
    hello = request(
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "x", "version": "1"},
    )
    status, headers, answer = post(served, token, hello)
    assert (status, answer["result"]["protocolVersion"]) == (200, "2025-11-25")
    return headers["mcp-session-id"]


def stateless(method: str, **params: object) -> dict[str, object]:
    meta = {
        VERSION_KEY: "2026-07-28",
        CAPABILITIES_KEY: {},
        CLIENT_KEY: {"name": "x", "version": "1"},
    }
    return request(method, _meta=meta, **params)


def tools(answer: Any) -> set[str]:
    return {tool["name"] for tool in answer["result"]["tools"]}


def test_a_client_with_a_handshake_calls_tools_in_its_session(served: Served) -> None:
    token = served.token()
    session = begin(served, token)

    told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    noted, _headers, nothing = post(served, token, told, session)
    _status, _headers, answer = post(
        served,
        token,
        request("tools/call", name="capture", arguments={"text": "By MCP over HTTP"}),
        session,
    )

    assert (noted, nothing) == (202, None)
    assert not answer["result"].get("isError")
    [act] = served.services.memory.programs.acts()
    assert act.program.startswith("http:test")


def test_a_client_without_a_handshake_names_itself_in_each_request(served: Served) -> None:
    token = served.token()

    _status, _headers, found = post(served, token, stateless("server/discover"))
    _status, _headers, listed = post(served, token, stateless("tools/list"))

    assert found["result"]["supportedVersions"] == ["2026-07-28"]
    assert {"recall", "capture", "forget"} <= tools(listed)


@pytest.mark.parametrize(
    ("scope", "has", "lacks"),
    [
        (TokenScope.READING, "recall", {"capture", "append", "update", "forget", "restore"}),
        (TokenScope.CAPTURING, "capture", {"recall", "show", "list", "status", "forget"}),
    ],
)
def test_a_token_offers_and_runs_only_what_it_is_for(
    served: Served, scope: TokenScope, has: str, lacks: set[str]
) -> None:
    token, before = served.token(scope), served.notes()

    _status, _headers, listed = post(served, token, stateless("tools/list"))
    answers = [
        post(served, token, stateless("tools/call", name=name, arguments={}))[2]
        for name in sorted(lacks)
    ]

    assert has in tools(listed)
    assert not lacks & tools(listed)
    assert all(answer["result"]["isError"] for answer in answers)
    assert all("token" in json.dumps(answer) for answer in answers)
    assert served.notes() == before


def test_a_capturing_token_reads_no_resource(served: Served) -> None:
    token = served.token(TokenScope.CAPTURING)

    answer = post(served, token, stateless("resources/read", uri="notes://recent"))[2]

    assert "By MCP over HTTP" not in json.dumps(answer)


def test_a_session_is_of_no_use_with_another_token_or_made_up(served: Served) -> None:
    session = begin(served, served.token())

    other = post(served, served.token(), request("tools/list"), session)
    made_up = post(served, served.token(), request("tools/list"), "made-up")
    none = post(served, served.token(), request("tools/list"))

    assert [one[0] for one in (other, made_up, none)] == [404, 404, 404]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b'{"jsonrpc":"1.0","id":1,"method":"x"}']
)
def test_what_is_no_message_is_an_error_of_the_protocol(served: Served, body: bytes) -> None:
    status, _headers, answer = post(served, served.token(), body)

    assert status == 400
    assert answer["error"]["code"] in (-32700, -32600)


def test_off_means_off(tmp_path_factory: pytest.TempPathFactory) -> None:
    from notebrain.mcp_server.http.server import HttpServer

    services = open_services(tmp_path_factory.mktemp("off") / "vault")
    try:
        with pytest.raises(UserError, match="switched off"):
            HttpServer(services, lambda _port: None).run()
        assert services.settings.get(PROGRAMS_PORT) == 0
    finally:
        services.close()


def test_the_port_is_remembered(served: Served) -> None:
    assert served.services.settings.get(PROGRAMS_PORT) == served.port


@pytest.mark.parametrize("path", ["ask?question=key", "tags", "workspaces", "review", "episodes"])
def test_what_mcp_does_not_list_is_asked_over_http(served: Served, path: str) -> None:
    def status(scope: TokenScope) -> str:
        head = [
            f"GET /{path} HTTP/1.1",
            *(f"Host: 127.0.0.1:{served.port}", "Connection: close"),
            f"Authorization: Bearer {served.token(scope)}",
        ]
        return served.send("\r\n".join([*head, "", ""]).encode()).split(" ")[1]

    assert [status(one) for one in (TokenScope.READING, TokenScope.CAPTURING)] == ["200", "403"]
