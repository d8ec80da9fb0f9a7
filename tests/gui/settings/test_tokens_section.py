"""Tokens in the settings: made, shown once, revoked; and what the page says about the server."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from notebrain.app.settings.programs import PROGRAMS_CLIPPER
from notebrain.domain.errors import UserError
from notebrain.domain.programs.program import PortTaken
from notebrain.domain.programs.tokens import TokenScope
from notebrain.gui.programs.server import ProgramServer
from notebrain.gui.settings.tokens_section import TokensBlock
from tests.fakes.context import FakeContext
from tests.fakes.server_thread import FakeServerThread

pytestmark = pytest.mark.gui


@pytest.fixture
def server(context: FakeContext) -> ProgramServer:
    return ProgramServer(context, FakeServerThread)


@pytest.fixture
def block(context: FakeContext, server: ProgramServer) -> TokensBlock:
    made = TokensBlock(context, server)
    context.window.put(made)
    return made


def make(block: TokensBlock, name: str, scope: TokenScope = TokenScope.READING) -> None:
    block.name.setText(name)
    block.scope.show_value(scope)
    block.make.click()


def test_a_token_is_shown_once_and_works(
    block: TokensBlock, context: FakeContext, qtbot: QtBot
) -> None:
    make(block, "Backup script", TokenScope.WRITING)
    qtbot.waitUntil(block.secret.isVisible)
    secret = block.secret.field.text()
    found = context.services.memory.tokens.check(secret)
    assert found is not None
    assert (found.name, found.scope) == ("Backup script", TokenScope.WRITING)
    block.secret.copy.click()
    assert QGuiApplication.clipboard().text() == secret

    block.secret.done.click()

    assert block.secret.field.text() == ""
    assert block.focusWidget() is block.name  # not what comes next on the page, far below
    qtbot.waitUntil(lambda: [row.token.name for row in block.rows] == ["Backup script"])
    assert "Read and write · " in block.rows[0].facts.text()
    assert block.name.text() == ""


def test_a_token_is_not_shown_again_when_the_page_was_left(
    block: TokensBlock, qtbot: QtBot
) -> None:
    make(block, "Backup script")
    qtbot.waitUntil(block.secret.isVisible)

    block.hide()

    assert block.secret.field.text() == ""


def test_a_name_in_use_does_not_end_the_token_it_has(
    block: TokensBlock, context: FakeContext, qtbot: QtBot
) -> None:
    secret, made = context.services.memory.tokens.make("Script", TokenScope.READING)
    made.result()
    block.refresh()
    qtbot.waitUntil(lambda: len(block.rows) == 1)

    make(block, "  Script ")

    assert "already" in context.messages.text
    assert context.services.memory.tokens.check(secret) is not None


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb"])
def test_a_name_that_cannot_be_one_is_told(
    block: TokensBlock, context: FakeContext, name: str
) -> None:
    make(block, name)

    assert "at most 40" in context.messages.text
    assert not block.secret.isVisible()


def test_a_token_is_revoked_after_a_question(
    block: TokensBlock, context: FakeContext, qtbot: QtBot
) -> None:
    make(block, "Script")
    qtbot.waitUntil(lambda: len(block.rows) == 1)

    block.rows[0].revoke.click()
    qtbot.waitUntil(lambda: isinstance(context.window.findChild(QMessageBox), QMessageBox))
    box = context.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    next(one for one in box.buttons() if one.text() == "Revoke").click()

    qtbot.waitUntil(lambda: block.rows == [])
    assert context.services.memory.tokens.known() == []
    assert block.secret.field.text() == ""


def test_the_bookmark_has_a_token_of_its_own_that_only_saves(
    block: TokensBlock, server: ProgramServer, context: FakeContext, qtbot: QtBot
) -> None:
    assert not block.bookmark.isEnabled()
    server.port = 4321
    context.services.settings.put(PROGRAMS_CLIPPER, True).result()
    server.changed.emit()

    block.bookmark.click()
    qtbot.waitUntil(lambda: len(block.rows) == 1)
    block.bookmark.click()
    qtbot.waitUntil(lambda: len(block.rows) == 2)

    assert block.secret.field.text().startswith("javascript:")
    assert "4321" in block.secret.field.text()
    names = [(row.token.name, row.token.scope) for row in block.rows]
    assert names == [
        ("Bookmark", TokenScope.CAPTURING),
        ("Bookmark 2", TokenScope.CAPTURING),
    ]


def test_the_page_says_where_programs_ask_and_what_is_wrong(
    block: TokensBlock, server: ProgramServer
) -> None:
    assert "Off" in block.state.text()
    server.port = 4321
    server.changed.emit()
    assert "127.0.0.1:4321" in block.state.text()

    server.port, server.problem = 0, PortTaken("Another program uses port 4321.")
    server.changed.emit()
    assert block.state.text() == "Another program uses port 4321."
    assert block.again.isVisible()
    assert block.other_port.isVisible()

    server.problem = UserError("Two packages are missing.")
    server.changed.emit()
    assert not block.other_port.isVisible()
