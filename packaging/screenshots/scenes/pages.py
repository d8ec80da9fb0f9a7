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

    from notebrain.gui.app.features import AppWindow


def _home(app: "AppWindow") -> None:
    app.pages.show(HOME)


def _backups(app: "AppWindow") -> None:
    app.services.backups.make("daily")
    app.services.backups.make("by-hand")
    app.actions[CommandId.BACKUPS].trigger()
    panel = app.window.findChild(BackupsPanel)
    wait(lambda: panel is not None and panel.notes.count() > 0)


def _settings(app: "AppWindow") -> None:
    app.pages.show(SETTINGS)


def _group(group: Group) -> "Callable[[AppWindow], None]":
    def act(app: "AppWindow") -> None:
        _settings(app)
        page = app.window.findChild(SettingsPage)
        if isinstance(page, SettingsPage):
            page.show_group(group)

    return act


def _settings_found(app: "AppWindow") -> None:
    _settings(app)
    page = app.window.findChild(SettingsPage)
    if isinstance(page, SettingsPage):
        page.nav.field.setText("notes")


def _palette(app: "AppWindow") -> None:
    settle()
    _ask(app, CommandId.PALETTE, "not")


def _switcher(app: "AppWindow") -> None:
    _ask(app, CommandId.SWITCHER, "ga")


def _switcher_new(app: "AppWindow") -> None:
    _ask(app, CommandId.SWITCHER, "Greenhouse, spring")


def _ask(app: "AppWindow", command: CommandId, typed: str) -> None:
    app.actions[command].trigger()
    field = app.window.findChild(AskField)
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
