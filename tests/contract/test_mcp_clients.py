"""Every tool and resource through the official Python client, of both its lines and both generations.

NOTEBRAIN_MCP_PYTHONS names Pythons that have the package `mcp` installed, separated as in PATH; one should have mcp<2
and one mcp>=2: `python3 -m venv DIR; DIR/bin/pip install "mcp<2"`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from notebrain.app.door.resources import RESOURCES, TEMPLATES
from notebrain.app.door.tools import TOOLS
from notebrain.mcp_server.protocol import HANDSHAKE_VERSIONS, STATELESS_VERSIONS
from tests.fakes.command_line import ROOT, Program

VARIABLE = "NOTEBRAIN_MCP_PYTHONS"
PYTHONS = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
SWITCHES = ("reading", "capture", "append", "update", "forget", "restore")


def _line(python: str) -> str:
    code = "from importlib.metadata import version; print(version('mcp').split('.')[0])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _through(line: str, mode: str, vault: Path) -> dict[str, Any]:
    python = next((one for one in PYTHONS if (_line(one) == "1") is (line == "mcp<2")), None)
    if python is None:
        pytest.skip(f"no Python with {line} is named in {VARIABLE}")
    program = Program(vault)
    assert program.run("programs", "on", *SWITCHES).code == 0
    script = ROOT / "tests" / "fakes" / "official_client.py"
    environ = {**program.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [python, str(script), str(vault), mode, sys.executable],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environ,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "mode"), [("mcp<2", "legacy"), ("mcp>=2", "legacy"), ("mcp>=2", "auto")]
)
def test_the_official_client_can_use_everything(tmp_path: Path, line: str, mode: str) -> None:
    seen = _through(line, mode, tmp_path / "vault")

    newest = STATELESS_VERSIONS[-1] if mode == "auto" else HANDSHAKE_VERSIONS[-1]
    assert (seen["server"], seen["version"]) == ("notebrain", newest)
    listed = [tool.name for tool in TOOLS.values() if tool.is_listed]
    assert seen["tools"] == listed
    done = {name for name in listed if name != "capture" and not seen[name]["failed"]}
    assert done == set(listed) - {"capture"}
    assert (seen["stale"]["error"], seen["stale"]["version"]) == ("changed", 2)
    assert seen["wrong"]["error"] == "bad_arguments"
    assert seen["progress"][:2] == [0, 1]
    assert (seen["unknown"], seen["no_resource"]) == (-32602, -32002)
    assert set(seen["resources"]) > set(RESOURCES)
    assert all(seen["resources"].values())
    assert seen["templates"] == len(TEMPLATES)
    assert len(seen["prompts"]) == 2
    assert "the key" in seen["prompt"]
    assert seen["after_cancel"] == 3
    assert seen.get("heard") == ("notes://recent" if mode == "auto" else None)
