"""The section of the settings for global hotkeys."""

import os
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.events import HotkeyName
from notebrain.app.system.hotkey_instructions import hotkey_bindings
from notebrain.app.system.hotkeys import PURPOSES, HotkeyFacts, HotkeyState, state_text
from notebrain.domain.desktop.hotkey_instructions import Binding
from notebrain.domain.desktop.hotkeys import Combination, stored_combination
from notebrain.domain.i18n import _, shown
from notebrain.gui.core.context import Context
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.shortcuts.recorder import Recorder
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, push_button, text_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FoldingRow

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
        self.choose = push_button("")
        self.turn_off = text_button(_("Turn off"))
        self.turn_off.setAccessibleName(_("Turn off: {purpose}").format(purpose=purpose))
        self.recorder = Recorder(theme)
        self.cancel = text_button(_("Cancel"))
        self.message = Label(theme, role=Role.SMALL)
        self.message.setWordWrap(True)
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
        """Explain why the recorded keys cannot be used, and record others."""
        self._show_message(why, "warning")
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)

    def record(self) -> None:
        """Start recording keys for the hotkey."""
        self._show_parts(recording=True)
        self.recorder.begin()
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_message(
            _("If nothing happens when you press them, another program uses them."), "muted"
        )

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
        self._show_message(state_text(facts, keys), _INKS.get(facts.state, "text2"))

    def _show_message(self, text: str, ink: str) -> None:
        self.message.set_ink(ink)
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _show_parts(self, *, recording: bool) -> None:
        of_recording: list[QWidget] = [self.recorder, self.cancel]
        of_state: list[QWidget] = [self.keys, self.choose, self.turn_off, self.try_again]
        for part in of_recording:
            part.setVisible(recording)
        for part in of_state:
            part.setVisible(not recording)

    def _fill(self) -> None:
        acts = QWidget()
        self._acts = QHBoxLayout(acts)
        self._acts.setContentsMargins(0, 0, 0, 0)
        for part in (self.keys, self.choose, self.turn_off, self.recorder, self.cancel):
            self._acts.addWidget(part)
        self._line = FoldingRow(self._title, acts)
        self._below = QHBoxLayout()
        self._below.addWidget(self.message, 1)
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
        self._acts.setSpacing(px(8))
        self._below.setSpacing(px(8))


class HotkeyBlock(Block):
    """Lets the user choose each hotkey, and says that a hotkey works only once it has been pressed."""

    place = Place.WHOLE

    def __init__(self, context: Context) -> None:
        purposes = {name: shown(text) for name, text in PURPOSES.items()}
        super().__init__(
            context.theme,
            _("From any program"),
            _("Global hotkey"),
            _("Capture from anywhere"),
            *purposes.values(),
        )
        self._context = context
        self._hotkeys = context.services.hotkeys
        self.add_text(
            _(
                "These keys work while you use another program, which then does not get them. NoteBrain takes only "
                "the keys you choose here."
            )
        )
        self.obstacle = Label(context.theme, ink="warning")
        self.obstacle.setWordWrap(True)
        self.column.addWidget(self.obstacle)
        self.rows = {name: HotkeyRow(context.theme, text) for name, text in purposes.items()}
        for name, row in self.rows.items():
            self.column.addWidget(row)
            self._connect(name, row)
        self.bindings = BindingsList(context.theme)
        (self.more,) = self.offer((_("Use the desktop’s own shortcuts"), self._on_more))
        self.column.addWidget(self.bindings)
        self.bindings.hide()
        self.bindings.copied.connect(lambda: context.messages.show_info(_("Copied")))
        context.events.hotkeys_changed.connect(self._show_facts)
        self._show_facts()

    def refresh(self) -> None:
        """Show the current state, and check whether this desktop supports hotkeys at all."""
        self._hotkeys.check_soon()
        self._show_facts()

    def _connect(self, name: HotkeyName, row: HotkeyRow) -> None:
        row.recorded.connect(partial(self._on_recorded, name))
        row.cleared.connect(partial(self._choose, name, None))
        row.try_again_requested.connect(self._hotkeys.try_again)

    def _on_recorded(self, name: HotkeyName, keys: str) -> None:
        row, wanted = self.rows[name], stored_combination(keys)
        if wanted is None:
            row.refuse(_("Number pad keys cannot be used; choose others."))
            return
        objection = self._hotkeys.objection(name, wanted)
        if objection is not None:
            row.refuse(objection)
            return
        self._choose(name, wanted)

    def _choose(self, name: HotkeyName, wanted: Combination | None) -> None:
        done = self._hotkeys.choose(name, wanted)
        self._context.events.when_done(
            done, lambda _changes: self._on_chosen(name), failed=self._context.on_error
        )

    def _on_chosen(self, name: HotkeyName) -> None:
        self._show_facts()
        self.rows[name].end_recording()

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
        impossible = any(facts.state is HotkeyState.IMPOSSIBLE for facts in known.values())
        self.obstacle.setText(obstacle or "")
        self.obstacle.setVisible(obstacle is not None and not impossible)
        if (obstacle is not None or impossible) and self.bindings.isHidden():
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
        self.entries = [BindingEntry(self._theme, binding) for binding in bindings]
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
