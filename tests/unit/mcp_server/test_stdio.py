"""The pipe: whatever comes in, each request gets one answer, and the process never outlives its client."""

import io
import json
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from notebrain.app.door.door import Door
from notebrain.app.services import Services
from notebrain.app.settings.programs import PROGRAMS_MAY, PROGRAMS_MCP
from notebrain.domain.errors import VaultError
from notebrain.domain.notes.draft import Draft
from notebrain.mcp_server import stdio
from notebrain.mcp_server.features import Features
from notebrain.mcp_server.protocol import CAPABILITIES_KEY, CLIENT_KEY, VERSION_KEY
from notebrain.mcp_server.session import Session
from notebrain.mcp_server.stdio import Pipe

META = {VERSION_KEY: "2026-07-28", CAPABILITIES_KEY: {}, CLIENT_KEY: {"name": "new"}}
BEGIN = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "old"}}


class Client:
    """The other end of a pipe."""

    def __init__(
        self,
        get_door: Callable[[], Door],
        *,
        name: str | None = None,
        tidy: Callable[[], float | None] = lambda: None,
    ) -> None:
        theirs, ours = os.pipe()
        back, out = os.pipe()
        self._in, self._out = os.fdopen(ours, "wb"), os.fdopen(back, "rb")
        self._sink, self._source = os.fdopen(out, "wb"), os.fdopen(theirs, "rb")
        features = Features(get_door)
        self.session = Session(features, name=name)
        self._pipe = Pipe(
            self.session,
            self._source,
            self._sink,
            changed=lambda: get_door().changed(),
            mark_of=lambda uri: features.mark_of(self.session.program, uri),
            tidy=tidy,
        )
        self.finished: bool | None = None
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        self._id = 0

    def _serve(self) -> None:
        self.finished = self._pipe.serve()
        self._sink.close()

    def raw(self, line: bytes) -> None:
        self._in.write(line + b"\n")
        self._in.flush()

    def send(self, **message: Any) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def hear(self) -> Any:
        line = self._out.readline()
        assert line.endswith(b"\n"), "the pipe was closed"
        return json.loads(line)

    def ask(self, method: str, **params: Any) -> Any:
        self._id += 1
        self.send(id=self._id, method=method, params=params)
        answer = self.hear()
        assert answer["id"] == self._id, answer
        return answer.get("result") or answer.get("error") or answer["result"]

    def begin(self, version: str = "2025-06-18") -> Any:
        begun = self.ask("initialize", **{**BEGIN, "protocolVersion": version})
        self.send(method="notifications/initialized")
        return begun

    def leave(self) -> list[Any]:
        """Close the pipe and return what still came."""
        self._in.close()
        rest = [json.loads(line) for line in self._out]
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._out.close()
        self._source.close()
        return rest


@pytest.fixture
def door(services: Services) -> Door:
    for switch in (PROGRAMS_MCP, *PROGRAMS_MAY.values()):
        services.settings.put(switch, True).result()
    return Door(services, PROGRAMS_MCP)


@pytest.fixture
def client(door: Door) -> Iterator[Client]:
    client = Client(lambda: door)
    yield client
    if client.finished is None:
        client.leave()


def test_both_generations_are_answered_on_one_pipe(client: Client, services: Services) -> None:
    begun = client.begin()
    found = client.ask("server/discover", _meta=META)
    old = client.ask("tools/list")
    new = client.ask("tools/list", _meta=META)

    assert begun["protocolVersion"] == "2025-06-18"
    assert found["supportedVersions"] == ["2026-07-28"]
    assert new["tools"] == old["tools"]
    assert (new["resultType"], new["ttlMs"], new["cacheScope"]) == ("complete", 0, "private")
    assert "resultType" not in old
    assert client.session.program == "mcp:old"  # a second name changes nothing


def test_nothing_is_answered_before_the_handshake_but_ping(client: Client) -> None:
    assert client.ask("tools/list")["code"] == -32600
    client.send(id="p", method="ping")
    assert client.hear() == {"jsonrpc": "2.0", "id": "p", "result": {}}
    client.begin()
    assert client.ask("initialize", **BEGIN)["code"] == -32600
    assert client.ask("tools/list")["tools"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"jsonrpc":"2.0","id":1,', -32700),
        (b"\x00\xff\x80binary", -32700),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
            -32700,
        ),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b"[]", -32600),
        (b'{"id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"no/such"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}', -32602),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":[]}}',
            -32602,
        ),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x://y"}}', -32002),
        (b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"server/discover"}', -32602),
    ],
)
def test_what_cannot_be_answered_is_an_error_with_a_number(
    client: Client, line: bytes, code: int
) -> None:
    client.begin()
    client.raw(line)

    assert client.hear()["error"]["code"] == code
    assert client.ask("ping") == {}  # and life goes on


def test_a_line_that_is_too_long_is_left_out(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "_LONGEST_LINE", 1_000)
    client = Client(lambda: door)
    client.raw(b"x" * 100_000)

    assert client.hear()["error"]["code"] == -32600
    client.begin()
    client.leave()


def test_only_one_version_has_batches(client: Client) -> None:
    client.begin("2025-03-26")
    ping = {"jsonrpc": "2.0", "method": "ping"}
    client.raw(json.dumps([{**ping, "id": 1}, {**ping, "id": "b"}, 7, ping]).encode())

    answers = client.hear()

    assert [one["id"] for one in answers] == [1, "b", None]
    assert answers[2]["error"]["code"] == -32600


def test_blank_lines_answers_and_unknown_notes_are_not_answered(client: Client) -> None:
    client.raw(b"")
    client.raw(b"  \r")
    client.send(id=9, result={})
    client.send(method="notifications/whatever")

    client.send(id=1, method="ping")

    assert client.hear()["id"] == 1


def test_progress_is_told_with_the_token_of_the_request(client: Client) -> None:
    client.begin()
    client.send(id=7, method="tools/list", params={"_meta": {"progressToken": "t"}})

    told = [client.hear() for _ in range(3)]

    assert [one["params"]["progress"] for one in told[:2]] == [0, 1]
    assert {one["params"]["progressToken"] for one in told[:2]} == {"t"}
    assert told[2]["id"] == 7


class SlowDoor:
    """Holds every call until it is let go."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.entered, self.go = threading.Semaphore(0), threading.Event()
        self.ran: list[str] = []

    def call(self, program: str, name: str, arguments: Any) -> Any:
        self.entered.release()
        self.go.wait(20)
        self.ran.append(name)
        return self._door.call(program, name, arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._door, name)


def test_a_canceled_request_is_not_answered_and_one_not_begun_never_runs(door: Door) -> None:
    slow = SlowDoor(door)
    client = Client(lambda: slow)  # type: ignore[arg-type, return-value]  # a slower one
    client.begin()
    listing = {"name": "list", "arguments": {}}
    for number in range(4):
        client.send(id=f"busy{number}", method="tools/call", params=listing)
    for _ in range(4):
        assert slow.entered.acquire(timeout=20)
    capture = {"name": "capture", "arguments": {"text": "never"}}
    client.send(id="late", method="tools/call", params=capture)
    for name in ("busy0", "late"):
        client.send(method="notifications/cancelled", params={"requestId": name})
    client.send(id="then", method="ping")
    assert client.hear()["id"] == "then"  # the cancellations were heard

    slow.go.set()
    answered = {client.hear()["id"] for _ in range(3)}
    rest = client.leave()

    assert answered == {"busy1", "busy2", "busy3"}
    assert not rest
    assert "capture" not in slow.ran


def test_an_id_in_use_is_refused(door: Door) -> None:
    slow = SlowDoor(door)
    client = Client(lambda: slow)  # type: ignore[arg-type, return-value]  # a slower one
    client.begin()
    client.send(id=5, method="tools/call", params={"name": "list"})
    assert slow.entered.acquire(timeout=20)
    client.send(id=5, method="tools/call", params={"name": "list"})

    assert client.hear()["error"]["code"] == -32600
    slow.go.set()
    client.leave()


def test_a_vault_that_cannot_be_opened_is_told_in_the_answer_and_tried_again(door: Door) -> None:
    closed = [True]

    def get_door() -> Door:
        if closed:
            raise VaultError("The notes are locked.")
        return door

    client = Client(get_door)
    client.begin()
    assert [tool["name"] for tool in client.ask("tools/list")["tools"]][:2] == ["recall", "context"]
    answer = client.ask("tools/call", name="list")
    assert answer["isError"]
    assert "The notes are locked." in answer["content"][0]["text"]
    assert client.ask("resources/read", uri="notes://recent")["message"] == "The notes are locked."

    closed.clear()

    assert not client.ask("tools/call", name="list")["isError"]
    client.leave()


def test_a_bug_of_ours_is_an_internal_error_that_tells_nothing() -> None:
    def get_door() -> Door:
        raise RuntimeError("secret")

    client = Client(get_door)
    client.begin()

    answer = client.ask("tools/call", name="list")

    assert answer == {"code": -32603, "message": "Internal error"}
    client.leave()


def test_a_change_is_told_to_both_generations(
    client: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "_LOOK_EVERY_S", 0.02)
    client.begin()
    assert client.ask("resources/subscribe", uri="notes://recent") == {}
    wanted = {"resourceSubscriptions": ["notes://tag/home"]}
    client.send(
        id="s", method="subscriptions/listen", params={"_meta": META, "notifications": wanted}
    )
    key = "io.modelcontextprotocol/subscriptionId"
    begun = client.hear()
    assert begun["method"] == "notifications/subscriptions/acknowledged"
    assert begun["params"] == {"notifications": wanted, "_meta": {key: "s"}}

    services.notes.capture(Draft("new", tags=("home",))).result()
    told = [client.hear() for _ in range(2)]

    assert {one["method"] for one in told} == {"notifications/resources/updated"}
    assert {one["params"]["uri"] for one in told} == {"notes://recent", "notes://tag/home"}
    assert [one["params"].get("_meta") for one in told if "_meta" in one["params"]] == [{key: "s"}]
    client.send(method="notifications/cancelled", params={"requestId": "s"})
    assert client.ask("resources/unsubscribe", uri="notes://recent") == {}


def workers() -> int:
    return sum(one.name.startswith("notebrain-mcp-") for one in threading.enumerate()) - 1


def test_a_client_with_one_question_after_the_other_takes_one_thread(door: Door) -> None:
    slow = SlowDoor(door)
    client = Client(lambda: slow)  # type: ignore[arg-type, return-value]  # a slower one
    client.begin()
    slow.go.set()
    for _ in range(20):
        client.ask("tools/call", name="list", arguments={})
    alone = workers()

    slow.go.clear()
    for number in range(9):
        client.send(id=f"many{number}", method="tools/call", params={"name": "list"})
    for _ in range(20 + 4):
        assert slow.entered.acquire(timeout=20)
    together = workers()
    slow.go.set()

    assert (alone, together) == (1, 4)
    assert {client.hear()["id"] for _ in range(9)} == {f"many{number}" for number in range(9)}
    client.leave()


def test_what_was_not_used_for_a_while_is_given_back_though_nobody_asks(door: Door) -> None:
    left: list[float | None] = [0.01, None]
    given_back = threading.Event()

    def tidy() -> float | None:
        left_s = left.pop(0) if left else None
        if left_s is None:
            given_back.set()
        return left_s

    client = Client(lambda: door, tidy=tidy)
    client.begin()
    client.ask("tools/call", name="list", arguments={})

    assert given_back.wait(20)
    client.leave()


@pytest.mark.parametrize("wanted", [None, [], {"resourceSubscriptions": "x"}])
def test_a_stream_that_is_not_asked_for_rightly_is_refused(client: Client, wanted: Any) -> None:
    client.send(
        id="s", method="subscriptions/listen", params={"_meta": META, "notifications": wanted}
    )

    assert client.hear()["error"]["code"] == -32602


def test_the_user_may_name_the_program(door: Door) -> None:
    client = Client(lambda: door, name="claude")
    client.begin()

    assert client.session.program == "mcp:claude"
    client.leave()


def test_what_was_asked_before_the_end_is_answered(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "_LAST_WORK_S", 60)
    client = Client(lambda: door)
    client.begin()
    client.send(id="last", method="tools/call", params={"name": "list"})

    assert [one["id"] for one in client.leave()] == ["last"]
    assert client.finished


def test_work_that_takes_too_long_is_left_behind(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "_LAST_WORK_S", 0.01)
    slow = SlowDoor(door)
    client = Client(lambda: slow)  # type: ignore[arg-type, return-value]  # a slower one
    client.begin()
    client.send(id=5, method="tools/call", params={"name": "list"})
    assert slow.entered.acquire(timeout=20)

    client.leave()

    assert client.finished is False
    slow.go.set()


def test_a_client_that_is_gone_ends_the_pipe(door: Door) -> None:
    sink = io.BytesIO()
    sink.close()
    lines = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 3
    features = Features(lambda: door)
    pipe = Pipe(Session(features), io.BytesIO(lines), sink, changed=door.changed, mark_of=str)

    assert pipe.serve()
