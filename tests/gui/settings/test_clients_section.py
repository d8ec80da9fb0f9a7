"""The lines for assistants and editors: shown, copied, written once the user agrees, and tried."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.app.system.program_clients import ClientSettings
from notebrain.domain.errors import UserError
from notebrain.domain.programs.clients import CLIENTS, Client
from notebrain.gui.settings import clients_section
from notebrain.gui.settings.clients_section import ChangeDialog, ClientsBlock, seen_lines
from notebrain.mcp_server.trial import Seen
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui
OLD = '{\n  "mcpServers": {}\n}\n'


def client(title: str) -> Client:
    return next(one for one in CLIENTS if one.title == title)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / ".cursor").mkdir()
    return tmp_path / ".cursor" / "mcp.json"


@pytest.fixture
def block(context: FakeContext, tmp_path: Path, qtbot: QtBot) -> ClientsBlock:
    context.services.settings.put(PROGRAMS_MCP, True).result()
    made = ClientsBlock(context, ClientSettings({}, "linux", tmp_path))
    context.window.put(made)
    made.choose(client("Cursor"))
    return made


def dialog(context: FakeContext, qtbot: QtBot) -> ChangeDialog:
    def found() -> ChangeDialog | None:
        one = context.window.findChild(ChangeDialog)
        return one if isinstance(one, ChangeDialog) and one.isVisible() else None

    qtbot.waitUntil(lambda: found() is not None)
    shown = found()
    assert shown is not None
    return shown


def test_each_client_has_its_lines_and_its_file(
    block: ClientsBlock, file: Path, context: FakeContext
) -> None:
    assert block.path.text() == str(file)
    assert '"mcpServers"' in block.lines.toPlainText()
    assert str(context.services.folder) in block.lines.toPlainText()

    block.choice.chosen.emit("Claude Code")

    assert block.lines.toPlainText().startswith("claude mcp add ")
    assert not block.path.isVisible()
    assert not block.write.isVisible()


def test_lines_are_copied(block: ClientsBlock, context: FakeContext) -> None:
    block.copy.click()

    assert QGuiApplication.clipboard().text() == block.lines.toPlainText()


def test_while_it_is_off_nothing_can_be_written_or_tried(
    block: ClientsBlock, context: FakeContext
) -> None:
    context.settings.put(PROGRAMS_MCP, False)

    assert not block.write.isEnabled()
    assert not block.attempt.isEnabled()
    assert block.hint.isVisible()


def test_what_would_change_is_shown_and_canceling_changes_nothing(
    block: ClientsBlock, file: Path, context: FakeContext, qtbot: QtBot
) -> None:
    file.write_text(OLD, "utf-8")

    block.write.click()
    shown = dialog(context, qtbot)
    assert '"notebrain"' in shown.change.toPlainText()
    assert str(file) in shown.head.text()
    shown.reject()

    qtbot.waitUntil(lambda: not shown.isVisible())
    assert file.read_text("utf-8") == OLD
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]


def test_it_is_written_with_the_former_file_kept(
    block: ClientsBlock, file: Path, context: FakeContext, qtbot: QtBot
) -> None:
    file.write_text(OLD, "utf-8")

    block.write.click()
    dialog(context, qtbot).write.click()

    qtbot.waitUntil(lambda: block.result.text().startswith("Written."))
    assert '"notebrain"' in file.read_text("utf-8")
    (backup,) = file.parent.glob("*.backup")
    assert backup.name in block.result.text()
    block.write.click()
    qtbot.waitUntil(lambda: "already" in block.result.text())


@pytest.mark.parametrize("content", [None, "[]"])
def test_what_cannot_be_written_is_told_in_place(
    block: ClientsBlock, file: Path, qtbot: QtBot, content: str | None
) -> None:
    if content is None:
        file.parent.rmdir()
    else:
        file.write_text(content, "utf-8")

    block.write.click()

    qtbot.waitUntil(block.result.isVisible)
    assert "Cursor was not found" in block.result.text() or "nothing is" in block.result.text()


def test_trying_tells_what_a_client_sees(
    block: ClientsBlock, context: FakeContext, qtbot: QtBot
) -> None:
    block.attempt.setFocus()
    block.attempt.click()
    assert "Starting the server" in block.result.text()

    qtbot.waitUntil(lambda: "A client sees" in block.result.text(), timeout=60_000)
    assert "recall" in block.result.text()
    assert "No function writes" in block.result.text()
    assert block.focusWidget() is block.attempt  # the keyboard stays where it was


def test_a_server_that_does_not_answer_is_told(
    block: ClientsBlock, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def fail(_command: object) -> Seen:
        raise UserError("It did not answer.")

    monkeypatch.setattr(clients_section, "try_server", fail)

    block.attempt.click()

    qtbot.waitUntil(lambda: block.result.text() == "It did not answer.")

    monkeypatch.setattr(clients_section, "try_server", lambda _command: Seen("Us", [], [], 1, 2))
    block.attempt.click()
    qtbot.waitUntil(lambda: "Us answered" in block.result.text())


def test_functions_are_counted_in_words() -> None:
    lines = seen_lines(Seen("NoteBrain 1", ["recall"], ["append", "capture"], 1, 2))

    assert lines == [
        "NoteBrain 1 answered. A client sees:",
        "1 function reads: recall",
        "2 functions write: append, capture",
        "1 resource, 2 prompts",
    ]
