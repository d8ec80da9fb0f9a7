"""Another user of the same machine: sits where the window would listen, and gets not a word."""

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import notebrain
from notebrain.app.core.paths import socket_path
from notebrain.app.notes.capture_draft import CaptureDrafts
from notebrain.app.services import open_services
from tests.fakes.command_line import Program
from tests.fakes.display import wait_until

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.timeout(120),
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0,
        reason="only root can start programs of another user",
    ),
]

NOBODY = 65534
SECRET = "the code of the door is 4711"
SQUATTER = """
import json, os, socket, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
folder, name, mode = sys.argv[1:]
os.umask(0)
os.mkdir(folder, int(mode, 8))
listening = socket.socket(socket.AF_UNIX)
listening.bind(os.path.join(folder, name))
listening.listen()
print("listens", flush=True)
while True:
    connection, _who = listening.accept()
    try:
        connection.settimeout(5)
        print("heard", connection.recv(100_000).decode(errors="replace"), flush=True)
        connection.sendall(b'{"ok": true}\\n')
    except OSError as error:
        print("failed", error, flush=True)
    connection.close()
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The program on a machine where everybody writes to the folder for temporary files."""
    shared = Path(tempfile.mkdtemp())  # where others may look, as they may not in that of the tests
    shared.chmod(0o1777)
    program = Program(tmp_path / "vault", {"TMPDIR": str(shared), "QT_QPA_PLATFORM": "offscreen"})
    program.environ.pop("XDG_RUNTIME_DIR", None)
    yield program
    shutil.rmtree(shared)


def address_of(program: Program) -> Path:
    name = socket_path(program.vault, {}).name
    return Path(program.environ["TMPDIR"], f"notebrain-{os.getuid()}", name)


@contextlib.contextmanager
def squatter(program: Program, mode: str) -> Generator[subprocess.Popen[bytes]]:
    address = address_of(program)
    command = [sys.executable, "-I", "-c", SQUATTER, str(address.parent), address.name, mode]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"listens\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def heard_by(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    ready, _writing, _broken = select.select([process.stdout], [], [], 0)
    return process.stdout.readline() if ready else b""


def draft_in(vault: Path) -> str:
    services = open_services(vault)
    try:
        return CaptureDrafts(services.settings).get().text
    finally:
        services.close()


def bodies(vault: Path) -> list[str]:
    with notebrain.open(vault) as brain:
        return [brain.show(row.id).body for row in brain.list()]


@contextlib.contextmanager
def ended(process: subprocess.Popen[Any]) -> Generator[None]:
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()
        process.wait()


@pytest.mark.parametrize("mode", ["777", "700"])
def test_who_squats_on_the_address_gets_no_word_and_the_text_is_kept(
    program: Program, mode: str
) -> None:
    program.capture("there from before")
    with squatter(program, mode) as other:
        window = program.start("capture", "--window", SECRET, stderr=subprocess.PIPE)
        with ended(window):
            assert window.stderr is not None
            said = window.stderr.readline().decode()
            wait_until(lambda: SECRET in draft_in(program.vault), what="the draft", patience_s=60)

        assert heard_by(other) == b""
    assert str(address_of(program).parent) in said
    assert "opens the small window separately" in said
    assert window.returncode == 0
    window.stderr.close()
    assert SECRET in draft_in(program.vault)


def test_where_the_open_window_cannot_be_reached_the_text_becomes_a_note(program: Program) -> None:
    program.capture("there from before")
    with squatter(program, "777") as other:
        window = program.start(stderr=subprocess.DEVNULL)
        with ended(window):
            wait_until(lambda: "lease" in window_state(program), what="the lease", patience_s=60)

            done = program.run("capture", "--window", SECRET)
            plain = program.run("capture", "an ordinary note")

        assert heard_by(other) == b""
    assert done.code == 0, done.err
    assert "was saved as a note" in done.err
    assert plain.code == 0, plain.err
    assert {SECRET, "an ordinary note"} <= set(bodies(program.vault))


def window_state(program: Program) -> str:
    """Return "lease" once a window holds the vault."""
    from notebrain.app.services import window_lease

    lease = window_lease(program.vault)
    taken = lease.acquire()
    lease.release()
    return "" if taken else "lease"


def test_a_window_answers_no_other_user_even_where_the_socket_lies_open(program: Program) -> None:
    address = address_of(program)
    window = program.start(stderr=subprocess.DEVNULL)
    client = (
        "import os, socket, sys\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "s = socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1])\n"
        's.sendall(b\'{"say": "capture", "text": "planted"}\\n\')\n'
        "print(s.recv(100))\n"
    )
    with ended(window):
        wait_until(address.exists, what="the socket", patience_s=60)
        address.parent.chmod(0o755)
        address.chmod(0o777)
        command = [sys.executable, "-I", "-c", client, str(address)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "ok" not in done.stdout
    assert "planted" not in json.dumps([draft_in(program.vault), *bodies(program.vault)])
