"""Tells the user about hotkeys that another program holds, and requests them again when the window is activated."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.system.hotkeys import HotkeyFacts, state_text
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.widgets.buttons import native_text

if TYPE_CHECKING:
    from notebrain.app.events import HotkeyName


class HotkeyWatcher(QObject):
    """Says in the status line, once each, which hotkeys were lost and when they work again."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        self._hotkeys = context.services.hotkeys
        self._known: dict[HotkeyName, HotkeyFacts] = {}
        context.window.activated.connect(self._hotkeys.retry_taken)
        context.events.hotkeys_changed.connect(self._show_changes)
        self._show_changes()

    def _show_changes(self) -> None:
        before, now = self._known, dict(self._hotkeys.taken())
        self._known = now
        if self._context.pages.current == SETTINGS:
            return  # the settings show it beside the keys
        status = self._context.messages
        for name in before.keys() - now.keys():
            status.show_info(_in_words(self._hotkeys.facts(name)))
        for name in now.keys() - before.keys():
            status.show_problem(_in_words(now[name]), _("Try again"), self._hotkeys.try_again)


def _in_words(facts: HotkeyFacts) -> str:
    keys = native_text(str(facts.combination)) if facts.combination else ""
    return state_text(facts, keys)
