"""Attacks on the HTTP interface, with real sockets: nothing is stored, nothing is read."""

import json
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from notebrain.domain.notes.draft import Draft
from notebrain.domain.programs.tokens import TokenScope
from tests.fakes.http_door import Served, served_vault

pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")
pytest.importorskip("starlette", reason="HTTP needs the extra: pip install 'notebrain[server]'")

from notebrain.mcp_server.http import application, server
from notebrain.mcp_server.http.server import listening

SECRET = "the combination is 4711"
JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served") / "vault"
    with pytest.MonkeyPatch.context() as patch, served_vault(folder) as served:
        patch.setattr(application, "_BODY_S", 1.0)
        patch.setattr(server, "_LOOK_EVERY_S", 1.0)
        served.services.notes.capture(Draft(SECRET)).result()
        yield served


def request(
    line: str,
    *headers: str,
    body: str = "",
    host: str = "127.0.0.1:{port}",
    length: int | None = None,
) -> str:
    size = len(body.encode()) if length is None else length
    sized = [f"Content-Length: {size}"] if line.startswith("POST") or body else []
    lines = [f"{line} HTTP/1.1", f"Host: {host}", "Connection: close", *sized, *headers]
    return "\r\n".join([*lines, "", body])


def capture(*headers: str, body: str = '{"text": "stored"}', **given: object) -> str:
    return request("POST /capture", JSON, *headers, body=body, **given)  # type: ignore[arg-type]


BEARER = "Authorization: Bearer {token}"
EVIL = "Origin: https://evil.example"
ATTACKS: dict[str, tuple[str, str]] = {
    # a name that leads here: rebinding
    "host of another site": (request("GET /list", BEARER, host="evil.example:{port}"), "403"),
    "host without port": (request("GET /list", BEARER, host="127.0.0.1"), "403"),
    "host with another port": (request("GET /list", BEARER, host="127.0.0.1:80"), "403"),
    "localhost by name": (request("GET /list", BEARER, host="localhost:{port}"), "403"),
    "host with a dot": (request("GET /list", BEARER, host="127.0.0.1.:{port}"), "403"),
    "host that begins alike": (
        request("GET /list", BEARER, host="127.0.0.1:{port}.evil.example"),
        "403",
    ),
    "any address": (request("GET /list", BEARER, host="0.0.0.0:{port}"), "403"),
    "another loopback": (request("GET /list", BEARER, host="127.0.0.2:{port}"), "403"),
    "user in the host": (request("GET /list", BEARER, host="a@127.0.0.1:{port}"), "403 400"),
    "two hosts": (request("GET /list", BEARER, "Host: evil.example"), "400"),
    "no host": ("GET /list HTTP/1.1\r\nConnection: close\r\n" + BEARER + "\r\n\r\n", "400"),
    "old protocol without host": ("GET /list HTTP/1.0\r\n" + BEARER + "\r\n\r\n", "403"),
    "whole address of another site": (
        request("GET http://evil.example/list", BEARER, host="evil.example"),
        "403 404",
    ),
    "forwarded host": (
        request("GET /list", BEARER, "X-Forwarded-Host: 127.0.0.1:{port}", host="evil.example"),
        "403",
    ),
    # web pages
    "page reads": (request("GET /list", BEARER, EVIL), "403"),
    "page captures": (capture(BEARER, EVIL), "403"),
    "page without a name": (capture(BEARER, "Origin: null"), "403"),
    "page of another port here": (capture(BEARER, "Origin: http://127.0.0.1:1"), "403"),
    "page that begins alike": (
        capture(BEARER, "Origin: http://127.0.0.1:{port}.evil.example"),
        "403",
    ),
    "two origins": (capture(BEARER, EVIL, "Origin: chrome-extension://abc"), "403"),
    "extension that reads": (request("GET /list", BEARER, "Origin: chrome-extension://abc"), "403"),
    "extension that updates": (
        request("POST /update", JSON, BEARER, "Origin: moz-extension://abc", body="{}"),
        "403",
    ),
    "extension to mcp": (
        request("POST /mcp", JSON, BEARER, "Origin: chrome-extension://abc", body="{}"),
        "403",
    ),
    "extension without a token": (capture("Origin: chrome-extension://abc"), "401"),
    "name of an extension that goes on": (
        capture(BEARER, "Origin: chrome-extension://abc.evil.example"),
        "403",
    ),
    "form": (
        request("POST /capture", "Content-Type: text/plain", EVIL, body='{"text":"stored"}'),
        "403",
    ),
    "form without origin": (
        request(
            "POST /capture",
            "Content-Type: application/x-www-form-urlencoded",
            BEARER,
            body="text=stored",
        ),
        "415",
    ),
    "form of text": (
        request("POST /capture", "Content-Type: text/plain", BEARER, body='{"text":"stored"}'),
        "415",
    ),
    "no type": (request("POST /capture", BEARER, body='{"text":"stored"}'), "415"),
    "two types": (capture("Content-Type: text/plain", BEARER), "415"),
    "picture in a page": (request("GET /list", "Sec-Fetch-Site: cross-site", BEARER), "403"),
    "picture of the same site": (request("GET /list", "Sec-Fetch-Site: same-site", BEARER), "403"),
    "websocket": (
        request(
            "GET /mcp",
            "Upgrade: websocket",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            BEARER,
        ).replace("Connection: close", "Connection: Upgrade, close"),
        "403",
    ),
    "http 2 by upgrade": (request("GET /list", "Upgrade: h2c", BEARER), "403"),
    "preflight of a page": (
        request("OPTIONS /capture", EVIL, "Access-Control-Request-Method: POST"),
        "403",
    ),
    "preflight for reading": (
        request(
            "OPTIONS /list", "Origin: chrome-extension://a", "Access-Control-Request-Method: GET"
        ),
        "403",
    ),
    "preflight for another method": (
        request(
            "OPTIONS /capture", "Origin: chrome-extension://a", "Access-Control-Request-Method: PUT"
        ),
        "403",
    ),
    "preflight for more headers": (
        request(
            "OPTIONS /capture",
            "Origin: chrome-extension://a",
            "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: x-evil",
        ),
        "403",
    ),
    # tokens
    "no token": (capture(), "401"),
    "wrong token": (capture("Authorization: Bearer nb_" + "a" * 43), "401"),
    "empty token": (capture("Authorization: Bearer "), "401"),
    "two tokens": (capture(BEARER, BEARER), "401"),
    "token as password": (capture("Authorization: Basic {token}"), "401"),
    "token in the address": (request("GET /list?token={token}"), "401"),
    "token in the address too": (request("GET /list?access_token={token}", BEARER), "401"),
    "token in a cookie": (request("GET /list", "Cookie: token={token}"), "401"),
    "token cut": (capture("Authorization: Bearer {token:.20}"), "401"),
    "token revoked": (capture("Authorization: Bearer {revoked}"), "401"),
    "capturing token that reads": (
        request("GET /list", "Authorization: Bearer {capturing}"),
        "403",
    ),
    "reading token that writes": (capture("Authorization: Bearer {reading}"), "403"),
    # methods and places
    "put": (request("PUT /capture", JSON, BEARER, body='{"text":"stored"}'), "405"),
    "delete": (request("DELETE /list", BEARER), "405"),
    "trace": (request("TRACE /list", BEARER), "405"),
    "connect": (request("CONNECT evil.example:443", BEARER), "404 400 405"),
    "capture by get": (request("GET /capture?text=stored", BEARER), "405"),
    "unknown place": (request("GET /settings", BEARER), "404"),
    "file of the system": (request("GET /../../etc/passwd", BEARER), "404"),
    "other case": (request("GET /LIST", BEARER), "404"),
    "escaped place": (request("GET /%6cist%2f", BEARER), "404"),
    # bodies
    "two lengths": (capture(BEARER, "Content-Length: 3"), "400"),
    "length and chunks": (capture(BEARER, "Transfer-Encoding: chunked"), "400"),
    "chunks of chunks": (
        request("POST /capture", JSON, BEARER, "Transfer-Encoding: gzip, chunked"),
        "400 501",
    ),
    "length that is none": (capture(BEARER, length=-1), "400"),
    "request in a body": (
        capture(BEARER, body="0\r\n\r\n" + request("GET /list", BEARER)),
        "400",
    ),
    "length of 2 GB": (capture(BEARER, length=2_000_000_000), "413"),
    "length of 10^30": (capture(BEARER, length=10**30), "413 400"),
    "6 MB to append": (request("POST /append", JSON, BEARER, body="[" * 6_000_000), "413 lost"),
    "packed body": (capture(BEARER, "Content-Encoding: gzip"), "415"),
    "no json": (capture(BEARER, body="text=stored"), "400"),
    "json list": (capture(BEARER, body='[{"text":"stored"}]'), "400"),
    "deep json": (capture(BEARER, body="[" * 100_000), "400"),
    "half a character": (capture(BEARER, body='{"text":"stored \\ud800"}'), "400"),
    "unknown argument": (capture(BEARER, body='{"text":"stored","source":"typed"}'), "400"),
    "header of 1 MB": (capture(BEARER, "X-Long: " + "a" * 1_000_000), "400 431 lost"),
    "10,000 headers": (capture(BEARER, *["X: y"] * 10_000), "400 431 lost"),
    "no http": ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400"),
    "mail": ("HELO evil.example\r\nMAIL FROM:<a@b>\r\n\r\n", "400"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_stores_nothing_and_reads_nothing(served: Served, name: str) -> None:
    data, expected = ATTACKS[name]
    revoked, made = served.services.memory.tokens.make("revoked", TokenScope.WRITING)
    made.result()
    served.services.memory.tokens.revoke("revoked").result()
    before = served.notes()
    filled = data
    for word, value in (
        ("{token:.20}", served.token()[:20]),
        ("{token}", served.token()),
        ("{revoked}", revoked),
        ("{capturing}", served.token(TokenScope.CAPTURING)),
        ("{reading}", served.token(TokenScope.READING)),
        ("{port}", str(served.port)),
    ):
        filled = filled.replace(word, value)

    try:
        answer = served.send(filled.encode("latin-1"))
    except ConnectionError:
        answer = ""

    status = answer.split(" ")[1] if answer else "lost"
    assert status in expected.split(), answer[:300]
    assert SECRET not in answer
    assert "access-control-allow" not in answer.lower() or "chrome-extension" in filled
    assert served.notes() == before


def test_there_are_more_than_forty_attacks() -> None:
    assert len(ATTACKS) > 40


def test_the_same_requests_without_an_attack_store_and_read(served: Served) -> None:
    token = served.token()
    before = served.notes()

    stored = served.send(fill(capture(BEARER), served, token))
    read = served.send(fill(request("GET /list", BEARER), served, token))

    assert stored.startswith("HTTP/1.1 200")
    assert served.notes() == before + 1
    assert SECRET in read


def fill(text: str, served: Served, token: str) -> bytes:
    return text.replace("{token}", token).replace("{port}", str(served.port)).encode()


def test_an_extension_may_ask_and_is_answered_by_name(served: Served) -> None:
    answer = served.send(
        fill(
            request(
                "OPTIONS /capture",
                "Origin: chrome-extension://abc",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization,content-type",
            ),
            served,
            "",
        )
    )

    assert answer.startswith("HTTP/1.1 204")
    assert "access-control-allow-origin: chrome-extension://abc" in answer.lower()
    assert "*" not in answer


def test_a_program_asks_at_most_sixty_times_a_minute(served: Served) -> None:
    token = served.token(TokenScope.READING)

    answers = [served.send(fill(request("GET /status", BEARER), served, token)) for _ in range(61)]

    statuses = [answer.split(" ")[1] for answer in answers]
    assert statuses == ["200"] * 60 + ["429"]


def test_a_body_that_never_ends_is_given_up(served: Served) -> None:
    token = served.token()
    half = fill(capture(BEARER, length=1_000), served, token)

    assert served.send(half, timeout=60).startswith("HTTP/1.1 408")


def test_hundreds_of_idle_connections_do_not_keep_others_out(served: Served) -> None:
    idle = list[socket.socket]()
    try:
        for _ in range(300):
            idle.append(socket.create_connection(("127.0.0.1", served.port), timeout=5))
    except OSError:
        pass
    try:
        assert len(idle) > 64
        until(lambda: served_again(served))
    finally:
        for one in idle:
            one.close()


def served_again(served: Served) -> bool:
    try:
        return served.send(fill(request("GET /nothing"), served, "")).startswith("HTTP/1.1 404")
    except OSError:
        return False


def until(is_so: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(200):
        if is_so():
            return
        waiting.wait(0.2)
    raise AssertionError


def test_nothing_but_this_computer_is_listened_to() -> None:
    sockets = listening(0)
    try:
        assert {one.getsockname()[0] for one in sockets} <= {"127.0.0.1", "::1"}
    finally:
        for one in sockets:
            one.close()


def test_a_clip_from_an_extension_is_one_note_and_says_when_it_is_there(served: Served) -> None:
    token = served.token(TokenScope.CAPTURING)

    def send(words: str, **more: object) -> tuple[str, dict[str, object]]:
        html = f"<title>Tap</title><article><h1>Tap</h1><p>{words}</p></article>"
        body = json.dumps({"html": html, "url": "https://a.example/tap", **more})
        text = capture(BEARER, "Origin: chrome-extension://abc", body=body)
        answer = served.send(fill(text, served, token))
        return answer.split(" ")[1], json.loads(answer.partition("\r\n\r\n")[2])

    first = send("It drips.")
    again = send("It drips.")
    changed = send("It is dry.")
    updated = send("It is dry.", update=True)

    assert first[1]["outcome"] == "saved"
    assert again[1]["outcome"] == "unchanged"
    assert (changed[0], changed[1]["error"]) == ("409", "exists")
    assert updated[1]["outcome"] == "updated"
    assert {one[1]["note_id"] for one in (first, again, updated)} == {first[1]["note_id"]}
