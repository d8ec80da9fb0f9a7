"""The token of an account, and the real place for passwords of a desktop: open, locked, and never used before."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.cloudflare import start_cloudflare
from tests.fakes.command_line import ROOT, Program
from tests.fakes.key_store import Daemon, key_store

pytestmark = [pytest.mark.e2e, pytest.mark.desktop, pytest.mark.slow]

TOKEN = "a-good-token-0123456789"
# a program of its own: keyring leaves its connections open
BEGINNING = f"""
from notebrain.credentials.keyring import KeyringStore
from notebrain.domain.credentials import clean
from notebrain.domain.errors import LockedKeyStore
store, credentials = KeyringStore("test"), clean("{TOKEN}", "0123456789abcdef" * 2)
"""
KEPT = """
store.save(credentials)
assert KeyringStore("test").read() == credentials
store.delete()
assert store.read() is None
print("kept and forgotten")
"""
REFUSED = """
for act in (store.read, lambda: store.save(credentials)):
    try:
        act()
    except LockedKeyStore as error:
        print(error)
"""
NEXT_STEP = "Your passwords are locked on this computer. Unlock them and try again"


def said(program: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BEGINNING + program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def files_with(secret: str, folder: Path) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path for path in files if secret.encode() in path.read_bytes()]


def test_an_open_one_keeps_the_token_and_forgets_it(tmp_path: Path) -> None:
    with key_store(tmp_path, Daemon.UNLOCKED) as environment:
        assert said(KEPT, environment) == "kept and forgotten\n"


@pytest.mark.parametrize("daemon", [Daemon.LOCKED, Daemon.NEVER_USED])
def test_one_that_nobody_unlocks_is_told_with_the_next_step(daemon: Daemon, tmp_path: Path) -> None:
    with key_store(tmp_path, daemon) as environment:
        assert said(REFUSED, environment).count(NEXT_STEP) == 2


def test_beside_a_locked_key_store_notes_are_taken_and_no_file_has_the_token(
    tmp_path: Path,
) -> None:
    vault, home = tmp_path / "vault", tmp_path / "home"
    with start_cloudflare() as standin, key_store(home, Daemon.LOCKED) as environment:
        program = Program(vault, {**environment, "NOTEBRAIN_CLOUDFLARE_API": standin.base_url})
        token = standin.token

        connected = program.run(
            *("account", "connect", "--account", standin.account, "--yes"), stdin=token.encode()
        )
        note = program.capture("Taken beside a locked place")
        status = program.run("account", "status")

    assert (connected.code, status.code) == (1, 0)
    assert "Not connected: your passwords are locked on this computer." in connected.err
    assert "not connected" in status.text
    assert note
    assert files_with(token, tmp_path) == []
