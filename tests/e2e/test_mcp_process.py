"""`notebrain mcp` as a process: light, quiet, gone with its client, and nothing half written."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import Program

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BEGIN = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "try"}}
PIPE = subprocess.PIPE


class Client:
    """A process, and what is said to it."""

    def __init__(self, program: Program, *options: str) -> None:
        self.process = program.start("mcp", *options, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        self._id = 0

    def send(self, method: str, **params: Any) -> int:
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self._id

    def ask(self, method: str, **params: Any) -> Any:
        wanted = self.send(method, **params)
        assert self.process.stdout
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == wanted
        return answer["result"]

    def call(self, name: str, **arguments: Any) -> Any:
        return self.ask("tools/call", name=name, arguments=arguments)["content"][0]["text"]

    def leave(self) -> tuple[bytes, bytes]:
        out, err = self.process.communicate(timeout=30)
        return out, err


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "vault", {"NOTEBRAIN_LANGUAGE": "en"})


def test_the_process_ends_with_its_client_and_says_nothing_else(program: Program) -> None:
    program.run("programs", "on", "reading", "capture")
    client = Client(program)
    client.ask("initialize", **BEGIN)
    client.call("capture", text="Milk")

    out, err = client.leave()

    assert (client.process.returncode, out, err) == (0, b"", b"")
    assert program.run("list", "--json").json[0]["source"] == "mcp:try"


def test_a_handshake_opens_no_vault_and_a_closed_door_tells_how_to_open_it(
    program: Program,
) -> None:
    client = Client(program)
    client.ask("initialize", **BEGIN)
    assert not program.vault.exists()

    assert "notebrain programs on reading" in client.call("list")
    client.leave()


def test_a_switch_works_at_once_beside_a_running_client(program: Program) -> None:
    client = Client(program)
    client.ask("initialize", **BEGIN)
    client.call("list")
    program.run("programs", "on", "reading")
    program.capture("Milk")

    assert "Milk" in client.call("list")
    program.run("programs", "block", "mcp:try")
    assert "blocked" in client.call("list")
    client.leave()


def test_a_killed_process_leaves_each_write_whole_or_not_there(program: Program) -> None:
    program.run("programs", "on", "reading", "capture")
    client = Client(program)
    client.ask("initialize", **BEGIN)
    for number in range(12):
        client.send("tools/call", name="capture", arguments={"text": f"note {number} " * 5_000})
    assert client.process.stdout
    client.process.stdout.readline()
    client.process.kill()
    client.leave()

    told = Client(program, "--as", "try")
    told.ask("initialize", **BEGIN)
    head = json.loads(told.call("status", limit=50).split("\n")[2])
    acts = [act["note_id"] for act in head["your_last_acts"]]
    told.leave()

    assert acts
    assert set(acts) == {row["note_id"] for row in program.run("list", "--json").json}


def test_a_vault_of_a_newer_program_is_told_and_not_touched(program: Program) -> None:
    import sqlite3
    from contextlib import closing

    program.capture("Milk")
    with closing(sqlite3.connect(program.vault / "notebrain.db")) as db:
        db.execute("pragma user_version = 999")
    client = Client(program)
    client.ask("initialize", **BEGIN)

    assert "newer NoteBrain" in client.call("list")
    client.leave()
