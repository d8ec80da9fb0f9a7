"""The form for connecting an account: the fields, the check, and the list of what will be created."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from notebrain.app.account.connection import DATABASE
from notebrain.domain.credentials import without_pasted_marks
from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind
from notebrain.gui.widgets.focus import FocusLoan
from notebrain.gui.widgets.labels import Label


class ConnectForm(QWidget):
    """Takes an account ID and a token, and requests the check and the connection."""

    check_requested = Signal()
    connect_requested = Signal()
    cancel_requested = Signal()
    edited = Signal()
    """The fields changed, so an earlier check no longer applies."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.account_id = _pasted(_("Account ID"))
        self.token = _pasted(_("Token"))
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.database = _pasted(_("Database name"))
        self.database.setText(DATABASE)
        self.check = _button(_("Check"), "go")
        self.cancel = _button(_("Cancel"))
        self.step = Label(theme, ink="muted")
        self.plan = Label(theme, ink="text2")
        self.plan.setWordWrap(True)
        self.go = _button(_("Connect"), "go")
        self._keyboard = FocusLoan(
            (self.account_id, self.token, self.database, self.check, self.go), self.cancel
        )
        self._column = QVBoxLayout(self)
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)
        self.show_plan(())
        self.show_step("")

    def show_step(self, text: str) -> None:
        """Show the current step and a way to cancel it; an empty text means nothing is running."""
        busy = bool(text)
        self.step.setText(text)
        self.step.setVisible(busy)
        if busy:
            self.cancel.show()
            self._keyboard.lend()
        for part in (self.account_id, self.token, self.database, self.go):
            part.setEnabled(not busy)
        self.check.setEnabled(not busy and self._is_filled())
        if not busy:
            self._keyboard.take_back()
            self.cancel.hide()

    def show_plan(self, lines: Sequence[str]) -> None:
        """Show what connecting would create and offer to connect; an empty list hides both."""
        self.plan.setText("\n".join(lines))
        for part in (self._plan_title, self.plan, self.go):
            part.setVisible(bool(lines))
        # only one filled button at a time: the next step
        paint_kind(self.check, "" if lines else "go")

    def add_to_plan(self, lines: Sequence[str]) -> None:
        """Add lines to what connecting requires."""
        self.plan.setText("\n".join((self.plan.text(), *lines)))

    def forget_token(self) -> None:
        """Clear the token field; the token is now stored elsewhere."""
        self.token.clear()

    def _fill(self) -> None:
        self._add_field(_("Account ID"), self.account_id, _("32 digits and letters"))
        self._add_field(
            _("Token"), self.token, _("Hidden as you paste it, never written to a file")
        )
        self._add_field(
            _("Database name"),
            self.database,
            _("Use a different name for each vault in one account"),
        )
        self._acts = QHBoxLayout()
        self._acts.addWidget(self.check)
        self._acts.addWidget(self.cancel)
        self._acts.addWidget(self.step, 1)
        self._acts.addStretch(1)
        self._column.addLayout(self._acts)
        self._plan_title = Label(self._theme, _("What will be created"), role=Role.TITLE)
        self._column.addWidget(self._plan_title)
        self._column.addWidget(self.plan)
        self._column.addWidget(self.go, 0, Qt.AlignmentFlag.AlignLeft)

    def _add_field(self, name: str, field: QLineEdit, hint: str) -> None:
        label = Label(self._theme, name, role=Role.TITLE)
        label.setBuddy(field)
        below = Label(self._theme, hint, role=Role.SMALL, ink="muted")
        below.setWordWrap(True)
        field.setAccessibleDescription(hint)
        for part in (label, field, below):
            self._column.addWidget(part)

    def _connect(self) -> None:
        for field in (self.account_id, self.token, self.database):
            field.textChanged.connect(self._on_text)
            field.returnPressed.connect(self._on_return)
        self.check.clicked.connect(self.check_requested)
        self.go.clicked.connect(self.connect_requested)
        self.cancel.clicked.connect(self.cancel_requested)

    def _on_text(self) -> None:
        self.check.setEnabled(self._is_filled())
        self.edited.emit()

    def _on_return(self) -> None:
        if self.check.isEnabled():
            self.check_requested.emit()

    def _is_filled(self) -> bool:
        return bool(self.account_id.text() and self.token.text())

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(4), 0, 0)
        self._column.setSpacing(px(6))
        self._acts.setContentsMargins(0, px(8), 0, px(4))
        self._acts.setSpacing(px(8))


def _pasted(name: str) -> QLineEdit:
    """Return a field that strips what copying leaves around a text."""
    field = QLineEdit()
    field.setAccessibleName(name)

    def tidy(text: str) -> None:
        tidied = without_pasted_marks(text)
        if tidied != text:
            field.setText(tidied)

    field.textEdited.connect(tidy)
    return field


def _button(text: str, kind: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(True)  # Return presses it too, not only Space
    if kind:
        button.setProperty("kind", kind)
    return button
