"""The status of the connected account, and the way to disconnect it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.focus import FocusLoan
from notebrain.gui.widgets.labels import IconLabel, Label


class ConnectedView(QWidget):
    """Shows what is connected and what was found there, with buttons to check again and to disconnect."""

    check_requested = Signal()
    replace_requested = Signal()
    """The user wants to enter another token."""
    leave_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = IconLabel(theme, "circle-check", "success")
        self.title = Label(theme, _("Connected"), role=Role.TITLE)
        self.title.setWordWrap(True)
        self.lines = Label(theme, ink="text2")
        self.lines.setWordWrap(True)
        self.step = Label(theme, ink="muted")
        self.check = QPushButton(_("Check now"))
        self.cancel = QPushButton(_("Cancel"))
        self.replace = QPushButton(_("Replace token…"))
        self.leave = QPushButton(_("Disconnect…"))
        self.leave.setProperty("kind", "danger")
        for button in (self.check, self.replace, self.cancel, self.leave):
            button.setAutoDefault(True)  # Return presses it too, not only Space
        self._keyboard = FocusLoan((self.check, self.replace, self.leave), self.cancel)
        self._fill()
        self.check.clicked.connect(self.check_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.replace.clicked.connect(self.replace_requested)
        self.leave.clicked.connect(self.leave_requested)
        theme.follow(self._apply_theme)
        self.show_step("")

    def show_status(self, lines: Sequence[str], *, well: bool) -> None:
        """Show the status; `well` is true unless a problem is known."""
        self._icon.set_icon(*(("circle-check", "success") if well else ("cloud-off", "warning")))
        title, *more = lines if well else (_("Connected, but not working right now"), *lines)
        self.title.setText(title)
        self.lines.setText("\n".join(more))

    def show_step(self, text: str) -> None:
        """Show the current step and a way to cancel it; an empty text means nothing is running."""
        self.step.setText(text)
        self.step.setVisible(bool(text))
        if text:
            self.cancel.show()
            self._keyboard.lend()
        for button in (self.check, self.replace, self.leave):
            button.setEnabled(not text)
        if not text:
            self._keyboard.take_back()
            self.cancel.hide()

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addWidget(self.title, 1)
        self._acts = QHBoxLayout()
        for part in (self.check, self.replace, self.leave, self.cancel):
            self._acts.addWidget(part)
        self._acts.addWidget(self.step, 1)
        self._acts.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.lines)
        self._column.addLayout(self._acts)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(4), 0, 0)
        self._column.setSpacing(px(6))
        self._head.setSpacing(px(8))
        self._icon.setContentsMargins(0, px(3), 0, 0)
        self._acts.setContentsMargins(0, px(8), 0, 0)
        self._acts.setSpacing(px(8))
