"""The section of the settings for global hotkeys."""

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.events import HotkeyName, HotkeysChanged
from notebrain.app.system.hotkey_instructions import hotkey_bindings
from notebrain.app.system.hotkeys import PURPOSES, HotkeyFacts, HotkeyState, state_text
from notebrain.domain.desktop.hotkey_instructions import Binding
from notebrain.domain.desktop.hotkeys import Combination, kept_combination
from notebrain.domain.i18n import _, shown
from notebrain.gui.settings.section import Block
from notebrain.gui.shortcuts.recorder import Recorder
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, text_button
from notebrain.gui.widgets.labels import Label

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_INKS = {
    HotkeyState.WORKS: "success",
    HotkeyState.TAKEN: "warning",
    HotkeyState.DECLINED: "warning",
    HotkeyState.IMPOSSIBLE: "warning",
}
_TRY_AGAIN = {HotkeyState.TAKEN, HotkeyState.IMPOSSIBLE}


class HotkeyRow(QWidget):
    """Shows the state of one hotkey; records other keys for it."""

    recorded = Signal(str)
    """The portable text of a recorded key combination."""
    cleared = Signal()
    try_again_requested = Signal()

    def __init__(self, theme: Theme, purpose: str) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, purpose, role=Role.TITLE)
        self.keys = Label(theme, role=Role.BODY, ink="text2")
        self.choose = QPushButton()
        self.choose.setAutoDefault(True)  # so that Return presses it too, not only Space
        self.turn_off = text_button(_("Turn off"))
        self.turn_off.setAccessibleName(_("Turn off: {purpose}").format(purpose=purpose))
        self.recorder = Recorder(theme)
        self.cancel = text_button(_("Cancel"))
        self.said = Label(theme, role=Role.SMALL)
        self.said.setWordWrap(True)
        self.try_again = text_button(_("Try again"))
        self._purpose = purpose
        self._facts = HotkeyFacts()
        self._fill()
        self._connect()
        self._apply_theme()
        self.show_facts(self._facts)

    @property
    def recording(self) -> bool:
        """Whether the next keys are recorded as the hotkey."""
        return not self.recorder.isHidden()

    def show_facts(self, facts: HotkeyFacts) -> None:
        """Show the current facts; if keys are being recorded, show them afterwards."""
        self._facts = facts
        if not self.recording:
            self._show_state()

    def refuse(self, why: str) -> None:
        """Say why the recorded keys cannot be used, and record others."""
        self._say(why, "warning")
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)

    def record(self) -> None:
        """Start recording keys for the hotkey."""
        self._show_parts(recording=True)
        self.recorder.begin()
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say(_("If nothing happens as you press them, another program has them."), "muted")

    def end_recording(self) -> None:
        """Stop recording and show the facts again."""
        if self.recording:
            self._show_parts(recording=False)
            self._show_state()
            self.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_state(self) -> None:
        facts = self._facts
        keys = native_text(str(facts.combination)) if facts.combination else ""
        self.keys.setText(facts.shown_as or keys or _("No keys"))
        self.choose.setText(_("Change…") if keys else _("Choose keys…"))
        self.choose.setAccessibleName(f"{self._purpose}: {self.choose.text()}")
        self.turn_off.setVisible(bool(keys))
        self.try_again.setVisible(facts.state in _TRY_AGAIN)
        self._say(state_text(facts, keys), _INKS.get(facts.state, "text2"))

    def _say(self, text: str, ink: str) -> None:
        self.said.set_ink(ink)
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _show_parts(self, *, recording: bool) -> None:
        of_recording: list[QWidget] = [self.recorder, self.cancel]
        of_state: list[QWidget] = [self.keys, self.choose, self.turn_off, self.try_again]
        for part in of_recording:
            part.setVisible(recording)
        for part in of_state:
            part.setVisible(not recording)

    def _fill(self) -> None:
        self._line = QHBoxLayout()
        self._line.addWidget(self._title)
        self._line.addStretch(1)
        for part in (self.keys, self.choose, self.turn_off, self.recorder, self.cancel):
            self._line.addWidget(part)
        self._below = QHBoxLayout()
        self._below.addWidget(self.said, 1)
        self._below.addWidget(self.try_again, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._line)
        self._column.addLayout(self._below)
        self._show_parts(recording=False)

    def _connect(self) -> None:
        self.choose.clicked.connect(self.record)
        self.turn_off.clicked.connect(self.cleared)
        self.cancel.clicked.connect(self.end_recording)
        self.try_again.clicked.connect(self.try_again_requested)
        self.recorder.recorded.connect(self.recorded)
        self.recorder.left.connect(self.end_recording)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(8), 0, px(8))
        self._column.setSpacing(px(4))
        self._line.setSpacing(px(8))
        self._below.setSpacing(px(8))


class HotkeyBlock(Block):
    """Lets the user choose each hotkey, and says that a hotkey works only once it has been pressed."""

    def __init__(self, desk: "Desk") -> None:
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
        """Show the current state, and check whether this desktop supports hotkeys at all."""
        self._hotkeys.look_around()
        self._show_facts()

    def _connect(self, name: HotkeyName, row: HotkeyRow) -> None:
        row.recorded.connect(partial(self._on_recorded, name))
        row.cleared.connect(partial(self._choose, name, None))
        row.try_again_requested.connect(self._hotkeys.try_again)

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


class BindingsList(QWidget):
    """Lists desktops, each with a text to copy."""

    copied = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.entries: list[BindingEntry] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(12))

    def offer(self, bindings: Sequence[Binding]) -> None:
        """Show these desktops."""
        for entry in self.entries:
            self._column.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self.entries = [BindingEntry(self._theme, one) for one in bindings]
        for entry in self.entries:
            entry.copied.connect(self.copied)
            self._column.addWidget(entry)


class BindingEntry(QFrame):
    """One desktop: where its text goes, the text, and a button to copy it."""

    copied = Signal()

    def __init__(self, theme: Theme, binding: Binding) -> None:
        super().__init__()
        self.binding = binding
        title = Label(theme, binding.desktop, role=Role.TITLE)
        where = Label(theme, binding.where, role=Role.SMALL, ink="muted")
        where.setWordWrap(True)
        self.text = Label(theme, binding.text, role=Role.CODE, ink="text2")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        # a command reads from left to right, whatever the direction of the window
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = text_button(_("Copy"))
        self.copy.setAccessibleName(_("Copy: {desktop}").format(desktop=binding.desktop))
        self.copy.clicked.connect(self._on_copy)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addLayout(head)
        column.addWidget(where)
        column.addWidget(self.text)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.binding.text)
        self.copied.emit()
