"""The keys that work in any program, and what to do where a desktop gives none."""

import os
from functools import partial

from notebrain.app.events import HotkeyName, HotkeysChanged
from notebrain.app.system.hotkey_instructions import hotkey_bindings
from notebrain.app.system.hotkeys import PURPOSES, HotkeyState
from notebrain.domain.desktop.hotkeys import Combination, kept_combination
from notebrain.domain.i18n import _, shown
from notebrain.gui.desk import Desk
from notebrain.gui.settings.bindings_list import BindingsList
from notebrain.gui.settings.block import Block
from notebrain.gui.settings.hotkey_row import HotkeyRow
from notebrain.gui.widgets.labels import Label


class HotkeyBlock(Block):
    """Lets the user choose each hotkey, and says only of one that was pressed that it works."""

    def __init__(self, desk: Desk) -> None:
        purposes = {name: shown(text) for name, text in PURPOSES.items()}
        super().__init__(
            desk.theme,
            _("From any program"),
            _("Global hotkey"),
            _("Capture from anywhere"),
            *purposes.values(),
        )
        self._desk = desk
        self._hotkeys = desk.services.hotkeys
        self.say(
            _(
                "These keys reach NoteBrain while you work in another program, which does not get them. "
                "None is taken that you do not choose here."
            )
        )
        self.obstacle = Label(desk.theme, ink="warning")
        self.obstacle.setWordWrap(True)
        self.column.addWidget(self.obstacle)
        self.rows = {name: HotkeyRow(desk.theme, text) for name, text in purposes.items()}
        for name, row in self.rows.items():
            self.column.addWidget(row)
            self._connect(name, row)
        self.bindings = BindingsList(desk.theme)
        (self.more,) = self.offer((_("Call NoteBrain by the desktop’s own keys"), self._on_more))
        self.column.addWidget(self.bindings)
        self.bindings.hide()
        self.bindings.copied.connect(lambda: desk.status.tell_plain(_("Copied")))
        desk.bridge.happened.connect(self._on_event)
        self._show_facts()

    def refresh(self) -> None:
        """Show how things are now, and look whether this desktop has a way at all."""
        self._hotkeys.look_around()
        self._show_facts()

    def _connect(self, name: HotkeyName, row: HotkeyRow) -> None:
        row.recorded.connect(partial(self._on_recorded, name))
        row.cleared.connect(partial(self._choose, name, None))
        row.try_again_asked.connect(self._hotkeys.try_again)

    def _on_recorded(self, name: HotkeyName, keys: str) -> None:
        row, wanted = self.rows[name], kept_combination(keys)
        if wanted is None:
            row.refuse(_("Keys of the number pad cannot be used; choose others."))
            return
        objection = self._hotkeys.objection(name, wanted)
        if objection is not None:
            row.refuse(objection)
            return
        self._choose(name, wanted)

    def _choose(self, name: HotkeyName, wanted: Combination | None) -> None:
        done = self._hotkeys.choose(name, wanted)
        self._desk.bridge.when_done(
            done, lambda _changes: self._on_chosen(name), failed=self._desk.on_failed
        )

    def _on_chosen(self, name: HotkeyName) -> None:
        self._show_facts()
        self.rows[name].end_recording()

    def _on_event(self, event: object) -> None:
        if isinstance(event, HotkeysChanged):
            self._show_facts()

    def _on_more(self) -> None:
        self._offer_bindings(not self.bindings.isVisibleTo(self))

    def _offer_bindings(self, shown: bool) -> None:
        if shown:
            chosen = {name: self._hotkeys.chosen(name) for name in HotkeyName}
            self.bindings.offer(hotkey_bindings(chosen, os.environ))
        self.bindings.setVisible(shown)

    def _show_facts(self) -> None:
        known = {name: self._hotkeys.known(name) for name in self.rows}
        for name, facts in known.items():
            self.rows[name].show_facts(facts)
        obstacle = self._hotkeys.obstacle
        told = any(facts.state is HotkeyState.IMPOSSIBLE for facts in known.values())
        self.obstacle.setText(obstacle or "")
        self.obstacle.setVisible(obstacle is not None and not told)
        if (obstacle is not None or told) and self.bindings.isHidden():
            self._offer_bindings(True)
