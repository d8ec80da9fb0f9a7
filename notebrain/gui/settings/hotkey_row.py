"""One hotkey: its keys, how it stands with them, and choosing others."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.system.hotkeys import HotkeyFacts, HotkeyState, state_text
from notebrain.domain.i18n import _
from notebrain.gui.shortcuts.recorder import Recorder
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.key_cap import native_text
from notebrain.gui.widgets.labels import Label

_INKS = {
    HotkeyState.WORKS: "success",
    HotkeyState.TAKEN: "warning",
    HotkeyState.DECLINED: "warning",
    HotkeyState.IMPOSSIBLE: "warning",
}
_TRY_AGAIN = {HotkeyState.TAKEN, HotkeyState.IMPOSSIBLE}


class HotkeyRow(QWidget):
    """Shows what is known of one hotkey; records other keys in its place."""

    recorded = Signal(str)
    """The portable text of a combination that was pressed to be chosen."""
    cleared = Signal()
    try_again_asked = Signal()

    def __init__(self, theme: Theme, purpose: str) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, purpose, role=Role.TITLE)
        self.keys = Label(theme, role=Role.BODY, ink="text2")
        self.choose = QPushButton()
        self.choose.setAutoDefault(True)  # Return presses it too, not only Space
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
        self._dress()
        self.show_facts(self._facts)

    @property
    def recording(self) -> bool:
        """Whether the next keys are to be the hotkey."""
        return not self.recorder.isHidden()

    def show_facts(self, facts: HotkeyFacts) -> None:
        """Show what is known now; while keys are recorded, when that is done."""
        self._facts = facts
        if not self.recording:
            self._show_state()

    def refuse(self, why: str) -> None:
        """Say why the keys that were recorded cannot be had, and record others."""
        self._say(why, "warning")
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)

    def record(self) -> None:
        """Wait for the keys that shall be the hotkey."""
        self._show_parts(recording=True)
        self.recorder.begin()
        self.recorder.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say(_("If nothing happens as you press them, another program has them."), "muted")

    def end_recording(self) -> None:
        """Show what is known again."""
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
        self.try_again.clicked.connect(self.try_again_asked)
        self.recorder.recorded.connect(self.recorded)
        self.recorder.left.connect(self.end_recording)
        self._theme.changed.connect(self._dress)

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(8), 0, px(8))
        self._column.setSpacing(px(4))
        self._line.setSpacing(px(8))
        self._below.setSpacing(px(8))
