"""The stand-in started by hand, to try the app end to end."""

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

_PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.e2e
def test_it_prints_what_to_enter_and_ends_when_told() -> None:
    command = [sys.executable, "-m", "tests.fakes.cloudflare", "--port", "0", "--fast"]
    with subprocess.Popen(command, cwd=_PROJECT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = dict(process.stdout.readline().split() for _ in range(3))
        at = f"{told['address']}/accounts/{told['account']}"

        reply = httpx.get(f"{at}/d1/database", headers={"Authorization": f"Bearer {told['token']}"})
        process.send_signal(signal.SIGTERM)

    assert reply.json()["result"] == []
    assert process.returncode == 0
