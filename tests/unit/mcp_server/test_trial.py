"""The server as a client sees it, tried with the real process and with programs that are none."""

import sys
from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.app.settings.programs import PROGRAMS_MAY, PROGRAMS_MCP
from notebrain.app.system.program_clients import server_command
from notebrain.domain.errors import UserError
from notebrain.domain.programs.program import ProgramVerb
from notebrain.mcp_server.trial import try_server


def test_what_a_client_sees_is_told_and_counted_nowhere(tmp_path: Path) -> None:
    services = open_services(tmp_path)
    for setting in (PROGRAMS_MCP, PROGRAMS_MAY[ProgramVerb.CAPTURE]):
        services.settings.put(setting, True).result()

    seen = try_server(server_command(tmp_path, "Cursor"))

    assert seen.server.startswith("NoteBrain ")
    assert "recall" in seen.reads
    assert seen.writes == ["capture"]
    assert seen.resources > 3
    assert seen.prompts == 2
    assert services.memory.programs.known() == []
    services.close()


@pytest.mark.parametrize(
    "script",
    [
        "",
        "print('hello')",
        "print('[]')",
        'print(\'{"id": 1, "result": {}}\')',
        'print(\'{"id": 1, "error": {}}\', flush=True); input(); input()',
    ],
)
def test_a_program_that_is_no_server_is_told_as_one(script: str) -> None:
    with pytest.raises(UserError, match="did not answer"):
        try_server([sys.executable, "-c", script])


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="could not be started"):
        try_server([str(tmp_path / "gone")])
