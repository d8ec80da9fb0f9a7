"""The socket between processes: whom it believes and what it survives."""

import asyncio
import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest

from notebrain.app.core.instance import LONGEST_TEXT, Message, MessageKind, Server, send_message
from notebrain.domain.errors import VaultError

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a Unix socket; Windows has a loopback port"
)


T = TypeVar("T")


def served(address: Path, act: Callable[[], T]) -> tuple[T, list[Message]]:
    """Run `act` on another thread while a server listens."""
    heard: list[Message] = []

    async def run() -> T:
        server = Server(address, heard.append)
        await server.start()
        try:
            return await asyncio.to_thread(act)
        finally:
            await server.stop()

    return asyncio.run(run()), heard


def ask(address: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(5)
        connection.connect(str(address))
        connection.sendall(line)
        return connection.recv(100)


def test_a_word_is_understood(tmp_path: Path) -> None:
    address = tmp_path / "run" / "window.sock"

    answer, heard = served(
        address,
        lambda: (
            send_message(address, MessageKind.RAISE),
            send_message(address, MessageKind.CHANGED),
        ),
    )

    assert answer == (True, True)
    assert heard == [Message(MessageKind.RAISE), Message(MessageKind.CHANGED)]


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"not json\n",
        b"[1]\n",
        b'"raise"\n',
        b'{"say": "explode"}\n',
        b'{"say": null}\n',
        b"{}\n",
        b'{"say": "raise", "secret": "w\xc3\xb6rd"}\n',
        b"\xff\xfe\n",
        b"x" * 70_000 + b"\n",
        b"[" * 60_000 + b"\n",
        b'{"say": ' + b"[" * 50_000 + b"\n",
        b'{"say": "capture", "text": "\\ud800"}\n',
        b'{"say": "capture", "token": "a\\u0000b"}\n',
        b'{"say": "capture", "token": "a\\nb"}\n',
        b'{"say": ["raise"]}\n',
        b'{"say": ' + b"9" * 10_000 + b"}\n",
        b"\0" * 100 + b"\n",
    ],
)
def test_what_is_no_word_is_refused_and_the_next_one_heard(tmp_path: Path, line: bytes) -> None:
    address = tmp_path / "window.sock"

    (refused, understood), heard = served(
        address, lambda: (ask(address, line), send_message(address, MessageKind.RAISE))
    )

    assert json.loads(refused) == {"ok": False}
    assert understood
    assert heard == [Message(MessageKind.RAISE)]


def test_who_says_nothing_does_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.core.instance._TIMEOUT_S", 0.2)
    address = tmp_path / "window.sock"

    def act() -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
            silent.connect(str(address))
            return send_message(address, MessageKind.RAISE)

    assert served(address, act) == (True, [Message(MessageKind.RAISE)])


def test_nobody_there_is_no_fault(tmp_path: Path) -> None:
    assert not send_message(tmp_path / "nobody.sock", MessageKind.RAISE)
    assert not send_message(tmp_path / ("far too long a name " * 20), MessageKind.RAISE)


def test_a_socket_left_by_a_killed_window_is_replaced(tmp_path: Path) -> None:
    address = tmp_path / "window.sock"
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dead.bind(str(address))
    dead.close()
    assert not send_message(address, MessageKind.RAISE)

    assert served(address, lambda: send_message(address, MessageKind.RAISE)) == (
        True,
        [Message(MessageKind.RAISE)],
    )
    assert not address.exists()


def test_only_the_user_may_speak(tmp_path: Path) -> None:
    address = tmp_path / "run" / "window.sock"

    modes: list[int] = []

    served(address, lambda: modes.append(stat.S_IMODE(address.stat().st_mode)))

    assert [mode & 0o077 for mode in modes] == [0]


def test_a_text_comes_with_the_word(tmp_path: Path) -> None:
    address = tmp_path / "window.sock"
    text = "Bread, „Käse“\n#shopping"

    _, heard = served(
        address, lambda: send_message(address, MessageKind.CAPTURE, text=text, token="abc-1")
    )

    assert heard == [Message(MessageKind.CAPTURE, text, "abc-1")]


@pytest.mark.parametrize(
    ("text", "token"), [("x" * (LONGEST_TEXT + 1), ""), ("", "t" * 1_001), ("x" * 600_000, "")]
)
def test_more_than_a_word_can_bring_is_refused_and_the_next_one_heard(
    tmp_path: Path, text: str, token: str
) -> None:
    address = tmp_path / "window.sock"

    answers, heard = served(
        address,
        lambda: (
            send_message(address, MessageKind.CAPTURE, text=text, token=token),
            send_message(address, MessageKind.CAPTURE, text="\U0001f331" * LONGEST_TEXT),
        ),
    )

    assert answers == (False, True)
    assert [len(said.text) for said in heard] == [LONGEST_TEXT]


def test_half_a_line_and_silence_ends_in_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.core.instance._TIMEOUT_S", 0.2)
    address = tmp_path / "window.sock"

    refused, heard = served(address, lambda: ask(address, b'{"say": "ra'))

    assert json.loads(refused) == {"ok": False}
    assert heard == []


def test_many_who_hang_cost_little_and_go_while_words_are_heard_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.core.instance._TIMEOUT_S", 0.5)
    monkeypatch.setattr("notebrain.app.core.instance._MOST_AT_ONCE", 5)
    address = tmp_path / "window.sock"

    def crowd() -> tuple[int, bool]:
        with contextlib.ExitStack() as stack:
            crowd: list[socket.socket] = []
            for _number in range(60):
                one = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                one.settimeout(10)
                one.connect(str(address))
                crowd.append(one)
            # sent away at once with nothing, or refused after a while
            refused = sum(one.recv(100) != b"" for one in crowd)
            return refused, send_message(address, MessageKind.RAISE)

    (waited_for, understood), heard = served(address, crowd)

    assert waited_for == 5
    assert understood
    assert heard == [Message(MessageKind.RAISE)]


def test_a_folder_that_others_may_look_into_is_mended_and_a_link_is_refused(
    tmp_path: Path,
) -> None:
    wide = tmp_path / "wide"
    wide.mkdir(mode=0o777)
    wide.chmod(0o777)
    (tmp_path / "link").symlink_to(wide)

    with pytest.raises(PermissionError, match="link"):
        served(tmp_path / "link" / "window.sock", bool)
    assert not send_message(wide / "window.sock", MessageKind.RAISE)
    assert served(
        wide / "window.sock", lambda: send_message(wide / "window.sock", MessageKind.RAISE)
    )[0]
    assert stat.S_IMODE(wide.stat().st_mode) == 0o700


def test_a_text_is_answered_for_once_it_is_on_disk_and_counts_once(tmp_path: Path) -> None:
    address = tmp_path / "window.sock"
    heard: list[Message] = []
    first: Future[None] = Future()
    disk_full: Future[None] = Future()
    disk_full.set_exception(VaultError("The disk is full."))
    waiting = iter([first, disk_full])

    def hear(said: Message) -> Future[None]:
        heard.append(said)
        if not first.done():
            first.set_result(None)
        return next(waiting)

    async def run() -> tuple[bool, bool, bytes]:
        server = Server(address, hear)
        await server.start()
        try:
            kept = await asyncio.to_thread(send_message, address, MessageKind.CAPTURE, text="milk")
            again = await asyncio.to_thread(send_message, address, MessageKind.CAPTURE, text="milk")
            line = b'{"say": "capture", "text": "bread", "once": "another process"}\n'
            return kept, again, await asyncio.to_thread(ask, address, line)
        finally:
            await server.stop()

    kept, again, lost = asyncio.run(run())

    assert (kept, again) == (True, True)
    assert [said.text for said in heard] == ["milk", "bread"]
    assert json.loads(lost) == {"ok": False}


def test_another_user_cannot_connect(tmp_path: Path) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can be somebody else for a moment")
    folder = Path(tempfile.mkdtemp())  # where others may look
    folder.chmod(0o755)
    address = folder / "window.sock"
    client = (
        "import os, socket, sys\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "try:\n    s.connect(sys.argv[1])\n"
        "except PermissionError:\n    print('refused')\n"
    )
    command = [sys.executable, "-I", "-c", client, str(address)]

    try:
        done, heard = served(
            address, lambda: subprocess.run(command, capture_output=True, text=True, check=True)
        )
    finally:
        folder.rmdir()

    assert done.stdout == "refused\n"
    assert heard == []
