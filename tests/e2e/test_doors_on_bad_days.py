"""Both doors for other programs, as processes, on days when something is wrong: told in words, nothing half written."""

import base64
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.test_mcp_process import BEGIN, Client
from tests.fakes.browser import until
from tests.fakes.command_line import Program
from tests.fakes.soundness import faults_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(20_000)).decode()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    program = Program(tmp_path / "vault", {"NOTEBRAIN_LANGUAGE": "en"})
    assert program.run("programs", "on", "reading", "capture", "clipper").code == 0
    return program


def client(program: Program) -> Client:
    client = Client(program)
    client.ask("initialize", **BEGIN)
    return client


def test_a_vault_that_was_moved_is_told_and_goes_on_once_it_is_back(program: Program) -> None:
    program.capture("Milk")
    asking = client(program)
    assert "Milk" in asking.call("list")
    away = program.vault.with_name("elsewhere")

    shutil.move(program.vault, away)
    told = [asking.call("list"), asking.call("capture", text="Bread")]
    assert all("was moved or deleted" in text for text in told), told
    assert all('"error": "unavailable"' in text for text in told)
    assert not program.vault.exists()

    shutil.move(away, program.vault)
    assert "Milk" in asking.call("list")
    assert '"changed": true' in asking.call("capture", text="Bread")
    asking.leave()


def test_notes_are_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can make a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False).returncode:
        pytest.skip("this machine does not let root mount a disk")
    program = Program(disk / "vault", {"NOTEBRAIN_LANGUAGE": "en"})
    try:
        program.run("programs", "on", "reading", "capture")
        program.capture("Milk")
        filler = disk / "holiday.mov"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"x" * 4_096)
        asking = client(program)
        told = asking.call("capture", text="Bread")
        assert "disk is full" in told
        assert '"error": "unavailable"' in told  # so that it is tried again
        assert "Milk" in asking.call("list")
        filler.unlink()
        assert '"changed": true' in asking.call("capture", text="Bread")
        asking.leave()

        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        asking = client(program)
        assert "read-only" in asking.call("capture", text="Water")
        assert "Bread" in asking.call("list")
        asking.leave()
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_client_that_leaves_in_the_middle_of_a_write_finds_it_done_or_not(
    program: Program,
) -> None:
    asking = client(program)
    for number in range(8):
        arguments = {"text": f"note {number} " * 100_000}
        asking.send("tools/call", name="capture", arguments=arguments)
    process = asking.process
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    process.stdin.close()

    process.wait(30)
    assert process.stderr
    process.stderr.close()

    told = Client(program, "--as", "try")
    told.ask("initialize", **BEGIN)
    head = json.loads(told.call("status", limit=50).split("\n")[2])
    told.leave()
    acts = {act["note_id"] for act in head["your_last_acts"]}
    assert acts == {row["note_id"] for row in program.run("list", "--json").json}
    assert faults_in(program.vault) == []


_OTHER_USER = """
import os, sys
from notebrain.app.door.door import open_door
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.domain.errors import NoteBrainError
own, theirs = sys.argv[1:]
for folder in (own, theirs):
    try:
        door = open_door(folder, PROGRAMS_MCP)
        print(door.call("mcp:other", "list", {}).text)
        print(door.call("mcp:other", "capture", {"text": "Bread"}).text)
        door.close()
    except NoteBrainError as error:
        print("told:", error)
    os.seteuid(65534)
"""


def test_the_vault_of_another_user_is_told_and_not_read(program: Program, tmp_path: Path) -> None:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root can be another user")
    program.capture("Milk")

    done = subprocess.run(
        [sys.executable, "-c", _OTHER_USER, str(tmp_path / "own"), str(program.vault)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()[-1]
    assert told.startswith("told:"), done.stdout
    assert str(program.vault) in told
    assert "Milk" not in done.stdout


class Serving:
    """`notebrain programs serve`, and requests to it."""

    def __init__(self, program: Program) -> None:
        self.token = program.run("programs", "token", "clipper", "--for", "capturing").text.strip()
        self.process = program.start("programs", "serve", stderr=subprocess.PIPE)
        assert self.process.stderr
        said = self.process.stderr.readline().decode()
        found = re.search(r"127\.0\.0\.1:(\d+)", said)
        assert found, said
        self.port = int(found[1])

    def head(self, length: int) -> bytes:
        lines = [
            *("POST /capture HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"),
            *("Content-Type: application/json", f"Content-Length: {length}"),
            *(f"Authorization: Bearer {self.token}", "", ""),
        ]
        return "\r\n".join(lines).encode()

    def send(self, clip: Any) -> socket.socket:
        body = json.dumps(clip).encode()
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection.sendall(self.head(len(body)) + body)
        return connection

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def serving(program: Program) -> Iterator[Serving]:
    pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")
    serving = Serving(program)
    yield serving
    serving.end()


def clip(number: int) -> dict[str, str]:
    words = f"<p>Some words of page {number} that are kept.</p>" * 300
    picture = f"<img alt='p' src='data:image/png;base64,{PNG}{number:04}'>"
    html = f"<title>Page {number}</title><article>{words}{picture}</article>"
    return {"html": html, "url": f"https://a.example/{number}"}


def test_killed_in_the_middle_of_clips_each_is_whole_or_not_there(
    program: Program, serving: Serving
) -> None:
    open_ = [serving.send(clip(number)) for number in range(10)]
    first = open_[0].recv(4_096)
    os.kill(serving.process.pid, signal.SIGKILL)
    for one in open_:
        one.close()
    serving.process.wait()

    assert first.startswith(b"HTTP/1.1 200")
    notes = program.run("list", "--json").json
    acts = program.run("programs", "acts", "--json").json
    assert {note["note_id"] for note in notes} == {act["note_id"] for act in acts}
    for note in notes:
        body = program.run("show", note["note_id"]).text
        assert body.count("that are kept") == 300
        assert body.count("](attachment:") == 1
    assert faults_in(program.vault) == []


def test_ten_thousand_connections_keep_nobody_from_taking_notes(
    program: Program, serving: Serving
) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200
    open_: list[socket.socket] = []
    refused = 0

    for number in range(10_000):
        try:
            open_.append(socket.create_connection(("127.0.0.1", serving.port), timeout=5))
        except OSError:
            refused += 1
        if number % 2_500 == 1_250:
            assert program.capture(f"in between {number}")
        if len(open_) >= most:
            open_.pop(0).close()

    assert len(program.run("list", "--json").json) == 4
    for one in open_:
        one.close()

    def answers() -> bool:
        with closing(serving.send(clip(1))) as connection:
            return connection.recv(100).startswith(b"HTTP/1.1 200")

    def tried() -> bool:
        with suppress(OSError):
            return answers()
        return False

    assert until(tried)
    assert refused < 10_000
    memory = Path(f"/proc/{serving.process.pid}/status")
    if memory.exists():
        (line,) = (one for one in memory.read_text().splitlines() if one.startswith("VmHWM"))
        assert int(line.split()[1]) < 400_000
