"""The built app works as a person would use it. It has to be there: `dev.py package folder` makes it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "dist" / "notebrain"

pytestmark = [pytest.mark.package, pytest.mark.timeout(600)]


def test_the_built_app_starts_captures_searches_and_quits() -> None:
    if not FOLDER.is_dir():
        pytest.skip("there is no built app: dev.py package folder makes it")

    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "dev.py", "package", "smoke", FOLDER],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "found by its meaning" in done.stdout
