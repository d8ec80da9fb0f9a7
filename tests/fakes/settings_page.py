"""The settings without the window they open in."""

from collections.abc import Callable

from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.setting import Group
from notebrain.gui.programs.server import ProgramServer
from notebrain.gui.settings.controller import SettingsController
from notebrain.gui.settings.page import SettingsPage
from tests.fakes.context import FakeContext


def make_settings(
    context: FakeContext, open_address: Callable[[str], object] = lambda _address: None
) -> SettingsController:
    """Return the settings of a context; their page is created when it is first shown."""
    keys, server = Keys(context.services.settings), ProgramServer(context)
    return SettingsController(context, keys, open_address, server)


def open_settings(settings: SettingsController, group: Group = Group.APPEARANCE) -> SettingsPage:
    """Show a group of the settings."""
    settings.open(group)
    assert settings.page is not None
    return settings.page
