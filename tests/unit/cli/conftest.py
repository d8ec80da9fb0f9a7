"""A command line on an empty vault."""

from pathlib import Path

import pytest

from tests.fakes.command_line import NEVER_SET, InProcess


@pytest.fixture
def notebrain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InProcess:
    for variable in NEVER_SET:
        monkeypatch.delenv(variable, raising=False)
    # no window may be told of what a test does
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return InProcess(tmp_path / "vault")
