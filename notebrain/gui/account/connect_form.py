"""Connecting an account in four steps, with one thing to do in each: account ID, token, check, connect."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from notebrain.app.account import texts
from notebrain.app.account.connection import DATABASE
from notebrain.domain.credentials import clean_account_id, without_pasted_marks
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import FilesAccess
from notebrain.gui.account.connect_guide import Instructions, Permissions
from notebrain.gui.account.facts import FoundSoFar
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button, text_button
from notebrain.gui.widgets.focus import FocusLoan
from notebrain.gui.widgets.labels import Label

ACCOUNT, PERMISSIONS, TOKEN, CONNECT = range(4)
"""The steps."""


class ConnectForm(QWidget):
    """Leads through the steps, and requests the check and the connection."""

    check_requested = Signal()
    connect_requested = Signal()
    cancel_requested = Signal()
    edited = Signal()
    """The fields changed, so an earlier check no longer applies."""
    moved = Signal()
    """Another step is shown."""
    refused = Signal(object)
    """What was entered cannot be right; with the error."""
    link_opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.at = ACCOUNT
        """The step that is shown."""
        self.found = FoundSoFar(theme)
        """Shows how far it has come; the owner places it beside the form."""
        self._found: Sequence[str] = ()
        self._lacking = False
        self._has_to_switch_on = False
        self.permissions = Permissions(theme)
        self._make_fields()
        self._make_acts()
        self._title = Label(theme, role=Role.SECTION)
        lines = texts.steps()
        self.get_id = Instructions(theme, lines[:2], _("Open Cloudflare"), texts.ACCOUNT_PAGE)
        self.get_token = Instructions(
            theme, lines[2:], _("Open the tokens page"), texts.TOKENS_PAGE
        )
        self._paste = Instructions(
            theme, [_("NoteBrain then checks what the token allows. It creates nothing yet.")]
        )
        self.plan = Label(theme, ink="text2")
        self.plan.setWordWrap(True)
        self.r2 = text_button(_("Open R2 in Cloudflare"))
        self.r2.setProperty("flush", "true")
        self.r2.setToolTip(texts.R2_PAGE)
        self._pages: Sequence[Sequence[QWidget]] = (
            (self.get_id, *self._of_account),
            (self.get_token, self.permissions),
            (self._paste, *self._of_token),
            (self.plan,),
        )
        self._keyboard = FocusLoan(
            (self.account_id, self.token, self.database, self.check, self.go), self.cancel
        )
        self._column = QVBoxLayout(self)
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)
        self.show_step("")
        self.show_page(ACCOUNT, focus=False)

    def show_page(self, step: int, *, focus: bool = True) -> None:
        """Show one step; with `focus`, move the keyboard to what there is to do."""
        self.at = step
        title = _("Step {n} of {total}: {title}")
        titles = texts.step_titles()
        self._title.setText(title.format(n=step + 1, total=len(titles), title=titles[step]))
        for number, parts in enumerate(self._pages):
            for part in parts:
                part.setVisible(number == step)
        self._show_database(self.database.text() != DATABASE)
        self.r2.setVisible(step == CONNECT and self._has_to_switch_on)
        self.back.setVisible(step > ACCOUNT)
        self.next.setVisible(step in (ACCOUNT, PERMISSIONS))
        self.check.setVisible(step == TOKEN)
        self.go.setVisible(step == CONNECT)
        self._show_found()
        if focus:
            first = {ACCOUNT: self.account_id, TOKEN: self.token, CONNECT: self.go}
            first.get(step, self.next).setFocus(Qt.FocusReason.OtherFocusReason)
        self.moved.emit()

    def show_step(self, text: str) -> None:
        """Show what is being done and a way to cancel it; an empty text means nothing is running."""
        busy = bool(text)
        self.step.setText(text)
        self.step.setVisible(busy)
        if busy:
            self.cancel.show()
            self._keyboard.lend()
        for part in (self.account_id, self.token, self.database, self.go, self.back, self.other):
            part.setEnabled(not busy)
        self._allow(busy=busy)
        if not busy:
            self._keyboard.take_back()
            self.cancel.hide()

    def show_found(self, found: Sequence[str], *, lacking: bool = False) -> None:
        """Show what a check found out for the steps, as far as it came."""
        self._found, self._lacking = found, lacking
        self._show_found()

    def show_plan(self, lines: Sequence[str], files: FilesAccess = FilesAccess.UNKNOWN) -> None:
        """Show what connecting would create and offer to connect; an empty list leads back to the token.

        Args:
            files: Whether the account takes files; if they are only switched off, the page for that is offered.
        """
        self._has_to_switch_on = files is FilesAccess.OFF
        self.plan.setText("\n".join(lines))
        if lines:
            self.show_page(CONNECT)
        elif self.at == CONNECT:
            self.show_page(TOKEN, focus=False)

    def add_to_plan(self, lines: Sequence[str]) -> None:
        """Add lines to what connecting requires."""
        self.plan.setText("\n".join((self.plan.text(), "", *lines)))

    def forget_token(self) -> None:
        """Clear the token field; the token is now stored elsewhere."""
        self.token.clear()

    def _make_fields(self) -> None:
        self.account_id = _pasted(_("Account ID"))
        self.token = _pasted(_("Token"))
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.database = _pasted(_("Database name"))
        self.database.setText(DATABASE)
        self._of_account = self._named(_("Account ID"), self.account_id, _("32 digits and letters"))
        self._of_token = self._named(
            _("Token"), self.token, _("Not shown when you paste it, and never written to a file")
        )
        self._of_database = self._named(
            _("Database name"),
            self.database,
            _("Use a different name for each vault in one account"),
        )
        self.other = text_button(_("Use another database name…"))
        self.other.setProperty("flush", "true")

    def _named(self, name: str, field: QLineEdit, hint: str) -> tuple[QWidget, ...]:
        label = Label(self._theme, name, role=Role.TITLE)
        label.setBuddy(field)
        below = Label(self._theme, hint, role=Role.SMALL, ink="muted")
        below.setWordWrap(True)
        field.setAccessibleDescription(hint)
        return label, field, below

    def _make_acts(self) -> None:
        self.back = push_button(_("Back"))
        self.next = push_button(_("Next"), "go")
        self.check = push_button(_("Check"), "go")
        self.go = push_button(_("Connect"), "go")
        self.cancel = push_button(_("Cancel"))
        self.step = Label(self._theme, ink="muted")

    def _fill(self) -> None:
        self._column.addWidget(self._title)
        for parts in self._pages:
            for part in parts:
                self._column.addWidget(part)
        self._column.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        for part in self._of_database:
            self._column.addWidget(part)
        self._column.addWidget(self.r2, 0, Qt.AlignmentFlag.AlignLeft)
        self._acts = QHBoxLayout()
        for button in (self.back, self.next, self.check, self.go, self.cancel):
            self._acts.addWidget(button)
        self._acts.addWidget(self.step, 1)
        self._acts.addStretch(1)
        self._column.addLayout(self._acts)

    def _connect(self) -> None:
        for field in (self.account_id, self.token, self.database):
            field.textChanged.connect(self._on_text)
        self.account_id.returnPressed.connect(self._on_next)
        for field in (self.token, self.database):
            field.returnPressed.connect(self._on_return)
        for guide in (self.get_id, self.get_token):
            guide.opened.connect(self.link_opened)
        self.r2.clicked.connect(lambda: self.link_opened.emit(texts.R2_PAGE))
        self.back.clicked.connect(lambda: self.show_page(self.at - 1))
        self.next.clicked.connect(self._on_next)
        self.other.clicked.connect(self._on_other)
        self.check.clicked.connect(self.check_requested)
        self.go.clicked.connect(self.connect_requested)
        self.cancel.clicked.connect(self.cancel_requested)

    def _show_found(self) -> None:
        known = list(self._found)
        if not known and self.at > ACCOUNT:
            known = [texts.id_text(self.account_id.text())]
        self.found.show_found(self.at, known, lacking=self._lacking)

    def _show_database(self, named: bool) -> None:
        at_token = self.at == TOKEN
        self.other.setVisible(at_token and not named)
        for part in self._of_database:
            part.setVisible(at_token and named)

    def _allow(self, *, busy: bool = False) -> None:
        self.next.setEnabled(not busy and (self.at != ACCOUNT or bool(self.account_id.text())))
        self.check.setEnabled(not busy and bool(self.account_id.text() and self.token.text()))

    def _on_text(self) -> None:
        self._allow()
        self.edited.emit()

    def _on_next(self) -> None:
        if not self.next.isEnabled():
            return
        if self.at == ACCOUNT:
            try:
                self.account_id.setText(clean_account_id(self.account_id.text()))
            except NoteBrainError as error:
                self.refused.emit(error)
                return
        self.show_page(self.at + 1)

    def _on_return(self) -> None:
        if self.check.isEnabled():
            self.check_requested.emit()

    def _on_other(self) -> None:
        self._show_database(named=True)
        self.database.setFocus(Qt.FocusReason.OtherFocusReason)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(14), 0, 0)
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
