"""What the status line tells of the background, with what can be done about it."""

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import ProgramStopped, ProgramWrote
from notebrain.app.settings.programs import PROGRAMS_MORE
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.window.notices import HealthNotices
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui


@pytest.fixture
def notices(context: FakeContext) -> HealthNotices:
    return HealthNotices(context, ProgressStrip(context.theme))


def test_a_first_write_leads_to_the_settings_of_other_programs(
    context: FakeContext, notices: HealthNotices
) -> None:
    opened: list[CommandId] = []
    context.actions.bind(CommandId.PROGRAMS, lambda: opened.append(CommandId.PROGRAMS))

    context.events.deliver(ProgramWrote("mcp:Cursor"))
    assert "Cursor" in context.messages.text
    context.messages.press()

    assert opened == [CommandId.PROGRAMS]


def test_a_limit_asks_and_more_is_allowed_with_one_press(
    context: FakeContext, notices: HealthNotices, qtbot: QtBot
) -> None:
    context.events.deliver(ProgramStopped("mcp:Cursor"))
    assert context.messages.act == "Allow more"

    context.messages.press()

    qtbot.waitUntil(lambda: bool(context.services.settings.get(PROGRAMS_MORE)))
