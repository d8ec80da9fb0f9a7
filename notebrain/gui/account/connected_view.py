"""The status of the connected account: its name, its token, and what NoteBrain has there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.account import texts
from notebrain.app.account.status import Status
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import FilesAccess
from notebrain.gui.account.facts import Fact
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button, text_button
from notebrain.gui.widgets.focus import FocusLoan
from notebrain.gui.widgets.labels import Label


class ConnectedView(QWidget):
    """Shows what is connected and what was found there, with buttons to check again and to disconnect."""

    check_requested = Signal()
    replace_requested = Signal()
    """The user wants to enter another token."""
    leave_requested = Signal()
    cancel_requested = Signal()
    link_opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.head = Fact(theme, "circle-check", role=Role.TITLE)
        self.token = Fact(theme, "key-round", _("Access token"))
        self.database = Fact(theme, "database")
        self.index = Fact(theme, "layers")
        self.files = Fact(theme, "image", _("Pictures and files"))
        self.r2 = text_button(_("Open R2 in Cloudflare"))
        self.r2.setProperty("flush", "true")
        self.r2.setToolTip(texts.R2_PAGE)
        self.r2.clicked.connect(lambda: self.link_opened.emit(texts.R2_PAGE))
        self.step = Label(theme, ink="muted")
        self.check = push_button(_("Check now"))
        self.cancel = push_button(_("Cancel"))
        self.replace = push_button(_("Replace token…"))
        self.leaving = Leaving(theme)
        """The way to disconnect; the owner places it beside the view."""
        self.leave = self.leaving.button
        self._keyboard = FocusLoan((self.check, self.replace, self.leave), self.cancel)
        self._fill()
        self.check.clicked.connect(self.check_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.replace.clicked.connect(self.replace_requested)
        self.leave.clicked.connect(self.leave_requested)
        theme.follow(self._apply_theme)
        self.show_step("")

    def show_status(self, status: Status) -> None:
        """Show the status of a connected account."""
        connection = status.connection
        if connection is None:
            return
        well = status.problem is None
        self.head.icon.set_icon(
            *(("circle-check", "success") if well else ("cloud-off", "warning"))
        )
        connected = texts.connected_text(connection)
        self.head.name.setText(connected if well else _("Connected, but not working right now"))
        self.head.show_text(
            _("Your notes are on all your computers. NoteBrain works without it too.")
            if well
            else connected
        )
        self.head.setToolTip(connection.account_id)
        lines = [] if status.place is None else [texts.place_text(status.place)]
        lines += [] if status.expires_on is None else [texts.expiry_text(status.expires_on)]
        self.token.show_text(" ".join(lines))
        self.database.name.setText(connection.database)
        self.database.show_text(texts.database_text(status.notes))
        self.index.name.setText(status.index)
        self.index.show_text(texts.index_text(status.vectors))
        self.index.setVisible(bool(status.index))
        self.files.show_text(" ".join(texts.files_lines(status.files)))
        self.files.setVisible(status.files is not FilesAccess.UNKNOWN)
        self.r2.setVisible(status.files is FilesAccess.OFF)

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
        self._there = Label(self._theme, _("In your account"), role=Role.SECTION)
        self._acts = QHBoxLayout()
        for button in (self.check, self.replace, self.cancel):
            self._acts.addWidget(button)
        self._acts.addWidget(self.step, 1)
        self._acts.addStretch(1)
        self._column = QVBoxLayout(self)
        for part in (self.head, self._there, self.database, self.index, self.files):
            self._column.addWidget(part)
        self._column.addWidget(self.r2, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.token)
        self.files.hide()
        self.r2.hide()
        self._column.addLayout(self._acts)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(2))
        self._there.setContentsMargins(0, px(12), 0, px(2))
        self._acts.setContentsMargins(0, px(10), 0, px(4))
        self._acts.setSpacing(px(8))


class Leaving(QWidget):
    """The button that disconnects, and what it leaves."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.button = push_button(_("Disconnect…"), "danger")
        text = _("Your notes stay here. You choose whether the copy in the account stays too.")
        below = Label(theme, text, role=Role.SMALL, ink="muted")
        below.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(below)
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, self._theme.px(20), 0, self._theme.px(4))
        self._column.setSpacing(self._theme.px(6))
