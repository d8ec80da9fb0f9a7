"""The status of a note: saved, found by meaning, in the account; with a button to fix what failed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.sync.texts import retry_text, shared_text
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteState
from notebrain.domain.sync.reports import Shared, Where
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label

_ACCOUNT = {
    Where.HERE: ("cloud-off", "muted"),
    Where.STAYS: ("lock", "muted"),
    Where.KEPT_ELSEWHERE: ("lock", "muted"),
    Where.WAITS: ("clock", "muted"),
    Where.SENT: ("cloud", "success"),
    Where.FAILED: ("circle-alert", "danger"),
}


class NoteStatus(QWidget):
    """Three lines, the third only if there is an account."""

    retry_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.saved = _StateLine(theme)
        self.meaning = _StateLine(theme)
        self.account = _StateLine(theme)
        self.retry = text_button(_("Try again now"))
        self.retry.setProperty("small", True)
        self.retry.clicked.connect(self.retry_requested)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for part in (self.saved, self.meaning, self.account):
            self._column.addWidget(part)
        self._column.addWidget(self.retry, 0, Qt.AlignmentFlag.AlignLeft)
        theme.follow(self._apply_theme)
        self.hide()

    def show_note(self, state: NoteState, shared: Shared) -> None:
        """Show the status of a note."""
        self.saved.show_state("check", "success", _("Saved on this computer"))
        self.meaning.show_state(*_of_meaning(state))
        where = shared.where
        text = shared_text(shared)
        failed = where is Where.FAILED
        if failed:
            text = f"{text} {retry_text(shared.retry_at)}"
        self.account.show_state(*_ACCOUNT[where], text)
        self.account.setVisible(where is not Where.HERE)
        self.retry.setVisible(failed)
        self.show()

    def _apply_theme(self) -> None:
        self._column.setSpacing(self._theme.px(4))


class _StateLine(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = IconLabel(theme, "check", "success", size=12)
        self.label = Label(theme, role=Role.SMALL, ink="text2")
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self.label, 1)
        theme.follow(self._apply_theme)

    def show_state(self, icon: str, ink: str, text: str) -> None:
        """Show this text with an icon."""
        self._icon.set_icon(icon, ink)
        self.label.set_ink("danger" if ink == "danger" else "text2")
        self.label.setText(text)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setSpacing(px(8))
        self._icon.setContentsMargins(0, px(2), 0, 0)


def _of_meaning(state: NoteState) -> tuple[str, str, str]:
    return {
        NoteState.INDEXED: ("text-search", "success", _("Found by its words and its meaning")),
        NoteState.WAITING: ("clock", "muted", _("Found by its words, soon also by its meaning")),
        NoteState.FAILED: (
            "circle-alert",
            "warning",
            _("Found by its words; computing its meaning failed and will be tried again"),
        ),
    }[state]
