"""The socket between processes: whom it believes and what it survives."""

import asyncio
import json
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from notebrain.app.instance import LONGEST_TEXT, Said, Server, Word, tell

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a Unix socket; Windows has a loopback port"
)


T = TypeVar("T")


def served(address: Path, act: Callable[[], T]) -> tuple[T, list[Said]]:
    """Run `act` on another thread while a server listens."""
    heard: list[Said] = []

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
        address, lambda: (tell(address, Word.RAISE), tell(address, Word.CHANGED))
    )

    assert answer == (True, True)
    assert heard == [Said(Word.RAISE), Said(Word.CHANGED)]


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
    ],
)
def test_what_is_no_word_is_refused_and_the_next_one_heard(tmp_path: Path, line: bytes) -> None:
    address = tmp_path / "window.sock"

    (refused, understood), heard = served(
        address, lambda: (ask(address, line), tell(address, Word.RAISE))
    )

    assert json.loads(refused) == {"ok": False}
    assert understood
    assert heard == [Said(Word.RAISE)]


def test_who_says_nothing_does_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.app.instance._TIMEOUT_S", 0.2)
    address = tmp_path / "window.sock"

    def act() -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
            silent.connect(str(address))
            return tell(address, Word.RAISE)

    assert served(address, act) == (True, [Said(Word.RAISE)])


def test_nobody_there_is_no_fault(tmp_path: Path) -> None:
    assert not tell(tmp_path / "nobody.sock", Word.RAISE)
    assert not tell(tmp_path / ("far too long a name " * 20), Word.RAISE)


def test_a_socket_left_by_a_killed_window_is_replaced(tmp_path: Path) -> None:
    address = tmp_path / "window.sock"
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dead.bind(str(address))
    dead.close()
    assert not tell(address, Word.RAISE)

    assert served(address, lambda: tell(address, Word.RAISE)) == (True, [Said(Word.RAISE)])
    assert not address.exists()


def test_only_the_user_may_speak(tmp_path: Path) -> None:
    address = tmp_path / "run" / "window.sock"

    modes: list[int] = []

    served(address, lambda: modes.append(stat.S_IMODE(address.stat().st_mode)))

    assert [mode & 0o077 for mode in modes] == [0]


def test_a_text_comes_with_the_word(tmp_path: Path) -> None:
    address = tmp_path / "window.sock"
    text = "Bread, „Käse“\n#shopping"

    _, heard = served(address, lambda: tell(address, Word.CAPTURE, text=text, token="abc-1"))

    assert heard == [Said(Word.CAPTURE, text, "abc-1")]


@pytest.mark.parametrize(
    ("text", "token"), [("x" * (LONGEST_TEXT + 1), ""), ("", "t" * 1_001), ("x" * 200_000, "")]
)
def test_more_than_a_word_can_bring_is_refused_and_the_next_one_heard(
    tmp_path: Path, text: str, token: str
) -> None:
    address = tmp_path / "window.sock"

    answers, heard = served(
        address,
        lambda: (
            tell(address, Word.CAPTURE, text=text, token=token),
            tell(address, Word.CAPTURE, text="x" * LONGEST_TEXT),
        ),
    )

    assert answers == (False, True)
    assert [len(said.text) for said in heard] == [LONGEST_TEXT]
