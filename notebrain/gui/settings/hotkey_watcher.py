"""Tells the user about hotkeys that another program holds, and requests them again when the window is activated."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.events import HotkeyName, HotkeysChanged
from notebrain.app.system.hotkeys import HotkeyFacts, state_text
from notebrain.domain.i18n import _
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.widgets.buttons import native_text

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class HotkeyWatch(QObject):
    """Says in the status line, once each, which hotkeys were lost and when they work again."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._hotkeys = desk.services.hotkeys
        self._told: dict[HotkeyName, HotkeyFacts] = {}
        desk.window.activated.connect(self._hotkeys.try_taken_again)
        desk.bridge.happened.connect(self._on_event)
        self._tell()

    def _on_event(self, event: object) -> None:
        if isinstance(event, HotkeysChanged):
            self._tell()

    def _tell(self) -> None:
        before, now = self._told, dict(self._hotkeys.taken())
        self._told = now
        if self._desk.pages.current == SETTINGS:
            return  # the settings show it beside the keys
        status = self._desk.status
        for name in before.keys() - now.keys():
            status.tell_plain(_in_words(self._hotkeys.facts(name)))
        for name in now.keys() - before.keys():
            status.tell_problem(_in_words(now[name]), _("Try again"), self._hotkeys.try_again)


def _in_words(facts: HotkeyFacts) -> str:
    keys = native_text(str(facts.combination)) if facts.combination else ""
    return state_text(facts, keys)
