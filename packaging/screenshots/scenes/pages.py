"""Home, settings, backups, and what is asked over everything."""

from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Group
from notebrain.gui.backups.panel import BackupsPanel
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.settings.page import SettingsPage
from notebrain.gui.widgets.filter_field import AskField
from notebrain.gui.window.pages import HOME
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.gui.app.window_builder import Desk


def _home(desk: "Desk") -> None:
    desk.pages.show(HOME)


def _backups(desk: "Desk") -> None:
    desk.services.backups.make("daily")
    desk.services.backups.make("by-hand")
    desk.actions[CommandId.BACKUPS].trigger()
    panel = desk.window.findChild(BackupsPanel)
    wait(lambda: panel is not None and panel.notes.count() > 0)


def _settings(desk: "Desk") -> None:
    desk.pages.show(SETTINGS)


def _group(group: Group) -> "Callable[[Desk], None]":
    def act(desk: "Desk") -> None:
        _settings(desk)
        page = desk.window.findChild(SettingsPage)
        if isinstance(page, SettingsPage):
            page.show_group(group)

    return act


def _settings_found(desk: "Desk") -> None:
    _settings(desk)
    page = desk.window.findChild(SettingsPage)
    if isinstance(page, SettingsPage):
        page.nav.field.setText("notes")


def _palette(desk: "Desk") -> None:
    settle()
    _ask(desk, CommandId.PALETTE, "not")


def _switcher(desk: "Desk") -> None:
    _ask(desk, CommandId.SWITCHER, "ga")


def _switcher_new(desk: "Desk") -> None:
    _ask(desk, CommandId.SWITCHER, "Greenhouse, spring")


def _ask(desk: "Desk", command: CommandId, typed: str) -> None:
    desk.actions[command].trigger()
    field = desk.window.findChild(AskField)
    if isinstance(field, AskField):
        field.insert(typed)
        field.textEdited.emit(typed)
    settle()


SHOTS = (
    Shot("backups", _backups),
    Shot("home", _home),
    Shot("home-small", _home, size=(1024, 640)),
    Shot("home-empty", _home, empty_vault=True),
    Shot("first-run", _home, first_run=True),
    Shot("settings", _settings),
    Shot("settings-small", _settings, size=(1024, 640)),
    Shot("settings-capture", _group(Group.CAPTURE)),
    Shot("settings-editor", _group(Group.EDITOR)),
    Shot("settings-search", _group(Group.SEARCH)),
    Shot("settings-index", _group(Group.INDEX)),
    Shot("settings-storage", _group(Group.STORAGE)),
    Shot("settings-privacy", _group(Group.PRIVACY)),
    Shot("settings-found", _settings_found, size=(1024, 640)),
    Shot("palette", _palette),
    Shot("palette-small", _palette, size=(1024, 640)),
    Shot("switcher", _switcher),
    Shot("switcher-new", _switcher_new),
    Shot("shortcuts", _group(Group.SHORTCUTS)),
    Shot("shortcuts-small", _group(Group.SHORTCUTS), size=(1024, 640)),
)
