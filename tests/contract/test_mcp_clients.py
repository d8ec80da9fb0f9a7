"""Every tool and resource through the clients of others, over both doors and in both generations of the protocol.

NOTEBRAIN_MCP_PYTHONS names Pythons that have the package `mcp` installed, separated as in PATH; one should have mcp<2
and one mcp>=2: `python3 -m venv DIR; DIR/bin/pip install "mcp<2"`. NOTEBRAIN_MCP_INSPECTOR is a command that runs the
inspector, such as `npx -y @modelcontextprotocol/inspector`.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from notebrain.app.door.resources import RESOURCES, TEMPLATES
from notebrain.app.door.tools import TOOLS
from notebrain.mcp_server.protocol import HANDSHAKE_VERSIONS, STATELESS_VERSIONS
from tests.fakes.command_line import ROOT, Program

PYTHONS, INSPECTOR = "NOTEBRAIN_MCP_PYTHONS", "NOTEBRAIN_MCP_INSPECTOR"
SWITCHES = ("reading", "capture", "append", "update", "forget", "restore")
LISTED = [tool.name for tool in TOOLS.values() if tool.is_listed]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def door(way: str, vault: Path, stack: ExitStack) -> tuple[str, str]:
    """Open a door to a new vault; return where it is, and what it is entered with."""
    if way == "pipe":
        assert Program(vault).run("programs", "on", *SWITCHES).code == 0
        return str(vault), sys.executable
    pytest.importorskip("uvicorn", reason="HTTP needs the extra: pip install 'notebrain[server]'")
    from tests.fakes.http_door import served_vault

    served = stack.enter_context(served_vault(vault))
    return f"http://127.0.0.1:{served.port}/mcp", served.token()


def _line(python: str) -> str:
    code = "from importlib.metadata import version; print(version('mcp').split('.')[0])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _through(line: str, mode: str, entry: tuple[str, str], vault: Path) -> dict[str, Any]:
    known = [one for one in os.environ.get(PYTHONS, "").split(os.pathsep) if one]
    python = next((one for one in known if (_line(one) == "1") is (line == "mcp<2")), None)
    if python is None:
        pytest.skip(f"no Python with {line} is named in {PYTHONS}")
    place, given = entry
    script = ROOT / "tests" / "fakes" / "official_client.py"
    done = subprocess.run(
        [python, str(script), place, mode, given],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**Program(vault).environ, "PYTHONPATH": str(ROOT)},
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.mark.parametrize("way", ["pipe", "http"])
@pytest.mark.parametrize(
    ("line", "mode"), [("mcp<2", "legacy"), ("mcp>=2", "legacy"), ("mcp>=2", "auto")]
)
def test_the_official_client_can_use_everything(
    tmp_path: Path, stack: ExitStack, line: str, mode: str, way: str
) -> None:
    vault = tmp_path / "vault"
    seen = _through(line, mode, door(way, vault, stack), vault)

    newest = STATELESS_VERSIONS[-1] if mode == "auto" else HANDSHAKE_VERSIONS[-1]
    assert (seen["server"], seen["version"]) == ("notebrain", newest)
    assert seen["tools"] == LISTED
    done = {name for name in LISTED if name != "capture" and not seen[name]["failed"]}
    assert done == set(LISTED) - {"capture"}
    assert (seen["stale"]["error"], seen["stale"]["version"]) == ("changed", 2)
    assert seen["wrong"]["error"] == "bad_arguments"
    assert seen["progress"][:2] == ([0, 1] if way == "pipe" else [])
    assert (seen["unknown"], seen["no_resource"]) == (-32602, -32002)
    assert set(seen["resources"]) > set(RESOURCES)
    assert all(seen["resources"].values())
    assert seen["templates"] == len(TEMPLATES)
    assert len(seen["prompts"]) == 2
    assert "the key" in seen["prompt"]
    assert seen["after_cancel"] == 3
    heard = (way, mode) == ("pipe", "auto")
    assert seen.get("heard") == ("notes://recent" if heard else None)


@pytest.mark.parametrize("way", ["pipe", "http"])
def test_the_inspector_finds_and_uses_what_is_there(
    tmp_path: Path, stack: ExitStack, way: str
) -> None:
    command = shlex.split(os.environ.get(INSPECTOR, ""))
    if not command:
        pytest.skip(f"{INSPECTOR} names no command that runs the inspector")
    vault = tmp_path / "vault"
    place, given = door(way, vault, stack)
    # the inspector hands down no variable that it is not told to
    passed = {"NOTEBRAIN_DATA_DIR": place, "PYTHONPATH": str(ROOT)}
    target = [given, "-m", "notebrain", "mcp"]
    target += [part for name, value in passed.items() for part in ("-e", f"{name}={value}")]
    if way == "http":
        target = [place, "--transport", "http", "--header", f"Authorization: Bearer {given}"]

    def ask(method: str, *more: str) -> Any:
        done = subprocess.run(
            [*command, "--cli", *target, "--method", method, *more],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
            env=Program(vault).environ,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    listed = ask("tools/list")["tools"]
    saved = ask("tools/call", "--tool-name", "capture", "--tool-arg", "text=The key is with Ana.")
    found = ask("tools/call", "--tool-name", "recall", "--tool-arg", "query=key")
    recent = ask("resources/read", "--uri", "notes://recent")
    templates = ask("resources/templates/list")["resourceTemplates"]

    assert [tool["name"] for tool in listed] == LISTED
    assert not saved.get("isError")
    assert "with Ana" in found["content"][0]["text"]
    assert "The key is with Ana." in recent["contents"][0]["text"]
    assert {one["uri"] for one in ask("resources/list")["resources"]} == set(RESOURCES)
    assert len(templates) == len(TEMPLATES)
    assert len(ask("prompts/list")["prompts"]) == 2
